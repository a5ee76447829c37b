import Domain

/// Finds every place of one search in an area that holds more than paging can reach.
///
/// A pure state machine. It returns the requests that it needs (``requests()``), takes their answers in any order
/// (``receive(_:to:)``), and is done when it needs nothing more and no answer is awaited. What it has learnt is one
/// value (``evidence``), and the conclusion another (``verdict``). Its driver only sends and waits, and knows no
/// geometry. The page "How an area is searched to its end" explains it with a drawing.
struct AreaSearch: Sendable {
  /// What is searched for, and where.
  let search: KakaoSearch
  /// Everything that was seen.
  var evidence: AreaEvidence
  /// How many places the service counts in the area.
  var count: Int
  /// Whether the search needs nothing more.
  private(set) var isDone = false
  /// The number of requests that were returned.
  private(set) var requestCount = 0
  /// Whether enough places were found, so that no answer is worth waiting for.
  private(set) var hasEnough = false
  /// The parts that are still to be searched.
  private(set) var frontier: AreaFrontier

  /// The area outside which places don't count; `nil` without such an area.
  let within: SearchArea?
  private let outline: AreaOutline
  private let enough: Int?
  private let isCrowded: Bool
  private var isSecondPass = false
  private var hasRecounted = false
  private var awaited = 0

  /// The search stops after this many requests and one more for every place found, in case the service's counts are
  /// absurd.
  ///
  /// The simulated areas take at most 0.2 requests for every place.
  private static let minimumRequestLimit = 200
  /// The additional requests for each spot that holds more than paging can reach, which is costly to isolate (64
  /// requests with ten thousand places on one spot), and the maximum number of such spots.
  private static let requestsPerCrowdedSpot = 100
  private static let maximumCrowdedSpotCount = 20

  /// Starts a search.
  ///
  /// - Parameters:
  ///   - search: What is searched for, and where.
  ///   - count: How many places the service counts there.
  ///   - paged: What paging has brought.
  ///   - evidence: What was seen so far.
  ///   - within: The area outside which places don't count; `nil` without such an area.
  ///   - enough: The number of places that is enough, whichever they are; `nil` for all.
  init(
    _ search: KakaoSearch,
    count: Int,
    after paged: PagedSearch.Result,
    evidence: AreaEvidence,
    within: SearchArea? = nil,
    enough: Int?
  ) {
    self.search = search
    self.count = count
    self.evidence = evidence
    self.within = within
    self.enough = enough
    isCrowded = paged.isCrowded
    outline = AreaOutline(search.scope)
    if let first = paged.first {
      // Only the first page: with a count that is too high, every page would seem to reach less.
      if first.totalCount > first.pageableCount { self.evidence.learnReach(from: first) }
      // A service that does not sort around a point will not sort along a line.
      if let origin = search.origin, search.sortsByDistance, paged.isCrowded,
        SweepProof(pages: [first.places], origin: origin) == .unordered
      {
        self.evidence.noteDisorder(isForGood: true)
      }
    }
    // Few places that do not match their count are searched again cell by cell.
    frontier = AreaFrontier(
      isCrowded && self.evidence.trustsOrder
        ? SweepPlan(outline: outline, count: count).strips.map { .sweep($0) }
        : [.split(outline.bounds, isSecondLook: false)]
    )
  }

  /// The verdict on the evidence.
  var verdict: AreaVerdict { AreaVerdict(evidence, count: count, in: search.scope) }

  /// Ends the search early: what was found is incomplete.
  mutating func stop() {
    evidence.isCutShort = true
    isDone = true
    frontier.removeAll()
  }

  /// Returns the requests to send now; none while others must be answered first, and none when the search is done.
  mutating func requests() -> [AreaRequest] {
    while true {
      if isOutOfProportion { stop() }
      guard !isDone else { return [] }
      var requests = begin()
      if requests.isEmpty, !frontier.hasQueries {
        guard awaited == 0 else { return [] }
        guard let recount = conclude() else { continue }
        requests = [recount]
      }
      awaited += requests.count
      requestCount += requests.count
      return requests
    }
  }

  /// Takes the answer to a request.
  mutating func receive(_ page: KakaoPage, to request: AreaRequest) {
    awaited -= 1
    var isNew = false
    if request.query != nil {
      isNew = evidence.add(page.places, areMeasured: request.scope.origin == search.origin)
    }
    guard !isDone else { return }
    let strangers = page.strangers.flatMap { $0.isWholePage ? $0 : nil }
    if let strangers { evidence.noteStrangers(strangers.mismatch) }
    if let key = request.query {
      if strangers != nil {
        if let query = frontier[key] { frontier.apply(again(query), toQuery: key) }
      } else if let query = frontier.take(page, isNew: isNew, number: request.page, ofQuery: key) {
        frontier.apply(next(after: query), toQuery: key)
      }
    } else if strangers == nil {
      count = page.totalCount
    }
    if evidence.ignoresRectangles { stop() }
    // The strips of a circle have places beyond it too, which are in no answer.
    if let enough, evidence.sightings.count >= enough, verdict.places.count >= enough {
      hasEnough = true
      stop()
    }
  }

  /// Whether the search has made far more requests than its places can explain.
  private var isOutOfProportion: Bool {
    let spots = min(evidence.crowdedSpots, Self.maximumCrowdedSpotCount)
    return requestCount > Self.minimumRequestLimit + evidence.sightings.count + Self.requestsPerCrowdedSpot * spots
  }

  // MARK: Covering

  /// Returns the requests of queries in progress, and of those that begin.
  private mutating func begin() -> [AreaRequest] {
    var requests = frontier.takeReadyRequests()
    while let part = frontier.nextPart() {
      guard let query = query(of: part) else {
        frontier.skipPart()
        continue
      }
      requests.append(frontier.begin(query))
    }
    return requests
  }

  /// Returns the query of a part; `nil` when the part lies outside of the area.
  private func query(of part: AreaPart) -> CellQuery? {
    switch part {
    case .sweep(let strip):
      guard let cell = outline.trimmed(strip.cell) else { return nil }
      guard evidence.trustsOrder, let origin = strip.line.origin(of: cell) else {
        return query(of: .split(strip.cell, isSecondLook: false))
      }
      return CellQuery(part: part, cell: cell, origin: origin, sortsByDistance: true)
    case .split(let cell, _):
      return outline.trimmed(cell).map {
        CellQuery(part: part, cell: $0.asAsked, origin: search.origin, sortsByDistance: false)
      }
    }
  }

  // MARK: Concluding

  /// Decides what follows when every part was searched.
  ///
  /// A verdict that is not complete is checked against the present count, which may have changed during the search,
  /// and then by searching the whole area once more by counts alone.
  ///
  /// - Returns: The request for the count; `nil` when the search is done or has more parts.
  private mutating func conclude() -> AreaRequest? {
    guard !verdict.isComplete, !evidence.isCutShort else {
      isDone = true
      return nil
    }
    if !hasRecounted {
      hasRecounted = true
      return AreaRequest(query: nil, scope: search.scope, page: 1, sortsByDistance: search.sortsByDistance)
    }
    guard !isSecondPass, isCrowded, evidence.isWorthAnotherPass else {
      isDone = true
      return nil
    }
    isSecondPass = true
    hasRecounted = false
    evidence.unprovenCells = 0
    evidence.excludedCells = []
    frontier.add([.split(outline.bounds, isSecondLook: false)])
    return nil
  }
}
