import Domain

/// Runs queries: finds the centre, selects the source, checks the quota and searches.
///
/// It has no console: notices are part of the result, or are passed to the observer if they must come earlier.
struct SearchRunner: Sendable {
  /// A query and the source that answers it.
  struct Search: Sendable {
    let query: PlaceQuery
    var source: ResolvedSource
  }

  let sources: SourceResolver
  var observer = SearchObserver()

  private var world: World { sources.world }

  /// Finds centres by name or address.
  var centers: CenterFinder { CenterFinder(sources: sources, observer: observer) }

  /// Runs a query.
  ///
  /// - Parameters:
  ///   - query: The query, whose centre may be a name.
  ///   - usesDefault: Whether a query without a location uses the default location.
  /// - Returns: The result, complete or not.
  /// - Throws: An error if the query is invalid or fails.
  func run(_ query: Query, usesDefault: Bool = true) async throws -> SearchResult {
    var query = query
    query.match = query.match.starting(at: world.wallClock())
    query = try centers.withSavedLocation(query, usesDefault: usesDefault)
    return try await run(try PlaceQuery(query), locating: query.near == nil ? nil : query)
  }

  /// Runs a query that has a coordinate or no location.
  func run(_ query: PlaceQuery) async throws -> SearchResult {
    try await run(query.starting(at: world.wallClock()), locating: nil)
  }

  /// Returns whether the source reaches the area of a query without places only with latitudes and longitudes swapped.
  ///
  /// - Throws: An error if the source has places in the swapped area.
  private func mayBeSwapped(_ search: Search) async throws -> Bool {
    let provider = search.source.provider
    guard let swapped = try? provider.makeEstimateUseCase().cost(of: search.query).swappedArea else { return false }
    let anyPlace = try PlaceQuery(categories: [.any], area: swapped, limit: .nothing)
    let places = try await provider.makeFindPlaceUseCase().places(matching: anyPlace, progress: nil)
    guard places.totalCount == 0 else { throw PlaceSearchError.unsupported(.swappedCoordinates(search.query.area)) }
    return true
  }

  /// Resolves a query to a coordinate and a source.
  func prepare(_ query: Query) async throws -> Search {
    let query = try centers.withSavedLocation(query)
    let (search, _) = try await prepare(try PlaceQuery(query), locating: query.near == nil ? nil : query)
    return search
  }

  private func run(_ query: PlaceQuery, locating named: Query?) async throws -> SearchResult {
    let began = world.now()
    var (search, requestsBefore) = try await prepare(query, locating: named)
    search.source.quotaNotice(for: search.query).map(observer.say)
    search.source.shapeNotice(for: search.query).map(observer.say)
    // An index would make the account of a service for it.
    let sentBefore = observer.confirm == nil ? 0 : search.source.sentRequests
    var result: PlaceResult
    do {
      result = try await self.result(of: search)
    } catch PlaceSearchError.tooManyRequests(let expected, let allowed, let left) {
      let demand = SearchDemand(expected: expected, left: left)
      guard let confirm = observer.confirm, await confirm(demand) else {
        throw PlaceSearchError.tooManyRequests(expected: expected, allowed: allowed, left: left)
      }
      // The search begins again with another provider, which has its own count.
      requestsBefore += search.source.sentRequests - sentBefore
      sources.allow(requests: demand.generousLimit)
      search.source = try sources.open(about: [search.query])
      try await search.source.provider.open()
      result = try await self.result(of: search)
    }
    let source = search.source
    result = result.adding(requests: requestsBefore)
    if result.totalCount == 0, let corrected = try await self.corrected(search, source) { result = corrected }
    if result.totalCount == 0 { result.mayBeSwapped = try await mayBeSwapped(search) }
    let notices = ResultNotices(
      result: result,
      maximumRequests: source.configuration.maximumRequests,
      elapsed: world.now() - began,
      services: world.services
    )
    if result.isEmpty { result.emptySentence = notices.emptyResult.sentence.text }
    return SearchResult(result: result, notices: notices, source: source)
  }

