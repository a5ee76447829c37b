import Domain
import Synchronization

/// The gate that every request of a process passes.
///
/// It holds the pace of the process and the machine, the budgets of the run and the query, the quota, and the time
/// limit of the query. It admits a request and is informed of the outcome: a response, a ``Refusal``, or that the
/// request wasn't sent. ``GateState`` makes the decisions under one lock; this class only waits.
final class RequestGate: Sendable {
  /// The end of a wait for others.
  private enum Wake: Sendable {
    /// The others are done, or the deadline has come.
    case due
    case cancelled
  }

  private struct Guarded {
    var state: GateState
    /// The requests that wait for others, by their numbers.
    var waiting: [Int: Promise<Wake>] = [:]
    /// Receives the waits for a busy service.
    var reportWait: (@Sendable (Duration) -> Void)?
    /// The end of the last reported wait.
    var reportedEnd: ContinuousClock.Instant?
  }

  private let guarded: Mutex<Guarded>
  /// The pace of this process.
  private let pace: Pace
  private let time: Timekeeper

  /// Makes a gate; a rate of 0 and a `nil` budget are unlimited.
  init(requestsPerSecond: Double, budget: Int?, time: Timekeeper) {
    guarded = Mutex(Guarded(state: GateState(budget: budget)))
    pace = Pace(requestsPerSecond: requestsPerSecond, time: time)
    self.time = time
  }

  func statistics() -> RequestStatistics { guarded.withLock { $0.state.statistics } }

  func observeWaits(_ report: @escaping @Sendable (Duration) -> Void) {
    guarded.withLock { $0.reportWait = report }
  }

  /// Reports a wait for a busy service, once for all requests that wait until the same time.
  func report(wait: Duration) {
    guard wait >= .seconds(1) else { return }
    let end = time.now().advanced(by: wait)
    let report = guarded.withLock { guarded -> (@Sendable (Duration) -> Void)? in
      if let reported = guarded.reportedEnd, end <= reported.advanced(by: .seconds(1)) { return nil }
      guarded.reportedEnd = end
      return guarded.reportWait
    }
    report?(wait)
  }

  /// The number of requests in queues, except the first of each.
  var waitingCount: Int { guarded.withLock { $0.state.waitingCount } }

  /// Returns the permanent error of all requests, if it occurred since a time; `nil` otherwise.
  func denial(since moment: ContinuousClock.Instant) -> PlaceSearchError? {
    guarded.withLock { $0.state.denial(since: moment) }
  }

  // MARK: - Before a request

  /// Waits until a request may be sent, and counts it.
  ///
  /// - Returns: Whether it is admitted; `false` if the query's budget is used up.
  /// - Throws: An error if the quota is exhausted, the time or the budget of the run is used up, or the service asked
  ///   any process of this machine to wait beyond the deadline.
  func admit(_ request: inout GateRequest) async throws(PlaceSearchError) -> Bool {
    do throws(PlaceSearchError) {
      let isAdmitted = try await pass(&request)
      // A probe that isn't sent decides nothing.
      if !isAdmitted { giveUp(&request, after: .timedOut(after: request.budget.timeout)) }
      return isAdmitted
    } catch {
      giveUp(&request, after: error)
      throw error
    }
  }

  private func pass(_ request: inout GateRequest) async throws(PlaceSearchError) -> Bool {
    while true {
      guard !Task.isCancelled else { throw .cancelled }
      let now = time.now()
      let (step, promise) = try step(of: &request, at: now)
      if step == .admitted { return true }
      // Other processes read the pace file themselves; holding the lock while waiting would block them.
      request.endTurns()
      switch step {
      case .admitted: return true
      case .spent: return false
      case .due:
        try await takeTurns(for: &request)
        if let refusal = request.turns.lazy.compactMap(\.probedRefusal).first {
          change { $0.state.beginProbe(&request, after: refusal, at: time.now()) }
        }
      case .waitInLine:
        request.budget.beginWait(at: now)
        defer { request.budget.endWait(at: time.now()) }
        try await wait(for: promise)
      case .waitForProbe:
        time.alarm(request.budget.deadline(at: now)) { promise?.fulfill(.due) }
        try await wait(for: promise)
      }
    }
  }

  /// Waits for the turns of a request in this process and among all processes.
  private func takeTurns(for request: inout GateRequest) async throws(PlaceSearchError) {
    let (call, budget) = (request.call, request.budget)
    for pace in [pace, request.machinePace].compactMap(\.self) {
      let turn = try await pace.turn(of: call, for: budget) { pause, isOfCall in
        // Requests to other APIs don't wait for it.
        if isOfCall { change { $0.state.leave(&request) } }
        report(wait: pause)
      }
      // If a file can't be opened, the request continues without its turn.
      if let turn { request.turns.append(turn) }
    }
  }

