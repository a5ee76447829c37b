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

  /// Returns a collector for the parts of an area, without reports of its own.
  func silent(within area: SearchArea) -> Self {
    var silent = self
    silent.progress = nil
    silent.within = area
    return silent
  }

  /// Collects the places of a search that the client keeps, from as much of the group as necessary.
  ///
  /// - Parameters:
  ///   - search: The search.
  ///   - limit: The requested number of places; `nil` for all.
  ///   - first: The first page; `nil` if it isn't known.
  /// - Returns: The places, as in ``collect(_:limit:first:)``.
  /// - Throws: An error if a request fails after its retries.
  /// - Complexity: The requests for the part of the group that contains enough places. If a part is too small, a larger
  /// one is requested, reusing known pages.
  func collectMatching(
    of search: KakaoSearch,
    limit: Int?,
    first: KakaoPage? = nil
  ) async throws(PlaceSearchError) -> Result {
    guard !search.hasExactCount else { return try await collect(search, limit: limit, first: first) }
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
  /// - Throws: An error if a request fails after its retries.
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

  /// Records an estimate, unless the search is a part of an area, which is estimated as a whole.
  func expect(_ requests: Int) { if within == nil { budget.expect(requests) } }

  /// Reports the progress of a search, including the earlier searches.
  func report(
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
