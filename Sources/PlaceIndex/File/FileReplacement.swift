#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes a file all or nothing: under a temporary name beside it, synced, then renamed over it.
///
/// A process that has the old file open or mapped keeps it. A symbolic link stays, and its target is replaced; what is no
/// file, such as a pipe or `/dev/stdout`, is written to from front to back.
package struct FileReplacement: ~Copyable {
  /// The permissions of a new file, less the process's mask.
  private static let newFileMode: mode_t = 0o644
  /// How many temporary names are tried.
  private static let nameAttempts = 100
  private let path: String
  /// The name it is written under; `nil` for what is no file.
  private let temporary: String?
  private let descriptor: Int32
  private var isOpen = true

  /// Makes the temporary file.
  ///
  /// - Parameters:
  ///   - path: The file to replace.
  ///   - isPrivate: Whether only its owner may read a file that does not exist yet.
  ///   - temporarySuffix: What the temporary name adds, where the caller's lock keeps everybody else from it; what a
  ///     killed process left there is overwritten. `nil` for a name that nothing had.
  /// - Throws: The system's error number.
  package init(
    path: String,
    isPrivate: Bool = false,
    temporarySuffix: String? = nil
  ) throws(SystemError) {
    var status = stat()
    let exists = unsafe stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      let opened = unsafe open(path, O_WRONLY | O_CLOEXEC)
      guard opened >= 0 else { throw SystemError(number: errno) }
      (self.path, temporary, descriptor) = (path, nil, opened)
      return
    }
    let path = try Self.followed(path)
    let (temporary, opened) = try Self.created(
      beside: path,
      mode: isPrivate ? 0o600 : Self.newFileMode,
      suffix: temporarySuffix
    )
    // The new file has the permissions of the old one.
    if exists { _ = fchmod(opened, status.st_mode & 0o777) }
    (self.path, self.temporary, descriptor) = (path, temporary, opened)
  }

  /// Leaves nothing behind unless the file was finished.
  deinit {
    guard isOpen else { return }
    close(descriptor)
    if let temporary { _ = unsafe unlink(temporary) }
  }

  /// Whether bytes have to come in their order: what is written is no file.
  var isStream: Bool { temporary == nil }

  /// Writes bytes at an offset; in a stream, behind what was written.
  ///
  /// - Throws: The system's error number.
  func write(_ bytes: ByteView, at offset: Int) throws(SystemError) {
    try unsafe bytes.withBytes { (bytes) throws(SystemError) in
      guard let base = bytes.baseAddress else { return }
      var done = 0
      while done < bytes.count {
        let count = min(bytes.count - done, 16 << 20)
        let written =
          isStream
          ? unsafe Self.append(descriptor, base + done, count)
          : unsafe pwrite(descriptor, base + done, count, off_t(offset + done))
        if written < 0 {
          guard errno == EINTR else { throw SystemError(number: errno) }
          continue
        }
        done += written
      }
    }
  }

  @unsafe
  private static func append(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes, count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, bytes, count)
    #else
      unsafe Darwin.write(descriptor, bytes, count)
    #endif
  }

  /// Writes bytes at the beginning.
  ///
  /// - Throws: The system's error number.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try ByteView.over(bytes) { (bytes) throws(SystemError) in try write(bytes, at: 0) }
  }

  /// Puts the file in its place, for good.
  ///
  /// - Parameter isSynced: Whether to wait until the file would outlast a power cut.
  /// - Throws: The system's error number; nothing is left behind.
  package consuming func finish(isSynced: Bool = true) throws(SystemError) {
    guard let temporary else { return }
    if isSynced { guard fsync(descriptor) == 0 else { throw SystemError(number: errno) } }
    isOpen = false
    do throws(SystemError) {
      guard close(descriptor) == 0 else { throw SystemError(number: errno) }
      guard unsafe rename(temporary, path) == 0 else { throw SystemError(number: errno) }
    } catch {
      _ = unsafe unlink(temporary)
      throw error
    }
    if isSynced { Self.syncDirectory(of: path) }
  }

  /// Makes a file under a name that nothing had.
  ///
  /// The name is random, because process ids are reused: a file that a killed process left would block every later build.
  /// Such a file is neither reused nor removed, because another build may be writing it.
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
    for _ in 0..<nameAttempts {
      let name = "\(path).\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).tmp"
      let descriptor = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if descriptor >= 0 { return (name, descriptor) }
      guard errno == EEXIST else { throw SystemError(number: errno) }
    }
    throw SystemError(number: EEXIST)
  }

  /// The file behind symbolic links, whether it is there or not.
  private static func followed(_ path: String) throws(SystemError) -> String {
    var path = path
    // As many as Linux follows.
    for _ in 0..<40 {
      guard let target = target(ofLink: path) else { return path }
      let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      path = target.utf8.first == UInt8(ascii: "/") ? target : directory + target
    }
    throw SystemError(number: ELOOP)
  }

  /// What a symbolic link points at; `nil` for what is none.
  private static func target(ofLink path: String) -> String? {
    let capacity = Int(PATH_MAX)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      let text = unsafe UnsafeMutableRawPointer(start).assumingMemoryBound(to: CChar.self)
      count = unsafe max(0, readlink(path, text, capacity))
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Makes the new name last through a power cut; some file systems cannot, which is no reason to fail.
  private static func syncDirectory(of path: String) {
    let directory = path.lastIndex(of: "/").map { path[..<$0].isEmpty ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = unsafe open(directory, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
