import Domain

/// Whether and when one request is tried again: exponential back-off with full jitter.
///
/// A pure state machine, one for each request. Refusals that would come again (a wrong request or key, a used-up quota)
/// are never tried again. A 429 is: the service has been seen to send it by mistake; but once, and after a pause, unless
/// it says itself when to come again. A body that is cut, empty or no JSON is tried again as well: something in between
/// broke it.
/// Source: M. Brooker, "Exponential Backoff And Jitter" (2015).
struct RetrySchedule: Sendable {
  /// The first wait is drawn from 0 up to this.
  static let firstWait = Duration.milliseconds(200)
  /// No wait is drawn from more than this.
  static let maximumWait = Duration.seconds(5)
  /// The shortest pause before a 429 is tried again.
  static let quotaPause = Duration.seconds(1)

  /// Whether the last wait was not begun because it would outlast the time left.
  private(set) var isOutOfTime = false

  private var triesLeft: Int
  private var bound = Self.firstWait
  private var hasDoubtedQuota = false

  /// Starts with nothing tried.
  ///
  /// - Parameter retries: How often the request may be tried again.
  init(retries: Int) { triesLeft = retries }

  /// Whether the try under way is the last one.
  var isOver: Bool { triesLeft <= 0 }

  /// Decides about one failure.
  ///
  /// - Parameters:
  ///   - error: What went wrong.
  ///   - timeLeft: The time until the query's deadline.
  ///   - jitter: A number in 0..<1.
  /// - Returns: How long to wait before the next try; `nil` to give up, also when the wait would outlast the time left.
  mutating func wait(after error: PlaceSearchError, timeLeft: Duration, jitter: Double) -> Duration? {
    guard triesLeft > 0 else { return nil }
    var wait = bound * jitter
    switch error {
    case .throttled(_, let retryAfter):
      if let retryAfter { wait += retryAfter }
    case .quotaExhausted(429, let retryAfter, _):
      if let retryAfter {
        wait += retryAfter
      } else {
        guard !hasDoubtedQuota else { return nil }
        hasDoubtedQuota = true
        wait += Self.quotaPause
      }
    case .serviceFailing, .unreachable, .timedOut, .untrustworthy(.notUTF8), .untrustworthy(.unreadable),
      .untrustworthy(.contentType):
      break
    default:
      return nil
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
