/// What to look for and where: the same query for every source.
///
/// It holds every default of a query. Every value is valid: it has a category or a text, and it sorts by distance only
/// when there is a centre to measure from.
public struct PlaceQuery: Sendable, Hashable {
  /// How the places of an answer are ordered.
  public enum Sort: Sendable, Hashable, RawRepresentable, CaseIterable {
    /// Nearest first, ties by id in byte order: by the exact distance where a source tells it, else by whole metres.
    case distance
    /// The source's own order of relevance; an index has none and answers nearest first.
    case accuracy
    /// In the order of the line that the area lies along, ties by distance from it, then by id.
    case route
    /// By the number that a further fact holds, smallest first, those without one last; ties nearest first.
    case attribute(String)

    /// The orders that have a name of their own.
    public static let allCases: [Sort] = [.distance, .accuracy, .route]

    /// Reads the name of an order, or the key of a further fact.
    public init?(rawValue: String) {
      guard !rawValue.isEmpty else { return nil }
      self = Self.allCases.first { $0.rawValue == rawValue } ?? .attribute(AttributeName.canonical(rawValue))
    }

    /// The name of the order, or the key.
    public var rawValue: String {
      switch self {
      case .distance: "distance"
      case .accuracy: "accuracy"
      case .route: "route"
      case .attribute(let key): key
      }
    }
  }

  /// What is looked for: no category twice, and ``PlaceCategory/any`` alone.
  public private(set) var subject: SearchSubject
  /// Where to look.
  public private(set) var area: SearchArea
  /// How the answer is ordered.
  public private(set) var sort: Sort
  /// The name or the address by which the centre was found; `nil` when it was given as a coordinate.
  public private(set) var near: String?
  /// Whether ``near`` is the name of a stored position rather than a name that a source knows.
  public private(set) var isNearPosition: Bool

  /// The categories wanted, none twice, in the order asked; empty when only a text is looked for.
  @inlinable public var categories: [PlaceCategory] { subject.categories }
  /// Text to look for.
  @inlinable public var text: SearchText? { subject.text }
  /// The conditions that further facts of the places must satisfy, all of them.
  @inlinable public var conditions: [AttributeCondition] { subject.conditions }

  /// Makes a query.
  ///
  /// - Parameters:
  ///   - subject: What is looked for; repeated categories are dropped.
  ///   - area: Where to look.
  ///   - sort: The order; by default that of the line along one, nearest first around a centre, else the source's own.
  ///   - near: The name or the address by which the centre was found.
  ///   - isNearPosition: Whether that is the name of a stored position.
  /// - Throws: When nothing is looked for, or an order is asked for without what it needs: a centre, or a line.
  public init(
    _ subject: SearchSubject,
    area: SearchArea,
    sort: Sort? = nil,
    near: String? = nil,
    isNearPosition: Bool = false
  ) throws(PlaceQueryError) {
    guard !subject.isEmpty else { throw .nothingToLookFor }
    try Self.check(sort, in: area)
    self.subject = subject.normalized
    self.area = area
    self.sort = sort ?? Self.standardSort(in: area)
    self.near = near
    self.isNearPosition = isNearPosition && near != nil
  }

  private static func check(_ sort: Sort?, in area: SearchArea) throws(PlaceQueryError) {
    guard sort != .distance || area.isMeasured else { throw .distanceOrderWithoutCenter }
    guard sort != .route || area.corridor != nil else { throw .routeOrderWithoutLine }
  }

  /// The order where none is asked for: along a line that of the route, around a centre nearest first, else the
  /// source's own.
  static func standardSort(in area: SearchArea) -> Sort {
    area.corridor != nil ? .route : area.center != nil ? .distance : .accuracy
  }

  /// Makes a query for categories, a text, or both.
  ///
  /// - Throws: When nothing is looked for, or an order is asked for without what it needs: a centre, or a line.
  public init(
    categories: [PlaceCategory] = [],
    text: SearchText? = nil,
    area: SearchArea,
    sort: Sort? = nil,
    near: String? = nil,
    isNearPosition: Bool = false
  ) throws(PlaceQueryError) {
    let subject = SearchSubject(categories: categories, text: text)
    try self.init(subject, area: area, sort: sort, near: near, isNearPosition: isNearPosition)
  }
}

