/// The state of the service that all queries of a process share.
struct ServiceState: Sendable {
  /// Delays requests to keep the pace.
  let pacer: RequestPacer
  /// Stops requests while the quota is used up.
  let breaker = QuotaBreaker()
  /// Counts requests and the times of their answers.
  let tally: RequestTally

  /// Makes the state before any request.
  ///
  /// - Parameters:
  ///   - requestsPerSecond: The maximum number of requests per second; 0 for no bound.
  ///   - budget: The maximum number of requests of all queries together; `nil` for no bound.
  ///   - time: The clock.
  init(requestsPerSecond: Double, budget: Int?, time: Timekeeper) {
    pacer = RequestPacer(requestsPerSecond: requestsPerSecond, time: time)
    tally = RequestTally(limit: budget)
  }
}
