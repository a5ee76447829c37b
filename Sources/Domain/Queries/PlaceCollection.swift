/// The places collected for a query, and whether they are complete.
public struct PlaceCollection: Sendable, Hashable {
  /// Why a search ended before it was finished.
  public enum StopReason: Sendable, Hashable {
    /// The time was over.
    case timeUp
    /// The time left was shorter than the wait that the service asked for, or than the rest that it is given.
    case putOff(Duration, isAsked: Bool)
    /// The budget of requests for the whole run was used up.
    case budgetSpent(requests: Int)
    /// The maximum number of requests of one query was sent.
    case maximumSent(requests: Int)
    /// The task was cancelled by a caller that follows the progress.
    case stopped
    /// The service did not answer for a part of the area.
    case unanswered
  }

  /// What a source cannot find, however far it searches.
  public enum Gap: Sendable, Hashable {
    /// A kind is sought by its word alone: places of the kind that do not bear it are missing.
    case byWord
    /// Only places of the 18 groups are known.
    case groupsOnly
    /// The area reaches beyond those of which the index holds every place.
    case beyondCoverage([SearchArea])
    /// The area is outside the declared coverage of the index.
    case outsideCoverage([SearchArea])
    /// The index is made of extracts of OpenStreetMap, and no area is declared that it covers.
    case undeclaredCoverage(path: String)
    /// The index holds only places of these categories.
    case beyondCategories([PlaceCategory])
    /// An index, one of several, was built by a program that did not know a kind: its places of the kind are missing.
    case kindUnknown(path: String, kind: PlaceCategory)
    /// The area lies beyond the rectangle around every place of the index.
    case beyondBounds(BoundingBox)
    /// So many elements came without a position that can be used; each may be a place that was asked for.
    case unplaced(Int)
    /// An input of the index is an answer that its service cut short, with this remark.
    case cutShort(String)
  }

  /// The places, in the order of the query.
  public let places: [FoundPlace]
  /// How many places match in all, according to the source, which counts what it shows; `nil` when it does not say.
  public let totalCount: Int?
  /// Whether the places are everything that matches, or with ``PlaceLimit/nothing`` whether the count is exact; `false`
  /// in doubt.
  public let isComplete: Bool
  /// Why the search ended early; `nil` when it did not.
  public let earlyEnd: StopReason?
  /// Whether every matching place nearer than the last one is in ``places``, proven; `nil` without an order by distance
  /// from a centre.
  public let isNearest: Bool?
  /// What the source cannot find; then the places are not complete.
  public let gap: Gap?
  /// How many places were dropped because they belong to another question, and were not found otherwise.
  public let droppedCount: Int
  /// Whether one spot holds more places than the source shows of it.
  public let hasCrowdedSpot: Bool
  /// Of the categories asked for, those of which the source holds no place at all, wherever; a service does not say.
  public let absent: [PlaceCategory]
  /// Where the places came from.
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
    provenance: Provenance
  ) {
    self.places = places
    // A service that is out of order may count fewer places than it shows, even none.
    self.totalCount = totalCount.map { max($0, places.count) }
    self.isComplete = isComplete
    self.earlyEnd = earlyEnd
    self.isNearest = isNearest
    self.gap = gap
    self.droppedCount = droppedCount
    self.hasCrowdedSpot = hasCrowdedSpot
    self.absent = absent
    self.provenance = provenance
  }

  /// The first places of the collection; itself when it has no more.
  public func first(_ limit: PlaceLimit) -> PlaceCollection {
    guard let count = limit.count, count < places.count else { return self }
    let isCount = limit == .nothing
    return PlaceCollection(
      places: Array(places.prefix(count)),
      totalCount: totalCount,
      isComplete: isCount && isComplete,
      earlyEnd: earlyEnd,
      isNearest: isCount ? nil : isNearest,
      gap: gap,
      droppedCount: droppedCount,
      hasCrowdedSpot: hasCrowdedSpot,
      absent: absent,
      provenance: provenance
    )
  }
}
