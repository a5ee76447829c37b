/// The typical response time, which determines the timeout of an attempt.
///
/// An attempt that hangs must leave time for a retry. Before the first response, an attempt may take half of the
/// remaining time; after it, twenty times the typical time, but at least a second. When an attempt times out, the
/// typical time is no longer trusted: the next attempt of the same request gets at least five seconds if available, and
/// each further one twice as long. Otherwise a slow service would be mistaken for an unavailable one, and receive five
/// requests for one response.
struct ResponseTime: Sendable {
  /// The minimum timeout of an attempt.
  static let minimumAttemptTimeout = Duration.seconds(1)
  /// The timeout of an attempt in typical response times.
  static let timeoutInTypicalResponses = 20
  /// The minimum timeout of an attempt after one that timed out: half of the default time limit, the value a new
  /// process starts with.
  static let timeoutForSlowService = Duration.seconds(5)
  /// The maximum number of times the timeout is doubled: a second becomes a minute.
  private static let maximumDoublings = 6

  /// A moving average over about eight responses.
  private var typical: Duration?

  /// Records a response time.
  mutating func record(_ time: Duration) { typical = typical.map { ($0 * 7 + time) / 8 } ?? time }

  /// Returns the timeout of an attempt.
  func attemptTimeout(timeLeft: Duration, timeoutCount: Int = 0) -> Duration {
    let growth = 1 << min(timeoutCount, Self.maximumDoublings)
    let isDoubted = timeoutCount > 0
    let learned = typical.map { max($0 * Self.timeoutInTypicalResponses, Self.minimumAttemptTimeout) * growth }
    let doubted = isDoubted ? Self.timeoutForSlowService * (growth / 2) : .zero
    // The minimum to which the remaining time is halved.
    let least = isDoubted ? Self.timeoutForSlowService : Self.minimumAttemptTimeout
    return min(timeLeft, max(learned ?? timeLeft, doubted), max(timeLeft / 2, least))
  }
}
