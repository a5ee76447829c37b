import Domain

/// Asks the Kakao Local service for one page: at its pace, trying again what may help, and tells every outcome apart.
struct KakaoClient: Sendable {
  /// The network.
  let exchange: any HTTPExchange
  /// Writes the requests.
  let requests: KakaoRequest
  /// How often one request may be tried again.
  let retries: Int
  /// What every query of the process shares.
  let state: ServiceState
  /// The clock, and random numbers.
  let time: Timekeeper
  /// Takes secrets out of whatever is told.
  let mask: SecretMask
  /// Counts a call that reached the service against its allowance.
  var countCall: @Sendable (QuotaUse.API) -> Void = { _ in }

  /// Asks for one page.
  ///
  /// - Parameters:
  ///   - search: What to look for and where.
  ///   - page: Which page.
  ///   - budget: The query this belongs to.
  /// - Returns: The page; `nil` when the query's budget is used up.
  /// - Throws: When the service cannot be reached, refuses, or answers what cannot be trusted; without any secret.
  /// - Complexity: One request, and one for each try again.
  func page(
    of search: KakaoSearch,
    on page: PageRequest,
    for budget: RequestBudget
  ) async throws(PlaceSearchError) -> KakaoPage? {
    let api = search.text == nil ? QuotaUse.API.category : .keyword
    return try await answer(to: requests.request(for: search, on: page), api, for: budget) {
      (response) throws(PlaceSearchError) in
      try KakaoPage(reading: response, mustHaveDistances: search.mustHaveDistances)
    }
  }

  /// Asks one query of any API of the service.
  ///
  /// - Parameters:
  ///   - request: What is sent.
  ///   - api: Which API it asks.
  ///   - budget: The query this belongs to.
  ///   - read: Reads an answer with status 200.
  /// - Returns: What was read; `nil` when the query's budget is used up.
  /// - Throws: When the service cannot be reached, refuses, or answers what cannot be trusted; without any secret.
  /// - Complexity: One request, and one for each try again.
  func answer<Answer: Sendable>(
    to request: HTTPRequest,
    _ api: QuotaUse.API,
    for budget: RequestBudget,
    reading read: (HTTPResponse) throws(PlaceSearchError) -> Answer
  ) async throws(PlaceSearchError) -> Answer? {
    var admission = QuotaBreaker.Admission.ordinary
    do throws(PlaceSearchError) {
      let answer = try await self.answer(to: request, api, for: budget, admission: &admission, reading: read)
      // A probe that was answered has closed the breaker already; one that had no budget left decides nothing.
      if admission == .probe { state.breaker.noteProbeLost(.timedOut(after: budget.timeout), now: time.now()) }
      return answer
    } catch {
      if admission == .probe { state.breaker.noteProbeLost(error, now: time.now()) }
      throw mask.masked(error)
    }
  }

  private func answer<Answer: Sendable>(
    to request: HTTPRequest,
    _ api: QuotaUse.API,
    for budget: RequestBudget,
    admission: inout QuotaBreaker.Admission,
    reading read: (HTTPResponse) throws(PlaceSearchError) -> Answer
  ) async throws(PlaceSearchError) -> Answer? {
    var schedule = RetrySchedule(retries: retries)
    var isRetry = false
    while true {
      if admission == .ordinary { admission = try await state.breaker.admission(now: time.now) }
      do throws(PlaceSearchError) {
        try await state.pacer.turn(before: budget.deadline, of: budget.timeout)
      } catch {
        if error != .cancelled { budget.note(.timeUp) }
        throw error
      }
      // A refusal may have come while this one waited for its turn.
      if admission == .ordinary, !state.breaker.isClosed { continue }
      guard budget.reserve() else { return nil }
      guard state.budget.take() else {
        budget.release()
        let limit = state.budget.limit ?? 0
        budget.note(.budgetSpent(requests: limit))
        throw .budgetSpent(requests: limit)
      }
      state.tally.note(isRetry: isRetry)
      do throws(PlaceSearchError) {
        let answer = try await response(to: request, for: budget, isRetry: isRetry, isLastTry: schedule.isOver)
        countCall(api)
        // Not the service's word but that of a proxy before it.
        guard answer.status != 407 else {
          throw PlaceSearchError.networkNotSetUp(host: requests.address.host, .proxyRefused(status: 407))
        }
        guard answer.status == 200 else { throw KakaoRefusal(reading: answer).error }
        state.pacer.release()
        if admission == .probe { state.breaker.noteProbeAnswered() }
        admission = .ordinary
        return try read(answer)
      } catch {
        if case .networkNotSetUp = error {
          // Nothing reaches the service.
          budget.release()
          state.budget.giveBack()
          state.tally.discard(isRetry: isRetry)
        }
        // It was sent, as far as can be known, although no answer came.
        if case .timedOut = error { countCall(api) }
        isRetry = true
        try await waitToRetry(after: error, for: budget, &schedule, &admission)
      }
    }
  }

  /// Waits before the next try.
  ///
  /// - Throws: The error itself when it is not tried again.
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
    case .quotaExhausted(_, let retryAfter, _):
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
      // The time of all tries counts, not that of the last one alone.
      if case .timedOut = error { throw .timedOut(after: budget.start.duration(to: now)) }
      throw error
    }
    do { try await time.sleep(now.advanced(by: wait)) } catch { throw .cancelled }
  }

  private func response(
    to request: HTTPRequest,
    for budget: RequestBudget,
    isRetry: Bool,
    isLastTry: Bool
  ) async throws(PlaceSearchError) -> HTTPResponse {
    let start = time.now()
    let timeLeft = start.duration(to: budget.deadline)
    let attemptTimeout = isLastTry ? timeLeft : state.answerTime.attemptTimeout(timeLeft: timeLeft)
    do {
      let response = try await exchange.response(to: request, before: start.advanced(by: attemptTimeout))
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
      case .challenged: throw .keyRefused(status: 401, message: nil)
      case .tooLarge(let limit): throw .untrustworthy(.tooLarge(limit: limit))
      case .notSetUp(let problem): throw .networkNotSetUp(host: requests.address.host, problem)
      case .cancelled: throw .cancelled
      }
    }
  }
}

extension RequestAttempt.Outcome {
  /// How a request ended that got no answer.
  fileprivate init(_ failure: HTTPFailure) {
    switch failure {
    case .timedOut: self = .timedOut
    case .unreachable, .notSetUp: self = .unreachable
    case .challenged: self = .status(401)
    case .malformed, .tooLarge, .cancelled: self = .refused
    }
  }
}
