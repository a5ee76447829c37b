import Synchronization

/// A time that moves only when a test moves it.
final class ManualClock: Sendable {
  private let time = Mutex(Duration.seconds(1_000))

  var now: Duration { time.withLock { $0 } }

  func advance(by duration: Duration) { time.withLock { $0 += duration } }
}