  /// Searches a source, which the observer watches.
  private func result(of search: Search) async throws -> PlaceResult {
    defer { observer.ended(search.source) }
    return try await observer.watch(search.query) { [say = observer.say] in
      try await search.source.result(to: search.query, $0, announcing: say)
    }
  }

  /// Searches for the corrected text of a query that found nothing; `nil` if that finds nothing either.
  private func corrected(_ search: Search, _ source: ResolvedSource) async throws -> PlaceResult? {
    guard let query = try source.provider.corrected(search.query) else { return nil }
    var result = try await source.result(to: query, nil, announcing: observer.say)
    guard result.totalCount != 0 else { return nil }
    result.typedText = search.query.text
    return result
  }

  /// Opens the source, and finds the centre of a query that has only a name; also returns the number of geocoding
  /// requests.
  private func prepare(
    _ query: PlaceQuery,
    locating named: Query?
  ) async throws -> (search: Search, requests: Int) {
    // The source depends on the search location, so geocoding a name may use a different source.
    let source = try sources.open(about: named == nil ? [query] : [])
    try approve(source, query)
    try checkPage(of: query, source)
    try await source.provider.open()
    guard let named else {
      source.notice.map(observer.say)
      return (Search(query: query, source: source), 0)
    }
    // Reject queries the source can't answer anywhere before spending a geocoding request. A downloaded index is not
    // yet known at this point.
    if source.fetched == nil { _ = try source.provider.makeEstimateUseCase().cost(of: query.limited(to: .all)) }
    let finding = try await centers.locate(named)
    let located = try PlaceQuery(finding.query)
    let reopened = try reopen(source, for: located)
    try await reopened.provider.open()
    return (Search(query: located, source: reopened), finding.requests)
  }

  /// Rejects a page that the service doesn't have, before any request.
  private func checkPage(of query: PlaceQuery, _ source: ResolvedSource) throws(PlaceSearchError) {
    guard case .service(let service) = source.source, let page = query.limit.page, !service.pages.contains(page) else {
      return
    }
    throw .unsupported(.page(service))
  }

  /// Passes a source to the observer, and reports which one it is.
  private func approve(_ source: ResolvedSource, _ query: PlaceQuery?) throws {
    try observer.approve(source, query)
    if observer.hearsDetails { observer.sayDetail(source.sentence) }
  }

  /// Opens the source of a query whose centre was geocoded by another source.
  private func reopen(
    _ source: ResolvedSource,
    for query: PlaceQuery,
    isSearch: Bool = true
  ) throws -> ResolvedSource {
    let reopened = try sources.open(about: [query])
    if reopened.configuration != source.configuration { try observer.approve(reopened, isSearch ? query : nil) }
    reopened.notice.map(observer.say)
    return reopened
  }
}

// MARK: - Names and addresses

extension SearchRunner {
  /// Finds the places that a text may mean.
  func candidates(
    for text: SearchText,
    where conditions: [AttributeCondition] = [],
    limit: Int
  ) async throws -> (located: LocatedPlaces, source: ResolvedSource) {
    let source = try sources.open()
    try approve(source, nil)
    try await source.provider.open()
    defer { observer.ended(source) }
    let located = try await centers.candidates(for: text, where: conditions, limit: limit)
    return (located, source)
  }

  /// Finds the address of a query's centre, which may be a name.
  ///
  /// - Returns: The address, the number of requests for geocoding the centre, and the source.
  /// - Throws: An error if the query has no centre, or fails.
  func address(of query: Query) async throws -> (CoordinateAddress, requests: Int, source: ResolvedSource) {
    let query = try centers.withSavedLocation(query)
    guard query.center != nil else { throw Failure.needsCenter(.where) }
    var source = try sources.open()
    try approve(source, nil)
    try await source.provider.open()
    defer { observer.ended(source) }
    let finding = try await centers.locate(query)
    guard let point = finding.query.point else { throw Failure.needsCenter(.where) }
    let spot = try PlaceQuery(categories: [.any], area: .circle(center: point, radius: .minimum))
    source = try reopen(source, for: spot, isSearch: false)
    let address = try await source.provider.makeLocateUseCase().address(of: point)
    return (address, finding.requests, source)
  }
}
