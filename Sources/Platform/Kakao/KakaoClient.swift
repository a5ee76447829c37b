import Domain

/// Requests pages from Kakao Local.
struct KakaoClient: Sendable {
  /// Sends the requests.
  var engine: RequestEngine
  /// Makes the requests.
  let requests: KakaoRequest

  /// Requests a full-size page by its number; returns `nil` if the query's budget is used up.
  func page(
    _ number: Int,
    of search: KakaoSearch,
    isOneOfSeveral: Bool = false,
    for budget: RequestBudget
  ) async throws(PlaceSearchError) -> KakaoPage? {
    guard let page = PageRequest(number: number, size: KakaoSearch.pageSize) else { return nil }
    return try await self.page(of: search, on: page, isOneOfSeveral: isOneOfSeveral, for: budget)
  }

  /// Requests a page.
  ///
  /// - Parameters:
  ///   - search: The search.
  ///   - page: The page.
  ///   - isOneOfSeveral: Whether the caller checks all pages together for places of another query.
  ///   - budget: The budget of the query.
  /// - Returns: The page; `nil` if the budget is used up.
  /// - Throws: An error if the service can't be reached, rejects the request, or returns an untrustworthy response.
  ///   Errors contain no secrets.
  /// - Complexity: One request, and one for each retry.
  func page(
    of search: KakaoSearch,
    on page: PageRequest,
    isOneOfSeveral: Bool = false,
    for budget: RequestBudget
  ) async throws(PlaceSearchError) -> KakaoPage? {
    let mustHaveDistances = search.origin != nil && !search.isPart
    return try await engine.value(
      to: requests.request(for: search, on: page),
      search.text == nil ? Service.Call.category : .keyword,
      for: budget,
      cachingIf: { $0.unreadableCount == 0 }
    ) { (response) throws(PlaceSearchError) in
      try KakaoPage(reading: response, mustHaveDistances: mustHaveDistances)
        .page(search, isOneOfSeveral: isOneOfSeveral)
    }
  }
}
