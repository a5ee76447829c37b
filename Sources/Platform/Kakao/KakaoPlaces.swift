import Domain

/// Searches Kakao Local.
struct KakaoPlaces: Sendable {
  /// Sends the requests.
  let client: KakaoClient
  /// The time limit of a query.
  let timeout: Duration
  /// The time that each request of a large area adds to the limit; `nil` if the limit is fixed.
  let growth: Duration?
  /// The interval between requests at the program's pace.
  var interval = Duration.zero
  /// The maximum number of requests per query; `nil` if unlimited.
  let maximumRequests: Int?
  /// Returns the requests that a query may take if the user has set no limit; `nil` if unlimited.
  var allowance: @Sendable (PlaceQuery) -> RequestBudget.Allowance? = { _ in nil }
  /// The cache of responses; `nil` if there is none.
  var responses: ResponseStore?

  func provenance(_ budget: RequestBudget) -> Provenance {
    Provenance(source: .kakao, requests: budget.requests, age: budget.age)
  }

  func makeBudget(for query: PlaceQuery? = nil, keepsStopped: Bool = false) -> RequestBudget {
    RequestBudget(
      start: client.engine.time.now(),
      timeout: timeout,
      growth: growth,
      interval: interval,
      maximumRequests: maximumRequests,
      allowance: { [allowance] in query.flatMap(allowance) },
      keepsStopped: keepsStopped,
      cache: responses
    )
  }
}

extension KakaoPlaces: FindPlaceUseCase {
  func places(
    matching query: PlaceQuery,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    if let page = query.limit.page { return try await places(matching: query, on: page) }
    let budget = makeBudget(for: query, keepsStopped: progress != nil)
    return try await collect(query, for: budget, progress: progress)
  }

  private func places(matching query: PlaceQuery, on page: PageRequest) async throws(PlaceSearchError)
    -> PlaceCollection
  {
    guard !query.area.isShape else { throw .unsupported(.shapeOnOnePage) }
    let searches = try KakaoSearch.searches(for: query)
    guard let search = searches.first, searches.count == 1 else { throw .unsupported(.severalCategoriesOnOnePage) }
    if case .kind(let kind)? = search.rest.categories.first { throw .unsupported(.filterOnOnePage(kind)) }
    guard search.hasExactCount else { throw .unsupported(.filterOnOnePage(nil)) }
    let budget = makeBudget()
    let response = try await client.page(of: search, on: page, for: budget)
    // Past the end, the service repeats its last page, whose places belong only to that page.
    let isPastEnd = response.map { page.isPastEnd(of: $0) } ?? false
    let places = isPastEnd ? [] : (response?.places ?? []).filter(query.area.reaches)
    let isLast = isPastEnd || response?.isLast ?? false
    let droppedCount = response?.mismatches?.count ?? 0
    return PlaceCollection(
      places: query.sort == .distance ? places.sorted(by: FoundPlace.isNearer) : places,
      totalCount: response?.totalCount ?? 0,
      isComplete: page.number == 1 && isLast && places.count == response?.totalCount ?? 0 && droppedCount == 0,
      isNearest: isNearest(query, on: page, response),
      droppedCount: droppedCount,
      page: PlaceCollection.Page(page, isLast: isLast, pageableCount: response?.pageableCount ?? 0),
      provenance: provenance(budget)
    )
  }

  /// Returns whether a page has the nearest places, as a complete, sorted first page does.
  private func isNearest(_ query: PlaceQuery, on page: PageRequest, _ response: KakaoPage?) -> Bool? {
    guard query.wantsNearest else { return nil }
    guard let response, response.unreadableCount == 0, KakaoSearch.gap(in: query) == nil else { return false }
    let meters = response.places.map { $0.distance?.meters ?? 0 }
    guard zip(meters, meters.dropFirst()).allSatisfy({ $0 <= $1 }) else { return false }
    return response.places.count >= page.size || response.places.count == response.totalCount
  }
}

extension KakaoPlaces {
  private func collect(
    _ query: PlaceQuery,
    for budget: RequestBudget,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    let limit = query.limit
    var collected = CollectedSearches()
    // The number of places in a shape, or of a kind, is known only if all of them were collected.
    let counted = limit == .nothing ? nil : limit.count
    // A count around the centre doesn't apply to a rectangle, so its nearest places are searched as in a shape.
    func isFarInBox(_ search: KakaoSearch) -> Bool {
      search.scope.cell != nil && query.sort == .distance && search.hasExactCount
        && limit.count.map { $0 > KakaoSearch.reachableCount } ?? false
    }
    let searches = try KakaoSearch.searches(for: query)
    let isLarge = (limit.count ?? .max) > KakaoSearch.reachableCount
    let firstPages = searches.count > 1 && isLarge ? try await self.firstPages(of: searches, for: budget) : []
    for (number, search) in searches.enumerated() {
      let later = firstPages.dropFirst(number + 1).reduce(0) { sum, page in
        sum + forecast(query, counting: page?.totalCount ?? 0)
      }
      budget.beginSearch(before: later)
      let collector = SearchCollector(client: client, budget: budget, progress: progress, earlier: collected.places)
      do throws(PlaceSearchError) {
        let part: SearchCollector.Result
        if query.area.isShape || isFarInBox(search) {
          part = try await ShapeCollector.collect(search, limit: counted, in: query, collector)
        } else {
          part = try await collector.collectMatching(
            of: search,
            limit: search.hasExactCount ? limit.count : counted,
            first: firstPages.indices.contains(number) ? firstPages[number] : nil
          )
        }
        collected.add(part, of: search, in: query.area)
      } catch {
        // The places of the previous categories are returned as a partial result.
        guard !collected.places.isEmpty, isLarge, budget.leavesPart(after: error) else { throw error }
        collected.noteMissing()
        break
      }
    }
    return collected.collection(for: query, earlyEnd: budget.earlyEnd, provenance: provenance(budget))
  }
}

extension KakaoPlaces {
  /// Returns the first pages of several searches, whose counts show how many requests all of them take together.
  private func firstPages(
    of searches: [KakaoSearch],
    for budget: RequestBudget
  ) async throws(PlaceSearchError) -> [KakaoPage?] {
    var pages: [KakaoPage?] = []
    for search in searches {
      do throws(PlaceSearchError) {
        guard let page = try await client.page(1, of: search, isOneOfSeveral: true, for: budget) else { break }
        pages.append(page)
      } catch {
        // The searches return the pages so far, as a partial result.
        guard !pages.isEmpty, budget.leavesPart(after: error) else { throw error }
        break
      }
    }
    return pages
  }

  /// Returns the estimated requests of a search, from the service's count for its circle or the rectangle around its
  /// area.
  private func forecast(_ query: PlaceQuery, counting count: Int) -> Int {
    let whole = query.area.isShape ? query.area.enclosingBox?.squareMeters : nil
    let share = whole.map { min(1, query.area.squareMeters / max(1, $0)) } ?? 1
    return KakaoForecast.requests(
      forFirst: query.limit.count,
      of: Int(Double(count) * share),
      areNearest: query.sort == .distance
    )
  }
}

extension PageRequest {
  /// Returns whether the page comes after the last one, according to its response.
  fileprivate func isPastEnd(of response: KakaoPage) -> Bool {
    let offset = (number - 1) * size
    return number > 1
      && (offset >= KakaoSearch.reachableCount || (response.isLast && offset >= response.pageableCount))
  }
}
