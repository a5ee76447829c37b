import Domain

/// One search as the Kakao Local service takes it: one group or one keyword, in one scope.
struct KakaoSearch: Sendable, Hashable {
  /// Where the service looks.
  enum Scope: Sendable, Hashable {
    /// Around a centre, in whole metres up to 20 000.
    case circle(center: Coordinate, radiusInMeters: Int)
    /// In a rectangle; with an anchor, distances are measured from it.
    case rectangle(BoundingBox, anchor: Coordinate?)
    /// In the whole country; with an anchor, distances are measured from it.
    case country(anchor: Coordinate?)
  }

  /// The group wanted; a search without text needs one.
  let group: CategoryGroup?
  /// The keyword.
  let text: SearchText?
  /// Where the service looks.
  var scope: Scope
  /// Whether the nearest to the anchor come first; needs an anchor.
  var sortsByDistance: Bool
  /// Whether an answer without distances is refused: the service then forgot the anchor and with it the area.
  var mustHaveDistances: Bool

  /// The most places that paging can reach, whatever the page size.
  static let reachableCount = 45
  /// The largest page, in places; the service refuses more.
  static let pageSize = 15
  /// The last page that brings anything, at that size.
  static let lastPage = reachableCount / pageSize
  /// The largest radius, in metres.
  static let maximumRadius = 20_000

  /// The point that distances are measured from.
  var anchor: Coordinate? {
    switch scope {
    case .circle(let center, _): center
    case .rectangle(_, let anchor), .country(let anchor): anchor
    }
  }
}
