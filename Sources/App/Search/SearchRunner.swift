import Domain

/// Runs queries: finds the centre, selects the source, checks the quota and searches.
///
/// It has no console: notices are part of the result, or are passed to the listener if they must come earlier.
struct SearchRunner: Sendable {
  let sources: SourceResolver
  var listener = SearchListener()

  private var world: World { sources.world }

  /// Finds centres by name or address.
  var centers: CenterFinder { CenterFinder(sources: sources, listener: listener) }

  /// Runs a query.
  ///
  /// - Parameters:
  ///   - query: The query, whose centre may be a name.
  ///   - usesDefault: Whether a query without a location uses the default location.
  /// - Returns: The result, complete or not.
  /// - Throws: If the query is invalid or fails.
  func ask(_ query: Query, usesDefault: Bool = true) async throws -> SearchResult {
    let query = try centers.withPosition(query, usesDefault: usesDefault)
    return try await answer(try AskedQuery(query), locating: query.near == nil ? nil : query)
  }

  /// Runs a query that has a coordinate or no location.
  func ask(_ asked: AskedQuery) async throws -> SearchResult { try await answer(asked, locating: nil) }

  /// Resolves a query to a coordinate and a source.
  func prepare(_ query: Query) async throws -> PreparedSearch {
    let query = try centers.withPosition(query)
    return try await prepare(try AskedQuery(query), locating: query.near == nil ? nil : query)
  }

  private func answer(_ asked: AskedQuery, locating query: Query?) async throws -> SearchResult {
    let began = world.now()
    let prepared = try await prepare(asked, locating: query)
    await prepared.quotaSentence().map(listener.say)
    await prepared.shapeSentence().map(listener.say)
    var answer: Answer
    do {
      defer { listener.ended(prepared.source) }
      let say = listener.say
      answer = try await listener.watch(prepared) { try await prepared.answer($0, announcing: say) }
    } catch PlaceSearchError.tooManyRequests(let expected, let allowed) {
      guard let confirm = listener.confirm, await confirm(expected) else {
        throw PlaceSearchError.tooManyRequests(expected: expected, allowed: allowed)
      }
      sources.allow(requests: 2 * expected)
      return try await self.answer(asked, locating: query)
    }
    let notices = AnswerNotices(
      asked: prepared.asked,
      answer: answer,
      maximumRequests: prepared.source.configuration.maximumRequests,
      elapsed: world.now() - began,
      services: world.services
    )
    if answer.isEmpty { answer.emptySentence = notices.emptyAnswer.sentence }
    return SearchResult(answer: answer, notices: notices, source: prepared.source)
  }

  private func prepare(_ asked: AskedQuery, locating query: Query?) async throws -> PreparedSearch {
    // The source depends on the search location, so geocoding a name may use a different source.
    let source = try sources.open(about: query == nil ? [asked.query] : [])
    try approve(source, asked)
    try checkPage(asked, of: source)
    try await source.provider.open()
    guard let query else {
      source.notice.map(listener.say)
      return PreparedSearch(asked: asked, source: source)
    }
    // Reject queries the source can't answer anywhere before spending a geocoding request. A downloaded index is not
    // yet known at this point.
    if source.fetched == nil {
      _ = try source.provider.makeEstimateUseCase().cost(of: asked.query, limit: .all)
    }
    let finding = try await centers.locate(query)
    let located = try AskedQuery(finding.query)
    let reopened = try reopen(source, about: located.query, asked: located)
    try await reopened.provider.open()
    return PreparedSearch(asked: located, source: reopened, requestsBefore: finding.requests)
  }

  /// Rejects a page that the service doesn't have, before any request.
  private func checkPage(_ asked: AskedQuery, of source: ResolvedSource) throws(PlaceSearchError) {
    guard case .service(let service) = source.source, case .page(let page) = asked.amount,
      !service.pages.contains(page)
    else { return }
    throw .unsupported(.page(service))
  }

  /// Passes a source to the listener, and reports which one it is.
  private func approve(_ source: ResolvedSource, _ asked: AskedQuery?) throws {
    try listener.approve(source, asked)
    if listener.hearsDetails { listener.sayDetail(source.sentence) }
  }

  /// Opens the source of a query whose centre was geocoded by another source.
  private func reopen(
    _ source: ResolvedSource,
    about query: PlaceQuery,
    asked: AskedQuery? = nil
  ) throws -> ResolvedSource {
    let reopened = try sources.open(about: [query])
    if reopened.configuration != source.configuration { try listener.approve(reopened, asked) }
    reopened.notice.map(listener.say)
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
    defer { listener.ended(source) }
    let located = try await centers.candidates(for: text, where: conditions, limit: limit)
    return (located, source)
  }

  /// Finds the address of a query's centre, which may be a name.
  ///
  /// - Returns: The address, the number of requests for geocoding the centre, and the source.
  /// - Throws: If the query has no centre, or fails.
  func address(of query: Query) async throws -> (CoordinateAddress, requests: Int, source: ResolvedSource) {
    let query = try centers.withPosition(query)
    guard query.center != nil else { throw Failure.needsPosition(.where) }
    var source = try sources.open()
    try approve(source, nil)
    try await source.provider.open()
    defer { listener.ended(source) }
    let finding = try await centers.locate(query)
    guard let point = finding.query.point else { throw Failure.needsPosition(.where) }
    let spot = try PlaceQuery(categories: [.any], area: .circle(center: point, radius: .minimum))
    source = try reopen(source, about: spot)
    let address = try await source.provider.makeLocateUseCase().address(of: point)
    return (address, finding.requests, source)
  }
}
