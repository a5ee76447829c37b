import Domain

/// Finds a smaller circle for a search of the nearest places, by counts alone.
struct NearestCircle: Sendable {
  let client: KakaoClient
  let budget: RequestBudget

  /// Finds a smaller circle that holds the places wanted and few more.
  func nearest(
    _ search: KakaoSearch,
    from paged: PagedSearch.Result,
    center: Coordinate,
    limit: Int,
    count: Int? = nil,
    wanted: Int
  ) async throws(PlaceSearchError) -> (radiusInMeters: Int, count: Int) {
    var radius = NearestRadius(
      wanted: wanted,
      nearest: paged.places.compactMap(\.distance),
      limit: limit,
      count: count ?? paged.totalCount
    )
    while let proposal = radius.proposal() {
      var probe = search
      probe.scope = .circle(center: center, radiusInMeters: proposal)
      guard let page = try await firstPage(of: probe) else { break }
      radius.learn(radiusInMeters: proposal, count: page.totalCount)
    }
    return radius.best
  }

  /// Finds a circle that holds the nearest places of a nationwide search; `nil` where none does.
  func nationwide(
    _ search: KakaoSearch,
    from paged: PagedSearch.Result,
    wanted: Int
  ) async throws(PlaceSearchError) -> (center: Coordinate, radiusInMeters: Int, count: Int)? {
    guard
      case .nationwide(let origin) = search.scope, let origin,
      search.sortsByDistance, wanted < paged.totalCount
    else { return nil }
    var probe = search
    probe.scope = .circle(center: origin, radiusInMeters: KakaoSearch.maximumRadiusInMeters)
    guard let page = try await firstPage(of: probe), page.totalCount >= wanted else { return nil }
    let nearest = try await self.nearest(
      search,
      from: paged,
      center: origin,
      limit: KakaoSearch.maximumRadiusInMeters,
      count: page.totalCount,
      wanted: wanted
    )
    return (origin, nearest.radiusInMeters, nearest.count)
  }

  private func firstPage(of search: KakaoSearch) async throws(PlaceSearchError) -> KakaoPage? {
    guard let request = PageRequest(number: 1, size: KakaoSearch.pageSize) else { return nil }
    return try await client.page(of: search, on: request, for: budget)
  }
}
