import Domain

/// What an area search has seen: the places, and everything that decides whether they are complete.
struct AreaEvidence: Sendable {
  /// A place, and its distance from the query's centre if the service measured it.
  struct Sighting: Sendable {
    let place: Place
    var distance: Distance?
    /// Whether it is in the answer to the query itself, so that the service counts it in the area.
    var isAnswered = false
  }

  /// The distinct places seen, by id, including some outside of the area.
  private(set) var sightings: [String: Sighting] = [:]
  /// How many places of one cell paging can reach, as far as the service has shown.
  private(set) var reachableCount = KakaoSearch.reachableCount
  /// Spots that hold more places than paging can reach.
  private(set) var crowdedSpots = 0
  /// Whether the pages' `is_end` can be trusted.
  private(set) var trustsEnds = true
  /// Whether a count and the places of a part agreed anywhere.
  private(set) var countsHaveAgreed = false
  /// Whether they disagreed anywhere, even if they agreed later.
  private(set) var countsHaveDisagreed = false
  /// Whether the search ended before the area did: requests or time are used up, or enough places are there.
  private(set) var isCutShort = false
  /// Whether the service reports no distances for a rectangle: no place can be measured then.
  private(set) var omitsDistances = false
  private var unprovenCells = 0
  private var disorders = 0
  private var ignoredRectangles = 0
  private var hasUnreliableCounts = false
  private var deviation = DistanceDeviation()

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
  /// The maximum difference between our distances and the service's, in metres.
  var toleranceInMeters: Double { deviation.toleranceInMeters }

  /// The distinct places so far that lie in a cell.
  func seen(in cell: AreaCell) -> [Coordinate] { sightings.values.map(\.place.coordinate).filter(cell.contains) }

  /// Adds the places of a page.
  ///
  /// - Parameters:
  ///   - places: The places.
  ///   - origin: The point that their distances are measured from.
  ///   - areMeasured: Whether that is the query's centre.
  ///   - areAnswered: Whether they are the answer to the query itself.
  /// - Returns: Whether any of them was not seen before.
  @discardableResult
  mutating func add(
    _ places: [FoundPlace],
    from origin: Coordinate?,
    areMeasured: Bool,
    areAnswered: Bool = false
  ) -> Bool {
    // Only distances from the query's centre: far from an origin the two formulas differ more.
    if origin != nil, !areAnswered, places.contains(where: { $0.distance == nil }) { omitsDistances = true }
    if areMeasured, let origin { deviation.merge(DistanceDeviation(of: places, from: origin)) }
    let seenBefore = sightings.count
    for found in places {
      let known = sightings[found.place.id]
      sightings[found.place.id] = Sighting(
        place: known?.place ?? found.place,
        distance: (areMeasured ? found.distance : nil) ?? known?.distance,
        isAnswered: areAnswered || known?.isAnswered == true
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

  /// Notes a spot that holds more places than paging can reach and cannot be split.
  mutating func noteCrowdedSpot() { crowdedSpots += 1 }
  /// Notes a part that was not proven to be complete.
  mutating func noteUnproven() { unprovenCells += 1 }
  /// Notes that the service counts fewer places than it shows, or changes its count between pages.
  ///
  /// Then no count proves anything, even if counts agree later.
  mutating func noteUnreliableCounts() { hasUnreliableCounts = true }
  /// Notes that the last page was not marked as the last.
  mutating func noteFalseEnd() { trustsEnds = false }
  /// Notes whether a count and the places agreed.
  mutating func noteComparison(agrees: Bool) {
    if agrees { countsHaveAgreed = true } else { countsHaveDisagreed = true }
  }
  /// Notes an answer that was not in the order asked for; with `isForGood`, no order is trusted any more.
  mutating func noteDisorder(isForGood: Bool = false) { disorders += isForGood ? Self.maximumDisorderCount : 1 }
  /// Notes that the search ends before the area does.
  mutating func noteCutShort() { isCutShort = true }
  /// Discards the proof for a second pass, and keeps the places.
  mutating func forgetProof() { unprovenCells = 0 }
}
