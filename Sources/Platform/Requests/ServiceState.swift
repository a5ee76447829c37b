/// The state of the service that all queries of a process share.
struct ServiceState: Sendable {
  /// Delays requests to keep the pace.
  let pacer: RequestPacer
  /// Stops requests while the quota is used up.
  let breaker = QuotaBreaker()
  /// Counts requests and the times of their answers.
  let tally: RequestTally

  /// A rate of 0 and a missing budget are no bound.
  init(requestsPerSecond: Double, budget: Int?, time: Timekeeper) {
    pacer = RequestPacer(requestsPerSecond: requestsPerSecond, time: time)
    tally = RequestTally(limit: budget)
  }
}
