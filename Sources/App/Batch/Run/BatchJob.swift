import Domain

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
  func resultOrError(of query: RowQuery) async -> Result<RowResult, PlaceSearchError> {
    do throws(PlaceSearchError) { return .success(try await result(of: query)) } catch { return .failure(error) }
  }

  func result(of query: RowQuery) async throws(PlaceSearchError) -> RowResult {
    guard let text = query.locating else { return try await result(of: query, center: nil) }
    switch try await locator.location(of: text, for: query) {
    case .found(let center): return try await result(of: query.located(at: center), center: center)
    case .refused(let result): return result
    }
  }

  private func result(of query: RowQuery, center: Query.Center?) async throws(PlaceSearchError) -> RowResult {
    let places = try await useCase.places(matching: query.query, progress: nil)
    return try refusal(of: places, to: query) ?? .found(places, center: center)
  }

  /// Returns the failure for an incomplete result under `--require-complete` or `--require-nearest`; `nil` if the
  /// result is accepted.
  @inline(__always)
  func refusal(of places: PlaceCollection, to query: RowQuery) throws(PlaceSearchError) -> RowResult? {
    // A part left by an exhausted budget gets no record: the run ends here, and the next one queries the row again.
    if case .budgetSpent(let requests)? = places.earlyEnd { throw .budgetSpent(requests: requests) }
    let lacksPlaces = requiresComplete && !places.isComplete
    guard lacksPlaces || requiresNearest && places.isNearest != true else { return nil }
    let partial = PartialResult(places, maximumRequests: nil, limit: query.query.limit)
    let isRetryable = partial.earlyEnd != nil
    if lacksPlaces { return .failed(.incomplete(partial, isRetryable: isRetryable)) }
    return .failed(.unproven(partial, isRetryable: isRetryable))
  }

  /// Returns the result of a row whose query got an error; `nil` for an error that isn't about this row.
  func result(of error: PlaceSearchError) -> RowResult? {
    switch FailureDisposition(error) {
    case .invalid: .invalid(Failure(error))
    case .failed, .rejected, .noResponse: .failed(Failure(error))
    case .exhausted, .stop, .cancelled: nil
    }
  }
}
