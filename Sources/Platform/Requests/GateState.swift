import Domain

/// Decides whether each request of this process may be sent: by the quota, the budgets of the run and the query, and
/// the time limit of the query.
///
/// The pace is in ``Pace``.
///
/// A pure state machine: times are arguments, and ``RequestGate`` waits. A request takes ``Step``s until it is
/// admitted. Nothing is reserved or counted before it is due in every respect.
struct GateState: Sendable {
  /// The next step of a request.
  enum Step: Sendable, Hashable {
    /// The request may be sent, and is counted.
    case admitted
    /// The request needs its turn in this process and among all processes before the next step.
    case due
    /// The request waits, under its number, until others have left the queue.
    case waitInLine
    /// The request waits, under its number, until the probe for the quota has decided, but not beyond its deadline.
    case waitForProbe
    /// The budget of its query is used up.
    case spent
  }

  /// The APIs that have refused a request.
  private var refused = RefusedCalls()
  private var tally: RequestTally
  private var waiting = WaitingRequests()
  /// The last permanent error of all requests, and its time.
  private var denial: (error: PlaceSearchError, at: ContinuousClock.Instant)?

  /// Makes a state; a `nil` budget is unlimited.
  init(budget: Int?) { tally = RequestTally(limit: budget) }

  var statistics: RequestStatistics { tally.statistics }

  /// The number of requests in queues, except the first of each.
  var waitingCount: Int { waiting.countInLine }

  /// Returns the permanent error of all requests, if it occurred since a time; `nil` otherwise.
  func denial(since moment: ContinuousClock.Instant) -> PlaceSearchError? {
    denial.flatMap { $0.at >= moment ? $0.error : nil }
  }

  /// Removes and returns the numbers of requests that no longer need to wait.
  mutating func takeWoken() -> [Int] { waiting.takeWoken() }

  // MARK: - Before a request

  /// Determines the next step of a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - hasTurn: Whether it has its turn in this process and among all processes.
  ///   - now: The current time.
  /// - Returns: The step. After ``Step/admitted`` and ``Step/spent``, the request has left its queue.
  /// - Throws: An error if the quota is exhausted, or the time or the budget of the run is used up.
  mutating func step(
    of request: inout GateRequest,
    hasTurn: Bool,
    at now: ContinuousClock.Instant
  ) throws(PlaceSearchError) -> Step {
    let arrival = request.arrival ?? now
    request.arrival = arrival
    guard try isAdmittedByQuota(&request, at: now) else { return .waitForProbe }
    guard waiting.isAtFront(&request) else { return .waitInLine }
    try request.budget.checkExpectation()
    guard try hasRequestsLeft(request) else {
      waiting.leave(&request)
      return .spent
    }
    if let error = denial(since: arrival) { throw error }
    // A request that would be counted and then have no time left isn't sent.
    let deadline = request.budget.deadline(at: now, addingRequests: 1)
    guard now < deadline else {
      request.budget.note(.timeUp)
      throw .timedOut(after: request.budget.timeout)
    }
    guard hasTurn else { return .due }
    request.budget.reserve()
    tally.begin(isRetry: request.wasSent)
    waiting.leave(&request)
    return .admitted
  }

  /// Returns whether the quota allows a request; otherwise it waits for the probe, outside the queues.
  private mutating func isAdmittedByQuota(
    _ request: inout GateRequest,
    at now: ContinuousClock.Instant
  ) throws(PlaceSearchError) -> Bool {
    // Another request may have received a definite answer about the quota instead of the probe.
    guard request.role == .ordinary || !refused[request.call].isProbing else { return true }
    request.role = .ordinary
    switch refused[request.call].admission(at: now) {
    case .admitted(let role):
      request.role = role
      if role == .probe { request.schedule.believeQuota() }
    case .refused(let error): throw error
    case .waits(let moment, let error):
      guard moment < request.budget.deadline(at: now) else {
        request.budget.note(error.reasonToStop)
        throw error
      }
      waiting.waitForProbe(&request)
      return false
    }
    return true
  }

  /// Makes a request the probe of a quota that another process found exhausted.
  mutating func beginProbe(_ request: inout GateRequest, after error: PlaceSearchError, at now: ContinuousClock.Instant)
  {
    request.role = .probe
    request.schedule.believeQuota()
    refused[request.call].beginProbe(after: error, at: now)
  }

