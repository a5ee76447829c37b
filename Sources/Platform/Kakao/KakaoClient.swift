import Domain

/// Asks the Kakao Local service for one page: at its pace, trying again what may help, and tells every outcome apart.
struct KakaoClient: Sendable {
  /// The network.
  let exchange: any HTTPExchange
  /// Writes the requests.
  let requests: KakaoRequest
  /// How often one request may be tried again.
  let retries: Int
  /// Holds requests back; shared by every question of the process.
  let pacer: RequestPacer
  /// How long answers take; shared by every question of the process.
  let answerTime: AnswerTime
  /// Time and chance.
  let time: Timekeeper
  /// Counts requests and how long their answers took.
  var tally = RequestTally()

  /// Asks for one page.
  ///
  /// - Parameters:
  ///   - search: What to look for and where.
  ///   - page: Which page.
  ///   - ledger: The question this belongs to.
  /// - Returns: The page; `nil` when the question's budget is used up.
  /// - Throws: When the service cannot be reached, refuses, or answers what cannot be trusted.
  /// - Complexity: One request, and one for each try again.
  func page(
    of search: KakaoSearch,
    on page: PageRequest,
    for ledger: QuestionLedger
  ) async throws(PlaceSearchError) -> KakaoPage? {
    let request = requests.request(for: search, on: page)
    var course = RetryCourse(retries: retries)
    var isRetry = false
    while true {
      guard try await pacer.turn(before: ledger.deadline) else { throw .timedOut(after: ledger.timeout) }
      guard ledger.book() else { return nil }
      tally.note(isRetry: isRetry)
      isRetry = true
      do throws(PlaceSearchError) {
        let answer = try await response(to: request, for: ledger, isLastTry: course.isOver)
        guard answer.status == 200 else { throw KakaoRefusal(reading: answer, key: requests.key).error }
        pacer.release()
        return try KakaoPage(reading: answer, mustHaveDistances: search.mustHaveDistances)
      } catch {
        if case .throttled(_, let retryAfter) = error { pacer.brake(pause: retryAfter) }
        let timeLeft = time.now().duration(to: ledger.deadline)
        guard let wait = course.wait(after: error, timeLeft: timeLeft, chance: time.chance()) else { throw error }
        do { try await time.sleep(time.now().advanced(by: wait)) } catch { throw .cancelled }
      }
    }
  }

  private func response(
    to request: HTTPRequest,
    for ledger: QuestionLedger,
    isLastTry: Bool
  ) async throws(PlaceSearchError) -> HTTPResponse {
    let start = time.now()
    let timeLeft = start.duration(to: ledger.deadline)
    let patience = isLastTry ? timeLeft : answerTime.patience(timeLeft: timeLeft)
    do {
      let response = try await exchange.response(to: request, before: start.advanced(by: patience))
      let taken = start.duration(to: time.now())
      answerTime.record(taken)
      tally.record(taken)
      return response
    } catch {
      switch error {
      case .timedOut: throw .timedOut(after: patience < timeLeft ? patience : ledger.timeout)
      case .unreachable(let detail): throw .unreachable(host: requests.address.host, detail: detail)
      case .challenged: throw .keyRefused(status: 401, message: nil)
      case .tooLarge(let limit): throw .untrustworthy(.tooLarge(limit: limit))
      case .notSetUp(let problem): throw .networkNotSetUp(host: requests.address.host, problem)
      case .cancelled: throw .cancelled
      }
    }
  }
}
