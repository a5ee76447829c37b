#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes a file all or nothing: under a temporary name beside it, synced, then renamed over it.
///
/// Who has the old file open or mapped keeps it whole.
struct FileReplacement: ~Copyable {
  private let path: String
  private let temporary: String
  private let descriptor: Int32
  private var isOpen = true

  /// Makes the temporary file.
  ///
  /// - Throws: The system's error number.
  init(path: String) throws(SystemError) {
    let temporary = "\(path).\(getpid()).tmp"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    // Before anything is initialised: a file that was there already is not this one's to remove.
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    self.path = path
    self.temporary = temporary
    self.descriptor = descriptor
  }

  /// Leaves nothing behind unless the file was finished.
  deinit {
    guard isOpen else { return }
    close(descriptor)
    _ = unsafe unlink(temporary)
  }

  /// Writes bytes at an offset.
  ///
  /// - Throws: The system's error number.
  func write(_ bytes: ByteView, at offset: Int) throws(SystemError) {
    try unsafe bytes.withBytes { (bytes) throws(SystemError) in
      guard let base = bytes.baseAddress else { return }
      var done = 0
      while done < bytes.count {
        let written = unsafe pwrite(descriptor, base + done, min(bytes.count - done, 16 << 20), off_t(offset + done))
        if written < 0 {
          guard errno == EINTR else { throw SystemError(number: errno) }
          continue
        }
        done += written
      }
    }
  }

  /// Puts the file in its place, for good.
  ///
  /// - Throws: The system's error number; nothing is left behind.
  consuming func finish() throws(SystemError) {
    guard fsync(descriptor) == 0 else { throw SystemError(number: errno) }
    isOpen = false
    do throws(SystemError) {
      guard close(descriptor) == 0 else { throw SystemError(number: errno) }
      guard unsafe rename(temporary, path) == 0 else { throw SystemError(number: errno) }
    } catch {
      _ = unsafe unlink(temporary)
      throw error
    }
    Self.syncDirectory(of: path)
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