  /// Removes a request from its queue while its API pauses; other APIs continue.
  mutating func leave(_ request: inout GateRequest) { waiting.leave(&request) }

  /// Returns whether another request may be counted.
  ///
  /// - Throws: An error if the budget of the run is used up, or the error that used up the query's budget, because an
  ///   empty result would claim that nothing matches.
  private func hasRequestsLeft(_ request: GateRequest) throws(PlaceSearchError) -> Bool {
    guard !request.budget.isSpent else {
      request.budget.noteIfSpent()
      if let failure = request.lastFailure, !request.budget.hasResponse { throw failure }
      return false
    }
    guard tally.requestsLeft > 0 else {
      request.budget.note(.budgetSpent(requests: tally.limit ?? 0))
      throw .budgetSpent(requests: tally.limit ?? 0)
    }
    return true
  }

  /// Returns the timeout of the request's next attempt within the remaining time.
  func attemptTimeout(of request: GateRequest, timeLeft: Duration) -> Duration {
    tally.attemptTimeout(timeLeft: timeLeft, timeoutCount: request.timeoutCount)
  }

  // MARK: - After a request

  /// Cancels the count of a request that wasn't sent.
  mutating func giveBack(_ request: GateRequest) {
    request.budget.release()
    tally.withdraw(isRetry: request.wasSent)
  }

  /// Records the end of an attempt.
  mutating func note(_ attempt: RequestAttempt, hasResponse: Bool) { tally.end(attempt, hasResponse: hasResponse) }

  /// Records a response: the quota is available.
  mutating func noteResponse(to request: inout GateRequest) {
    if request.role == .probe {
      refused[request.call].noteProbeResponse()
      waiting.wakeFromProbe()
    }
    request.role = .ordinary
  }

  /// Decides what to do with a request after an error, and stops the waiting requests if they would fail too.
  ///
  /// - Parameters:
  ///   - refusal: The error, without secrets.
  ///   - request: The request.
  ///   - now: The current time.
  ///   - jitter: A number in 0..<1.
  /// - Returns: The time until which the request waits before its next step; `nil` if it needn't wait.
  /// - Throws: An error if the request is given up.
  mutating func decide(
    after refusal: Refusal,
    for request: inout GateRequest,
    at now: ContinuousClock.Instant,
    jitter: Double
  ) throws(PlaceSearchError) -> ContinuousClock.Instant? {
    request.arrival = now
    request.lastFailure = refusal.error
    request.isRetry = true
    if case .timedOut = refusal.error { request.timeoutCount += 1 }
    let timeLeft = now.duration(to: request.budget.deadline(at: now))
    let wait = request.schedule.wait(after: refusal, timeLeft: timeLeft, jitter: jitter)
    let repetition = wait.map { now.advanced(by: $0) }
    switch refusal.kind {
    case .denied: denial = (refusal.error, now)
    case .busy, .failing, .unreached, .final: break
    case .quota(let isDoubtful):
      let role = refused[request.call].noteRefusal(
        refusal.error,
        of: request.role,
        isDoubtful: isDoubtful,
        repeatedAt: repetition,
        at: now
      )
      request.role = role ?? .ordinary
      if !refused[request.call].isProbing { waiting.wakeFromProbe() }
      guard let role else { throw refusal.error }
      // Other requests wait for the probe.
      if role == .ordinary { return nil }
    }
    guard let repetition else {
      if request.schedule.isOutOfTime {
        request.budget.note(refusal.error.reasonToStop)
      } else if timeLeft <= .zero {
        request.budget.note(.timeUp)
      }
      // Reports the time of all attempts, not only the last one.
      if case .timedOut = refusal.error { throw .timedOut(after: request.budget.elapsed(at: now)) }
      throw refusal.error
    }
    return repetition
  }

  /// Ends a request without a response: it leaves its queue and, if it is the probe, decides nothing.
  mutating func giveUp(_ request: inout GateRequest, after error: PlaceSearchError, at now: ContinuousClock.Instant) {
    waiting.leave(&request)
    guard request.role == .probe else { return }
    request.role = .ordinary
    refused[request.call].noteProbeLost(error, at: now)
    waiting.wakeFromProbe()
  }
}
