import Domain

/// Sends requests to the Kakao Local service: at its pace, with retries, and with a typed error for every failure.
struct KakaoClient: Sendable {
  /// The network.
  let exchange: any HTTPExchange
  /// Writes the requests.
  let requests: KakaoRequest
  /// The maximum number of retries of one request.
  let retries: Int
  /// The state that all queries of the process share.
  let state: ServiceState
  /// The clock, and random numbers.
  let time: Timekeeper
  /// Removes secrets from errors.
  let mask: SecretMask
  /// The pages that earlier attempts at the same query have paid for; `nil` where none are kept.
  var paidPages: PaidPages.Attempt?
  /// Counts a call against its quota, as it is sent: what becomes of it, the service may have counted it.
  var countCall: @Sendable (Service.Call) -> Void = { _ in }

  /// Requests one page.
  ///
  /// - Parameters:
  ///   - search: What to look for and where.
  ///   - page: Which page.
  ///   - isOneOfSeveral: Whether the caller judges by all pages of the query how many places belong to another question.
  ///   - budget: The budget of the query.
  /// - Returns: The page; `nil` when the query's budget is used up.
  /// - Throws: When the service cannot be reached, refuses the request, or its answer cannot be trusted; without secrets.
  /// - Complexity: One request, and one for each retry.
  func page(
    of search: KakaoSearch,
    on page: PageRequest,
    isOneOfSeveral: Bool = false,
    for budget: RequestBudget
  ) async throws(PlaceSearchError) -> KakaoPage? {
    let api = search.text == nil ? Service.Call.category : .keyword
    let request = requests.request(for: search, on: page)
    if let paid = paidPages?.take(request.url) {
      budget.noteAnswer()
      return paid
    }
    let answer = try await answer(to: request, api, for: budget) { (response) throws(PlaceSearchError) in
      try KakaoPage(reading: response, mustHaveDistances: search.origin != nil && !search.isPart)
        .answering(search, isOneOfSeveral: isOneOfSeveral)
    }
    if let answer { paidPages?.keep(answer, of: request.url, isMeasured: search.origin != nil) }
    return answer
  }

  /// Sends a request to any API of the service.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - api: The API that it is for.
  ///   - budget: The budget of the query.
  ///   - read: Reads an answer with status 200.
  /// - Returns: The answer; `nil` when the query's budget is used up.
  /// - Throws: When the service cannot be reached, refuses the request, or its answer cannot be trusted; without secrets.
  /// - Complexity: One request, and one for each retry.
  func answer<Answer: Sendable>(
    to request: HTTPRequest,
    _ api: Service.Call,
    for budget: RequestBudget,
    reading read: (HTTPResponse) throws(PlaceSearchError) -> Answer
  ) async throws(PlaceSearchError) -> Answer? {
    var admission = QuotaBreaker.Admission.ordinary
    do throws(PlaceSearchError) {
      let answer = try await self.answer(to: request, api, for: budget, admission: &admission, reading: read)
      // A probe that was answered has closed the breaker already; one without budget was not sent and decides nothing.
      if admission == .probe { state.breaker.noteProbeLost(.timedOut(after: budget.timeout), now: time.now()) }
      return answer
    } catch {
      if admission == .probe { state.breaker.noteProbeLost(error, now: time.now()) }
      throw mask.masked(error)
    }
  }

