import TestSupport

/// A clock that is advanced by a test.
final class ManualClock: Sendable {
  private let time = ObservedValue(Duration.seconds(1_000))

  var now: Duration { time.value }

  func advance(by duration: Duration) { time.update { $0 += duration } }

  /// Returns when a test has advanced the clock far enough, or when the task is cancelled.
  func sleep(for duration: Duration) async {
    let end = now + duration
    await time.wait { $0 >= end }
  }
}
