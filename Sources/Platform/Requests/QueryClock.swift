/// The elapsed time of a query.
///
/// Its clock stops while all its requests wait for this program's pace.
///
/// A pure state machine. Waits requested by the service count as elapsed time.
struct QueryClock: Sendable {
  private let start: ContinuousClock.Instant
  /// The number of requests that are in flight or waiting.
  private var requests = 0
  /// The number of requests that wait for the pace.
  private var waiting = 0
  /// The time at which the clock was stopped; `nil` while it runs.
  private var stoppedAt: ContinuousClock.Instant?
  /// The total time of earlier stops.
  private var stopped = Duration.zero

  init(start: ContinuousClock.Instant) { self.start = start }

  /// Updates the numbers when requests begin, end or wait.
  mutating func change(requests: Int = 0, waiting: Int = 0, at now: ContinuousClock.Instant) {
    self.requests += requests
    self.waiting += waiting
    let isStopped = self.waiting > 0 && self.waiting >= self.requests
    if let since = stoppedAt, !isStopped {
      stopped += since.duration(to: now)
      stoppedAt = nil
    } else if isStopped, stoppedAt == nil {
      stoppedAt = now
    }
  }

  /// The elapsed time.
  func elapsed(at now: ContinuousClock.Instant) -> Duration {
    start.duration(to: stoppedAt ?? now) - stopped
  }
}
