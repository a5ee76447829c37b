import System

extension FileLock {
  /// Waits for the lock without blocking the thread, which other tasks share.
  ///
  /// - Returns: Whether the lock was taken; `false` if another holder kept it for longer than the timeout.
  /// - Throws: An error if the system can't lock the file.
  func acquire(within timeout: Duration, by time: Timekeeper = .system) async throws(SystemError) -> Bool {
    let end = time.now().advanced(by: timeout)
    var pause = Duration.microseconds(200)
    while try !take() {
      guard time.now() < end, (try? await time.sleep(time.now().advanced(by: pause))) != nil else { return false }
      pause = min(pause * 2, .milliseconds(5))
    }
    return true
  }
}
