import Domain
import Foundation

/// Sends requests to a service: at its pace, with retries, and with a typed error for every failure.
///
/// It knows no service: what an answer means is handed in.
struct RequestEngine: Sendable {
  let exchange: any HTTPExchange
  /// The host that is asked, for errors.
  let host: String
  /// What the service means by an answer with another status than 200.
  ///
  /// It may ask the service how long to wait.
  let refusal: @Sendable (HTTPResponse) async -> PlaceSearchError
  let retries: Int
  let state: ServiceState
  let time: Timekeeper
  let mask: SecretMask
  /// Counts a call against its quota, as it is sent: what becomes of it, the service may have counted it.
  var countCall: @Sendable (Service.Call) -> Void = { _ in }
  /// The pace that the processes of this machine keep together; `nil` where each keeps its own.
  var sharedPace: SharedPace?
  /// The minimum timeout of one attempt, however fast earlier answers came: what the service is told that it may take.
  var minimumAttemptTimeout = Duration.zero
  /// The minimum pause before a request is repeated at which the service has failed by its own word.
  var failurePause = Duration.zero

  /// One request with its retries so far.
  private struct Attempts {
    var schedule: RetrySchedule
    var admission = QuotaBreaker.Admission.ordinary
    var isRetry = false
    var lastFailure: PlaceSearchError?
    var timeoutCount = 0
  }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - call: The quota that it counts against.
  ///   - budget: The budget of the query.
  ///   - read: Reads an answer with status 200.
  /// - Returns: The answer; `nil` when the query's budget is used up.
  /// - Throws: When the service cannot be reached, refuses the request, or its answer cannot be trusted; without secrets.
  /// - Complexity: One request, and one for each retry.
  func answer<Answer: Sendable>(
    to request: HTTPRequest,
    _ call: Service.Call,
    for budget: RequestBudget,
    reading read: (HTTPResponse) throws(PlaceSearchError) -> Answer
  ) async throws(PlaceSearchError) -> Answer? {
    var attempts = Attempts(schedule: RetrySchedule(retries: retries, failurePause: failurePause))
    do throws(PlaceSearchError) {
      while try await isAdmitted(&attempts, for: budget) {
        do throws(PlaceSearchError) {
          // Held until the answer was read, which includes asking how long to wait.
          let turn = try await sharedPace?.turn(of: call, for: budget)
          defer { turn?.end() }
          let response = try await response(to: request, call, for: budget, attempts)
          // A proxy's status, not the service's.
          guard response.status != 407 else {
            throw PlaceSearchError.networkNotSetUp(host: host, .proxyRefused(status: 407))
          }
          guard response.status == 200 else {
            let error = await refusal(response)
            if case .throttled(let status, let pause) = error {
              turn?.postponeNext(by: pause ?? SharedPace.standardPause, status: status)
            }
            throw error
          }
          state.pacer.release()
          if attempts.admission == .probe { state.breaker.noteProbeAnswered() }
          attempts.admission = .ordinary
          let answer = try read(mask.masked(response))
          budget.noteAnswer()
          return answer
        } catch {
          try await waitToRetry(after: error, &attempts, for: budget)
        }
      }
    } catch {
      if attempts.admission == .probe { state.breaker.noteProbeLost(error, now: time.now()) }
      throw mask.masked(error)
    }
    // A probe without budget was not sent and decides nothing.
    if attempts.admission == .probe { state.breaker.noteProbeLost(.timedOut(after: budget.timeout), now: time.now()) }
    return nil
  }

  /// Waits until the request may be sent, and counts it.
  ///
  /// - Returns: `false` when the query's budget is used up.
  /// - Throws: While the quota is used up, or when the time or the budget of the run is.
  private func isAdmitted(_ attempts: inout Attempts, for budget: RequestBudget) async throws(PlaceSearchError) -> Bool
  {
    repeat {
      if attempts.admission == .ordinary { attempts.admission = try await state.breaker.admission(now: time.now) }
      do throws(PlaceSearchError) {
        try await state.pacer.turn(before: budget.deadline, of: budget.timeout)
      } catch {
        if error != .cancelled { budget.note(.timeUp) }
        throw error
      }
      // A refusal may have come while this request waited for its turn.
    } while attempts.admission == .ordinary && !state.breaker.isClosed
    guard budget.reserve() else {
      // The failure that used up the budget is the result: an empty answer would say that nothing matches.
      if let failure = attempts.lastFailure, !budget.isAnswered { throw failure }
      return false
    }
    guard state.tally.begin(isRetry: attempts.isRetry) else {
      budget.release()
      let spent = PlaceCollection.StopReason.budgetSpent(requests: state.tally.limit ?? 0)
      budget.note(spent)
      throw .budgetSpent(requests: state.tally.limit ?? 0)
    }
    return true
  }

