import Synchronization

/// A clock that is advanced by a test.
final class ManualClock: Sendable {
  private let time = Mutex(Duration.seconds(1_000))

  var now: Duration { time.withLock { $0 } }

  func advance(by duration: Duration) { time.withLock { $0 += duration } }

  /// Returns when a test has advanced the clock far enough, or when the task is cancelled.
  func sleep(for duration: Duration) async {
    let end = now + duration
    while now < end, !Task.isCancelled { await Task.yield() }
  }
}
