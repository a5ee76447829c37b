import Domain

/// Asks the Kakao Local service for pages.
struct KakaoClient: Sendable {
  /// Sends the requests.
  var engine: RequestEngine
  /// Writes the requests.
  let requests: KakaoRequest

  /// Requests a page of the greatest size by its number; `nil` when the query's budget is used up.
  func page(
    _ number: Int,
    of search: KakaoSearch,
    isOneOfSeveral: Bool = false,
    for budget: RequestBudget
  ) async throws(PlaceSearchError) -> KakaoPage? {
    guard let page = PageRequest(number: number, size: KakaoSearch.pageSize) else { return nil }
    return try await self.page(of: search, on: page, isOneOfSeveral: isOneOfSeveral, for: budget)
  }

  /// Requests one page.
  ///
  /// - Parameters:
  ///   - search: What to look for and where.
  ///   - page: Which page.
  ///   - isOneOfSeveral: Whether the caller judges by all pages of the query how many places belong to another
  ///     question.
  ///   - budget: The budget of the query.
  /// - Returns: The page; `nil` when the query's budget is used up.
  /// - Throws: When the service cannot be reached, refuses the request, or its answer cannot be trusted; without
  ///   secrets.
  /// - Complexity: One request, and one for each retry.
  func page(
    of search: KakaoSearch,
    on page: PageRequest,
    isOneOfSeveral: Bool = false,
    for budget: RequestBudget
  ) async throws(PlaceSearchError) -> KakaoPage? {
    let mustHaveDistances = search.origin != nil && !search.isPart
    return try await engine.answer(
      to: requests.request(for: search, on: page),
      search.text == nil ? Service.Call.category : .keyword,
      for: budget,
      keepingIf: { $0.unreadableCount == 0 }
    ) { (response) throws(PlaceSearchError) in
      try KakaoPage(reading: response, mustHaveDistances: mustHaveDistances)
        .answering(search, isOneOfSeveral: isOneOfSeveral)
    }
  }
}
