import Domain
import Foundation
import Synchronization

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
  struct Attempts {
    var schedule: RetrySchedule
    var admission = QuotaBreaker.Admission.ordinary
    /// Whether an earlier attempt was made.
    var isRetry = false
    /// Whether one of them was sent, and is counted.
    var wasSent = false
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
  /// - Throws: When the service cannot be reached, refuses the request, or its answer cannot be trusted; without
  ///   secrets.
  /// - Complexity: One request, and one for each retry.
  func answer<Answer: Sendable>(
    to request: HTTPRequest,
    _ call: Service.Call,
    for budget: RequestBudget,
    reading read: (HTTPResponse) throws(PlaceSearchError) -> Answer
  ) async throws(PlaceSearchError) -> Answer? {
    var attempts = Attempts(schedule: RetrySchedule(retries: retries, failurePause: failurePause))
    budget.beginRequest(at: time.now())
    defer { budget.endRequest(at: time.now()) }
    do throws(PlaceSearchError) {
      while let turn = try await self.turn(of: call, &attempts, for: budget) {
        do throws(PlaceSearchError) {
          // Held until the answer was read, which includes asking how long to wait.
          defer { turn.shared?.end() }
          let response = try await response(to: request, call, for: budget, &attempts)
          guard response.status == 200 else {
            let error = await refusal(response)
            if let (status, pause) = error.askedPause {
              turn.shared?.postponeNext(by: pause ?? SharedPace.standardPause, status: status)
            }
            throw error
          }
          state.pacer.release()
          if attempts.admission == .probe { state.breaker.noteProbeAnswered() }
          attempts.admission = .ordinary
          let answer: Answer
          do throws(PlaceSearchError) { answer = try read(mask.masked(response)) } catch {
            // As after a refusal: others would be answered no better.
            if error.isOfFailingService, failurePause > .zero {
              turn.shared?.postponeNext(by: failurePause, status: response.status)
            }
            throw error
          }
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

  /// Waits before the next retry.
  private func waitToRetry(
    after error: PlaceSearchError,
    _ attempts: inout Attempts,
    for budget: RequestBudget
  ) async throws(PlaceSearchError) {
    if case .timedOut = error { attempts.timeoutCount += 1 }
    attempts.lastFailure = error
    attempts.isRetry = true
    let now = time.now()
    let timeLeft = now.duration(to: budget.deadline(at: now))
    let wait = attempts.schedule.wait(after: error, timeLeft: timeLeft, jitter: time.jitter())
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
    case .keyRefused, .clientRefused: state.pacer.noteFinalRefusal(mask.masked(error))
    case _ where error.isOfFailingService && failurePause > .zero:
      // Others would be answered no better, so all of this process rest.
      state.pacer.brake(after: mask.masked(error), pause: failurePause)
    default: break
    }
    guard let wait else {
      if attempts.schedule.isOutOfTime || timeLeft <= .zero { budget.note(.timeUp) }
      // The time of all attempts counts, not only that of the last one.
      if case .timedOut = error { throw .timedOut(after: budget.elapsed(at: now)) }
      throw error
    }
    do { try await time.sleep(now.advanced(by: wait)) } catch { throw .cancelled }
  }

  private func response(
    to request: HTTPRequest,
    _ call: Service.Call,
    for budget: RequestBudget,
    _ attempts: inout Attempts
  ) async throws(PlaceSearchError) -> HTTPResponse {
    let start = time.now()
    let timeLeft = start.duration(to: budget.deadline(at: start))
    let timeout =
      attempts.schedule.isOver
      ? timeLeft
      : max(
        min(timeLeft, minimumAttemptTimeout),
        state.tally.attemptTimeout(timeLeft: timeLeft, timeoutCount: attempts.timeoutCount)
      )
    let sending = Sending()
    func note(_ outcome: RequestAttempt.Outcome, isAnswered: Bool) {
      let duration = start.duration(to: time.now())
      state.tally.end(
        RequestAttempt(outcome: outcome, duration: duration, isRetry: isRetry),
        isAnswered: isAnswered
      )
    }
    let isRetry = attempts.isRetry
    let answer: HTTPResponse
    do {
      let response = try await exchange.response(to: request, before: start.advanced(by: timeout)) {
        [countCall] in
        sending.note()
        countCall(call)
      }
      note(.status(response.status), isAnswered: true)
      answer = response
    } catch {
      if sending.hasBegun { attempts.wasSent = true } else { giveBack(attempts, to: budget) }
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
    // A proxy's status, not the service's, which the request has not reached.
    guard answer.status != 407 else {
      giveBack(attempts, to: budget)
      throw .networkNotSetUp(host: host, .proxyRefused(status: 407))
    }
    attempts.wasSent = true
    return answer
  }
}

/// Whether a request was sent, or may have been.
private final class Sending: Sendable {
  private let begun = Atomic(false)

  var hasBegun: Bool { begun.load(ordering: .acquiring) }

  func note() { begun.store(true, ordering: .releasing) }
}

extension PlaceSearchError {
  /// How long a refusal asks every process to wait, if it says so, and its status; `nil` for another error.
  ///
  /// A quota that is used up for the day is no reason to wait, unless the service names a time.
  fileprivate var askedPause: (status: Int, pause: Duration?)? {
    switch self {
    case .throttled(let status, let pause): (status, pause)
    case .quotaExhausted(_, let status, let pause, _): status == 429 || pause != nil ? (status, pause) : nil
    default: nil
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
