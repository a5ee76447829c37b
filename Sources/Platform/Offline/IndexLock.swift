#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock on an index that is added to: of two processes that add to it at once, the second would replace what the first added.
///
/// It is a lock on the file itself, which is replaced at the end, so whoever waited for it locks the new file. It ends with
/// the process, however that ends.
final class IndexLock {
  private let path: String
  private let descriptor: CInt

  /// Locks the file at a path, and waits while another process has locked it.
  ///
  /// - Parameter path: The file; without one, or where files cannot be locked, there is no lock.
  init?(path: String) {
    while true {
      let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { return nil }
      guard Self.lock(descriptor) else {
        close(descriptor)
        return nil
      }
      if Self.isFile(descriptor, at: path) {
        self.path = path
        self.descriptor = descriptor
        return
      }
      close(descriptor)
    }
  }

  deinit { close(descriptor) }

  /// Whether the path still leads to the locked file.
  var isCurrent: Bool { Self.isFile(descriptor, at: path) }

  private static func lock(_ descriptor: CInt) -> Bool {
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }

  private static func isFile(_ descriptor: CInt, at path: String) -> Bool {
    var (locked, current) = (stat(), stat())
    return unsafe fstat(descriptor, &locked) == 0 && stat(path, &current) == 0 && locked.st_dev == current.st_dev
      && locked.st_ino == current.st_ino
  }
}
