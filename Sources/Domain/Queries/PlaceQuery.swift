/// What to look for and where: the same query for every source.
///
/// It holds every default of a query. Every value is valid: it has a category or a text, and it sorts by distance only
/// when there is a centre to measure from.
public struct PlaceQuery: Sendable, Hashable {
  /// How the places of an answer are ordered.
  public enum Sort: String, Sendable, Hashable, CaseIterable {
    /// Nearest first, ties by id in byte order: by the exact distance where a source tells it, else by whole metres.
    case distance
    /// The source's own order of relevance; an index has none and answers nearest first.
    case accuracy
  }

  /// The categories wanted, none twice, in the order asked, and ``PlaceCategory/any`` alone; empty when
  /// only a text is looked for.
  public let categories: [PlaceCategory]
  /// Text to look for.
  public let text: SearchText?
  /// Where to look.
  public let area: SearchArea
  /// How the answer is ordered.
  public let sort: Sort
  /// The name or the address by which the centre was found; `nil` when it was given as a coordinate.
  public let near: String?
  /// Whether ``near`` is the name of a stored position rather than a name that a source knows.
  public let isNearPosition: Bool

  /// Makes a query.
  ///
  /// - Parameters:
  ///   - categories: The categories wanted; repeats are dropped.
  ///   - text: Text to look for.
  ///   - area: Where to look.
  ///   - sort: The order; by default nearest first when there is a centre, else the source's own.
  ///   - near: The name or the address by which the centre was found.
  ///   - isNearPosition: Whether that is the name of a stored position.
  /// - Throws: When neither a category nor a text is given, or distance order is asked for without a centre.
  public init(
    categories: [PlaceCategory] = [],
    text: SearchText? = nil,
    area: SearchArea,
    sort: Sort? = nil,
    near: String? = nil,
    isNearPosition: Bool = false
  ) throws(PlaceQueryError) {
    guard !categories.isEmpty || text != nil else { throw .nothingToLookFor }
    guard sort != .distance || area.center != nil else { throw .distanceOrderWithoutCenter }
    var distinct: [PlaceCategory] = []
    for category in categories where !distinct.contains(category) { distinct.append(category) }
    self.categories = distinct.contains(.any) ? [.any] : distinct
    self.text = text
    self.area = area
    self.sort = sort ?? (area.center == nil ? .accuracy : .distance)
    self.near = near
    self.isNearPosition = isNearPosition && near != nil
  }

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
      categories: categories,
      text: text,
      checkedArea: .circle(center: center, radius: radius),
      sort: sort,
      near: near
    )
  }

  private init(
    categories: [PlaceCategory],
    text: SearchText?,
    checkedArea: SearchArea,
    sort: Sort,
    near: String?
  ) {
    self.categories = categories
    self.text = text
    area = checkedArea
    self.sort = sort
    self.near = near
    isNearPosition = false
  }
}

/// Why a query cannot be asked.
public enum PlaceQueryError: Error, Sendable, Hashable {
  /// Neither a category nor a text was given.
  case nothingToLookFor
  /// Nearest first was asked for without a point to be near.
  case distanceOrderWithoutCenter
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
