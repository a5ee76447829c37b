import Domain
import System

/// The requests that processes of this machine have in flight, so that a process can wait for the response that
/// another process fetches.
///
/// Each is a POSIX lock on one byte of a file, by the hash of the request. The lock ends with its process (fcntl(2)).
final class SharedFlights: Sendable {
  private let descriptor: CInt

  /// Opens the file of the locks in a directory; `nil` if it can't be created.
  init?(in directory: String) {
    let path = "\(directory)/.flights"
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    var opened = unsafe open(path, flags, 0o600)
    if opened < 0, errno == ENOENT {
      FilePath.makeDirectories(directory)
      opened = unsafe open(path, flags, 0o600)
    }
    guard opened >= 0 else { return nil }
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// Begins a request unless another process has it in flight.
  ///
  /// - Returns: Whether it began; `true` as well if the file system has no locks.
  func begin(_ request: String) -> Bool {
    var range = Self.range(of: request, CInt(F_WRLCK))
    guard unsafe fcntl(descriptor, F_SETLK, &range) != 0 else { return true }
    return errno != EACCES && errno != EAGAIN
  }

  /// Ends a request.
  func end(_ request: String) {
    var range = Self.range(of: request, CInt(F_UNLCK))
    _ = unsafe fcntl(descriptor, F_SETLK, &range)
  }

  /// Returns whether the process that has a request in flight may finish it: no signal has stopped it.
  func isRunning(_ request: String) -> Bool {
    var range = Self.range(of: request, CInt(F_WRLCK))
    guard unsafe fcntl(descriptor, F_GETLK, &range) == 0, CInt(range.l_type) != CInt(F_UNLCK) else { return true }
    // The system returns 0 for a process of another container.
    let own = ProcessIdentity.current
    return ProcessIdentity(number: Int64(range.l_pid), namespace: own.namespace).isRunning
  }

  private static func range(of request: String, _ type: CInt) -> flock {
    var range = flock()
    range.l_type = Int16(type)
    range.l_whence = Int16(SEEK_SET)
    // Positive, and far from the maximum.
    range.l_start = off_t(StableHash(of: request.utf8).value >> 2)
    range.l_len = 1
    return range
  }
}
