import Domain

/// Whether and when one request is retried: exponential backoff with full jitter.
///
/// A pure state machine, one for each request. Permanent refusals (a wrong request or key, a used-up quota) are not
/// retried. A 429 is, because the service has been observed to send it by mistake, but only once and after a pause,
/// unless the service says how long to wait. A body that is truncated, empty or not JSON is retried as well. A
/// service that asks for a rest after a failure gets one, and then a single request more. Source: M. Brooker,
/// "Exponential Backoff And Jitter" (2015).
struct RetrySchedule: Sendable {
  /// The upper bound of the first wait.
  static let firstWait = Duration.milliseconds(200)
  /// The maximum upper bound of a wait.
  static let maximumWait = Duration.seconds(5)
  /// The minimum pause before a 429 is retried.
  static let quotaPause = Duration.seconds(1)

  /// Whether the last retry was given up because its wait would exceed the time left.
  private(set) var isOutOfTime = false

  private let failurePause: Duration
  private var triesLeft: Int
  private var bound = Self.firstWait
  private var hasDoubtedQuota = false
  private var hasRested = false

  /// - Parameters:
  ///   - retries: The maximum number of retries.
  ///   - failurePause: The minimum pause after the service has failed by its own word.
  init(retries: Int, failurePause: Duration = .zero) {
    triesLeft = retries
    self.failurePause = failurePause
  }

  /// Whether the attempt in progress is the last one.
  var isOver: Bool { triesLeft <= 0 }

  /// Decides whether to retry after a failure.
  ///
  /// - Parameters:
  ///   - error: The failure.
  ///   - timeLeft: The time until the query's deadline.
  ///   - jitter: A number in 0..<1.
  /// - Returns: How long to wait before the retry; `nil` to give up, also when the wait would exceed the time left.
  mutating func wait(after error: PlaceSearchError, timeLeft: Duration, jitter: Double) -> Duration? {
    guard triesLeft > 0 else { return nil }
    var wait = bound * jitter
    if error.isOfFailingService, failurePause > .zero {
      guard !hasRested else { return nil }
      hasRested = true
    }
    switch error {
    case .throttled(_, let retryAfter):
      if let retryAfter { wait += retryAfter }
    case .quotaExhausted(_, 429, let retryAfter, _):
      if let retryAfter {
        wait += retryAfter
      } else {
        guard !hasDoubtedQuota else { return nil }
        hasDoubtedQuota = true
        wait += Self.quotaPause
      }
    case .serviceFailing, .untrustworthy(.contentType), .untrustworthy(.notUTF8), .untrustworthy(.unreadable):
      wait += failurePause
    case .unreachable, .timedOut: break
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

extension PlaceSearchError {
  /// Whether the service answers and is not well: it says so, or what it says cannot be read.
  var isOfFailingService: Bool {
    switch self {
    case .throttled(let status, _): status != 429
    case .serviceFailing, .untrustworthy(.contentType), .untrustworthy(.notUTF8), .untrustworthy(.unreadable): true
    default: false
    }
  }
}
