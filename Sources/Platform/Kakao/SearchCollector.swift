import Domain

/// Collects the places of one search up to a limit or all of them, and judges by evidence whether they are all.
struct SearchCollector: Sendable {
  /// What was collected.
  struct Result: Sendable {
    /// Distinct places, in the order of the query.
    var places: [FoundPlace]
    /// How many match, as the service says.
    var totalCount: Int
    /// Whether the places are everything that matches.
    var isComplete: Bool
  }

  let client: KakaoClient
  let budget: RequestBudget
  let progress: (@Sendable (SearchProgress) -> Void)?

  /// Collects.
  ///
  /// - Parameters:
  ///   - search: What to look for and where.
  ///   - limit: How many places are wanted; `nil` for all.
  /// - Returns: The places; fewer than there are when the query's requests or, in a large area, the time or the run's
  ///   requests ran out, and then not complete.
  /// - Throws: When a request fails for good.
  /// - Complexity: A request for every 15 places, and about a tenth more past 45.
  func collect(_ search: KakaoSearch, limit: Int?) async throws(PlaceSearchError) -> Result {
    let paged = try await PagedSearch(client: client, budget: budget).places(of: search, limit: limit)
    let wanted = limit ?? .max
    guard
      paged.isCrowded || !paged.isComplete, wanted > KakaoSearch.reachableCount, !budget.isSpent, !paged.isCutShort
    else { return Result(places: paged.places, totalCount: paged.totalCount, isComplete: paged.isComplete) }
    var evidence = AreaEvidence()
    evidence.add(paged.places, from: search.origin, areMeasured: search.origin != nil, areAnswered: true)
    do throws(PlaceSearchError) {
      return try await collect(search, beyond: paged, wanted: wanted, &evidence)
    } catch {
      // What was paid for is given, as a part.
      guard budget.earlyEnd != nil, error != .cancelled else { throw error }
      let verdict = AreaVerdict(evidence, of: paged, client.state.radiusRule.rule, search)
      return result(verdict, search, paged, isComplete: false)
    }
  }

  /// Collects what paging cannot reach.
  private func collect(
    _ search: KakaoSearch,
    beyond paged: PagedSearch.Result,
    wanted: Int,
    _ evidence: inout AreaEvidence
  ) async throws(PlaceSearchError) -> Result {
    let circles = NearestCircle(client: client, budget: budget)
    var target = search
    var count = paged.totalCount
    if case .circle(let center, let radius) = search.scope, search.sortsByDistance, wanted < count {
      let nearest = try await circles.nearest(search, from: paged, center: center, limit: radius, wanted: wanted)
      target.scope = .circle(center: center, radiusInMeters: nearest.radiusInMeters)
      count = nearest.count
    } else if let circle = try await circles.nationwide(search, from: paged, wanted: wanted) {
      target.scope = .circle(center: circle.center, radiusInMeters: circle.radiusInMeters)
      count = circle.count
    }
    budget.grant(timeFor: Self.expectedRequests(for: count))
    var area = AreaSearch(
      target,
      count: count,
      after: paged,
      evidence: evidence,
      enough: search.sortsByDistance || wanted == .max ? nil : wanted,
      rule: client.state.radiusRule.rule
    )
    defer { evidence = area.evidence }
    try await run(&area)
    if let rule = area.rule { client.state.radiusRule.note(rule) }
    if target.scope == search.scope {
      let verdict = area.verdict
      return result(verdict, search, paged, isComplete: verdict.isComplete)
    }
    // The smaller circle served to find the nearest; one of them may stand a little beyond it, and is in the area.
    return result(AreaVerdict(area.evidence, of: paged, area.rule, search), search, paged, isComplete: false)
  }