/// The same query but for a part of it: whatever else a query holds stays.
extension PlaceQuery {
  /// Returns the same query around another point.
  ///
  /// - Parameters:
  ///   - center: The point.
  ///   - radius: How far to look.
  ///   - near: The name or the address by which the point was found.
  /// - Returns: The query at the point.
  /// - Complexity: O(1), without an allocation.
  public func around(_ center: Coordinate, radius: SearchRadius, near: String? = nil) -> PlaceQuery {
    PlaceQuery(
      checked: subject,
      area: .circle(center: center, radius: radius),
      sort: sort,
      near: near,
      isNearPosition: false
    )
  }

  /// Makes a query of everything that it holds; no part has a default, so that the compiler names a new one.
  private init(checked subject: SearchSubject, area: SearchArea, sort: Sort, near: String?, isNearPosition: Bool) {
    self.subject = subject
    self.area = area
    self.sort = sort
    self.near = near
    self.isNearPosition = isNearPosition
  }

  /// Returns the same query for another text.
  package func asking(for text: SearchText) -> PlaceQuery {
    var query = self
    query.subject.text = text
    return query
  }

  /// Returns the same query for other categories.
  ///
  /// - Throws: When neither a category nor a text is left.
  package func asking(for categories: [PlaceCategory]) throws(PlaceQueryError) -> PlaceQuery {
    var query = self
    query.subject.categories = categories
    guard !query.subject.isEmpty else { throw .nothingToLookFor }
    query.subject = query.subject.normalized
    return query
  }

  /// Returns the same query for other conditions.
  package func requiring(_ conditions: [AttributeCondition]) -> PlaceQuery {
    var query = self
    query.subject.conditions = conditions
    return query
  }

  /// The keys of further facts that the query asks about, each once.
  package var attributeKeys: [String] {
    var keys: [String] = []
    for key in conditions.map(\.key) + [sort.key].compactMap(\.self) where !keys.contains(key) { keys.append(key) }
    return keys
  }

  /// Returns the same query in another area; the name of the centre stays with the centre.
  ///
  /// - Parameters:
  ///   - area: Where to look.
  ///   - near: The name or the address by which another centre was found.
  ///   - isNearPosition: Whether that is the name of a stored position.
  /// - Returns: The query in the area.
  /// - Throws: When the query is in the order of distances, and the area has none.
  package func looking(
    in area: SearchArea,
    near: String? = nil,
    isNearPosition: Bool = false
  ) throws(PlaceQueryError) -> PlaceQuery {
    // The order of a line ends with it.
    let leavesLine = sort == .route && area.corridor == nil
    let sort = leavesLine ? Self.standardSort(in: area) : sort
    try Self.check(sort, in: area)
    var query = self
    query.sort = sort
    query.area = area
    if near != nil || area.center != self.area.center {
      query.near = near
      query.isNearPosition = isNearPosition && near != nil
    }
    return query
  }
}

/// Why a query cannot be asked.
public enum PlaceQueryError: Error, Sendable, Hashable {
  /// Neither a category nor a text was given.
  case nothingToLookFor
  /// Nearest first was asked for without a point to be near.
  case distanceOrderWithoutCenter
  /// The order of a route was asked for without a route.
  case routeOrderWithoutLine
  /// A radius was given without a point to be around.
  case radiusWithoutCenter
}

/// Text to look for, 1...100 characters, without blanks at either end.
public struct SearchText: Sendable, Hashable {
  /// The maximum length of a text, in characters: longer than any name of a place, and 300 bytes of Hangul, which fit
  /// into a URL.
  public static let maximumLength = 100

  /// The text.
  public let value: String

  /// Makes a search text; `nil` when nothing or more than 100 characters are left.
  ///
  /// - Parameter raw: Text; white space and control characters at the ends are dropped.
  public init?(_ raw: String) {
    let isEdge: (Character) -> Bool = { $0.isWhitespace || $0.unicodeScalars.allSatisfy { $0.value < 0x20 } }
    let start = raw.firstIndex { !isEdge($0) }
    let last = raw.lastIndex { !isEdge($0) }
    guard let start, let last else { return nil }
    let trimmed = raw[start...last]
    guard trimmed.count <= Self.maximumLength else { return nil }
    value = String(trimmed)
  }
}
