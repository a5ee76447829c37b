import Domain

/// Collects the places of one search, up to a limit or all of them, and decides by evidence whether they are complete.
struct SearchCollector: Sendable {
  let client: KakaoClient
  let budget: RequestBudget
  var progress: (@Sendable (SearchProgress) -> Void)?
  /// What the earlier searches of the same query have found, for the progress.
  let earlier: [FoundPlace]
  /// The area outside of which places don't count, where a search is of a rectangle around it; `nil` for none.
  var within: SearchArea?

  /// Collects the places of a search that are of its kinds, from as much of the group as it takes to have enough.
  ///
  /// - Parameters:
  ///   - search: What to look for and where.
  ///   - limit: How many places are wanted; `nil` for all.
  /// - Returns: The places, as of ``collect(_:limit:)``.
  /// - Throws: When a request fails after its retries.
  /// - Complexity: The requests for the part of the group that holds enough; a part that does not is asked for again,
  ///   with pages that are known.
  func collectKept(of search: KakaoSearch, limit: Int?) async throws(PlaceSearchError) -> Result {
    guard !search.kinds.isEmpty else { return try await collect(search, limit: limit) }
    var wanted = limit.map { max($0, KakaoSearch.reachableCount) }
    while true {
      var result = try await collect(search, limit: wanted)
      let count = result.places.count
      result.places.removeAll { !search.keeps($0) }
      let isProven = { (found: FoundPlace) in (found.distance?.meters ?? 0) <= result.provenMeters }
      let found = search.sortsByDistance ? result.places.count(where: isProven) : result.places.count
      if !result.isComplete, let limit, found < limit, let last = wanted, count >= last, !budget.isSpent {
        // Twice what the share of the kind suggests, so that one more search mostly is enough.
        let guess = 2 * (limit + 1) * count / max(result.places.count, 1)
        wanted = guess < result.totalCount ?? .max ? max(guess, 4 * last) : nil
        continue
      }
      result.totalCount = result.isComplete ? result.places.count : nil
      return result
    }
  }

  /// Collects the places of a search.
  ///
  /// - Parameters:
  ///   - search: What to look for and where.
  ///   - limit: How many places are wanted; `nil` for all.
  /// - Returns: The places; they are incomplete when the query's requests ran out or, in a large area, the time or the
  ///   budget of the run.
  /// - Throws: When a request fails after its retries.
  /// - Complexity: A request for every 15 places, and about a tenth more beyond 45.
  func collect(_ search: KakaoSearch, limit: Int?) async throws(PlaceSearchError) -> Result {
    if !earlier.isEmpty { report(0, cellsDone: 0, of: 1, in: search) { [] } }
    let paged = try await PagedSearch(client: client, budget: budget).places(of: search, limit: limit)
    return try await collect(search, limit: limit, after: paged)
  }

  /// The same, after its pages.
  func collect(
    _ search: KakaoSearch,
    limit: Int?,
    after paged: PagedSearch.Result
  ) async throws(PlaceSearchError) -> Result {
    let wanted = limit ?? .max
    let needsMore =
      (paged.isCrowded || !paged.isComplete) && wanted > KakaoSearch.reachableCount && !paged.isCutShort
    if needsMore { budget.noteIfSpent() }
    guard needsMore, !budget.isSpent else {
      return Result(
        places: paged.places,
        totalCount: paged.totalCount,
        isComplete: paged.isComplete,
        provenMeters: paged.provenMeters,
        droppedCount: paged.droppedCount
      )
    }
    report(paged.places.count, cellsDone: 0, of: 1, in: search) { paged.places }
    var evidence = AreaEvidence()
    evidence.add(paged.places, areMeasured: search.origin != nil)
    do throws(PlaceSearchError) {
      return try await collect(search, beyond: paged, wanted: wanted, &evidence)
    } catch {
      // The places found so far are returned, as a partial answer.
      guard budget.leavesPart(after: error) else { throw error }
      let verdict = AreaVerdict(evidence, count: paged.totalCount, in: search.scope)
      return result(verdict, evidence, search, paged, isComplete: false, provenMeters: paged.provenMeters)
    }
  }

  /// Collects what paging cannot reach.
  private func collect(
    _ search: KakaoSearch,
    beyond paged: PagedSearch.Result,
    wanted: Int,
    _ evidence: inout AreaEvidence
  ) async throws(PlaceSearchError) -> Result {
    let nearest = try await nearestCircle(search, from: paged, wanted: wanted)
    var target = search
    target.scope = nearest?.scope ?? search.scope
    let count = nearest?.count ?? paged.totalCount
    budget.grant(timeFor: Self.expectedRequests(for: count))
    budget.expect(KakaoForecast.requests(forFirst: wanted == .max ? nil : wanted, of: count))
    var area = AreaSearch(
      target,
      count: count,
      after: paged,
      evidence: evidence,
      within: within,
      enough: search.sortsByDistance || wanted == .max ? nil : wanted
    )
    defer { evidence = area.evidence }
    try await run(&area)
    let provenMeters = area.verdict.isComplete ? target.scope.radiusInMeters : paged.provenMeters
    // A smaller circle was a means to find the nearest places; one slightly beyond it still lies in the area.
    let isWhole = target.scope == search.scope
    let verdict = isWhole ? area.verdict : AreaVerdict(area.evidence, count: paged.totalCount, in: search.scope)
    let isComplete = isWhole && verdict.isComplete
    return result(verdict, area.evidence, search, paged, isComplete: isComplete, provenMeters: provenMeters)
  }

