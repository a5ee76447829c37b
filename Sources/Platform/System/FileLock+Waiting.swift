import Synchronization
import System

/// The timeout for a lock, and whether a wait has timed out.
///
/// If a process is stopped while it holds a lock, other processes wait once, not for every file.
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

extension FileLock {
  /// Waits for the lock without blocking the thread, which other tasks share.
  ///
  /// - Returns: Whether the lock was taken; `false` if another holder kept it for longer than the timeout.
  /// - Throws: An error if the system can't lock the file.
  func acquire(within timeout: LockTimeout, by time: Timekeeper = .system) async throws(SystemError) -> Bool {
    let end = time.now().advanced(by: timeout.limit)
    var pause = Duration.microseconds(200)
    while try !take() {
      guard !timeout.isLost, time.now() < end, (try? await time.sleep(time.now().advanced(by: pause))) != nil else {
        timeout.isLost = true
        return false
      }
      pause = min(pause * 2, .milliseconds(5))
    }
    timeout.isLost = false
    return true
  }
}
