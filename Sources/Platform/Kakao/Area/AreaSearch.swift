import Domain

/// Finds every place of one search in an area that holds more than paging can reach.
///
/// A pure state machine. It returns the requests that it needs (``requests()``), takes their answers in any order
/// (``receive(_:to:)``), and is done when it needs nothing more and no answer is awaited. What it has learnt is one value
/// (``evidence``), and the conclusion another (``verdict``). Its driver only sends and waits, and knows no geometry. The
/// page "How an area is searched to its end" explains it with a drawing.
struct AreaSearch: Sendable {
  private enum Phase {
    /// Every part of the area is searched.
    case covering
    /// The open checks are made.
    case proving
    case done
  }

  /// What is searched for, and where.
  let search: KakaoSearch
  /// Everything that was seen.
  var evidence: AreaEvidence
  /// How many places the service counts in the area.
  var count: Int
  /// How the service applies a radius, if known.
  var rule: RadiusRule?
  /// The number of requests that were returned.
  private(set) var requestCount = 0
  /// Whether enough places were found, so that no answer is worth waiting for.
  private(set) var hasEnough = false
  /// The parts that are still to be searched.
  private(set) var frontier: AreaFrontier

  let outline: AreaOutline
  private let enough: Int?
  private let isCrowded: Bool
  private var phase = Phase.covering
  private var isSecondPass = false
  private var hasRecounted = false
  var checkRequests: [AreaRequest] = []
  private var asked: Set<AreaVerdict.OpenCheck> = []
  private var awaited = 0

  /// The search stops after this many requests and one more for every place found, in case the service's counts are absurd.
  ///
  /// The simulated areas take at most 0.2 requests for every place.
  private static let minimumRequestLimit = 200
  /// The additional requests for each spot that holds more than paging can reach, which is costly to isolate (64 requests
  /// with ten thousand places on one spot), and the maximum number of such spots.
  private static let requestsPerCrowdedSpot = 100
  private static let maximumCrowdedSpotCount = 20

  /// Starts a search.
  ///
  /// - Parameters:
  ///   - search: What is searched for, and where.
  ///   - count: How many places the service counts there.
  ///   - paged: What paging has brought.
  ///   - evidence: What was seen so far.
  ///   - enough: The number of places that is enough, whichever they are; `nil` for all.
  ///   - rule: How the service applies a radius, if known.
  init(
    _ search: KakaoSearch,
    count: Int,
    after paged: PagedSearch.Result,
    evidence: AreaEvidence,
    enough: Int?,
    rule: RadiusRule?
  ) {
    self.search = search
    self.count = count
    self.evidence = evidence
    self.enough = enough
    self.rule = rule
    isCrowded = paged.isCrowded
    let (outline, area) = AreaOutline.outline(of: search.scope)
    self.outline = outline
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
        ? SweepPlan(outline: outline, area: area, count: count).strips.map { .sweep($0) }
        : [.split(outline.bounds, isSecondLook: false)]
    )
  }

  /// The verdict on the evidence.
  var verdict: AreaVerdict { AreaVerdict(evidence, count: count, rule: rule, in: search.scope) }

  /// Whether the search needs nothing more.
  var isDone: Bool { phase == .done }

  /// Ends the search early: what was found is incomplete.
  mutating func stop() {
    evidence.noteCutShort()
    phase = .done
    frontier.removeAll()
    checkRequests = []
  }

  /// Returns the requests to send now; none while others must be answered first, and none when the search is done.
  mutating func requests() -> [AreaRequest] {
    while true {
      if isOutOfProportion { stop() }
      let requests: [AreaRequest]
      switch phase {
      case .covering:
        requests = begin()
        if requests.isEmpty, !frontier.hasVisits {
          phase = .proving
          continue
        }
      case .proving:
        guard awaited == 0 else { return [] }
        guard let request = nextCheckRequest() else {
          endPass()
          continue
        }
        requests = [request]
      case .done:
        return []
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
    if case .rectangle(_, let origin) = request.scope, !request.isRecount {
      isNew = evidence.add(page.places, from: origin, areMeasured: origin != nil && origin == search.origin)
    }
    guard phase != .done else { return }
    let strangers = page.strangers.flatMap { $0.isWholePage ? $0 : nil }
    if let strangers { evidence.noteStrangers(strangers.mismatch) }
    switch request.purpose {
    case .cell(let number) where strangers != nil:
      if let visit = frontier[number] { frontier.apply(again(visit), toVisit: number) }
    case .cell(let number):
      if let visit = frontier.take(page, isNew: isNew, number: request.page, ofVisit: number) {
        frontier.apply(next(after: visit), toVisit: number)
      }
    default:
      if strangers == nil { learn(from: page, of: request) }
    }
    if evidence.ignoresRectangles { stop() }
    if let enough, evidence.sightings.count >= enough {
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

  /// Returns the requests of visits in progress, and of those that begin.
  private mutating func begin() -> [AreaRequest] {
    var requests = frontier.takeReadyRequests()
    while let part = frontier.nextPart() {
      guard let visit = visit(to: part) else {
        frontier.skipPart()
        continue
      }
      guard let request = frontier.begin(visit) else {
        evidence.noteUnproven()
        continue
      }
      requests.append(request)
    }
    return requests
  }

  /// Makes the visit to a part; `nil` when the part lies outside of the area.
  private func visit(to part: AreaPart) -> CellVisit? {
    switch part {
    case .sweep(let strip):
      guard let cell = outline.trimmed(strip.cell) else { return nil }
      guard evidence.trustsOrder, let origin = strip.line.origin(of: cell) else {
        return visit(to: .split(strip.cell, isSecondLook: false))
      }
      return CellVisit(part: part, cell: cell, origin: origin, sortsByDistance: true)
    case .split(let cell, _):
      return outline.trimmed(cell).map {
        CellVisit(part: part, cell: $0.asAsked, origin: search.origin, sortsByDistance: false)
      }
    }
  }

  // MARK: Proving

  /// Returns the next request of an open check; `nil` when no check would improve the verdict.
  private mutating func nextCheckRequest() -> AreaRequest? {
    if !checkRequests.isEmpty { return checkRequests.removeFirst() }
    let verdict = verdict
    guard !verdict.isComplete, !evidence.isCutShort else { return nil }
    if let check = verdict.openCheck, asked.insert(check).inserted {
      checkRequests = requests(for: check)
      if !checkRequests.isEmpty { return checkRequests.removeFirst() }
    }
    guard !hasRecounted, isWorthLooking(verdict) else { return nil }
    // The count may have changed during the search.
    hasRecounted = true
    return AreaRequest(purpose: .recount, scope: search.scope, page: 1, sortsByDistance: search.sortsByDistance)
  }

  /// Whether another request can improve the verdict, which it cannot when only a distance is missing that is never given.
  private func isWorthLooking(_ verdict: AreaVerdict) -> Bool { !verdict.isCounted || !evidence.omitsDistances }

  /// Searches the whole area once more, by counts alone, when the verdict is not complete.
  private mutating func endPass() {
    let verdict = verdict
    guard
      !verdict.isComplete, isWorthLooking(verdict), !isSecondPass, isCrowded, evidence.isWorthAnotherPass,
      !evidence.isCutShort
    else {
      phase = .done
      return
    }
    (isSecondPass, hasRecounted) = (true, false)
    evidence.forgetProof()
    frontier.add([.split(outline.bounds, isSecondLook: false)])
    phase = .covering
  }
}

extension AreaRequest {
  /// Whether it is the query itself.
  fileprivate var isRecount: Bool { if case .recount = purpose { true } else { false } }
}
