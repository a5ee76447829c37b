/// A resolved query: its match, area and order, for every source.
///
/// It defines every default of a query. Every value is valid: it has a category or a text, and an order by distance or
/// along a route only with a centre or a line.
public struct PlaceQuery: Sendable, Hashable {
  /// The order of the places in a result.
  public enum Sort: Sendable, Hashable, RawRepresentable, CaseIterable {
    /// Nearest first, then by id in byte order: by the exact distance if the source returns it, otherwise in whole
    /// metres.
    case distance
    /// The source's own order of relevance; an index has none and sorts by distance.
    case accuracy
    /// By the offset along the line of the area, then by distance from the line, then by id.
    case route
    /// By the number in an attribute, smallest first, places without one last; then by distance.
    case attribute(String)

    /// The orders with a fixed name.
    public static let allCases: [Sort] = [.distance, .accuracy, .route]

    /// Reads the name of an order, or the key of an attribute.
    public init?(rawValue: String) {
      guard !rawValue.isEmpty else { return nil }
      self = Self.allCases.first { $0.rawValue == rawValue } ?? .attribute(AttributeName.canonical(rawValue))
    }

    /// The name of the order, or the key of the attribute.
    public var rawValue: String {
      switch self {
      case .distance: "distance"
      case .accuracy: "accuracy"
      case .route: "route"
      case .attribute(let key): key
      }
    }
  }

  /// The conditions on a place: each category once, and ``PlaceCategory/any`` only alone.
  public internal(set) var match: PlaceMatch
  /// The area to search.
  public private(set) var area: SearchArea
  /// The order of the result.
  public private(set) var sort: Sort
  /// The places requested from the result.
  public private(set) var limit: PlaceLimit
  /// The name or address that was resolved to the centre; `nil` if the centre was given as a coordinate.
  public private(set) var near: String?
  /// Whether ``near`` is the name of a saved location rather than a name found by a source.
  public private(set) var isNearSaved: Bool

  /// The categories, each once, in the order of the query; empty if the query has only a text.
  @inlinable public var categories: [PlaceCategory] { match.categories }
  /// The text to search for.
  @inlinable public var text: SearchText? { match.text }
  /// The conditions on attributes, which must all be satisfied.
  @inlinable public var conditions: [AttributeCondition] { match.conditions }

  /// Makes a query.
  ///
  /// - Parameters:
  ///   - match: The conditions on a place; repeated categories are dropped.
  ///   - area: The area to search.
  ///   - sort: The order; by default ``Sort/route`` along a line, ``Sort/distance`` around a centre, otherwise
  ///     ``Sort/accuracy``.
  ///   - limit: The places requested from the result.
  ///   - near: The name or address that was resolved to the centre.
  ///   - isNearSaved: Whether `near` is the name of a saved location.
  /// - Throws: An error if the match is empty, or if the order needs a centre or a line that is missing.
  public init(
    _ match: PlaceMatch,
    area: SearchArea,
    sort: Sort? = nil,
    limit: PlaceLimit = .standard,
    near: String? = nil,
    isNearSaved: Bool = false
  ) throws(InvalidQuery) {
    guard !match.isEmpty else { throw .nothingToLookFor }
    try Self.check(sort, in: area)
    self.match = match.normalized
    self.area = area
    self.sort = sort ?? Self.standardSort(in: area)
    self.limit = limit
    self.near = near
    self.isNearSaved = isNearSaved && near != nil
  }

  private static func check(_ sort: Sort?, in area: SearchArea) throws(InvalidQuery) {
    guard sort != .distance || area.isMeasured else { throw .distanceOrderWithoutCenter }
    guard sort != .route || area.corridor != nil else { throw .routeOrderWithoutLine }
  }

  /// Returns the default order: along a line by route, around a centre by distance, otherwise the source's own.
  package static func standardSort(in area: SearchArea) -> Sort {
    area.corridor != nil ? .route : area.center != nil ? .distance : .accuracy
  }

  /// Makes a query for categories, a text, or both.
  ///
  /// - Throws: An error if the match is empty, or if the order needs a centre or a line that is missing.
  public init(
    categories: [PlaceCategory] = [],
    text: SearchText? = nil,
    area: SearchArea,
    sort: Sort? = nil,
    limit: PlaceLimit = .standard,
    near: String? = nil,
    isNearSaved: Bool = false
  ) throws(InvalidQuery) {
    let match = PlaceMatch(categories: categories, text: text)
    try self.init(match, area: area, sort: sort, limit: limit, near: near, isNearSaved: isNearSaved)
  }
}

