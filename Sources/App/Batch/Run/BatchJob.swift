import Domain

/// The result of a query.
///
/// Not a `Result`: instantiating its metadata looks up the `Error` conformance among all types of the program.
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
  /// The writer of failed rows; `nil` if there is none.
  let failures: FailedRowWriter?
  /// The maximum number of concurrent queries, or blocks of them; at least 1.
  let jobs: Int
  let isOrdered: Bool
  let errorLimit: ErrorLimit?
  let requiresComplete: Bool
  let requiresNearest: Bool
  let progress: @Sendable (BatchTally) -> Void
  let interrupts: AsyncStream<StopSignal>

  /// Runs the job to its end.
  ///
  /// - outputs: The outputs of the records.
  /// - isPaidFor: Whether a result costs requests, unlike an offline query of microseconds.
  /// - Returns: The reason for the end, and the counts.
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

  /// Runs a query, after geocoding its centre if necessary; returns the result or the error as a value.
  ///
  /// A separate function: a task that catches a typed error itself and returns it with a number returns another number
  /// in an optimised build (Swift 6.3.1), which would assign the result to another row.
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
    let places = try await useCase.places(matching: located.query, progress: nil)
    // The original query identifies the row when the run is resumed.
    return try refusal(of: places, to: query) ?? .answered(located, places)
  }

  /// The failure for an incomplete result under `--require-complete` or `--require-nearest`; `nil` if the result is
  /// accepted.
  @inline(__always)
  func refusal(of places: PlaceCollection, to query: RowQuery) throws(PlaceSearchError) -> RowAnswer? {
    // A part left by an exhausted budget gets no record: the run ends here, and the next one queries the row again.
    if case .budgetSpent(let requests)? = places.earlyEnd { throw .budgetSpent(requests: requests) }
    let lacksPlaces = requiresComplete && !places.isComplete
    guard lacksPlaces || (requiresNearest && places.isNearest != true) else { return nil }
    let partial = PartialResult(places, maximumRequests: nil, limit: query.query.limit)
    let isRetryable = partial.earlyEnd != nil
    return .failed(
      query,
      lacksPlaces
        ? .incomplete(partial, isRetryable: isRetryable)
        : .unproven(partial, isRetryable: isRetryable)
    )
  }

  /// The result or the error of a row; `nil` for an error that isn't about this row.
  func answer(to query: RowQuery, from result: RowResult) -> RowAnswer? {
    switch result {
    case .success(let answer): answer
    case .failure(let error): answer(to: query, failing: error)
    }
  }

  /// The error of a row; `nil` for an error that isn't about this row.
  func answer(to query: RowQuery, failing error: PlaceSearchError) -> RowAnswer? {
    switch FailureDisposition(error) {
    case .invalid: .invalid(query, Failure(error))
    case .failed, .rejected, .noResponse: .failed(query, Failure(error))
    case .exhausted, .stop, .cancelled: nil
    }
  }
}
