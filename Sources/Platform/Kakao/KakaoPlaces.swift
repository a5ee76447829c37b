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
  /// Returns the number of requests that a query may take if the user has set no limit; `nil` if unlimited.
  var allowedRequests: @Sendable (PlaceQuery) -> Int? = { _ in nil }
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
      allowedRequests: { [allowedRequests] in query.flatMap(allowedRequests) },
      keepsStopped: keepsStopped,
      keptIn: responses
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
    do throws(PlaceSearchError) {
      let collection = try await collect(query, for: budget, progress: progress)
      budget.kept?.end(isFinished: collection.earlyEnd == nil)
      return collection
    } catch {
      budget.kept?.end(isFinished: false)
      throw error
    }
  }

  private func places(matching query: PlaceQuery, on page: PageRequest) async throws(PlaceSearchError)
    -> PlaceCollection
  {
    guard !query.area.isShape else { throw .unsupported(.shapeOnOnePage) }
    let searches = try KakaoSearch.searches(for: query)
    guard let search = searches.first, searches.count == 1 else { throw .unsupported(.severalCategoriesOnOnePage) }
    if case .kind(let kind)? = search.rest.categories.first { throw .unsupported(.kindOnOnePage(kind)) }
    let budget = makeBudget()
    let answer = try await client.page(of: search, on: page, for: budget)
    // Past the end, the service repeats its last page, whose places belong only to that page.
    let isPastEnd = answer.map { page.isPastEnd(of: $0) } ?? false
    let places = isPastEnd ? [] : (answer?.places ?? []).filter(query.area.reaches)
    let isLast = isPastEnd || answer?.isLast ?? false
    let droppedCount = answer?.strangers?.count ?? 0
    return PlaceCollection(
      places: query.sort == .distance ? places.sorted(by: FoundPlace.isNearer) : places,
      totalCount: answer?.totalCount ?? 0,
      isComplete: page.number == 1 && isLast && places.count == answer?.totalCount ?? 0 && droppedCount == 0,
      isNearest: isNearest(query, on: page, answer),
      droppedCount: droppedCount,
      page: PlaceCollection.Page(page, isLast: isLast, pageableCount: answer?.pageableCount ?? 0),
      provenance: provenance(budget)
    )
  }

  /// Whether a page has the nearest places, as a complete, sorted first page does.
  private func isNearest(_ query: PlaceQuery, on page: PageRequest, _ answer: KakaoPage?) -> Bool? {
    guard query.wantsNearest else { return nil }
    guard let answer, answer.unreadableCount == 0, KakaoSearch.gap(in: query) == nil else { return false }
    let meters = answer.places.map { $0.distance?.meters ?? 0 }
    guard zip(meters, meters.dropFirst()).allSatisfy({ $0 <= $1 }) else { return false }
    return answer.places.count >= page.size || answer.places.count == answer.totalCount
  }
}