  private func answer<Answer: Sendable>(
    to request: HTTPRequest,
    _ api: Service.Call,
    for budget: RequestBudget,
    admission: inout QuotaBreaker.Admission,
    reading read: (HTTPResponse) throws(PlaceSearchError) -> Answer
  ) async throws(PlaceSearchError) -> Answer? {
    var schedule = RetrySchedule(retries: retries)
    var isRetry = false
    var failure: PlaceSearchError?
    var timeoutCount = 0
    while true {
      if admission == .ordinary { admission = try await state.breaker.admission(now: time.now) }
      do throws(PlaceSearchError) {
        try await state.pacer.turn(before: budget.deadline, of: budget.timeout)
      } catch {
        if error != .cancelled { budget.note(.timeUp) }
        throw error
      }
      // A refusal may have come while this request waited for its turn.
      if admission == .ordinary, !state.breaker.isClosed { continue }
      guard budget.reserve() else {
        // The failure that used up the budget is the result: an empty answer would say that nothing matches.
        if let failure, !budget.isAnswered { throw failure }
        return nil
      }
      guard state.budget.take() else {
        budget.release()
        let limit = state.budget.limit ?? 0
        budget.note(.budgetSpent(requests: limit))
        throw .budgetSpent(requests: limit)
      }
      state.tally.note(isRetry: isRetry)
      do throws(PlaceSearchError) {
        let answer = try await response(
          to: request,
          api,
          for: budget,
          isRetry: isRetry,
          isLastTry: schedule.isOver,
          timeoutCount: timeoutCount
        )
        // A proxy's status, not the service's.
        guard answer.status != 407 else {
          throw PlaceSearchError.networkNotSetUp(host: requests.address.host, .proxyRefused(status: 407))
        }
        guard answer.status == 200 else { throw KakaoRefusal(reading: answer).error }
        state.pacer.release()
        if admission == .probe { state.breaker.noteProbeAnswered() }
        admission = .ordinary
        let value = try read(answer)
        budget.noteAnswer()
        return value
      } catch {
        failure = error
        if case .networkNotSetUp = error {
          // The request did not reach the service.
          budget.release()
          state.budget.giveBack()
          state.tally.discard(isRetry: isRetry)
        }
        if case .timedOut = error { timeoutCount += 1 }
        isRetry = true
        try await waitToRetry(after: error, for: budget, &schedule, &admission)
      }
    }
  }

  /// Waits before the next retry.
  ///
  /// - Throws: The error itself when there is no retry.
  private func waitToRetry(
    after error: PlaceSearchError,
    for budget: RequestBudget,
    _ schedule: inout RetrySchedule,
    _ admission: inout QuotaBreaker.Admission
  ) async throws(PlaceSearchError) {
    let now = time.now()
    let wait = schedule.wait(after: error, timeLeft: now.duration(to: budget.deadline), jitter: time.jitter())
    switch error {
    case .throttled(_, let retryAfter):
      state.pacer.brake(after: mask.masked(error), pause: retryAfter)
    case .quotaExhausted(_, _, let retryAfter, _):
      if let retryAfter { state.pacer.brake(after: mask.masked(error), pause: retryAfter) }
      let next = state.breaker.noteRefusal(mask.masked(error), of: admission, mayBeWrong: wait != nil, now: now)
      admission = next ?? .ordinary
      guard let next else { throw error }
      // Every other request waits for the probe.
      if next == .ordinary { return }
    default: break
    }
    guard let wait else {
      if schedule.isOutOfTime || now >= budget.deadline { budget.note(.timeUp) }
      // The time of all attempts counts, not only that of the last one.
      if case .timedOut = error { throw .timedOut(after: budget.start.duration(to: now)) }
      throw error
    }
    do { try await time.sleep(now.advanced(by: wait)) } catch { throw .cancelled }
  }

  private func response(
    to request: HTTPRequest,
    _ api: Service.Call,
    for budget: RequestBudget,
    isRetry: Bool,
    isLastTry: Bool,
    timeoutCount: Int
  ) async throws(PlaceSearchError) -> HTTPResponse {
    let start = time.now()
    let timeLeft = start.duration(to: budget.deadline)
    let attemptTimeout =
      isLastTry ? timeLeft : state.answerTime.attemptTimeout(timeLeft: timeLeft, timeoutCount: timeoutCount)
    do {
      let response = try await exchange.response(to: request, before: start.advanced(by: attemptTimeout)) {
        [countCall] in countCall(api)
      }
      let taken = start.duration(to: time.now())
      state.answerTime.record(taken)
      state.tally.record(taken)
      state.tally.note(RequestAttempt(outcome: .status(response.status), duration: taken, isRetry: isRetry))
      return response
    } catch {
      let taken = start.duration(to: time.now())
      state.tally.note(RequestAttempt(outcome: RequestAttempt.Outcome(error), duration: taken, isRetry: isRetry))
      switch error {
      case .timedOut:
        if attemptTimeout >= timeLeft { budget.note(.timeUp) }
        throw .timedOut(after: attemptTimeout < timeLeft ? attemptTimeout : budget.timeout)
      case .unreachable(let detail): throw .unreachable(host: requests.address.host, detail: detail)
      case .malformed(let detail): throw .untrustworthy(.unreadable(detail: detail))
      case .challenged: throw .keyRefused(.kakao, status: 401, message: nil)
      case .tooLarge(let limit): throw .untrustworthy(.tooLarge(limit: limit))
      case .notSetUp(let problem): throw .networkNotSetUp(host: requests.address.host, problem)
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
