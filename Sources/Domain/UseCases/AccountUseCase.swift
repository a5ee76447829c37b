/// Reports the requests to services: how they went, how many are left of the quota, and which responses are cached.
public protocol AccountUseCase: Sendable {
  /// Statistics of the requests that the provider's use cases have sent so far.
  ///
  /// - Returns: The statistics; ``RequestStatistics/none`` from a source that sends no requests.
  func statistics() -> RequestStatistics

  /// Registers a callback for the moments at which requests begin to wait because the service is busy; it replaces an
  /// earlier one.
  ///
  /// - Parameter report: Receives how long they wait, a second or more; called once for the requests that wait together.
  func observeWaits(_ report: @escaping @Sendable (Duration) -> Void)

  /// The calls of the chosen service, or else of the first one, counted for all processes of this machine together.
  ///
  /// - Throws: When a file cannot be read or is not this program's.
  func quota() throws(StoreError) -> QuotaReport

  /// The calls of the other services.
  ///
  /// - Throws: As ``quota()``.
  func otherQuotas() throws(StoreError) -> [QuotaReport]

  /// The contents of the cache of responses.
  ///
  /// - Throws: When the directory cannot be read.
  func cache() throws(StoreError) -> CacheSummary

  /// Removes every cached response.
  ///
  /// - Returns: How many there were.
  /// - Throws: When a response cannot be removed.
  @discardableResult
  func clearCache() async throws(StoreError) -> Int

  /// Whether a query would send no request, because its responses are cached and fresh; `false` in doubt.
  ///
  /// A missing key doesn't matter.
  func isCached(_ query: PlaceQuery, limit: PlaceLimit) async -> Bool

  /// Why this machine can't send any request; `nil` if it can.
  func networkProblem() -> NetworkSetupProblem?

  /// Why no request can be sent to the address of the service; `nil` if one can.
  func addressProblem() -> PlaceSearchError?
}

/// What the requests to a service were like: how many there were and how long their answers took.
public struct RequestStatistics: Sendable, Hashable {
  /// Requests sent, including those of failed queries and retries.
  public let requests: Int
  /// How many of them were retries.
  public let retries: Int
  /// The time within which half of the answers came; `nil` when none came.
  public let median: Duration?
  /// The time within which 95 % of the answers came; `nil` when none came.
  public let percentile95: Duration?
  /// The first requests one by one, in the order in which they ended; at most ``maximumAttemptCount``.
  public let attempts: [RequestAttempt]

  /// Statistics of no request.
  public static let none = RequestStatistics(requests: 0, retries: 0, median: nil, percentile95: nil)
  /// The maximum number of requests that are listed one by one: more than a person reads, and 5 KB.
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

/// How one request to a service went.
public struct RequestAttempt: Sendable, Hashable {
  /// The ways a request can end.
  public enum Outcome: Sendable, Hashable {
    /// The service answered, with this HTTP status.
    case status(Int)
    /// No answer came in time.
    case timedOut
    /// There was no connection, or it broke.
    case unreachable
    /// An answer began and was not accepted.
    case refused
  }

  /// How it ended.
  public let outcome: Outcome
  /// How long it took.
  public let duration: Duration
  /// Whether it was a retry.
  public let isRetry: Bool

  public init(outcome: Outcome, duration: Duration, isRetry: Bool) {
    self.outcome = outcome
    self.duration = duration
    self.isRetry = isRetry
  }
}
