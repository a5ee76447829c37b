import Domain

/// What a query was answered with.
///
/// Not a `Result`, since making a type whose part has to be an error looks that up among all types of the program.
enum RowResult: Sendable {
  case success(RowAnswer)
  case failure(PlaceSearchError)
}

struct BatchJob: Sendable {
  let reader: BatchReader
  let queries: QueryReader
  let locator: RowLocator
  let useCase: any FindPlaceUseCase
  let limit: PlaceLimit
  let writer: any RecordWriter
  /// Writes the rows that have no result; `nil` if nobody wants them.
  let failures: FailedRowWriter?
  /// Queries, or blocks of them, in flight at once; 1 or more.
  let jobs: Int
  let isOrdered: Bool
  let errorLimit: ErrorLimit?
  let requiresComplete: Bool
  let requiresNearest: Bool
  let progress: @Sendable (BatchTally) -> Void
  let interrupts: AsyncStream<StopSignal>

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - outputs: Where the records go.
  ///   - isPaidFor: Whether an answer takes requests, and is not a lookup on this machine in microseconds.
  /// - Returns: Why it ended, and what it counted.
  func run(writing outputs: BatchOutputs, isPaidFor: Bool) async -> (end: BatchEnd, tally: BatchTally) {
    guard isPaidFor else {
      var run = BlockRun(self, outputs: outputs)
      let end = await run.run()
      return (end, run.tally)
    }
    var run = RowRun(self, outputs: outputs)
    let end = await run.run()
    return (end, run.tally)
  }

  /// Answers a query, whose centre is found first where it is a name; returns the answer, or the error, as a value.
  ///
  /// A function of its own: a task that catches a typed error itself and returns it with a number returns another
  /// number in an optimized build (Swift 6.3.1), and the answer would become another row's.
  func result(of query: RowQuery) async -> RowResult {
    do throws(PlaceSearchError) { return .success(try await answer(to: query)) } catch { return .failure(error) }
  }

  func answer(to query: RowQuery) async throws(PlaceSearchError) -> RowAnswer {
    guard let text = query.locating else { return try await answer(to: query, located: query) }
    switch try await locator.location(of: text, for: query) {
    case .found(let point, let name): return try await answer(to: query, located: query.located(at: point, near: name))
    case .notFound(let failure): return .failed(query, failure)
    case .ambiguous(let failure): return .invalid(query, failure)
    }
  }

  private func answer(to query: RowQuery, located: RowQuery) async throws(PlaceSearchError) -> RowAnswer {
    let places = try await useCase.places(matching: located.query, limit: located.limit, progress: nil)
    // With the query as it was before it was located, by which a resumed run recognizes the row.
    return try refusal(of: places, to: query) ?? .answered(located, places)
  }

  /// What a row gets instead of places that are too few; `nil` where it gets these.
  @inline(__always)
  func refusal(of places: PlaceCollection, to query: RowQuery) throws(PlaceSearchError) -> RowAnswer? {
    // The part that a spent budget leaves gets no record: the run ends here, and the next one asks the row.
    if case .budgetSpent(let requests)? = places.earlyEnd { throw .budgetSpent(requests: requests) }
    let lacksPlaces = requiresComplete && !places.isComplete
    guard lacksPlaces || (requiresNearest && places.isNearest != true) else { return nil }
    let partial = PartialAnswer(places, maximumRequests: nil, limit: query.limit)
    let isRetryable = partial.earlyEnd != nil
    return .failed(
      query,
      lacksPlaces
        ? .incomplete(partial, isRetryable: isRetryable)
        : .unproven(partial, isRetryable: isRetryable)
    )
  }

  /// What a row's answer is, or its error; `nil` for an error that says nothing about this row.
  func answer(to query: RowQuery, from result: RowResult) -> RowAnswer? {
    switch result {
    case .success(let answer): answer
    case .failure(let error): answer(to: query, failing: error)
    }
  }

  /// The error of a row; `nil` for one that says nothing about this row.
  func answer(to query: RowQuery, failing error: PlaceSearchError) -> RowAnswer? {
    switch FailureDisposition(error) {
    case .invalid: .invalid(query, Failure(error))
    case .failed, .rejected, .noResponse: .failed(query, Failure(error))
    case .stop, .cancelled: nil
    }
  }
}
