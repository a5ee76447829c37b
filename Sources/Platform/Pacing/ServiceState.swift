/// What all queries of a process share towards the service.
struct ServiceState: Sendable {
  /// Holds requests back.
  let pacer: RequestPacer
  /// Requests that all queries together may cost.
  let budget: RunBudget
  /// How long answers take.
  let answerTime = AnswerTime()
  /// Stops requests while the quota is used up.
  let breaker = QuotaBreaker()
  /// How the service takes a radius, once that is known.
  let radiusRule = RadiusRuleMemory()
  /// Counts requests and how long their answers took.
  let tally = RequestTally()

  /// Begins with nothing asked.
  ///
  /// - Parameters:
  ///   - requestsPerSecond: How many requests may leave in a second; 0 for no bound.
  ///   - budget: How many requests all queries together may cost; `nil` for no bound.
  ///   - time: The clock.
  init(requestsPerSecond: Double, budget: Int?, time: Timekeeper) {
    pacer = RequestPacer(requestsPerSecond: requestsPerSecond, time: time)
    self.budget = RunBudget(limit: budget)
  }
}
