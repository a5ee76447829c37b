import System
import Domain

/// Replaces a file atomically: writes a temporary file in the same directory, syncs it, and renames it.
///
/// A process that has the old file open or mapped keeps it. A symbolic link is followed, and its target is replaced.
package struct FileReplacement: ~Copyable {
  /// The permissions of a new file, before the process's umask.
  private static let newFileMode: mode_t = 0o644
  /// The number of temporary names to try.
  private static let nameAttempts = 100
  /// The number of digits in a temporary name: 64 bits in base 36.
  private static let digitCount = 13
  private let path: String
  private let temporary: String
  private let descriptor: Int32
  private var isOpen = true

  /// Creates the temporary file.
  ///
  /// If `isPrivate`, only the owner may read a new file. A caller with a lock may pass the suffix of the temporary
  /// name, so that a leftover of a killed process is overwritten; otherwise the name is random.
  package init(path: String, isPrivate: Bool = false, temporarySuffix: String? = nil) throws(SystemError) {
    var status = stat()
    let exists = unsafe stat(path, &status) == 0
    // A device or a pipe would be lost.
    guard !exists || status.st_mode & S_IFMT == S_IFREG else { throw SystemError(number: ENOTSUP) }
    let path = try Self.followed(path)
    let (temporary, opened) = try Self.created(
      beside: path,
      mode: isPrivate ? 0o600 : Self.newFileMode,
      suffix: temporarySuffix
    )
    // Keep the permissions of the old file.
    if exists { _ = fchmod(opened, status.st_mode & 0o777) }
    self.path = path
    self.temporary = temporary
    descriptor = opened
  }

  deinit {
    guard isOpen else { return }
    close(descriptor)
    _ = unsafe unlink(temporary)
  }

  func write(_ bytes: ByteView) throws(SystemError) {
    try unsafe bytes.withBytes { (bytes) throws(SystemError) in
      guard let base = bytes.baseAddress else { return }
      var done = 0
      while done < bytes.count {
        let written = unsafe pwrite(descriptor, base + done, min(bytes.count - done, 16 << 20), off_t(done))
        if written < 0 {
          guard errno == EINTR else { throw SystemError(number: errno) }
          continue
        }
        done += written
      }
    }
  }

  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try ByteView.over(bytes) { (bytes) throws(SystemError) in try write(bytes) }
  }

  /// The error number if the file at the destination was replaced meanwhile.
  static var staleNumber: Int32 { ESTALE }

  /// Moves the file into place.
  ///
  /// If it is synced, it survives a power failure. `isCurrent` is called at the last moment. After any error, such as
  /// ``staleNumber`` if the destination was replaced meanwhile, the temporary file is removed.
  package consuming func finish(isSynced: Bool = true, if isCurrent: () -> Bool = { true }) throws(SystemError) {
    if isSynced { guard fsync(descriptor) == 0 else { throw SystemError(number: errno) } }
    isOpen = false
    // Hold the lock until the file has its name, so that no other build takes it for a leftover.
    let lock = dup(descriptor)
    defer { if lock >= 0 { close(lock) } }
    do throws(SystemError) {
      guard close(descriptor) == 0 else { throw SystemError(number: errno) }
      guard isCurrent() else { throw SystemError(number: Self.staleNumber) }
      guard unsafe rename(temporary, path) == 0 else { throw SystemError(number: errno) }
    } catch {
      _ = unsafe unlink(temporary)
      throw error
    }
    if isSynced { Self.syncDirectory(of: path) }
  }

  /// Creates a file with a new name.
  ///
  /// The name is random, because process ids are reused. The file is locked while it is written, so an unlocked file is
  /// the leftover of a killed process; leftovers are removed.
  private static func created(
    beside path: String,
    mode: mode_t,
    suffix: String?
  ) throws(SystemError) -> (name: String, descriptor: Int32) {
    if let suffix {
      let name = path + suffix
      let descriptor = unsafe open(name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode)
      guard descriptor >= 0 else { throw SystemError(number: errno) }
      return (name, descriptor)
    }
    // A store's private file has a fixed temporary name and so no leftovers.
    if mode == newFileMode { removeLeftovers(beside: path) }
    for _ in 0..<nameAttempts {
      let digits = UInt64.random(in: 0...UInt64.max).text(ofDigits: digitCount, radix: 36)
      let name = "\(path).\(digits).tmp"
      let descriptor = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      guard descriptor >= 0 else {
        guard errno == EEXIST else { throw SystemError(number: errno) }
        continue
      }
      _ = flock(descriptor, LOCK_EX | LOCK_NB)
      var status = stat()
      // Another build may have removed it before it was locked.
      if unsafe fstat(descriptor, &status) != 0 || status.st_nlink > 0 { return (name, descriptor) }
      close(descriptor)
    }
    throw SystemError(number: EEXIST)
  }

  /// Removes the temporary files of killed builds of this path, as far as possible.
  private static func removeLeftovers(beside path: String) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "./"
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    guard let directory = unsafe opendir(folder) else { return }
    defer { unsafe closedir(directory) }
    while let entry = unsafe readdir(directory) {
      let other = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { unsafe String(cString: $0) }
      }
      guard other.hasPrefix(name + "."), other.hasSuffix(".tmp") else { continue }
      let digits = other.dropFirst(name.count + 1).dropLast(".tmp".count)
      guard digits.count == digitCount, UInt64(digits, radix: 36) != nil else { continue }
      let leftover = unsafe open(folder + other, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      guard leftover >= 0 else { continue }
      if flock(leftover, LOCK_EX | LOCK_NB) == 0 { _ = unsafe unlink(folder + other) }
      close(leftover)
    }
  }

  /// Returns the target of a chain of symbolic links, whether it exists or not.
  private static func followed(_ path: String) throws(SystemError) -> String {
    var path = path
    // The limit of Linux.
    for _ in 0..<40 {
      guard let target = target(ofLink: path) else { return path }
      let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      path = target.utf8.first == UInt8(ascii: "/") ? target : directory + target
    }
    throw SystemError(number: ELOOP)
  }

  /// Returns the target of a symbolic link; `nil` for anything else.
  private static func target(ofLink path: String) -> String? {
    let capacity = Int(PATH_MAX)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      let text = unsafe UnsafeMutableRawPointer(start).assumingMemoryBound(to: CChar.self)
      count = unsafe max(0, readlink(path, text, capacity))
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Syncs the rename; errors are ignored, because some file systems don't support it.
  private static func syncDirectory(of path: String) {
    let directory = path.lastIndex(of: "/").map { path[..<$0].isEmpty ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = unsafe open(directory, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
