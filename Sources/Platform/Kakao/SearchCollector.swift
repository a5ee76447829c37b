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
  /// - Returns: The places; fewer than there are when the budget or, in a large area, the time ran out, and then not
  ///   complete.
  /// - Throws: When a request fails for good.
  /// - Complexity: A request for every 15 places, and about a tenth more past 45.
  func collect(_ search: KakaoSearch, limit: Int?) async throws(PlaceSearchError) -> Result {
    let paged = try await PagedSearch(client: client, ledger: ledger).places(of: search, limit: limit)
    let wanted = limit ?? .max
    guard
      paged.isCrowded || !paged.isComplete, wanted > KakaoSearch.reachableCount, !ledger.isSpent, !paged.isCutShort
    else { return Result(places: paged.places, totalCount: paged.totalCount, isComplete: paged.isComplete) }
    let tally = AreaTally()
    tally.add(paged.places, anchor: search.anchor, areMeasured: search.anchor != nil, areAnswered: true)
    do throws(PlaceSearchError) {
      return try await collect(search, beyond: paged, wanted: wanted, into: tally)
    } catch {
      // What was paid for is given, as a part.
      guard ledger.isTimeUp, error != .cancelled else { throw error }
      let part = Self.verdict(tally.evidence(count: paged.totalCount, rule: client.radiusRule.rule), search)
      return Result(
        places: ordered(part.places, like: paged.places, by: search),
        totalCount: paged.totalCount,
        isComplete: false
      )
    }
  }

  /// Collects what paging cannot reach.
  private func collect(
    _ search: KakaoSearch,
    beyond paged: PagedSearch.Result,
    wanted: Int,
    into tally: AreaTally
  ) async throws(PlaceSearchError) -> Result {
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
    let verdict = try await area(of: target, count: count, paged: paged, wanted: wanted, tally)
    guard target.scope != search.scope else {
      return Result(
        places: ordered(verdict.places, like: paged.places, by: search),
        totalCount: paged.totalCount,
        isComplete: verdict.isComplete
      )
    }
    // The smaller circle served to find the nearest; one of them may stand a little beyond it, and is in the area.
    let nearest = Self.verdict(tally.evidence(count: paged.totalCount, rule: client.radiusRule.rule), search)
    return Result(
      places: ordered(nearest.places, like: paged.places, by: search),
      totalCount: paged.totalCount,
      isComplete: false
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

  /// Searches the whole area of a search, and looks again where the verdict is not that all is there.
  private func area(
    of search: KakaoSearch,
    count: Int,
    paged: PagedSearch.Result,
    wanted: Int,
    _ tally: AreaTally
  ) async throws(PlaceSearchError) -> AreaVerdict {
    ledger.grant(timeFor: Self.expectedRequests(for: count))
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
      requestsBefore: ledger.requests,
      progress: progress
    )
    // Few places that do not add up are looked at again cell by cell.
    if paged.isCrowded { try await searching.sweep(area: area) } else { try await searching.split() }
    var verdict = try await verdict(of: searching, count: count)
    if verdict.isComplete || tally.isCutShort { return verdict }
    // The count may have moved while we looked.
    let recount = try await firstPage(of: search)?.totalCount ?? count
    if recount != count { tally.noteDisagreement() }
    verdict = try await self.verdict(of: searching, count: recount)
    guard !verdict.isComplete, tally.isWorthAnotherPass, paged.isCrowded else { return verdict }
    try await searching.split()
    return try await self.verdict(of: searching, count: try await firstPage(of: search)?.totalCount ?? recount)
  }

  /// Judges what was seen, and finds out what the verdict asks for.
  private func verdict(of searching: AreaSearch, count: Int) async throws(PlaceSearchError) -> AreaVerdict {
    var verdict = Self.verdict(searching.tally.evidence(count: count, rule: client.radiusRule.rule), searching.subject)
    var asked: Set<AreaVerdict.Question> = []
    while let question = verdict.question, asked.insert(question).inserted {
      try await searching.answer(question)
      verdict = Self.verdict(searching.tally.evidence(count: count, rule: client.radiusRule.rule), searching.subject)
    }
    return verdict
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

  private static func verdict(_ evidence: AreaEvidence, _ search: KakaoSearch) -> AreaVerdict {
    switch search.scope {
    case .circle(let center, let radius): AreaVerdict(evidence, center: center, radiusInMeters: radius)
    case .rectangle(let box, let anchor): AreaVerdict(evidence, in: AreaCell(box), center: anchor)
    case .country(let anchor): AreaVerdict(evidence, in: nil, center: anchor)
    }
  }

  /// Puts places into the question's order; the service's own order is known for the first 45 alone.
  private func ordered(_ places: [FoundPlace], like paged: [FoundPlace], by search: KakaoSearch) -> [FoundPlace] {
    let sorted = places.sorted(by: FoundPlace.isNearer)
    guard !search.sortsByDistance else { return sorted }
    let first = Set(paged.map(\.place.id))
    return paged + sorted.filter { !first.contains($0.place.id) }
  }
}
