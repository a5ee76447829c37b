/// The time that a query has used: its clock stands still while all its requests wait for the pace of this program.
///
/// A pure state machine. A request that waits because the service asked for it is not one of those: that time counts.
struct QueryClock: Sendable {
  private let start: ContinuousClock.Instant
  /// The number of requests that are sent, or wait.
  private var requests = 0
  /// The number of these that wait for the pace.
  private var waiting = 0
  /// Since when it stands still; `nil` while it runs.
  private var stoppedAt: ContinuousClock.Instant?
  /// How long it stood still before.
  private var stopped = Duration.zero

  init(start: ContinuousClock.Instant) { self.start = start }

  /// Notes that requests begin or end, or begin or end to wait.
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

  /// The time used until a moment.
  func elapsed(at now: ContinuousClock.Instant) -> Duration {
    start.duration(to: stoppedAt ?? now) - stopped
  }
}