extension KakaoPlaces {
  private func collect(
    _ query: PlaceQuery,
    for budget: RequestBudget,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    let limit = query.limit
    var parts: [[FoundPlace]] = []
    var ids: Set<String> = []
    var totalCount: Int? = 0
    var isComplete = true
    var provenMeters = Double.infinity
    var droppedCount = 0
    var hasCrowdedSpot = false
    // The number in a shape or of a kind is known only when all places are.
    let counted = limit == .nothing ? nil : limit.count
    // A count around the centre says nothing about a rectangle, so the nearest places in one are searched as in a
    // shape.
    func isFarInBox(_ search: KakaoSearch) -> Bool {
      search.scope.cell != nil && query.sort == .distance && search.countHolds
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
      let earlier = parts.flatMap(\.self)
      let collector = SearchCollector(client: client, budget: budget, progress: progress, earlier: earlier)
      let part: SearchCollector.Result
      do throws(PlaceSearchError) {
        part =
          query.area.isShape || isFarInBox(search)
          ? try await ShapeCollector(collector, query).collect(search, limit: counted)
          : try await collector.collectKept(
            of: search,
            limit: search.countHolds ? limit.count : counted,
            first: firstPages.indices.contains(number) ? firstPages[number] : nil
          )
      } catch {
        // The places of the previous categories are returned as a partial result.
        guard !ids.isEmpty, isLarge, budget.leavesPart(after: error) else {
          throw error
        }
        isComplete = false
        totalCount = nil
        provenMeters = -1
        break
      }
      let reached = part.places.filter(query.area.reaches)
      ids.reserveCapacity(ids.count + reached.count)
      // A place whose category changes during the search is in both.
      let new = reached.filter { ids.insert($0.place.id).inserted }
      parts.append(new)
      // The service's count includes places beyond the sent radius, so it proves nothing.
      if !part.places.allSatisfy(search.reaches) { isComplete = false }
      let count = part.isComplete ? new.count : part.totalCount.map { max(0, $0 - (reached.count - new.count)) }
      totalCount = totalCount.flatMap { sum in count.map { sum + $0 } }
      isComplete = isComplete && part.isComplete
      droppedCount += part.droppedCount
      hasCrowdedSpot = hasCrowdedSpot || part.hasCrowdedSpot
      provenMeters = min(provenMeters, part.provenMeters)
    }
    let places = Self.ordered(parts, query)
    let wanted = limit.count ?? places.count
    let nearest = places.prefix(wanted)
    let gap = KakaoSearch.gap(in: query)
    let lacksNearer = query.sort == .distance && (nearest.last?.distance).map { $0.meters > provenMeters } ?? false
    let isAsWanted = isComplete || limit.count.map { nearest.count >= $0 && !lacksNearer } ?? false
    let isWhole = isComplete && (places.count <= wanted || limit == .nothing) && gap == nil
    return PlaceCollection(
      places: Array(nearest),
      totalCount: totalCount,
      isComplete: isWhole,
      earlyEnd: isAsWanted ? nil : budget.earlyEnd,
      isNearest: query.isNearest(Array(nearest), isComplete: isWhole && droppedCount == 0) { _ in
        gap == nil && droppedCount == 0 && !lacksNearer
      },
      gap: gap,
      droppedCount: droppedCount,
      hasCrowdedSpot: hasCrowdedSpot,
      provenance: provenance(budget)
    )
  }
}

extension KakaoPlaces {
  /// The first pages of several searches, whose counts show how many requests all of them take together.
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

  /// The estimated requests of a search, from the service's count for its circle or the rectangle around its area.
  private func forecast(_ query: PlaceQuery, counting count: Int) -> Int {
    let whole = query.area.isShape ? query.area.enclosingBox?.squareMeters : nil
    let share = whole.map { min(1, query.area.squareMeters / max(1, $0)) } ?? 1
    return KakaoForecast.requests(
      forFirst: query.limit.count,
      of: Int(Double(count) * share),
      areNearest: query.sort == .distance
    )
  }

  /// The places of several categories in the order of the query.
  private static func ordered(_ parts: [[FoundPlace]], _ query: PlaceQuery) -> [FoundPlace] {
    guard query.area.corridor == nil else {
      return parts.joined().sorted { FoundPlace.isEarlier($0, $1, by: query.sort) }
    }
    return query.sort == .distance ? parts.joined().sorted(by: FoundPlace.isNearer) : interleaved(parts)
  }

  /// Alternates between the places of several categories, because accuracy compares only places of the same search.
  ///
  /// A limit takes equally many of each.
  private static func interleaved(_ parts: [[FoundPlace]]) -> [FoundPlace] {
    guard parts.count > 1 else { return parts.first ?? [] }
    let maximumCount = parts.map(\.count).max() ?? 0
    return (0..<maximumCount).flatMap { rank in parts.compactMap { $0.indices.contains(rank) ? $0[rank] : nil } }
  }
}

extension PageRequest {
  /// Whether the page comes after the last one, according to its response.
  fileprivate func isPastEnd(of answer: KakaoPage) -> Bool {
    let offset = (number - 1) * size
    return number > 1
      && (offset >= KakaoSearch.reachableCount || (answer.isLast && offset >= answer.pageableCount))
  }
}

extension KakaoSearch {
  /// Whether a place is within the radius that was sent.
  fileprivate func reaches(_ found: FoundPlace) -> Bool {
    found.distance.map { $0.meters <= scope.radiusInMeters } ?? true
  }
}
