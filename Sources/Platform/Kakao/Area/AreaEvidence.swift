import Domain

/// What an area search has seen: the places, and everything that decides whether they are complete.
struct AreaEvidence: Sendable {
  /// A place, and its distance from the query's centre if the service measured it.
  struct Sighting: Sendable {
    let place: Place
    let distance: Distance?

    /// Returns the distance that the service reported, or the one that our formula gives.
    func reportedDistance(from middle: ProjectedPoint) -> Distance {
      distance ?? Distance(validMeters: meters(from: middle).rounded(.down))
    }

    /// Returns the distance with its fraction, which the service does not report, in metres.
    func meters(from middle: ProjectedPoint) -> Double {
      let exact = middle.distance(to: ProjectedPoint(place.coordinate))
      return distance.map { min(max(exact, $0.meters), $0.meters + 1) } ?? exact
    }
  }

  /// A cell outside of the area whose places count.
  struct ExcludedCell: Sendable {
    let cell: BoundingBox
    /// The number of its places.
    let count: Int
  }

  /// The distinct places seen, by id, including some outside of the area.
  private(set) var sightings: [String: Sighting] = [:]
  /// How many places of one cell paging can reach, as far as the service has shown.
  private(set) var reachableCount = KakaoSearch.reachableCount
  /// Spots that hold more places than paging can reach.
  var crowdedSpots = 0
  /// The cells that were not searched, since no place in them counts.
  var excludedCells: [ExcludedCell] = []
  /// Whether the pages' `is_end` can be trusted.
  var trustsEnds = true
  /// Whether the search ended before the area did: requests or time are used up, or enough places are there.
  var isCutShort = false
  /// Parts that were not proven to be complete.
  var unprovenCells = 0
  /// Whether the service counted fewer places than it showed, or changed its count between pages: then no count proves
  /// anything, even if counts agree later.
  var hasUnreliableCounts = false
  private var disorders = 0
  private var ignoredRectangles = 0

  /// Answers out of order after which no order is trusted; a service that sorts has been seen to slip once.
  private static let maximumDisorderCount = 2
  /// Answers from elsewhere after which rectangles are taken to be ignored; a single one may come from a proxy's cache.
  private static let maximumIgnoredRectangleCount = 3
  /// Cells whose counts were wrong twice after which no other cell is searched again, since the counts of all are then
  /// wrong (measured with unstable counts: a median of 2.1 requests per page instead of 3.9).
  private static let maximumUnprovenCellCount = 4

  /// Whether every part of the area was searched to its end.
  var isCovered: Bool { unprovenCells == 0 && crowdedSpots == 0 && !isCutShort }
  /// Whether no count contradicted the places that were shown with it, and no rectangle was ignored.
  var countsAreConsistent: Bool { !hasUnreliableCounts && ignoredRectangles == 0 }
  /// Whether the order of answers is still trusted.
  var trustsOrder: Bool { disorders < Self.maximumDisorderCount }
  /// Whether rectangles have been ignored too often to continue.
  var ignoresRectangles: Bool { ignoredRectangles >= Self.maximumIgnoredRectangleCount }
  /// Whether a cell whose count was wrong is searched again.
  var isWorthAnotherLook: Bool { unprovenCells < Self.maximumUnprovenCellCount }
  /// Whether the whole area is searched again, which cannot help where a spot holds more than can be reached.
  var isWorthAnotherPass: Bool { isWorthAnotherLook && crowdedSpots == 0 }

  /// The distinct places so far that lie in a cell.
  func seen(in cell: BoundingBox) -> [Coordinate] { sightings.values.map(\.place.coordinate).filter(cell.contains) }

  /// The number of places that were counted in excluded cells and not seen.
  var excludedCount: Int { excludedCells.reduce(0) { $0 + max(0, $1.count - seen(in: $1.cell).count) } }

  /// Adds the places of a page.
  ///
  /// - Parameters:
  ///   - places: The places.
  ///   - areMeasured: Whether their distances are from the query's centre.
  /// - Returns: Whether any of them was not seen before.
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

  /// Notes an answer to another question, which was discarded.
  ///
  /// Wrong distances count as another order while the order is trusted; anything else as a rectangle that was ignored.
  mutating func noteStrangers(_ mismatch: AnswerMismatch) {
    if case .distance = mismatch, trustsOrder { noteDisorder() } else { ignoredRectangles += 1 }
  }

  /// Learns how many places paging can reach from a page of a search with more.
  mutating func learnReach(from page: KakaoPage) {
    reachableCount = min(reachableCount, max(page.pageableCount, KakaoSearch.pageSize))
  }

  /// Notes an answer that was not in the order asked for; with `isForGood`, no order is trusted any more.
  mutating func noteDisorder(isForGood: Bool = false) { disorders += isForGood ? Self.maximumDisorderCount : 1 }
}