  /// Waits before the next retry.
  private func waitToRetry(
    after error: PlaceSearchError,
    _ attempts: inout Attempts,
    for budget: RequestBudget
  ) async throws(PlaceSearchError) {
    if case .networkNotSetUp = error {
      // The request did not reach the service.
      budget.release()
      state.tally.withdraw(isRetry: attempts.isRetry)
    }
    if case .timedOut = error { attempts.timeoutCount += 1 }
    attempts.lastFailure = error
    attempts.isRetry = true
    let now = time.now()
    let wait = attempts.schedule.wait(after: error, timeLeft: now.duration(to: budget.deadline), jitter: time.jitter())
    switch error {
    case .throttled(_, let retryAfter):
      state.pacer.brake(after: mask.masked(error), pause: retryAfter)
    case .quotaExhausted(_, _, let retryAfter, _):
      if let retryAfter { state.pacer.brake(after: mask.masked(error), pause: retryAfter) }
      let mayBeWrong = wait != nil
      let next = state.breaker.noteRefusal(
        mask.masked(error),
        of: attempts.admission,
        mayBeWrong: mayBeWrong,
        now: now
      )
      attempts.admission = next ?? .ordinary
      guard let next else { throw error }
      // Every other request waits for the probe.
      if next == .ordinary { return }
    default: break
    }
    guard let wait else {
      if attempts.schedule.isOutOfTime || now >= budget.deadline { budget.note(.timeUp) }
      // The time of all attempts counts, not only that of the last one.
      if case .timedOut = error { throw .timedOut(after: budget.start.duration(to: now)) }
      throw error
    }
    do { try await time.sleep(now.advanced(by: wait)) } catch { throw .cancelled }
  }

  private func response(
    to request: HTTPRequest,
    _ call: Service.Call,
    for budget: RequestBudget,
    _ attempts: Attempts
  ) async throws(PlaceSearchError) -> HTTPResponse {
    let start = time.now()
    let timeLeft = start.duration(to: budget.deadline)
    let timeout =
      attempts.schedule.isOver
      ? timeLeft
      : max(
        min(timeLeft, minimumAttemptTimeout),
        state.tally.attemptTimeout(timeLeft: timeLeft, timeoutCount: attempts.timeoutCount)
      )
    func note(_ outcome: RequestAttempt.Outcome, isAnswered: Bool) {
      let duration = start.duration(to: time.now())
      state.tally.end(
        RequestAttempt(outcome: outcome, duration: duration, isRetry: attempts.isRetry),
        isAnswered: isAnswered
      )
    }
    do {
      let response = try await exchange.response(to: request, before: start.advanced(by: timeout)) {
        [countCall] in countCall(call)
      }
      note(.status(response.status), isAnswered: true)
      return response
    } catch {
      note(RequestAttempt.Outcome(error), isAnswered: false)
      switch error {
      case .timedOut:
        if timeout >= timeLeft { budget.note(.timeUp) }
        throw .timedOut(after: timeout < timeLeft ? timeout : budget.timeout)
      case .unreachable(let detail): throw .unreachable(host: host, detail: detail)
      case .malformed(let detail): throw .untrustworthy(.unreadable(detail: detail))
      case .challenged: throw await refusal(HTTPResponse(status: 401, fields: [:], body: .init()))
      case .tooLarge(let limit): throw .untrustworthy(.tooLarge(limit: limit))
      case .notSetUp(let problem): throw .networkNotSetUp(host: host, problem)
      case .cancelled: throw .cancelled
      }
    }
  }
}

extension RequestAttempt.Outcome {
  /// The outcome of a request without an answer.
  fileprivate init(_ failure: HTTPFailure) {
    switch failure {
    case .timedOut: self = .timedOut
    case .unreachable, .notSetUp: self = .unreachable
    case .challenged: self = .status(401)
    case .malformed, .tooLarge, .cancelled: self = .refused
    }
  }
}
