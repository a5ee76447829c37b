import Domain

extension SearchCollector {
  /// Sends the requests of an area search and passes it the responses as they arrive.
  ///
  /// - Parameters:
  ///   - area: The search, which keeps its evidence after a failure.
  ///   - forecast: Returns the remaining requests after a number of places was found.
  /// - Throws: An error if a request fails after its retries.
  func run(_ area: inout AreaSearch, _ forecast: (Int) -> Int) async throws(PlaceSearchError) {
    let failure = await withTaskGroup(of: PageResult.self) { group -> PlaceSearchError? in
      var failure: PlaceSearchError?
      while true {
        for request in area.requests() {
          let search = area.search
          group.addTask { await result(to: request, of: search) }
        }
        // Otherwise outstanding responses are awaited, because they count against the quota.
        if area.hasEnough { group.cancelAll() }
        guard let result = await group.next() else { return failure }
        switch result.page {
        case .success(let page?): area.receive(page, to: result.request)
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

  /// The response to a request.
  private struct PageResult: Sendable {
    let request: AreaRequest
    /// The page; `nil` if the budget is used up.
    let page: Swift.Result<KakaoPage?, PlaceSearchError>
  }

  private func result(to request: AreaRequest, of search: KakaoSearch) async -> PageResult {
    PageResult(request: request, page: await page(for: request, of: search))
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
}
