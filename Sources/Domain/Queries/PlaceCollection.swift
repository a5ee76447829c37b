/// The places collected for a query, with their completeness.
public struct PlaceCollection: Sendable, Hashable {
  /// The reason why a search ended early.
  public enum StopReason: Sendable, Hashable {
    /// The time limit was reached.
    case timeUp
    /// The remaining time was shorter than the pause before the next request; `isRequested` if the service requested
    /// the pause.
    case putOff(Duration, isRequested: Bool)
    /// The budget of requests for the whole run was spent.
    case budgetSpent(requests: Int)
    /// The maximum number of requests for one query was sent.
    case maximumSent(requests: Int)
    /// The task was cancelled by a caller that follows the progress.
    case stopped
    /// The service returned no response for a part of the area.
    case noResponse
  }

  /// The reason why a source can't find every place, however long it searches.
  public enum Gap: Sendable, Hashable {
    /// The query searches for a kind by its word, so places of the kind without the word are missing.
    case byWord
    /// The source knows only places in the 18 groups.
    case groupsOnly
    /// Part of the area is outside the declared coverage of the index.
    case beyondCoverage([SearchArea])
    /// The area is outside the declared coverage of the index.
    case outsideCoverage([SearchArea])
    /// The index was built from extracts of OpenStreetMap, without a declared coverage.
    case undeclaredCoverage(path: String)
    /// The index contains only places in these categories.
    case beyondCategories([PlaceCategory])
    /// OpenStreetMap has no tag for the kind, so an index of its places doesn't show whether there are any.
    case untagged(PlaceCategory)
    /// One of several indexes was built by a version that didn't know a kind, so its places of the kind are missing.
    case kindUnknown(path: String, kind: PlaceCategory)
    /// The area is outside the bounding boxes of the indexes' places.
    case beyondBounds([BoundingBox])
    /// A number of elements have no usable coordinate; each may match the query.
    case unplaced(Int)
    /// An input of the index is a response that its service truncated, with this remark.
    case cutShort(String)
  }

  /// The position of a page in its result.
  public struct Page: Sendable, Hashable {
    public let request: PageRequest
    /// Whether this is the last page.
    public let isLast: Bool
    /// The number of matches that paging can reach.
    public let pageableCount: Int

    public init(_ request: PageRequest, isLast: Bool, pageableCount: Int) {
      self.request = request
      self.isLast = isLast
      self.pageableCount = pageableCount
    }
  }

  /// The places, in the order of the query.
  public package(set) var places: [FoundPlace]
  /// The number of all matches according to the source, at least the number of places; `nil` if unknown.
  public package(set) var totalCount: Int?
  /// Whether the places are all matches, or for ``PlaceLimit/nothing``, whether the count is exact; `false` if in
  /// doubt.
  public package(set) var isComplete: Bool
  /// The reason why the search ended early; `nil` if it didn't.
  public let earlyEnd: StopReason?
  /// Whether ``places`` provably contains every matching place nearer than the last one; `nil` unless the order is by
  /// distance from a centre.
  public package(set) var isNearest: Bool?
  /// The reason why the source can't find every place; the places are then incomplete.
  public let gap: Gap?
  /// The number of places that were dropped because they don't match the query.
  public let droppedCount: Int
  /// Whether one spot has more places than the source returns.
  public let hasCrowdedSpot: Bool
  /// The categories of the query without any place in the source, in any area; empty for a service.
  public let absent: [PlaceCategory]
  /// The position of the requested page; `nil` unless a page was requested.
  public let page: Page?
  /// The number of places that the query leaves out because a value is unknown, such as their opening hours.
  public package(set) var undecidedCount = 0
  /// Whether ``isNearest`` is false only because a place that the query leaves out may be one of the nearest.
  public package(set) var mayLackUndecided = false
  /// The source of the places.
  public var provenance: Provenance

  public init(
    places: [FoundPlace],
    totalCount: Int?,
    isComplete: Bool,
    earlyEnd: StopReason? = nil,
    isNearest: Bool? = nil,
    gap: Gap? = nil,
    droppedCount: Int = 0,
    hasCrowdedSpot: Bool = false,
    absent: [PlaceCategory] = [],
    page: Page? = nil,
    provenance: Provenance
  ) {
    self.places = places
    // A faulty service may count fewer places than it returns, or even none.
    self.totalCount = totalCount.map { max($0, places.count) }
    self.isComplete = isComplete
    self.earlyEnd = earlyEnd
    self.isNearest = isNearest
    self.gap = gap
    self.droppedCount = droppedCount
    self.hasCrowdedSpot = hasCrowdedSpot
    self.absent = absent
    self.page = page
    self.provenance = provenance
  }
}

extension PlaceCollection {
  /// Counts the places that a query leaves out because a value is unknown.
  ///
  /// The places are then not proven to be the nearest if one that is left out is nearer than the last of the requested
  /// places, or if there are fewer places than requested.
  ///
  /// - Parameters:
  ///   - count: The number of places that are left out.
  ///   - nearest: The distance of the nearest of them; `nil` unless the query requests the nearest places.
  ///   - limit: The requested places.
  package mutating func leaveOut(_ count: Int, nearest: Distance?, limit: PlaceLimit) {
    undecidedCount = count
    guard count > 0, isNearest == true else { return }
    let hasRequested = limit.count.map { places.count >= $0 } ?? false
    if hasRequested, let nearest, let last = places.last?.distance, nearest >= last { return }
    isNearest = false
    mayLackUndecided = true
  }
}