  /// Sends the requests of an area search and passes it the answers as they come.
  ///
  /// - Parameter area: The search; it keeps what it learns before a failure.
  /// - Throws: When a request fails after its retries.
  private func run(_ area: inout AreaSearch) async throws(PlaceSearchError) {
    let failure = await withTaskGroup(of: Answer.self) { group -> PlaceSearchError? in
      var failure: PlaceSearchError?
      while true {
        for request in area.requests() {
          let search = area.search
          group.addTask { await answer(to: request, of: search) }
        }
        // Otherwise the answers in progress are waited for, since they count against the quota.
        if area.hasEnough { group.cancelAll() }
        guard let answer = await group.next() else { return failure }
        switch answer.page {
        case .success(let page?): area.receive(page, to: answer.request)
        case .success(nil): area.stop()
        case .failure(let error):
          guard !area.isDone else { continue }
          failure = error
          area.stop()
        }
        let evidence = area.evidence
        let search = area.search
        let done = area.frontier.partsDone
        let known = area.frontier.partsKnown
        report(evidence.sightings.count, cellsDone: done, of: known, in: search) {
          AreaVerdict(evidence, count: 0, in: search.scope).places
        }
      }
    }
    if let failure { throw failure }
  }

  /// Reports the progress of a search and of those before it.
  private func report(
    _ count: Int,
    cellsDone: Int,
    of cellsKnown: Int,
    in search: KakaoSearch,
    found: @escaping @Sendable () -> [FoundPlace]
  ) {
    guard let progress else { return }
    progress(
      SearchProgress(
        requests: budget.requests,
        places: earlier.count + count,
        cellsDone: cellsDone,
        cellsKnown: cellsKnown,
        expectedRequests: budget.expectedRequests,
        found: { [earlier] in earlier + found().filter(search.keeps) }
      )
    )
  }

  /// The result of one request.
  private struct Answer: Sendable {
    let request: AreaRequest
    /// The page; `nil` when the budget is used up.
    let page: Swift.Result<KakaoPage?, PlaceSearchError>
  }

  private func answer(to request: AreaRequest, of search: KakaoSearch) async -> Answer {
    Answer(request: request, page: await page(for: request, of: search))
  }

  /// Requests one page and returns a failure as a value.
  ///
  /// This must be a separate function: when a task closure catches a typed error and returns it beside a captured
  /// number, the optimizer of Swift 6.3.1 produces another number, and pages are mixed up.
  private func page(
    for request: AreaRequest,
    of search: KakaoSearch
  ) async -> Swift.Result<KakaoPage?, PlaceSearchError> {
    var search = search
    search.isPart = true
    search.scope = request.scope
    search.sortsByDistance = request.sortsByDistance
    do throws(PlaceSearchError) {
      return .success(try await client.page(request.page, of: search, for: budget))
    } catch {
      // As when the query's own budget is used up: the answers in progress are waited for.
      if case .budgetSpent = error { return .success(nil) }
      return .failure(error)
    }
  }

  private func result(
    _ verdict: AreaVerdict,
    _ evidence: AreaEvidence,
    _ search: KakaoSearch,
    _ paged: PagedSearch.Result,
    isComplete: Bool,
    provenMeters: Double
  ) -> Result {
    Result(
      places: ordered(verdict.places, like: paged.places, by: search),
      totalCount: isComplete ? verdict.places.count : paged.totalCount,
      isComplete: isComplete,
      provenMeters: provenMeters,
      droppedCount: isComplete ? 0 : paged.droppedCount,
      hasCrowdedSpot: evidence.crowdedSpots > 0
    )
  }

  /// An estimate of the requests that an area takes, rather too high than too low; more places than a service with
  /// absurd counts is queried for get no more time.
  private static func expectedRequests(for count: Int) -> Int { 8 + min(count, 20_000) / KakaoSearch.pageSize * 2 }

  /// Puts places into the query's order; the service's own order is known for the first 45 alone.
  private func ordered(_ places: [FoundPlace], like paged: [FoundPlace], by search: KakaoSearch) -> [FoundPlace] {
    let sorted = places.sorted(by: FoundPlace.isNearer)
    guard !search.sortsByDistance else { return sorted }
    let first = Set(paged.map(\.place.id))
    let inside = Set(places.map(\.place.id))
    return paged.filter { inside.contains($0.place.id) } + sorted.filter { !first.contains($0.place.id) }
  }
}
