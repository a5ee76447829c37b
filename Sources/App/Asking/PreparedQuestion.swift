import Domain

/// A question that is ready to be asked: its centre is a point, and its source is chosen.
struct PreparedQuestion: Sendable {
  let asked: AskedQuery
  let source: OpenedSource
  /// How many requests finding its centre took.
  var requestsBefore = 0

  /// Asks the source.
  ///
  /// - Parameters:
  ///   - progress: Observes the search.
  ///   - say: Takes the number of requests that a large search is expected to send.
  /// - Returns: The result.
  /// - Throws: When the source can't be queried, or returns what can't be trusted.
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
      let observer = CostAnnouncer(say).observing(source.settings.route, progress)
      let collection = try await places.places(matching: asked.query, limit: limit, progress: observer)
      answer = Answer(collection, to: asked.query, limit: limit)
    }
    let remembered = source.provider.remembered
    await remembered.record(asked, answer.places, totalCount: answer.totalCount, from: answer.provenance)
    return answer.adding(requests: requestsBefore)
  }

  /// What to say where the rest of the daily allowance does not cover the search; `nil` where it does, or where the
  /// answer is cached.
  func quotaSentence() async -> String? {
    guard !source.settings.options.sendsBeyondAllowance, case .service(let service) = source.settings.route,
      case .collection(let limit) = asked.amount,
      let cost = try? source.provider.makeEstimateUseCase().cost(of: asked.query, limit: limit),
      let report = try? source.provider.account.quota(), let call = service.call(for: asked.query),
      let sentence = QuotaSentence(report: report, call: call, requests: cost.expected.lowerBound).sentence,
      await !source.provider.account.isCached(asked.query, limit: limit)
    else { return nil }
    return sentence
  }

  /// What a shape is going to cost of a service, before its first request; `nil` where that is little, or where the
  /// answer is kept.
  func shapeSentence() async -> String? {
    // A service with a quota is estimated by its first responses.
    guard asked.query.area.isShape, case .service(let service) = source.settings.route, service.dailyAllowance == nil,
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

  /// So many are not worth a word: a category in a circle takes as many.
  private static let fewRequests = 8
}
