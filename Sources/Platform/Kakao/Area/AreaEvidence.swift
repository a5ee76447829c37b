import Domain

/// Everything an area search has seen, as far as it bears on the answer and on whether it is complete.
struct AreaEvidence: Sendable {
  /// A place, and its distance from the query's centre where the service measured it.
  struct Sighting: Sendable {
    let place: Place
    var distance: Distance?
    /// Whether the answer to the query itself holds it, so that the service counts it in the area.
    var isAnswered = false
  }

  /// The distinct places seen, by id, also some outside of the area.
  private(set) var sightings: [String: Sighting] = [:]
  /// How many places of one cell paging can reach, as far as the service has shown.
  private(set) var reachableCount = KakaoSearch.reachableCount
  /// Spots that hold more places than paging can reach.
  private(set) var crowdedSpots = 0
  /// Whether a page's word that it is the last one is worth something.
  private(set) var trustsEnds = true
  /// Whether a count and the places of a part agreed anywhere.
  private(set) var countsHaveAgreed = false
  /// Whether they disagreed anywhere, also where they agreed later.
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
  /// Answers from elsewhere after which rectangles are taken to be ignored: one may be a fault of a proxy's cache.
  private static let maximumIgnoredRectangleCount = 3
  /// Cells whose counts were wrong twice after which no other is looked at again: by then every cell is (measured with
  /// wavering counts: 2.1 requests a page in the median in place of 3.9).
  private static let maximumUnprovenCellCount = 4
  /// Places of an answer that must lie elsewhere before its rectangle is taken to be ignored: one or two may have moved.
  private static let minimumElsewhereCount = 3

  /// Whether every part of the area was searched to its end.
  var isCovered: Bool { unprovenCells == 0 && crowdedSpots == 0 && !isCutShort }
  /// Whether no count contradicted the places that were shown with it, and no rectangle was ignored.
  var countsAreConsistent: Bool { !hasUnreliableCounts && ignoredRectangles == 0 }
  /// Whether the order of answers is still trusted.
  var trustsOrder: Bool { disorders < Self.maximumDisorderCount }
  /// Whether rectangles have been ignored too often for going on.
  var ignoresRectangles: Bool { ignoredRectangles >= Self.maximumIgnoredRectangleCount }
  /// Whether a cell whose count was wrong is worth another look.
  var isWorthAnotherLook: Bool { unprovenCells < Self.maximumUnprovenCellCount }
  /// Whether the whole area is: not where a spot holds more than can be reached.
  var isWorthAnotherPass: Bool { isWorthAnotherLook && crowdedSpots == 0 }
  /// How far our distances may be from the service's, in metres.
  var toleranceInMeters: Double { deviation.toleranceInMeters }

  /// The distinct places so far that lie in a cell.
  func seen(in cell: AreaCell) -> [Coordinate] { sightings.values.map(\.place.coordinate).filter(cell.contains) }

  /// Adds the places of a page.
  ///
  /// - Parameters:
  ///   - places: The places.
  ///   - origin: Where their distances were asked from.
  ///   - areMeasured: Whether that is the query's centre.
  ///   - areAnswered: Whether they are the answer to the query itself.
  mutating func add(_ places: [FoundPlace], from origin: Coordinate?, areMeasured: Bool, areAnswered: Bool = false) {
    // Far from an origin the two formulas differ by more, and nothing is judged by those.
    if origin != nil, !areAnswered, places.contains(where: { $0.distance == nil }) { omitsDistances = true }
    if areMeasured, let origin { deviation.merge(DistanceDeviation(of: places, from: origin)) }
    for found in places {
      let known = sightings[found.place.id]
      sightings[found.place.id] = Sighting(
        place: known?.place ?? found.place,
        distance: (areMeasured ? found.distance : nil) ?? known?.distance,
        isAnswered: areAnswered || known?.isAnswered == true
      )
    }
  }

  /// Compares an answer with the rectangle that it was asked for.
  mutating func check(_ places: [FoundPlace], liesIn cell: AreaCell) {
    let asked = cell.asAsked.grown(byDegrees: AreaCell.slackInDegrees)
    let elsewhere = places.count { !asked.contains($0.place.coordinate) }
    if elsewhere >= Self.minimumElsewhereCount, elsewhere * 2 > places.count { ignoredRectangles += 1 }
  }

  /// Learns from a page of a search with more places than paging can reach how many that are.
  mutating func learnReach(from page: KakaoPage) {
    reachableCount = min(reachableCount, max(page.pageableCount, KakaoSearch.pageSize))
  }

  /// Notes a spot that holds more places than paging can reach and cannot be split.
  mutating func noteCrowdedSpot() { crowdedSpots += 1 }
  /// Notes a part that could not be seen whole.
  mutating func noteUnproven() { unprovenCells += 1 }
  /// Notes that the service counts fewer places than it shows, or something else from one page to the next.
  ///
  /// No count proves anything then, however well two of them agree later.
  mutating func noteUnreliableCounts() { hasUnreliableCounts = true }
  /// Notes that a page said it was not the last one, and was.
  mutating func noteFalseEnd() { trustsEnds = false }
  /// Notes whether a count and the places agreed.
  mutating func noteComparison(agrees: Bool) {
    if agrees { countsHaveAgreed = true } else { countsHaveDisagreed = true }
  }
  /// Notes an answer that was not in the order asked for; for good where it carried no distances at all.
  mutating func noteDisorder(isForGood: Bool = false) { disorders += isForGood ? Self.maximumDisorderCount : 1 }
  /// Notes that the search ends before the area does.
  mutating func noteCutShort() { isCutShort = true }
  /// Starts over with the proof, keeping the places.
  mutating func forgetProof() { unprovenCells = 0 }
}
