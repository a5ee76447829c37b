/// Which page of an answer is wanted.
public struct PageRequest: Sendable, Hashable {
  /// The page, from 1.
  public let number: Int
  /// Places per page, 1 or more.
  public let size: Int

  /// Makes a request of the largest pages unless a size is given; `nil` outside of the limits.
  public init?(number: Int = 1, size: Int? = nil, within limits: PageLimits = .standard) {
    let size = size ?? limits.sizes.upperBound
    guard limits.numbers.contains(number), limits.sizes.contains(size) else { return nil }
    self.number = number
    self.size = size
  }
}

/// One page of places, as the source divides its answer.
public struct PlacePage: Sendable, Hashable {
  /// The places of this page, in order.
  public let places: [FoundPlace]
  /// How many places match in all, according to the source.
  public let totalCount: Int
  /// How many of them can be reached by paging.
  public let pageableCount: Int
  /// Whether this is the last page.
  public let isLast: Bool
  /// How many places were dropped because they belong to another question.
  public let droppedCount: Int
  /// As ``PlaceCollection/isNearest``; `nil` for a page after the first.
  public let isNearest: Bool?
  /// What the source cannot find; then even a first and last page is not complete.
  public let gap: PlaceCollection.Gap?
  /// Of the categories asked for, those of which the source holds no place at all.
  public let absent: [PlaceCategory]
  /// Where the page came from.
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
