import Domain
import Foundation
import Synchronization

/// Sends requests to a service and reads the responses, with a typed error for every failure.
///
/// It is independent of the service: the interpretation of responses is an argument. The gate decides whether and when
/// a request is sent or retried.
struct RequestEngine: Sendable {
  let exchange: any HTTPExchange
  /// The host, for errors.
  let host: String
  /// Interprets responses whose status isn't 200.
  let refusal: @Sendable (HTTPResponse) -> Refusal
  let retries: Int
  let gate: RequestGate
  let time: Timekeeper
  let mask: SecretMask
  /// Counts a call against its quota before it is sent; throws if the allowance is exceeded.
  var reserveCall: @Sendable (Service.Call) throws(PlaceSearchError) -> Void = { _ in }
  /// Cancels the count of a call that didn't reach the service.
  var giveBackCall: @Sendable (Service.Call) -> Void = { _ in }
  /// The pace shared by the processes of this machine; `nil` if each process has its own.
  var machinePace: Pace?
  /// The minimum timeout of an attempt, even if earlier responses were fast: the time limit that the request declares
  /// to the service.
  var minimumAttemptTimeout = Duration.zero
  /// The pause after a service fails; `nil` if there is none.
  var rest: Duration?

  /// Returns the cached response, or sends a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - call: The API whose quota it counts against.
  ///   - budget: The budget of the query.
  ///   - isWhole: Whether a result is complete, so that its response is cached.
  ///   - read: Reads a response with status 200.
  /// - Returns: The result; `nil` if the query's budget is used up.
  /// - Throws: An error if the service can't be reached, rejects the request, or returns an untrustworthy response.
  ///   Errors contain no secrets.
  /// - Complexity: One request, and one for each retry.
  func value<Value: Sendable>(
    to request: HTTPRequest,
    _ call: Service.Call,
    for budget: RequestBudget,
    cachingIf isWhole: (Value) -> Bool = { _ in true },
    reading read: (HTTPResponse) throws(PlaceSearchError) -> Value
  ) async throws(PlaceSearchError) -> Value? {
    let responses = budget.responses
    let sent = responses?.record(request, of: call)
    if let response = sent?.response, let value = try? read(response) {
      budget.noteResponse()
      return value
    }
    var passage = GateRequest(call, for: budget, retries: retries, machinePace: machinePace)
    budget.beginRequest(at: time.now())
    defer { budget.endRequest(at: time.now()) }
    while try await gate.admit(&passage) {
      do throws(Refusal) {
        let response = try await response(to: request, &passage)
        gate.noteResponse(to: &passage)
        let value: Value
        let masked = mask.masked(response)
        do throws(PlaceSearchError) { value = try read(masked) } catch {
          if let sent { responses?.discard(sent) }
          throw Refusal(error, status: response.status, rest: rest)
        }
        gate.finish(&passage)
        if let sent { isWhole(value) ? responses?.cache(masked, of: sent) : responses?.discard(sent) }
        return value
      } catch {
        try await gate.refuse(&passage, by: error.masked(by: mask))
      }
    }
    return nil
  }

  /// Makes an attempt; returns a response with status 200.
  private func response(
    to request: HTTPRequest,
    _ passage: inout GateRequest
  ) async throws(Refusal) -> HTTPResponse {
    let start = time.now()
    let timeLeft = start.duration(to: passage.budget.deadline(at: start))
    let timeout =
      passage.schedule.isOver
      ? timeLeft
      : max(min(timeLeft, minimumAttemptTimeout), gate.attemptTimeout(of: passage, timeLeft: timeLeft))
    let isRetry = passage.isRetry
    let sending = Sending()
    let call = passage.call
    do throws(PlaceSearchError) { try reserveCall(call) } catch {
      gate.giveBack(passage)
      throw Refusal(error)
    }
    let response: HTTPResponse
    do {
      response = try await exchange.response(to: request, before: start.advanced(by: timeout)) { sending.note() }
    } catch {
      // A call counts when it is sent; the service may have counted it even if it fails.
      let wasSent = sending.hasBegun && !error.isBeforeService
      if wasSent {
        passage.wasSent = true
      } else {
        gate.giveBack(passage)
        giveBackCall(call)
      }
      note(RequestAttempt.Outcome(error), since: start, isRetry: isRetry, hasResponse: false)
      if error == .timedOut, timeout >= timeLeft { passage.budget.note(.timeUp) }
      throw failure(error, after: timeout < timeLeft ? timeout : passage.budget.timeout, wasSent: wasSent)
    }
    note(.status(response.status), since: start, isRetry: isRetry, hasResponse: true)
    // A proxy's status: the request hasn't reached the service.
    guard response.status != 407 else {
      gate.giveBack(passage)
      giveBackCall(call)
      throw Refusal(.networkNotSetUp(host: host, .proxyRefused(status: 407)))
    }
    passage.wasSent = true
    guard response.status == 200 else { throw refusal(response) }
    return response
  }

  private func note(
    _ outcome: RequestAttempt.Outcome,
    since start: ContinuousClock.Instant,
    isRetry: Bool,
    hasResponse: Bool
  ) {
    let attempt = RequestAttempt(outcome: outcome, duration: start.duration(to: time.now()), isRetry: isRetry)
    gate.note(attempt, hasResponse: hasResponse)
  }

  /// Interprets a request without a response.
  private func failure(_ failure: HTTPFailure, after timeout: Duration, wasSent: Bool) -> Refusal {
    switch failure {
    case .timedOut: Refusal(.timedOut(after: timeout))
    case .unreachable(let detail): Refusal(.unreachable(host: host, detail: detail, wasSent: wasSent))
    case .malformed(let detail): Refusal(.untrustworthy(.unreadable(detail: detail)), rest: rest)
    case .challenged: refusal(HTTPResponse(status: 401, fields: [:], body: .init()))
    case .tooLarge(let limit): Refusal(.untrustworthy(.tooLarge(limit: limit)))
    case .notSetUp(let problem): Refusal(.networkNotSetUp(host: host, problem))
    case .cancelled: Refusal(.cancelled)
    }
  }

}

/// Whether a request was sent or may have been sent.
private final class Sending: Sendable {
  private let begun = Atomic(false)

  var hasBegun: Bool { begun.load(ordering: .acquiring) }

  func note() { begun.store(true, ordering: .releasing) }
}

extension HTTPFailure {
  /// Whether the request certainly didn't reach the service.
  fileprivate var isBeforeService: Bool { if case .notSetUp = self { true } else { false } }
}

extension RequestAttempt.Outcome {
  /// The outcome of a request without a response.
  fileprivate init(_ failure: HTTPFailure) {
    switch failure {
    case .timedOut: self = .timedOut
    case .unreachable, .notSetUp: self = .unreachable
    case .challenged: self = .status(401)
    case .malformed, .tooLarge, .cancelled: self = .refused
    }
  }
}
