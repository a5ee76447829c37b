import Domain

/// Decides whether and when a request is retried: exponential backoff with full jitter.
///
/// A pure state machine, one per request. Permanent errors (a wrong request or key, an exhausted quota) aren't retried.
/// A doubtful quota error is, but only once and after a pause, unless the service gives a wait. Truncated, empty or
/// non-JSON bodies are also retried. A service that needs a pause after a failure gets it, followed by only one retry.
/// Source: M. Brooker, "Exponential Backoff And Jitter" (2015).
struct RetrySchedule: Sendable {
  /// The upper bound of the first wait.
  static let firstWait = Duration.milliseconds(200)
  /// The maximum upper bound of a wait.
  static let maximumWait = Duration.seconds(5)
  /// The minimum pause before a doubtful quota error is retried.
  static let quotaPause = Duration.seconds(1)

  /// Whether the last retry was given up because its wait would exceed the remaining time.
  private(set) var isOutOfTime = false

  private var triesLeft: Int
  private var bound = Self.firstWait
  private var hasDoubtedQuota = false
  private var hasRested = false

  /// - Parameter retries: The maximum number of retries.
  init(retries: Int) { triesLeft = retries }

  /// Whether the current attempt is the last one.
  var isOver: Bool { triesLeft <= 0 }

  /// Makes the next quota error final, because an earlier one was confirmed.
  mutating func believeQuota() { hasDoubtedQuota = true }

  /// Decides whether to retry after an error.
  ///
  /// - Parameters:
  ///   - refusal: The error.
  ///   - timeLeft: The time until the query's deadline.
  ///   - jitter: A number in 0..<1.
  /// - Returns: The wait before the retry; `nil` to give up, also if the wait would exceed the remaining time.
  mutating func wait(after refusal: Refusal, timeLeft: Duration, jitter: Double) -> Duration? {
    guard triesLeft > 0 else { return nil }
    var wait = bound * jitter + (refusal.wait ?? .zero)
    switch refusal.kind {
    case .busy, .unreached: break
    case .quota(isDoubtful: true):
      if refusal.wait == nil {
        guard !hasDoubtedQuota else { return nil }
        hasDoubtedQuota = true
        wait += Self.quotaPause
      }
    case .failing:
      if refusal.wait != nil {
        guard !hasRested else { return nil }
        hasRested = true
      }
    case .quota(isDoubtful: false), .denied, .final: return nil
    }
    guard wait < timeLeft else {
      isOutOfTime = true
      return nil
    }
    triesLeft -= 1
    bound = min(bound * 2, Self.maximumWait)
    return wait
  }
}
