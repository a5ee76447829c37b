import Domain

/// What decides about every request of a process: its pace, its quota, the budgets of run and query, the time of the
/// query.
///
/// A pure state machine: moments are handed in, and ``RequestGate`` waits. A request asks for its ``Step`` until it is
/// admitted, and nothing is taken or counted before it is due in every respect.
struct GateState: Sendable {
  private var pace: RequestPace
  /// The quota of each kind of request that was refused for it; a list of few.
  private var quotas: [(call: String, breaker: QuotaBreaker)] = []
  private var tally: RequestTally
  private var waiting = WaitingRequests()
  /// The last refusal that asked to slow down.
  private var lastRefusal: PlaceSearchError?
  /// The last refusal that no waiting helps against, and when it came.
  private var denial: (error: PlaceSearchError, at: ContinuousClock.Instant)?

  /// A rate of 0 and a missing budget are no bound.
  init(requestsPerSecond: Double, budget: Int?) {
    pace = RequestPace(requestsPerSecond: requestsPerSecond)
    tally = RequestTally(limit: budget)
  }

  var statistics: RequestStatistics { tally.statistics }

  /// The number of requests in line behind the front.
  var waitingCount: Int { waiting.countInLine }

  /// The refusal that every request would meet, and that came since a moment; `nil` for none.
  func denial(since moment: ContinuousClock.Instant) -> PlaceSearchError? {
    denial.flatMap { $0.at >= moment ? $0.error : nil }
  }

  /// Takes the numbers of those that need wait no longer.
  mutating func takeWoken() -> [Int] { waiting.takeWoken() }

  // MARK: - Before a request

