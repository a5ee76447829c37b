import System
import PlaceIndex
import Synchronization

/// A lock on an open file or directory, which has one holder at a time among all processes.
///
/// It belongs to the open file, so it is released when the process ends in any way.
final class FileLock: Sendable {
  /// The reason why a lock couldn't be acquired.
  enum Failure: Error {
    /// Another holder kept it longer than the timeout.
    case timedOut
    /// The system couldn't lock the file.
    case failed(SystemError)
  }

  private let descriptor: CInt

  init(taking descriptor: CInt) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Takes the lock if it is free.
  ///
  /// - Returns: Whether the lock was taken; `false` if another holder has it.
  /// - Throws: If the system can't lock the file.
  func take() throws(SystemError) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let error = errno
      if error == EWOULDBLOCK { return false }
      guard error == EINTR else { throw SystemError(number: error) }
    }
    return true
  }

  /// Waits for the lock without blocking the thread, which other tasks share.
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
  /// Closing alone may not suffice, because a child process being spawned has the open file too.
  func release() { flock(descriptor, LOCK_UN) }
}

/// The timeout for a lock, and whether a wait has timed out.
///
/// A process that is stopped while it holds a lock makes others wait only once, not for every file.
final class LockTimeout: Sendable {
  let limit: Duration
  private let lost = Atomic(false)

  init(limit: Duration) { self.limit = limit }

  /// Whether the last wait timed out.
  ///
  /// The next lock is then tried only once.
  var isLost: Bool {
    get { lost.load(ordering: .relaxed) }
    set { lost.store(newValue, ordering: .relaxed) }
  }
}
