import Domain

/// Collects the places of a search, up to a limit or all, and determines by evidence whether they are complete.
struct SearchCollector: Sendable {
  let client: KakaoClient
  let budget: RequestBudget
  var progress: (@Sendable (SearchProgress) -> Void)?
  /// The places of the query's earlier searches, for progress reports.
  let earlier: [FoundPlace]
  /// The area of the query, if it is smaller than the search area; `nil` otherwise.
  var within: SearchArea?

  /// Collects the places of a search that the client keeps, from as much of the group as necessary.
  ///
  /// - Parameters:
  ///   - search: The search.
  ///   - limit: The requested number of places; `nil` for all.
  ///   - first: The first page; `nil` if it isn't known.
  /// - Returns: The places, as in ``collect(_:limit:first:)``.
  /// - Throws: If a request fails after its retries.
  /// - Complexity: The requests for the part of the group that contains enough places. If a part is too small, a larger
  /// one is requested, reusing known pages.
  func collectKept(
    of search: KakaoSearch,
    limit: Int?,
    first: KakaoPage? = nil
  ) async throws(PlaceSearchError) -> Result {
    guard !search.countHolds else { return try await collect(search, limit: limit, first: first) }
    var first = first
    var wanted = limit.map { max($0, KakaoSearch.reachableCount) }
    while true {
      var result = try await collect(search, limit: wanted, first: first)
      first = nil
      let count = result.places.count
      result.places.removeAll { !search.keeps($0) }
      let isProven = { (found: FoundPlace) in (found.distance?.meters ?? 0) <= result.provenMeters }
      let found = search.sortsByDistance ? result.places.count(where: isProven) : result.places.count
      if !result.isComplete, let limit, found < limit, let last = wanted, count >= last, !budget.isSpent {
        // Twice the number that the kind's share suggests, so that one more search usually suffices.
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
  ///   - search: The search.
  ///   - limit: The requested number of places; `nil` for all.
  ///   - first: The first page; `nil` if it isn't known.
  /// - Returns: The places; incomplete if the query's requests ran out or, in a large area, the time or the budget of
  /// the run.
  /// - Throws: If a request fails after its retries.
  /// - Complexity: One request per 15 places, and about a tenth more beyond 45.
  func collect(
    _ search: KakaoSearch,
    limit: Int?,
    first: KakaoPage? = nil
  ) async throws(PlaceSearchError) -> Result {
    if !earlier.isEmpty { report(0, cellsDone: 0, of: 1, in: search) { [] } }
    let paged = try await PagedSearch(client: client, budget: budget).places(of: search, limit: limit, first: first)
    return try await collect(search, limit: limit, after: paged)
  }

  /// Collects the places of a search whose pages were received.
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
    var evidence = AreaEvidence()
    evidence.add(paged.places, areMeasured: search.origin != nil)
    do throws(PlaceSearchError) {
      return try await collect(search, beyond: paged, wanted: wanted, &evidence)
    } catch {
      // The places found so far are returned as a partial result.
      guard budget.leavesPart(after: error) else { throw error }
      let verdict = AreaVerdict(evidence, count: paged.totalCount, in: search.scope)
      return result(
        verdict,
        evidence: evidence,
        search: search,
        paged: paged,
        isComplete: false,
        provenMeters: paged.provenMeters
      )
    }
  }

  /// Collects the places that paging can't reach.
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
    budget.grant(timeFor: KakaoForecast.highestRequests(forPlaces: count))
    let forecast = { [wantedCount = wanted == .max ? nil : wanted] found in
      KakaoForecast.requests(
        forFirst: wantedCount.map { max(0, $0 - found) },
        of: max(0, count - found),
        areNearest: search.sortsByDistance
      )
    }
    expect(forecast(0))
    report(paged.places.count, cellsDone: 0, of: 1, in: search) { paged.places }
    var area = AreaSearch(
      target,
      count: count,
      after: paged,
      evidence: evidence,
      within: within,
      enough: search.sortsByDistance || wanted == .max ? nil : wanted
    )
    defer { evidence = area.evidence }
    try await run(&area, forecast)
    let provenMeters = area.verdict.isComplete ? target.scope.radiusInMeters : paged.provenMeters
    // A smaller circle was used to find the nearest places; a place slightly outside it may still be in the area.
    let isWhole = target.scope == search.scope
    let verdict = isWhole ? area.verdict : AreaVerdict(area.evidence, count: paged.totalCount, in: search.scope)
    let isComplete = isWhole && verdict.isComplete
    return result(
      verdict,
      evidence: area.evidence,
      search: search,
      paged: paged,
      isComplete: isComplete,
      provenMeters: provenMeters
    )
  }

  /// Sends the requests of an area search and passes it the responses as they arrive.
  ///
  /// - Parameters:
  ///   - area: The search, which keeps its evidence after a failure.
  ///   - forecast: Returns the remaining requests after a number of places was found.
  /// - Throws: If a request fails after its retries.
  private func run(_ area: inout AreaSearch, _ forecast: (Int) -> Int) async throws(PlaceSearchError) {
    let failure = await withTaskGroup(of: Answer.self) { group -> PlaceSearchError? in
      var failure: PlaceSearchError?
      while true {
        for request in area.requests() {
          let search = area.search
          group.addTask { await answer(to: request, of: search) }
        }
        // Otherwise outstanding responses are awaited, because they count against the quota.
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
        if budget.exceedsExpectation { expect(forecast(evidence.sightings.count)) }
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

  /// Records an estimate, unless the search is a part of an area, which is estimated as a whole.
  private func expect(_ requests: Int) { if within == nil { budget.expect(requests) } }

  /// Reports the progress of a search, including the earlier searches.
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

  /// The response to a request.
  private struct Answer: Sendable {
    let request: AreaRequest
    /// The page; `nil` if the budget is used up.
    let page: Swift.Result<KakaoPage?, PlaceSearchError>
  }

  private func answer(to request: AreaRequest, of search: KakaoSearch) async -> Answer {
    Answer(request: request, page: await page(for: request, of: search))
  }

  /// Requests a page and returns a failure as a value.
  ///
  /// A separate function: when a task closure catches a typed error and returns it together with a captured number, the
  /// optimiser of Swift 6.3.1 returns another number, which mixes up pages.
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
      // As if the query's own budget were used up: outstanding responses are awaited.
      if case .budgetSpent = error { return .success(nil) }
      return .failure(error)
    }
  }

  private func result(
    _ verdict: AreaVerdict,
    evidence: AreaEvidence,
    search: KakaoSearch,
    paged: PagedSearch.Result,
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
}
