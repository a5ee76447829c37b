import PlaceIndex
import Synchronization

/// A lock on an open file or directory, which one holder has at a time in all processes.
///
/// It belongs to the open file, so it is released when the process ends in any way.
final class FileLock: Sendable {
  /// Why a lock could not be acquired.
  enum Failure: Error {
    /// Another holder kept it for longer than the timeout.
    case timedOut
    /// The system could not lock the file.
    case failed(SystemError)
  }

  private let descriptor: CInt

  init(taking descriptor: CInt) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Waits for the lock.
  func acquire(within timeout: LockTimeout) throws(Failure) {
    var waited = Duration.zero
    var pause: useconds_t = 200
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let error = errno
      guard error == EWOULDBLOCK || error == EINTR else { throw .failed(SystemError(number: error)) }
      guard !timeout.isLost, waited < timeout.limit else {
        timeout.isLost = true
        throw .timedOut
      }
      usleep(pause)
      waited += .microseconds(Int(pause))
      pause = min(pause * 2, 5_000)
    }
    timeout.isLost = false
  }

  /// Releases the lock.
  ///
  /// Closing alone may not do that, since a child process that is being spawned has the open file too.
  func release() { flock(descriptor, LOCK_UN) }
}

/// The timeout for a lock, and whether a wait has timed out: a process that is stopped while it holds a lock makes
/// others wait once, not for every file.
final class LockTimeout: Sendable {
  let limit: Duration
  private let lost = Atomic(false)

  init(limit: Duration) { self.limit = limit }

  /// Whether the last wait timed out; the next lock is then tried only once.
  var isLost: Bool {
    get { lost.load(ordering: .relaxed) }
    set { lost.store(newValue, ordering: .relaxed) }
  }
}
