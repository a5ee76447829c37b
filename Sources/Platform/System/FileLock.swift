import System
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

  /// Takes the lock where it is free.
  ///
  /// - Returns: Whether it is taken now; `false` while another holder has it.
  /// - Throws: When the system cannot lock the file.
  func take() throws(SystemError) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let error = errno
      if error == EWOULDBLOCK { return false }
      guard error == EINTR else { throw SystemError(number: error) }
    }
    return true
  }

  /// Waits for the lock, without keeping the thread, which other tasks share.
  func acquire(within timeout: LockTimeout, by time: Timekeeper = .system) async throws(Failure) {
    let end = time.now().advanced(by: timeout.limit)
    var pause = Duration.microseconds(200)
    while try !isTaken() {
      guard !timeout.isLost, time.now() < end, (try? await time.sleep(time.now().advanced(by: pause))) != nil else {
        timeout.isLost = true
        throw .timedOut
      }
      pause = min(pause * 2, .milliseconds(5))
    }
    timeout.isLost = false
  }

  private func isTaken() throws(Failure) -> Bool {
    do throws(SystemError) { return try take() } catch { throw .failed(error) }
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