  /// Returns the next step of a request, and what it waits for if it waits for others.
  ///
  /// An admitted request has taken its turns before the next one leaves the queue.
  private func step(
    of request: inout GateRequest,
    at now: ContinuousClock.Instant
  ) throws(PlaceSearchError) -> (GateState.Step, Promise<Wake>?) {
    try change { (guarded) throws(PlaceSearchError) in
      // The service may have asked another request to wait, or another request may have taken the turn.
      if request.turns.first?.isDue == false { request.endTurns() }
      let step = try guarded.state.step(of: &request, hasTurn: !request.turns.isEmpty, at: now)
      if step == .admitted { for turn in request.turns { turn.take() } }
      guard step == .waitInLine || step == .waitForProbe, let number = request.number else { return (step, nil) }
      let promise = Promise<Wake>()
      guarded.waiting[number] = promise
      return (step, promise)
    }
  }

  private func wait(for promise: Promise<Wake>?) async throws(PlaceSearchError) {
    if await promise?.value(whenCancelled: .cancelled) == .cancelled { throw .cancelled }
  }

  private func sleep(until moment: ContinuousClock.Instant) async throws(PlaceSearchError) {
    do { try await time.sleep(moment) } catch { throw .cancelled }
  }

  /// Changes the state, and wakes the requests that no longer need to wait.
  private func change<Value: Sendable, Failure>(
    _ body: (inout Guarded) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var woken: [Promise<Wake>] = []
    defer { for promise in woken { promise.fulfill(.due) } }
    return try guarded.withLock { (guarded) throws(Failure) -> Value in
      defer { woken = guarded.state.takeWoken().compactMap { guarded.waiting.removeValue(forKey: $0) } }
      return try body(&guarded)
    }
  }

  /// Returns the timeout of the request's next attempt within the remaining time.
  func attemptTimeout(of request: GateRequest, timeLeft: Duration) -> Duration {
    guarded.withLock { $0.state.attemptTimeout(of: request, timeLeft: timeLeft) }
  }

  // MARK: - After a request

  /// Cancels the count of a request that wasn't sent.
  func giveBack(_ request: GateRequest) { guarded.withLock { $0.state.giveBack(request) } }

  /// Records the end of an attempt.
  func note(_ attempt: RequestAttempt, hasResponse: Bool) {
    guarded.withLock { $0.state.note(attempt, hasResponse: hasResponse) }
  }

  /// Records that the service has responded to a request; the response isn't read yet.
  func noteResponse(to request: inout GateRequest) {
    pace.release()
    for turn in request.turns { turn.noteResponse() }
    change { $0.state.noteResponse(to: &request) }
  }

  /// Records that the response was read.
  func finish(_ request: inout GateRequest) {
    request.endTurns()
    request.budget.noteResponse()
  }

  /// Decides what to do with a request after an error, informs the other processes, and waits before a retry.
  ///
  /// - Throws: An error if the request is given up.
  func refuse(_ request: inout GateRequest, by refusal: Refusal) async throws(PlaceSearchError) {
    do throws(PlaceSearchError) {
      let now = time.now()
      let decision = decision(about: &request, after: refusal, at: now)
      if refusal.isOverload { pace.brake() }
      if let pause = refusal.wait { request.turns.first?.postponeNext(by: pause, after: refusal) }
      if let pause = refusal.pauseForAll { request.turns.dropFirst().first?.postponeNext(by: pause, after: refusal) }
      if case .failure(.quotaExhausted(_, let status, nil, _)) = decision {
        request.machinePace?.noteUsedUp(request.call, status: status)
      }
      request.endTurns()
      guard let moment = try decision.get() else { return }
      if refusal.pauseForAll != nil { report(wait: now.duration(to: moment)) }
      try await sleep(until: moment)
    } catch {
      giveUp(&request, after: error)
      throw error
    }
  }

  private func decision(
    about request: inout GateRequest,
    after refusal: Refusal,
    at now: ContinuousClock.Instant
  ) -> Result<ContinuousClock.Instant?, PlaceSearchError> {
    let jitter = time.jitter()
    return change { guarded in
      do throws(PlaceSearchError) {
        return .success(try guarded.state.decide(after: refusal, for: &request, at: now, jitter: jitter))
      } catch {
        return .failure(error)
      }
    }
  }

  private func giveUp(_ request: inout GateRequest, after error: PlaceSearchError) {
    request.endTurns()
    let now = time.now()
    change { guarded in
      if let number = request.number { guarded.waiting[number] = nil }
      guarded.state.giveUp(&request, after: error, at: now)
    }
  }
}

extension GateRequest {
  /// Ends the request's turns, if it has any.
  mutating func endTurns() {
    for turn in turns { turn.end() }
    turns = []
  }
}
