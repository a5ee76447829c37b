/// Statistics of the requests to a service.
public struct RequestStatistics: Sendable, Hashable {
  /// The number of requests sent, including failed requests and retries.
  public let requests: Int
  /// The number of retries.
  public let retries: Int
  /// The median response time; `nil` without responses.
  public let median: Duration?
  /// The 95th percentile of the response times; `nil` without responses.
  public let percentile95: Duration?
  /// The first requests in the order in which they ended, at most ``maximumAttemptCount``.
  public let attempts: [RequestAttempt]

  /// The statistics of no requests.
  public static let none = RequestStatistics(requests: 0, retries: 0, median: nil, percentile95: nil)
  /// The maximum number of listed requests, about 5 KB and more than a person reads.
  public static let maximumAttemptCount = 100

  public init(requests: Int, retries: Int, median: Duration?, percentile95: Duration?, attempts: [RequestAttempt] = [])
  {
    self.requests = requests
    self.retries = retries
    self.median = median
    self.percentile95 = percentile95
    self.attempts = attempts
  }
}

/// One request to a service, with its outcome.
public struct RequestAttempt: Sendable, Hashable {
  /// The outcome of a request.
  public enum Outcome: Sendable, Hashable {
    /// The service returned this HTTP status.
    case status(Int)
    /// No response arrived in time.
    case timedOut
    /// The connection failed or broke.
    case unreachable
    /// A response began but was rejected.
    case refused
  }

  public let outcome: Outcome
  public let duration: Duration
  public let isRetry: Bool

  public init(outcome: Outcome, duration: Duration, isRetry: Bool) {
    self.outcome = outcome
    self.duration = duration
    self.isRetry = isRetry
  }
}
