import Domain

/// Collects the places of one search up to a limit or all of them, and judges by evidence whether they are all.
struct SearchCollector: Sendable {
  /// What was collected.
  struct Result: Sendable {
    /// Distinct places, in the order of the question.
    var places: [FoundPlace]
    /// How many match, as the service says.
    var totalCount: Int
    /// Whether the places are everything that matches.
    var isComplete: Bool
  }

  let client: KakaoClient
  let ledger: QuestionLedger
  let progress: (@Sendable (SearchProgress) -> Void)?

  /// Collects.
  ///
  /// - Parameters:
  ///   - search: What to look for and where.
  ///   - limit: How many places are wanted; `nil` for all.
  /// - Returns: The places; fewer than there are when the budget ran out, and then not complete.
  /// - Throws: When a request fails for good.
  /// - Complexity: A request for every 15 places, and about a tenth more past 45.
  func collect(_ search: KakaoSearch, limit: Int?) async throws(PlaceSearchError) -> Result {
    let paged = try await PagedSearch(client: client, ledger: ledger).places(of: search, limit: limit)
    let wanted = limit ?? .max
    guard paged.isCrowded || !paged.isComplete, wanted > KakaoSearch.reachableCount, !ledger.isSpent else {
      return Result(places: paged.places, totalCount: paged.totalCount, isComplete: paged.isComplete)
    }
    var target = search
    var count = paged.totalCount
    if case .circle(let center, let radius) = search.scope, search.sortsByDistance, wanted < count {
      let nearest = try await nearestCircle(search, from: paged, center: center, limit: radius, wanted: wanted)
      target.scope = .circle(center: center, radiusInMeters: nearest.radiusInMeters)
      count = nearest.count
    } else if let circle = try await circleInCountry(search, from: paged, wanted: wanted) {
      target.scope = .circle(center: circle.center, radiusInMeters: circle.radiusInMeters)
      count = circle.count
    }
    let area = try await area(of: target, count: count, paged: paged, wanted: wanted)
    return Result(
      places: ordered(area.places, like: paged.places, by: search),
      totalCount: paged.totalCount,
      isComplete: area.isComplete && target.scope == search.scope
    )
  }

  /// Shrinks the circle to one that holds the nearest places wanted and few more.
  private func nearestCircle(
    _ search: KakaoSearch,
    from paged: PagedSearch.Result,
    center: Coordinate,
    limit: Int,
    count: Int? = nil,
    wanted: Int
  ) async throws(PlaceSearchError) -> (radiusInMeters: Int, count: Int) {
    var radius = NearestRadius(
      wanted: wanted,
      nearest: paged.places.compactMap(\.distance),
      limit: limit,
      count: count ?? paged.totalCount
    )
    while let proposal = radius.proposal() {
      var probe = search
      probe.scope = .circle(center: center, radiusInMeters: proposal)
      guard let page = try await firstPage(of: probe) else { break }
      radius.learn(radiusInMeters: proposal, count: page.totalCount)
    }
    return radius.best
  }

  /// The circle around a centre that holds the nearest places of the whole country; `nil` where none does.
  private func circleInCountry(
    _ search: KakaoSearch,
    from paged: PagedSearch.Result,
    wanted: Int
  ) async throws(PlaceSearchError) -> (center: Coordinate, radiusInMeters: Int, count: Int)? {
    guard
      case .country(let anchor) = search.scope, let anchor,
      search.sortsByDistance, wanted < paged.totalCount
    else { return nil }
    var probe = search
    probe.scope = .circle(center: anchor, radiusInMeters: KakaoSearch.maximumRadius)
    guard let page = try await firstPage(of: probe), page.totalCount >= wanted else { return nil }
    let nearest = try await nearestCircle(
      search,
      from: paged,
      center: anchor,
      limit: KakaoSearch.maximumRadius,
      count: page.totalCount,
      wanted: wanted
    )
    return (anchor, nearest.radiusInMeters, nearest.count)
  }

