import Domain

/// One search of the Kakao Local service: a group, a keyword or both, in one scope.
struct KakaoSearch: Sendable, Hashable {
  /// Where the service looks.
  enum Scope: Sendable, Hashable {
    /// Around a centre, in whole metres up to 20 000.
    case circle(center: Coordinate, radiusInMeters: Int)
    /// In a rectangle; with an origin, distances are measured from it.
    case rectangle(BoundingBox, origin: Coordinate?)
    /// Nationwide; with an origin, distances are measured from it.
    case nationwide(origin: Coordinate?)

    /// The point that distances are measured from.
    var origin: Coordinate? {
      switch self {
      case .circle(let center, _): center
      case .rectangle(_, let origin), .nationwide(let origin): origin
      }
    }

    /// The rectangle, if it is one.
    var cell: AreaCell? { if case .rectangle(let box, _) = self { AreaCell(box) } else { nil } }
  }

  /// The group wanted; a search without text needs one.
  let group: CategoryGroup?
  /// The keyword.
  let text: SearchText?
  /// Where the service looks.
  var scope: Scope
  /// Whether the nearest to the origin come first; needs an origin.
  var sortsByDistance: Bool
  /// Whether this is a part of a larger area, whose search survives an answer to another question and one without
  /// distances; otherwise such an answer is refused.
  var isPart = false

  /// The maximum number of places that paging can reach, whatever the page size.
  static let reachableCount = 45
  /// The maximum page size, in places.
  static let pageSize = 15
  /// The last page with any places, at that size.
  static let lastPageNumber = reachableCount / pageSize
  /// The maximum radius, in metres.
  static let maximumRadiusInMeters = 20_000

  /// The point that distances are measured from.
  var origin: Coordinate? { scope.origin }
}

extension KakaoSearch {
  /// Makes the searches of a query: one for each category, or one for a keyword alone.
  ///
  /// The service documents a single group for a search. A comma-separated list works for keywords but is not documented,
  /// so each group is searched for separately.
  ///
  /// - Parameter query: What to look for and where.
  /// - Returns: At least one search.
  /// - Throws: When the service does not support the query: its point, box or radius is out of range.
  static func searches(for query: PlaceQuery) throws(PlaceSearchError) -> [KakaoSearch] {
    let scope = try scope(of: query.area)
    if case .nationwide = scope, query.text == nil { throw .unsupported(.categoryWithoutArea) }
    let groups: [CategoryGroup?] = query.categories.isEmpty ? [nil] : query.categories
    return groups.map {
      KakaoSearch(
        group: $0,
        text: query.text,
        scope: scope,
        sortsByDistance: query.sort == .distance
      )
    }
  }

  private static func scope(of area: SearchArea) throws(PlaceSearchError) -> Scope {
    if let center = area.center { try KakaoServiceArea.require(center) }
    switch area {
    case .circle(let center, let radius):
      guard radius.distance <= Service.kakao.maximumRadius else {
        throw .unsupported(.radiusTooLarge(maximum: Service.kakao.maximumRadius))
      }
      // The service takes whole metres: rounding down would lose places, so the radius is rounded up and the answer is
      // filtered.
      return .circle(center: center, radiusInMeters: Int(radius.meters.rounded(.up)))
    case .box(let box, let center):
      try KakaoServiceArea.require(box)
      return .rectangle(box, origin: center)
    case .anywhere(let center):
      return .nationwide(origin: center)
    }
  }
}
