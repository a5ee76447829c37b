import Domain

/// Decides whether a place can belong to the result of a search, by its own properties.
///
/// A cache that ignores the query, or a service that ignores a parameter, returns places of another query. None of
/// 5,429 recorded places fails this check. Parts that weren't requested aren't checked: the category of a keyword
/// search, and distances without a centre.
struct ResponseCheck: Sendable {
  private let group: CategoryGroup?
  private let origin: ProjectedPoint?
  private let reachInMeters: Double
  private let cell: BoundingBox?

  /// The absolute tolerance of lengths in metres.
  private static let slackInMeters = 5.0
  /// The relative tolerance of lengths, twice the difference between a great circle and the service's plane.
  private static let slackShare = 0.005

  init(_ search: KakaoSearch) {
    group = search.group
    origin = search.origin.map { ProjectedPoint($0) }
    reachInMeters = search.scope.radius.map { Double($0) + Self.slack(of: Double($0)) } ?? .infinity
    var cell = search.scope.cell
    if let requested = cell {
      for axis in BoundingBox.Axis.allCases {
        let slack = Self.slack(of: requested.length(axis)) / requested.metersPerDegree(axis)
        cell?[axis] = requested[axis].lowerBound - slack...requested[axis].upperBound + slack
      }
    }
    self.cell = cell
  }

  /// Returns the mismatch between a place and the search; `nil` if there is none.
  func mismatch(of found: FoundPlace) -> ResponseMismatch? {
    if let group, found.place.group != group { return .category(code: found.place.text[.groupCode]) }
    let point = found.place.coordinate
    if let cell, !cell.contains(point) { return .outsideArea }
    guard let origin else { return nil }
    let meters = origin.distance(to: ProjectedPoint(point))
    if meters > reachInMeters { return .outsideArea }
    guard let reported = found.distance, abs(reported.meters - meters) > Self.slack(of: meters) else { return nil }
    return .distance(reported: reported, measured: Distance(validMeters: meters))
  }

  private static func slack(of meters: Double) -> Double { slackInMeters + slackShare * meters }
}

extension KakaoPage {
  /// Returns the page without the places that don't match a search.
  ///
  /// - Parameters:
  ///   - search: The search of the page.
  ///   - isOneOfSeveral: Whether the caller judges all pages of the query together.
  /// - Returns: The page; without places if more than a fifth fail and the search is part of an area.
  /// - Throws: `.untrustworthy` if more than a fifth fail and the page is judged alone; the error names one.
  /// - Complexity: A projection for each place, about 0.2 µs.
  func page(_ search: KakaoSearch, isOneOfSeveral: Bool = false) throws(PlaceSearchError) -> KakaoPage {
    let check = ResponseCheck(search)
    let results = places.map(check.mismatch)
    guard let index = results.firstIndex(where: { $0 != nil }), let mismatch = results[index] else { return self }
    let matching = zip(places, results).filter { $1 == nil }.map(\.0)
    let count = places.count - matching.count
    let isWholePage = !isOneOfSeveral && ResponseMismatch.discardsResponse(with: count, of: places.count)
    let mismatches = Mismatches(
      count: count,
      example: places[index].place.name ?? places[index].place.id,
      mismatch: mismatch,
      isWholePage: isWholePage
    )
    guard !isWholePage || search.isPart else { throw mismatches.error }
    return KakaoPage(
      places: isWholePage ? [] : matching,
      totalCount: totalCount,
      pageableCount: pageableCount,
      isLast: isLast,
      unreadableCount: unreadableCount + count,
      mismatches: mismatches
    )
  }
}
