import Domain

/// Asks the Kakao Local service for one page and tells every outcome apart.
struct KakaoClient: Sendable {
  /// The network.
  let exchange: any HTTPExchange
  /// Writes the requests.
  let requests: KakaoRequest

  /// Asks for one page.
  ///
  /// - Parameters:
  ///   - search: What to look for and where.
  ///   - page: Which page.
  ///   - ledger: The question this belongs to.
  /// - Returns: The page; `nil` when the question's budget is used up.
  /// - Throws: When the service cannot be reached, refuses, or answers what cannot be trusted.
  func page(
    of search: KakaoSearch,
    on page: PageRequest,
    for ledger: QuestionLedger
  ) async throws(PlaceSearchError) -> KakaoPage? {
    guard ledger.book() else { return nil }
    let request = requests.request(for: search, on: page)
    let response: HTTPResponse
    do {
      response = try await exchange.response(to: request, before: ledger.deadline)
    } catch {
      throw searchError(for: error, timeout: ledger.timeout)
    }
    guard response.status == 200 else { throw KakaoRefusal(reading: response, key: requests.key).error }
    return try KakaoPage(reading: response, hasAnchor: search.anchor != nil)
  }

  private func searchError(for failure: HTTPFailure, timeout: Duration) -> PlaceSearchError {
    switch failure {
    case .timedOut: .timedOut(after: timeout)
    case .unreachable(let detail): .unreachable(host: requests.address.host, detail: detail)
    case .challenged: .keyRefused(status: 401, message: nil)
    case .tooLarge: .untrustworthy(.tooLarge(limit: HTTPResponse.bodyLimit))
    case .cancelled: .cancelled
    }
  }
}
