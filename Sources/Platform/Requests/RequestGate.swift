import Domain
import Synchronization

/// The gate that every request of a process passes.
///
/// It holds the pace of the process and of the machine, the budgets of the run and of the query, the quota and the time
/// of the query. It admits a request, and is told what became of it: it was answered, or refused with a ``Refusal``, or
/// it is given back because it was not sent. The decisions are those of ``GateState``, under one lock; what is left
/// here is waiting.
final class RequestGate: Sendable {
  /// What ends a wait for others.
  private enum Wake: Sendable {
    /// The others are done, or the deadline has come.
    case due
    case cancelled
  }

  private struct Guarded {
    var state: GateState
    /// Those that wait for others, by their numbers.
    var waiting: [Int: Promise<Wake>] = [:]
    /// Receives how long requests wait for a busy service.
    var reportWait: (@Sendable (Duration) -> Void)?
    /// The end of the wait that was reported last.
    var reportedEnd: ContinuousClock.Instant?
  }

  private let guarded: Mutex<Guarded>
  private let time: Timekeeper

  /// A rate of 0 and a missing budget are no bound.
  init(requestsPerSecond: Double, budget: Int?, time: Timekeeper) {
    guarded = Mutex(Guarded(state: GateState(requestsPerSecond: requestsPerSecond, budget: budget)))
    self.time = time
  }

  func statistics() -> RequestStatistics { guarded.withLock { $0.state.statistics } }

  func observeWaits(_ report: @escaping @Sendable (Duration) -> Void) {
    guarded.withLock { $0.reportWait = report }
  }

  /// Reports a wait for a busy service, once for all requests that wait until then.
  private func report(wait: Duration) {
    guard wait >= .seconds(1) else { return }
    let end = time.now().advanced(by: wait)
    let report = guarded.withLock { guarded -> (@Sendable (Duration) -> Void)? in
      if let reported = guarded.reportedEnd, end <= reported.advanced(by: .seconds(1)) { return nil }
      guarded.reportedEnd = end
      return guarded.reportWait
    }
    report?(wait)
  }

  /// The number of requests in line behind the front.
  var waitingCount: Int { guarded.withLock { $0.state.waitingCount } }

  /// The refusal that every request would meet, and that came since a moment; `nil` for none.
  func denial(since moment: ContinuousClock.Instant) -> PlaceSearchError? {
    guarded.withLock { $0.state.denial(since: moment) }
  }

  // MARK: - Before a request

  /// Waits until a request may be sent, and counts it.
  ///
  /// - Returns: Whether it is admitted; `false` when the budget of its query is used up.
  /// - Throws: While the quota is used up, when the time or the budget of the run is, and when the service asked any
  ///   process of this machine to wait until after the deadline.
  func admit(_ request: inout GateRequest) async throws(PlaceSearchError) -> Bool {
    do throws(PlaceSearchError) {
      let isAdmitted = try await pass(&request)
      // A probe that is not sent decides nothing.
      if !isAdmitted { giveUp(&request, after: .timedOut(after: request.budget.timeout)) }
      return isAdmitted
    } catch {
      giveUp(&request, after: error)
      throw error
    }
  }

  private func pass(_ request: inout GateRequest) async throws(PlaceSearchError) -> Bool {
    // Also where its file cannot be opened.
    var isAlone = request.sharedPace == nil
    while true {
      guard !Task.isCancelled else { throw .cancelled }
      let now = time.now()
      let (step, promise) = try step(of: &request, hasTurn: isAlone || request.turn != nil, at: now)
      if step == .admitted {
        request.turn?.take()
        return true
      }
      // Others look at the shared pace themselves; who held it while it waits would keep them from it.
      request.endTurn()
      switch step {
      case .admitted: return true
      case .spent: return false
      case .due:
        request.turn = try await request.sharedPace?.turn(of: request.call, for: request.budget) { report(wait: $0) }
        isAlone = request.turn == nil
      case .waitForPace(let moment):
        request.budget.beginWait(at: now)
        defer { request.budget.endWait(at: time.now()) }
        try await sleep(until: moment)
      case .waitForService(let moment):
        report(wait: now.duration(to: moment))
        try await sleep(until: moment)
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

  /// The next step of a request, and what it waits for where that is others.
  private func step(
    of request: inout GateRequest,
    hasTurn: Bool,
    at now: ContinuousClock.Instant
  ) throws(PlaceSearchError) -> (GateState.Step, Promise<Wake>?) {
    try change { (guarded) throws(PlaceSearchError) in
      let step = try guarded.state.step(of: &request, hasTurn: hasTurn, at: now)
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

  /// Changes the state, and wakes whoever need wait no longer.
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

  /// The timeout of the attempt that a request is about to make, in the time left.
  func attemptTimeout(of request: GateRequest, timeLeft: Duration) -> Duration {
    guarded.withLock { $0.state.attemptTimeout(of: request, timeLeft: timeLeft) }
  }

  /// Counts the question how long to wait; returns `false` when the budgets have no request left for it.
  func countInquiry(of request: GateRequest) -> Bool { guarded.withLock { $0.state.countInquiry(of: request) } }

  // MARK: - After a request

  /// Takes back what was counted for a request that was not sent.
  func giveBack(_ request: GateRequest) { guarded.withLock { $0.state.giveBack(request) } }

  /// Takes back what was counted for a question that was not sent.
  func giveBackInquiry(of request: GateRequest) { guarded.withLock { $0.state.giveBackInquiry(of: request) } }

  /// Lets all requests of this process wait as a refusal asks, before it is decided what becomes of its own.
  func hold(after refusal: Refusal) {
    let now = time.now()
    guarded.withLock { $0.state.hold(after: refusal, at: now) }
    report(wait: refusal.wait ?? .zero)
  }

  /// Notes how an attempt ended.
  func note(_ attempt: RequestAttempt, isAnswered: Bool) {
    guarded.withLock { $0.state.note(attempt, isAnswered: isAnswered) }
  }

  /// Notes that the service has answered a request; its answer is still to be read.
  func noteAnswer(to request: inout GateRequest) { change { $0.state.noteAnswer(to: &request) } }

  /// Notes that the answer was read.
  func finish(_ request: inout GateRequest) {
    request.endTurn()
    request.budget.noteAnswer()
  }

  /// Decides what becomes of a request after a refusal, tells the other processes, and waits before a repetition.
  ///
  /// - Throws: When the request is given up.
  func refuse(_ request: inout GateRequest, by refusal: Refusal) async throws(PlaceSearchError) {
    do throws(PlaceSearchError) {
      let now = time.now()
      let decision = decision(about: &request, after: refusal, at: now)
      if let pause = refusal.pauseForAll { request.turn?.postponeNext(by: pause, refusal.reasonOfPause) }
      request.endTurn()
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
    request.endTurn()
    let now = time.now()
    change { guarded in
      if let number = request.number { guarded.waiting[number] = nil }
      guarded.state.giveUp(&request, after: error, at: now)
    }
  }
}

extension GateRequest {
  /// Ends its turn among all processes, if it has one.
  mutating func endTurn() {
    turn?.end()
    turn = nil
  }
}
