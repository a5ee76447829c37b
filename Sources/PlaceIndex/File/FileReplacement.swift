/// Replaces a file atomically: writes a temporary file in the same directory, syncs it, and renames it over the old one.
///
/// A process that has the old file open or mapped keeps it. A symbolic link is followed, and its target is replaced. What is
/// not a regular file, such as a pipe or `/dev/stdout`, is written sequentially.
package struct FileReplacement: ~Copyable {
  /// The permissions of a new file, before the process's umask.
  private static let newFileMode: mode_t = 0o644
  /// The number of temporary names to try.
  private static let nameAttempts = 100
  private let path: String
  /// The name of the temporary file; `nil` for a stream.
  private let temporary: String?
  private let descriptor: Int32
  private var isOpen = true

  /// Makes the temporary file.
  ///
  /// - Parameters:
  ///   - path: The file to replace.
  ///   - isPrivate: Whether only its owner may read a file that does not exist yet.
  ///   - temporarySuffix: The suffix of the temporary name, for a caller whose lock keeps other processes away; a leftover of
  ///     a killed process is overwritten. `nil` for a new name.
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
    // Keep the permissions of the old file.
    if exists { _ = fchmod(opened, status.st_mode & 0o777) }
    (self.path, self.temporary, descriptor) = (path, temporary, opened)
  }

  /// Removes the temporary file unless it was finished.
  deinit {
    guard isOpen else { return }
    close(descriptor)
    if let temporary { _ = unsafe unlink(temporary) }
  }

  /// Whether bytes must be written in order, because the destination is not a regular file.
  var isStream: Bool { temporary == nil }

  /// Writes bytes at an offset; to a stream, after what was written before.
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

  /// The error number when the file at the destination is no longer the one to replace.
  static var staleNumber: Int32 { ESTALE }

  /// Moves the file into place.
  ///
  /// - Parameters:
  ///   - isSynced: Whether to wait until the file would survive a power failure.
  ///   - isCurrent: Whether the file at the destination is still the one to replace; asked at the last moment.
  /// - Throws: The system's error number, or ``staleNumber``; the temporary file is removed.
  package consuming func finish(
    isSynced: Bool = true,
    if isCurrent: () -> Bool = { true }
  ) throws(SystemError) {
    guard let temporary else { return }
    if isSynced { guard fsync(descriptor) == 0 else { throw SystemError(number: errno) } }
    isOpen = false
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
  /// The name is random, because process ids are reused: a leftover of a killed process would block every later build. Such a
  /// file is neither reused nor removed, because another build may be writing it.
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

  /// The target of a chain of symbolic links, whether it exists or not.
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

  /// The target of a symbolic link; `nil` for anything else.
  private static func target(ofLink path: String) -> String? {
    let capacity = Int(PATH_MAX)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      let text = unsafe UnsafeMutableRawPointer(start).assumingMemoryBound(to: CChar.self)
      count = unsafe max(0, readlink(path, text, capacity))
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Makes the rename survive a power failure; errors are ignored, because some file systems do not support it.
  private static func syncDirectory(of path: String) {
    let directory = path.lastIndex(of: "/").map { path[..<$0].isEmpty ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = unsafe open(directory, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