  /// Decides what a request does next.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - hasTurn: Whether it has its turn among all processes.
  ///   - now: The moment.
  /// - Returns: The step. With ``Step/admitted`` and ``Step/spent`` it has left the line.
  /// - Throws: While the quota is used up, and when the time or the budget of the run is.
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
    let deadline = request.budget.deadline(at: now)
    guard now < deadline else {
      request.budget.note(.timeUp)
      throw .timedOut(after: request.budget.timeout)
    }
    switch pace.wait(at: now) {
    case .interval(let wait): return .waitForPace(until: now.advanced(by: wait))
    case .service(let wait):
      guard now.advanced(by: wait) < deadline else {
        let error = lastRefusal?.asking(for: wait) ?? .timedOut(after: wait)
        request.budget.note(error.reasonToStop)
        throw error
      }
      return .waitForService(until: now.advanced(by: wait))
    case .nothing:
      guard hasTurn else { return .due }
      pace.take(at: now, waitingSince: arrival)
      count(request)
      waiting.leave(&request)
      return .admitted
    }
  }

  /// Whether the quota lets a request be sent; otherwise the request waits for the probe, in no line.
  private mutating func isAdmittedByQuota(
    _ request: inout GateRequest,
    at now: ContinuousClock.Instant
  ) throws(PlaceSearchError) -> Bool {
    // Another request may have been told for good what the probe was to find out.
    guard let index = quotaIndex(of: request) else { return true }
    guard request.role == .ordinary || !quotas[index].breaker.isProbing else { return true }
    request.role = .ordinary
    switch quotas[index].breaker.admission(at: now) {
    case .admitted(let role): request.role = role
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

  /// The place of the quota of a request in the list; `nil` if none of its kind was refused.
  private func quotaIndex(of request: GateRequest) -> Int? { quotas.firstIndex { $0.call == request.call.name } }

  /// Whether one more request may be counted.
  ///
  /// - Throws: When the budget of the run is used up, or the failure that used up the query's: an empty answer would
  ///   say that nothing matches.
  private func hasRequestsLeft(_ request: GateRequest) throws(PlaceSearchError) -> Bool {
    guard !request.budget.isSpent else {
      request.budget.noteIfSpent()
      if let failure = request.lastFailure, !request.budget.isAnswered { throw failure }
      return false
    }
    guard tally.requestsLeft > 0 else {
      request.budget.note(.budgetSpent(requests: tally.limit ?? 0))
      throw .budgetSpent(requests: tally.limit ?? 0)
    }
    return true
  }

  private mutating func count(_ request: GateRequest) {
    request.budget.reserve()
    tally.begin(isRetry: request.wasSent)
  }

  /// Takes a request out of wherever it waits; the next in line is woken.
  mutating func leave(_ request: inout GateRequest) { waiting.leave(&request) }

  /// The timeout of the attempt that a request is about to make, in the time left.
  func attemptTimeout(of request: GateRequest, timeLeft: Duration) -> Duration {
    tally.attemptTimeout(timeLeft: timeLeft, timeoutCount: request.timeoutCount)
  }

  /// Counts the question how long to wait, if the budgets have a request left for it and one for what it is about.
  mutating func countInquiry(of request: GateRequest) -> Bool {
    guard min(request.budget.requestsLeft, tally.requestsLeft) > 1 else { return false }
    request.budget.reserve()
    tally.begin(isRetry: false)
    return true
  }

  // MARK: - After a request

  /// Takes back what was counted for a request that was not sent.
  mutating func giveBack(_ request: GateRequest) {
    request.budget.release()
    tally.withdraw(isRetry: request.wasSent)
  }

  /// Takes back what was counted for a question that was not sent.
  mutating func giveBackInquiry(of request: GateRequest) {
    request.budget.release()
    tally.withdraw(isRetry: false)
  }

  /// Notes how an attempt ended.
  mutating func note(_ attempt: RequestAttempt, isAnswered: Bool) { tally.end(attempt, isAnswered: isAnswered) }

  /// Notes that a request was answered: the pace recovers, and the quota is there.
  mutating func noteAnswer(to request: inout GateRequest) {
    pace.release()
    if request.role == .probe, let index = quotaIndex(of: request) {
      quotas[index].breaker.noteProbeAnswered()
      waiting.wakeFromProbe()
    }
    request.role = .ordinary
  }

  /// Decides what becomes of a request after a refusal, and slows down or stops those that wait.
  ///
  /// - Parameters:
  ///   - refusal: The refusal, without secrets.
  ///   - request: The request.
  ///   - now: The moment.
  ///   - jitter: A number in 0..<1.
  /// - Returns: Until when it waits before it asks again; `nil` when it need not.
  /// - Throws: When it is given up.
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
    case .busy: brake(after: refusal, at: now)
    case .failing: if refusal.wait != nil { brake(after: refusal, at: now) }
    case .denied: denial = (refusal.error, now)
    case .unreached, .final: break
    case .quota(let isDoubtful):
      if refusal.wait != nil { brake(after: refusal, at: now) }
      // A refusal is of the API that it was given for.
      if quotaIndex(of: request) == nil { quotas.append((request.call.name, QuotaBreaker())) }
      let index = quotas.firstIndex { $0.call == request.call.name } ?? 0
      let role = quotas[index].breaker.noteRefusal(
        refusal.error,
        of: request.role,
        isDoubtful: isDoubtful,
        repeatedAt: repetition,
        at: now
      )
      request.role = role ?? .ordinary
      if !quotas[index].breaker.isProbing { waiting.wakeFromProbe() }
      guard let role else { throw refusal.error }
      // Every other request waits for the probe.
      if role == .ordinary { return nil }
    }
    guard let repetition else {
      if request.schedule.isOutOfTime {
        request.budget.note(refusal.error.reasonToStop)
      } else if timeLeft <= .zero {
        request.budget.note(.timeUp)
      }
      // The time of all attempts counts, not only that of the last one.
      if case .timedOut = refusal.error { throw .timedOut(after: request.budget.elapsed(at: now)) }
      throw refusal.error
    }
    return repetition
  }

  /// Notes that a request ends without an answer: it leaves the line, and as a probe decides nothing.
  mutating func giveUp(_ request: inout GateRequest, after error: PlaceSearchError, at now: ContinuousClock.Instant) {
    leave(&request)
    guard request.role == .probe else { return }
    request.role = .ordinary
    if let index = quotaIndex(of: request) { quotas[index].breaker.noteProbeLost(error, at: now) }
    waiting.wakeFromProbe()
  }

  /// Lets all requests wait as a refusal asks, before it is decided what becomes of its own.
  mutating func hold(after refusal: Refusal, at now: ContinuousClock.Instant) {
    pace.hold(at: now, for: refusal.wait ?? .zero)
    lastRefusal = refusal.error
  }

  private mutating func brake(after refusal: Refusal, at now: ContinuousClock.Instant) {
    pace.brake(at: now, pause: refusal.wait)
    lastRefusal = refusal.error
  }
}
