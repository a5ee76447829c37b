import Domain

/// A query with a coordinate as its centre, and its selected source.
struct PreparedSearch: Sendable {
  let asked: AskedQuery
  let source: ResolvedSource
  /// The number of requests for geocoding its centre.
  var requestsBefore = 0

  /// Runs the query.
  ///
  /// - Parameters:
  ///   - progress: Observes the search.
  ///   - say: Receives the announcement of a large search's requests.
  /// - Returns: The result.
  /// - Throws: If the source can't be queried, or returns an untrustworthy response.
  func answer(
    _ progress: (@Sendable (SearchProgress) -> Void)?,
    announcing say: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws(PlaceSearchError) -> Answer {
    let places = try source.provider.makeFindPlaceUseCase()
    let answer: Answer
    switch asked.amount {
    case .page(let request):
      answer = Answer(try await places.places(matching: asked.query, on: request), to: asked.query, on: request)
    case .collection(let limit):
      let observer = CostAnnouncer(say).observing(source.source, progress)
      let collection = try await places.places(matching: asked.query, limit: limit, progress: observer)
      answer = Answer(collection, to: asked.query, limit: limit)
    }
    let remembered = source.provider.remembered
    await remembered.record(asked, answer.places, totalCount: answer.totalCount, from: answer.provenance)
    return answer.adding(requests: requestsBefore)
  }

  /// A warning if the rest of the daily allowance doesn't suffice for the search; `nil` if it does, or if the result is
  /// cached.
  func quotaSentence() async -> String? {
    guard !source.configuration.sendsBeyondAllowance, case .service(let service) = source.source,
      case .collection(let limit) = asked.amount,
      let cost = try? source.provider.makeEstimateUseCase().cost(of: asked.query, limit: limit),
      let report = try? source.provider.account.quota(), let call = service.call(for: asked.query),
      let sentence = QuotaSentence(report: report, call: call, requests: cost.expected.lowerBound).sentence,
      await !source.provider.account.isCached(asked.query, limit: limit)
    else { return nil }
    return sentence
  }

  /// A notice about the requests of a search in a shape; `nil` if they are few, or if the result is cached.
  func shapeSentence() async -> String? {
    // For a service with a quota, the first responses are the estimate.
    guard asked.query.area.isShape, case .service(let service) = source.source, service.dailyAllowance == nil,
      case .collection(let limit) = asked.amount,
      let likely = try? source.provider.makeEstimateUseCase().cost(of: asked.query, limit: limit).likely,
      likely.upperBound > Self.fewRequests, await !source.provider.account.isCached(asked.query, limit: limit)
    else { return nil }
    let count =
      likely.count == 1
      ? counted(likely.lowerBound, "request")
      : "\(likely.lowerBound.groupedText) to \(likely.upperBound.groupedText) requests, with \(SearchCost.densityText) such "
        + "places in a square kilometre"
    return "the shape takes about \(count) to \(service.title); --max-requests bounds them"
  }

  /// Below this, don't warn: an ordinary search in a circle needs as many requests.
  private static let fewRequests = 8
}
