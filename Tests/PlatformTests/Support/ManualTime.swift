import Synchronization

@testable import Platform

/// A clock that advances only when something sleeps: sleeping advances it at once and is recorded.
final class ManualTime: Sendable {
  private struct State {
    var now: ContinuousClock.Instant
    var sleeps: [Duration] = []
  }

  let start = ContinuousClock.now
  private let state: Mutex<State>
  private let jitter: Double

  init(jitter: Double = 0.5) {
    state = Mutex(State(now: start))
    self.jitter = jitter
  }

  /// All waits so far.
  var sleeps: [Duration] { state.withLock { $0.sleeps } }

  /// The elapsed time.
  var elapsed: Duration { start.duration(to: state.withLock { $0.now }) }

  func advance(by time: Duration) { state.withLock { $0.now = $0.now.advanced(by: time) } }

  var timekeeper: Timekeeper {
    Timekeeper(
      now: { [self] in state.withLock { $0.now } },
      sleep: { [self] until in
        try Task.checkCancellation()
        state.withLock {
          $0.sleeps.append($0.now.duration(to: until))
          $0.now = max($0.now, until)
        }
      },
      jitter: { [jitter] in jitter }
    )
  }
}