  /// Sends the requests of an area search, and hands it the answers as they come.
  ///
  /// - Parameter area: The search; what it learns before a failure stays in it.
  /// - Throws: When a request fails for good.
  private func run(_ area: inout AreaSearch) async throws(PlaceSearchError) {
    let failure = await withTaskGroup(of: Answer.self) { group -> PlaceSearchError? in
      while true {
        for request in area.requests() {
          let search = area.search
          group.addTask { await answer(to: request, of: search) }
        }
        // Otherwise what was sent is waited for: it is paid for.
        if area.hasEnough { group.cancelAll() }
        guard let answer = await group.next() else { return nil }
        switch answer.page {
        case .success(let page?): area.receive(page, to: answer.request)
        case .success(nil): area.stop()
        case .failure(let error):
          guard !area.isDone else { continue }
          group.cancelAll()
          return error
        }
        progress?(area.progress(requests: budget.requests))
      }
    }
    if let failure { throw failure }
  }

  /// What came of one request.
  private struct Answer: Sendable {
    let request: AreaRequest
    /// The page; `nil` when the budget is used up.
    let page: Swift.Result<KakaoPage?, PlaceSearchError>
  }

  private func answer(to request: AreaRequest, of search: KakaoSearch) async -> Answer {
    Answer(request: request, page: await page(for: request, of: search))
  }

  /// One page as a value.
  ///
  /// A function of its own: where a task catches a typed error itself and returns it beside a number, an optimized build
  /// gives another number (Swift 6.3.1), and pages change places.
  private func page(
    for request: AreaRequest,
    of search: KakaoSearch
  ) async -> Swift.Result<KakaoPage?, PlaceSearchError> {
    guard let page = PageRequest(number: request.page, size: KakaoSearch.pageSize) else { return .success(nil) }
    var search = search
    // Where only a part is asked for, an answer without distances says that the origin was forgotten.
    if request.scope != search.scope { search.mustHaveDistances = false }
    search.scope = request.scope
    search.sortsByDistance = request.sortsByDistance
    do throws(PlaceSearchError) {
      return .success(try await client.page(of: search, on: page, for: budget))
    } catch {
      // As when the query's own requests are used up: what is under way is paid for, and waited for.
      if case .budgetSpent = error { return .success(nil) }
      return .failure(error)
    }
  }

  private func result(
    _ verdict: AreaVerdict,
    _ search: KakaoSearch,
    _ paged: PagedSearch.Result,
    isComplete: Bool
  ) -> Result {
    Result(
      places: ordered(verdict.places, like: paged.places, by: search),
      totalCount: paged.totalCount,
      isComplete: isComplete
    )
  }

  /// How many requests an area takes, more often too high than too low.
  private static func expectedRequests(for count: Int) -> Int {
    8 + min(count, maximumTrustedCount) / KakaoSearch.pageSize * 2
  }
  /// A count above this is not believed as far as time goes: a service that tells any number must not be asked for hours.
  private static let maximumTrustedCount = 20_000

  /// Puts places into the query's order; the service's own order is known for the first 45 alone.
  private func ordered(_ places: [FoundPlace], like paged: [FoundPlace], by search: KakaoSearch) -> [FoundPlace] {
    let sorted = places.sorted(by: FoundPlace.isNearer)
    guard !search.sortsByDistance else { return sorted }
    let first = Set(paged.map(\.place.id))
    return paged + sorted.filter { !first.contains($0.place.id) }
  }
}

extension AreaVerdict {
  /// Judges what was seen of a search by the count that paging reported.
  fileprivate init(_ evidence: AreaEvidence, of paged: PagedSearch.Result, _ rule: RadiusRule?, _ search: KakaoSearch) {
    self.init(evidence, count: paged.totalCount, rule: rule, in: search.scope)
  }
}

extension AreaSearch {
  /// How far it has come.
  fileprivate func progress(requests: Int) -> SearchProgress {
    SearchProgress(
      requests: requests,
      places: evidence.sightings.count,
      cellsDone: frontier.partsDone,
      cellsKnown: frontier.partsKnown
    )
  }
}

extension FoundPlace {
  /// Whether a place comes before another: nearer by whole metres, or as near with the id first in byte order.
  static func isNearer(_ lhs: FoundPlace, _ rhs: FoundPlace) -> Bool {
    let (left, right) = (lhs.distance?.wholeMeters ?? .max, rhs.distance?.wholeMeters ?? .max)
    if left != right { return left < right }
    return lhs.place.id.utf8.lexicographicallyPrecedes(rhs.place.id.utf8)
  }
}
