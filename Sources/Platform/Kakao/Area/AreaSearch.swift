import Domain

/// Finds all places of a search in an area with more places than paging can reach.
///
/// A pure state machine: it returns the requests that it needs (``requests()``), takes their responses in any order
/// (``receive(_:to:)``), and is done when it needs no more requests and no response is outstanding. Its observations
/// are in ``evidence``, its conclusion in ``verdict``. The driver only sends and waits. The page "How an area is
/// searched to its end" explains the search with a drawing.
struct AreaSearch: Sendable {
  /// The search.
  let search: KakaoSearch
  /// The observations so far.
  var evidence: AreaEvidence
  /// The number of places in the area, according to the service.
  var count: Int
  /// Whether no more requests are needed.
  private(set) var isDone = false
  /// The number of requests returned so far.
  private(set) var requestCount = 0
  /// Whether enough places were found, so that outstanding responses can be ignored.
  private(set) var hasEnough = false
  /// The parts that remain to be searched.
  private(set) var frontier: AreaFrontier

  /// The area of the query, if it is smaller than the search area.
  let within: SearchArea?
  private let outline: AreaOutline
  private let enough: Int?
  private let isCrowded: Bool
  private var isSecondPass = false
  private var hasRecounted = false
  private var awaited = 0

  /// The search stops after this many requests, plus one for every place found, in case the service's counts are
  /// absurd.
  ///
  /// Simulated areas take at most 0.2 requests per place.
  private static let minimumRequestLimit = 200
  /// The additional requests per spot with more places than paging can reach.
  ///
  /// Isolating a spot is costly: 64 requests with ten thousand places on one spot.
  private static let requestsPerCrowdedSpot = 100
  private static let maximumCrowdedSpotCount = 20

  /// Starts a search.
  ///
  /// - Parameters:
  ///   - search: The search.
  ///   - count: The number of places, according to the service.
  ///   - paged: The pages received before.
  ///   - evidence: The observations so far.
  ///   - within: The area of the query, if it is smaller than the search area.
  ///   - enough: The number of places, any of them, that ends the search; `nil` for all places.
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
      // Only the first page, because with a count that is too high, every page would seem to reach less.
      if first.totalCount > first.pageableCount { self.evidence.learnReach(from: first) }
      // A service that doesn't sort around a point won't sort along a line either.
      if let origin = search.origin, search.sortsByDistance, paged.isCrowded,
        SweepProof(pages: [first.places], origin: origin) == .unordered
      {
        self.evidence.noteDisorder(isForGood: true)
      }
    }
    // If there are only a few places and the count doesn't match, search again cell by cell.
    frontier = AreaFrontier(
      isCrowded && self.evidence.trustsOrder
        ? SweepPlan(outline: outline, count: count).strips.map { .sweep($0) }
        : [.split(outline.bounds, isSecondLook: false)]
    )
  }

  /// The conclusion from the evidence.
  var verdict: AreaVerdict { AreaVerdict(evidence, count: count, in: search.scope) }

  /// Ends the search early, with an incomplete result.
  mutating func stop() {
    evidence.isCutShort = true
    isDone = true
    frontier.removeAll()
  }

  /// Returns the requests to send now; empty if outstanding requests need their responses first, or if the search is
  /// done.
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

  /// Handles the response to a request.
  mutating func receive(_ page: KakaoPage, to request: AreaRequest) {
    awaited -= 1
    var isNew = false
    if request.query != nil {
      isNew = evidence.add(page.places, areMeasured: request.scope.origin == search.origin)
    }
    guard !isDone else { return }
    let mismatches = page.mismatches.flatMap { $0.isWholePage ? $0 : nil }
    if let mismatches { evidence.noteMismatches(mismatches.mismatch) }
    if let key = request.query {
      if mismatches != nil {
        if let query = frontier[key] { frontier.apply(again(query), toQuery: key) }
      } else if let query = frontier.take(page, isNew: isNew, number: request.page, ofQuery: key) {
        frontier.apply(next(after: query), toQuery: key)
      }
    } else if mismatches == nil {
      count = page.totalCount
    }
    if evidence.ignoresRectangles { stop() }
    // The strips of a circle also contain places outside it, which don't count.
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

  /// Returns the next requests of queries in progress and of new queries.
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

  /// Returns the query of a part; `nil` if the part is outside the area.
  private func query(of part: AreaPart) -> CellSearch? {
    switch part {
    case .sweep(let strip):
      guard let cell = outline.trimmed(strip.cell) else { return nil }
      guard evidence.trustsOrder, let origin = strip.line.origin(of: cell) else {
        return query(of: .split(strip.cell, isSecondLook: false))
      }
      return CellSearch(part: part, cell: cell, origin: origin, sortsByDistance: true)
    case .split(let cell, _):
      return outline.trimmed(cell).map {
        CellSearch(part: part, cell: $0.roundedForRequest, origin: search.origin, sortsByDistance: false)
      }
    }
  }

  // MARK: Concluding

  /// Decides how to continue after every part was searched.
  ///
  /// If the verdict is incomplete, the service's count is requested again, because it may have changed during the
  /// search. Then the whole area is searched once more, by counts only.
  ///
  /// - Returns: The request for the count; `nil` if the search is done or has more parts.
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
