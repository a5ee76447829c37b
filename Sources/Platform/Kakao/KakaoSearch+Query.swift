import Domain

extension KakaoSearch {
  /// Turns a question into the searches it takes: one for each category, or one for a keyword alone.
  ///
  /// The service documents a single group for a search; a comma-separated list is in use for keywords but nobody
  /// promises it, so a list is asked group by group.
  ///
  /// - Parameter query: What to look for and where.
  /// - Returns: At least one search.
  /// - Throws: When the service cannot be asked this: the point, box or radius is outside of what it takes.
  static func searches(for query: PlaceQuery) throws(PlaceSearchError) -> [KakaoSearch] {
    let scope = try scope(of: query.area)
    if case .country = scope, query.text == nil { throw .unsupported(.categoryWithoutArea) }
    let groups: [CategoryGroup?] = query.categories.isEmpty ? [nil] : query.categories
    return groups.map {
      KakaoSearch(
        group: $0,
        text: query.text,
        scope: scope,
        sortsByDistance: query.sort == .distance,
        mustHaveDistances: query.area.center != nil
      )
    }
  }

  private static func scope(of area: SearchArea) throws(PlaceSearchError) -> Scope {
    if let center = area.center { try KakaoServiceArea.require(center) }
    switch area {
    case .circle(let center, let radius):
      guard radius.meters <= Double(maximumRadius) else {
        throw .unsupported(.radiusTooLarge(maximum: Distance(validMeters: Double(maximumRadius))))
      }
      // The service takes whole metres and means "at most": rounding down would lose places, so it is rounded up and
      // the answer is cut again.
      return .circle(center: center, radiusInMeters: Int(radius.meters.rounded(.up)))
    case .box(let box, let center):
      try KakaoServiceArea.require(box)
      return .rectangle(box, anchor: center)
    case .anywhere(let center):
      return .country(anchor: center)
    }
  }
}
