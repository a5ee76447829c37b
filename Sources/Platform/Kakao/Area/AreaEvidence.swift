import Domain

/// The observations of an area search: the places, and everything that determines whether they are complete.
struct AreaEvidence: Sendable {
  /// A place, and its distance from the query's centre if the service measured it.
  struct Sighting: Sendable {
    let place: Place
    let distance: Distance?

    /// Returns the distance that the service reported, or else the computed distance.
    func reportedDistance(from middle: ProjectedPoint) -> Distance {
      distance ?? Distance(validMeters: meters(from: middle).rounded(.down))
    }

    /// Returns the distance in metres, with the fraction that the service doesn't report.
    func meters(from middle: ProjectedPoint) -> Double {
      let exact = middle.distance(to: ProjectedPoint(place.coordinate))
      return distance.map { min(max(exact, $0.meters), $0.meters + 1) } ?? exact
    }
  }

  /// A cell outside the area of the query.
  struct ExcludedCell: Sendable {
    let cell: BoundingBox
    /// The number of places in the cell.
    let count: Int
  }

  /// The distinct places seen, by id, including some outside the area.
  private(set) var sightings: [String: Sighting] = [:]
  /// The number of places in a cell that paging can reach, according to the responses so far.
  private(set) var reachableCount = KakaoSearch.reachableCount
  /// The number of spots with more places than paging can reach.
  var crowdedSpots = 0
  /// The cells that weren't searched, because they are outside the area of the query.
  var excludedCells: [ExcludedCell] = []
  /// Whether the pages' `is_end` can be trusted.
  var trustsEnds = true
  /// Whether the search ended early, because requests or time ran out or enough places were found.
  var isCutShort = false
  /// The number of cells that weren't proven complete.
  var unprovenCells = 0
  /// Whether the service counted fewer places than it returned, or changed its count between pages.
  ///
  /// From then on, counts prove nothing, even if they agree later.
  var hasUnreliableCounts = false
  private var disorders = 0
  private var ignoredRectangles = 0

  /// The number of unsorted responses after which the order is no longer trusted.
  ///
  /// A service that sorts has been observed to fail once.
  private static let maximumDisorderCount = 2
  /// The number of responses for other areas after which the service is assumed to ignore rectangles.
  ///
  /// A single one may come from a proxy's cache.
  private static let maximumIgnoredRectangleCount = 3
  /// The number of cells with two wrong counts after which no other cell is searched again, because all counts are then
  /// wrong (measured with unstable counts: a median of 2.1 requests per page instead of 3.9).
  private static let maximumUnprovenCellCount = 4

  /// Whether every part of the area was searched completely.
  var isCovered: Bool { unprovenCells == 0 && crowdedSpots == 0 && !isCutShort }
  /// Whether no count contradicted the places returned with it, and no rectangle was ignored.
  var countsAreConsistent: Bool { !hasUnreliableCounts && ignoredRectangles == 0 }
  /// Whether the order of responses is still trusted.
  var trustsOrder: Bool { disorders < Self.maximumDisorderCount }
  /// Whether rectangles were ignored too often to continue.
  var ignoresRectangles: Bool { ignoredRectangles >= Self.maximumIgnoredRectangleCount }
  /// Whether to search a cell again if its count was wrong.
  var isWorthAnotherLook: Bool { unprovenCells < Self.maximumUnprovenCellCount }
  /// Whether to search the whole area again, which doesn't help if a spot has more places than paging can reach.
  var isWorthAnotherPass: Bool { isWorthAnotherLook && crowdedSpots == 0 }

  /// Returns the distinct places seen in a cell.
  func seen(in cell: BoundingBox) -> [Coordinate] { sightings.values.map(\.place.coordinate).filter(cell.contains) }

  /// The number of places counted in excluded cells but not seen.
  var excludedCount: Int { excludedCells.reduce(0) { $0 + max(0, $1.count - seen(in: $1.cell).count) } }

  /// Adds the places of a page.
  ///
  /// - Parameters:
  ///   - places: The places.
  ///   - areMeasured: Whether their distances are from the query's centre.
  /// - Returns: Whether any of the places is new.
  @discardableResult
  mutating func add(_ places: [FoundPlace], areMeasured: Bool) -> Bool {
    let seenBefore = sightings.count
    for found in places {
      let known = sightings[found.place.id]
      sightings[found.place.id] = Sighting(
        place: known?.place ?? found.place,
        distance: (areMeasured ? found.distance : nil) ?? known?.distance
      )
    }
    return sightings.count > seenBefore
  }

  /// Records a discarded response that belongs to another query.
  ///
  /// While the order is trusted, wrong distances count as a wrong order; other mismatches count as an ignored
  /// rectangle.
  mutating func noteMismatches(_ mismatch: ResponseMismatch) {
    if case .distance = mismatch, trustsOrder { noteDisorder() } else { ignoredRectangles += 1 }
  }

  /// Updates the number of places that paging can reach from a page of a search with more places.
  mutating func learnReach(from page: KakaoPage) {
    reachableCount = min(reachableCount, max(page.pageableCount, KakaoSearch.pageSize))
  }

  /// Records a response in the wrong order.
  ///
  /// With `isForGood`, no order is trusted any more.
  mutating func noteDisorder(isForGood: Bool = false) { disorders += isForGood ? Self.maximumDisorderCount : 1 }
}