/// Copies of a query with one part replaced.
extension PlaceQuery {
  /// Returns the query around another point.
  ///
  /// - Parameters:
  ///   - center: The point.
  ///   - radius: The radius of the search.
  ///   - limit: The places requested from the result; `nil` for the limit of this query.
  ///   - near: The name or address that was resolved to the point.
  /// - Returns: The query at the point.
  /// - Complexity: O(1), without allocations.
  public func around(
    _ center: Coordinate,
    radius: SearchRadius,
    limit: PlaceLimit? = nil,
    near: String? = nil
  ) -> PlaceQuery {
    var query = self
    query.area = .circle(center: center, radius: radius)
    if let limit { query.limit = limit }
    query.near = near
    query.isNearSaved = false
    return query
  }

  /// Returns the query with another limit.
  public func limited(to limit: PlaceLimit) -> PlaceQuery {
    var query = self
    query.limit = limit
    return query
  }

  /// Returns the query with another text.
  package func searching(for text: SearchText) -> PlaceQuery {
    var query = self
    query.match.text = text
    return query
  }

  /// Returns the query with other categories.
  ///
  /// - Throws: An error if neither a category nor a text remains.
  package func searching(for categories: [PlaceCategory]) throws(InvalidQuery) -> PlaceQuery {
    var query = self
    query.match.categories = categories
    guard !query.match.isEmpty else { throw .nothingToLookFor }
    query.match = query.match.normalized
    return query
  }

  /// Returns the query with another area.
  package func searching(in area: SearchArea) -> PlaceQuery {
    var query = self
    query.area = area
    return query
  }

  /// Returns the query at the time of the search, in seconds since 1970-01-01 00:00 UTC.
  package func starting(at seconds: Int64) -> PlaceQuery {
    guard match.dependsOnClock else { return self }
    var query = self
    query.match = match.starting(at: seconds)
    return query
  }

  /// The query for the number of places that this query leaves out because a value is unknown, and for the nearest one
  /// if this query requests the nearest places; `nil` if it leaves out none.
  package var ofUndecided: PlaceQuery? {
    guard let match = match.ofUndecided else { return nil }
    var query = limited(to: wantsNearest ? .first(PlaceCount(checked: 1)) : .nothing)
    query.match = match
    return query
  }

  /// The keys of the attributes that places are compared by, each once.
  package var comparedKeys: [String] { distinct(conditions.map(\.key)) }

  /// The keys of the attributes in the query, each once.
  package var attributeKeys: [String] { distinct(match.attributeKeys) }

  private func distinct(_ keys: [String]) -> [String] {
    var distinct: [String] = []
    for key in keys + [sort.key].compactMap(\.self) where !distinct.contains(key) { distinct.append(key) }
    return distinct
  }

  /// Returns the query in another area; the name of the centre is kept if the centre is the same.
  ///
  /// - Parameters:
  ///   - area: The area to search.
  ///   - near: The name or address that was resolved to another centre.
  ///   - isNearSaved: Whether `near` is the name of a saved location.
  ///   - keepsSort: Whether to keep the order where the area allows it. Otherwise the default order of this query's
  ///     area becomes the default order of the new area.
  /// - Returns: The query in the area.
  /// - Throws: An error if the order is by distance, and the area has no centre or line.
  package func looking(
    in area: SearchArea,
    near: String? = nil,
    isNearSaved: Bool = false,
    keepsSort: Bool = false
  ) throws(InvalidQuery) -> PlaceQuery {
    // Without a line, the order along a route falls back to the default.
    let leavesLine = sort == .route && area.corridor == nil
    let isStandard = !keepsSort && sort == Self.standardSort(in: self.area)
    let sort = leavesLine || isStandard ? Self.standardSort(in: area) : sort
    try Self.check(sort, in: area)
    var query = self
    query.sort = sort
    query.area = area
    if near != nil || area.center != self.area.center {
      query.near = near
      query.isNearSaved = isNearSaved && near != nil
    }
    return query
  }
}

extension PlaceQuery.Sort {
  /// The key of the attribute that orders the places; `nil` for any other order.
  package var key: String? { if case .attribute(let key) = self { key } else { nil } }
}