  /// Searches the whole area of a search, and looks again where the counts disagree.
  private func area(
    of search: KakaoSearch,
    count: Int,
    paged: PagedSearch.Result,
    wanted: Int
  ) async throws(PlaceSearchError) -> (places: [FoundPlace], isComplete: Bool) {
    ledger.grant(timeFor: Self.expectedRequests(for: count))
    let tally = AreaTally()
    tally.add(paged.places, areMeasured: search.anchor != nil)
    // The first page alone, since a total that is told too high would have every page say less can be reached.
    if let first = paged.first, first.totalCount > first.pageableCount { tally.learnReach(from: first) }
    // A service that does not sort around a point will not sort along a line.
    if let first = paged.first, let anchor = search.anchor, search.sortsByDistance, paged.isCrowded,
      SweepProof(pages: [first.places], anchor: anchor) == .unordered
    {
      tally.noteNoOrder()
    }
    let (outline, area) = Self.outline(of: search.scope)
    let searching = AreaSearch(
      subject: search,
      outline: outline,
      center: search.anchor,
      client: client,
      ledger: ledger,
      count: count,
      tally: tally,
      enough: search.sortsByDistance || wanted == .max ? nil : wanted,
      progress: progress
    )
    // Few places that do not add up are looked at again cell by cell.
    if paged.isCrowded { try await searching.sweep(area: area) } else { try await searching.split() }
    var verdict = Self.verdict(tally, search, count: count)
    if verdict.isClose, verdict.agrees, let spot = verdict.places.first {
      // The count alone decides about the edge: see whether counts can be believed here.
      try await searching.verifyCounts(at: spot.place.coordinate)
    }
    if isProven(verdict, by: tally) { return (verdict.places, true) }
    guard !tally.isCutShort else { return (verdict.places, false) }
    // The count may have moved while we looked.
    let recount = try await firstPage(of: search)?.totalCount ?? count
    if recount != count { tally.noteDisagreement() }
    verdict = Self.verdict(tally, search, count: recount)
    if isProven(verdict, by: tally) { return (verdict.places, true) }
    guard tally.isWorthAnotherPass, paged.isCrowded else { return (verdict.places, false) }
    try await searching.split()
    verdict = Self.verdict(tally, search, count: try await firstPage(of: search)?.totalCount ?? recount)
    return (verdict.places, isProven(verdict, by: tally))
  }

  /// Whether the places are all of them: as many as counted, every part of the area seen whole, and no count in doubt
  /// that decides about a place on the edge.
  private func isProven(_ verdict: AreaVerdict, by tally: AreaTally) -> Bool {
    verdict.agrees && tally.isProven && !(verdict.isClose && tally.hasDisagreed)
  }

  /// How many requests an area takes, more often too high than too low.
  private static func expectedRequests(for count: Int) -> Int { 8 + min(count, mostCounted) / KakaoSearch.pageSize * 2 }
  /// A count above this is not believed as far as time goes: a service that tells any number must not be asked for hours.
  private static let mostCounted = 20_000

  private func firstPage(of search: KakaoSearch) async throws(PlaceSearchError) -> KakaoPage? {
    guard let request = PageRequest(number: 1, size: KakaoSearch.pageSize) else { return nil }
    return try await client.page(of: search, on: request, for: ledger)
  }

  private static func outline(of scope: KakaoSearch.Scope) -> (outline: AreaOutline, area: Double) {
    switch scope {
    case .circle(let center, let radius):
      return (AreaOutline(center: center, radius: Double(radius)), .pi * Double(radius) * Double(radius))
    case .rectangle(let box, _):
      return (AreaOutline(AreaCell(box)), AreaCell(box).area)
    case .country:
      return (AreaOutline(KakaoServiceArea.cell), KakaoServiceArea.cell.area)
    }
  }

  private static func verdict(_ tally: AreaTally, _ search: KakaoSearch, count: Int) -> AreaVerdict {
    if case .circle(let center, let radius) = search.scope {
      return AreaVerdict(tally.sightings, center: center, radiusInMeters: radius, count: count)
    }
    return AreaVerdict(tally.sightings, center: search.anchor, count: count)
  }

  /// Puts places into the question's order; the service's own order is known for the first 45 alone.
  private func ordered(_ places: [FoundPlace], like paged: [FoundPlace], by search: KakaoSearch) -> [FoundPlace] {
    let sorted = places.sorted(by: FoundPlace.isNearer)
    guard !search.sortsByDistance else { return sorted }
    let first = Set(paged.map(\.place.id))
    return paged + sorted.filter { !first.contains($0.place.id) }
  }
}
