import Domain

/// Searches of a source.
extension ResolvedSource {
  /// The number of requests that the provider has sent.
  var sentRequests: Int { provider.account.statistics().requests }

  /// Runs a query and records it.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - progress: Observes the search.
  ///   - say: Receives the announcement of a large search's requests.
  /// - Returns: The result.
  /// - Throws: An error if the source can't be queried, or returns an untrustworthy response.
  func result(
    to query: PlaceQuery,
    _ progress: (@Sendable (SearchProgress) -> Void)?,
    announcing say: @escaping @Sendable (Notice) -> Void = { _ in }
  ) async throws(PlaceSearchError) -> PlaceResult {
    let useCase = try provider.makeFindPlaceUseCase()
    let observer = query.limit.page == nil ? CostAnnouncer(say).observing(source, progress) : nil
    let places = try await useCase.places(matching: query, progress: observer)
    await provider.remembered.record(
      query,
      places.places,
      totalCount: places.totalCount,
      from: places.provenance
    )
    return PlaceResult(places, to: query)
  }

  /// Returns a warning if the rest of the daily allowance doesn't suffice for the search; `nil` if it does.
  func quotaNotice(for query: PlaceQuery) -> Notice? {
    guard !configuration.sendsBeyondAllowance, case .service(let service) = source, query.limit.page == nil,
      let cost = try? provider.makeEstimateUseCase().cost(of: query),
      let report = try? provider.account.quota(), let call = service.call(for: query)
    else { return nil }
    return QuotaSentence(report: report, call: call, requests: cost.expected.lowerBound).notice
  }

  /// Returns a notice about the requests of a search in a shape; `nil` if they are few.
  func shapeNotice(for query: PlaceQuery) -> Notice? {
    // For a service with a quota, the first responses are the estimate.
    guard query.area.isShape, case .service(let service) = source, service.dailyAllowance == nil,
      query.limit.page == nil, let likely = try? provider.makeEstimateUseCase().cost(of: query).likely,
      likely.upperBound > Self.fewRequests
    else { return nil }
    let count =
      likely.count == 1
      ? counted(likely.lowerBound, "request")
      : "\(likely.lowerBound.groupedText) to \(likely.upperBound.groupedText) requests, with \(SearchCost.densityText) such "
        + "places in a square kilometre"
    return """
      The shape takes about \(count) to \(service.title), unless the result is cached. Use \(.maxRequests) to limit \
      them.
      """
  }

  /// The number of requests below which no warning is given, because an ordinary search in a circle needs as many.
  private static let fewRequests = 8
}
