/// A request for one page of a result.
public struct PageRequest: Sendable, Hashable {
  /// The page number, from 1.
  public let number: Int
  /// The number of places per page, 1 or more.
  public let size: Int

  /// Makes a request, by default for pages of the maximum size; `nil` if it is outside the limits.
  public init?(number: Int = 1, size: Int? = nil, within limits: PageLimits = .standard) {
    let size = size ?? limits.sizes.upperBound
    guard limits.numbers.contains(number), limits.sizes.contains(size) else { return nil }
    self.number = number
    self.size = size
  }
}

/// One page of places, as the source divides its result.
public struct PlacePage: Sendable, Hashable {
  /// The places on this page, in order.
  public let places: [FoundPlace]
  /// The number of all matches according to the source.
  public let totalCount: Int
  /// The number of matches that paging can reach.
  public let pageableCount: Int
  /// Whether this is the last page.
  public let isLast: Bool
  /// The number of places that were dropped because they don't match the query.
  public let droppedCount: Int
  /// Like ``PlaceCollection/isNearest``; `nil` for a page after the first.
  public let isNearest: Bool?
  /// The reason why the source can't find every place; even a single page is then incomplete.
  public let gap: PlaceCollection.Gap?
  /// The categories of the query without any place in the source.
  public let absent: [PlaceCategory]
  /// The source of the page.
  public let provenance: Provenance

  public init(
    places: [FoundPlace],
    totalCount: Int,
    pageableCount: Int,
    isLast: Bool,
    droppedCount: Int = 0,
    isNearest: Bool? = nil,
    gap: PlaceCollection.Gap? = nil,
    absent: [PlaceCategory] = [],
    provenance: Provenance
  ) {
    self.places = places
    self.totalCount = totalCount
    self.pageableCount = pageableCount
    self.isLast = isLast
    self.droppedCount = droppedCount
    self.isNearest = isNearest
    self.gap = gap
    self.absent = absent
    self.provenance = provenance
  }
}
