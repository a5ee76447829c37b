import Domain

/// Everything that a run needs.
struct BatchJob: Sendable {
  /// The input, opened.
  let reader: BatchReader
  /// Reads rows as queries.
  let queries: QueryReader
  /// Finds the centres of rows with a name or an address.
  let locator: RowLocator
  /// How many places are wanted when a row does not say.
  let limit: PlaceLimit
  /// Writes records.
  let writer: any RecordWriter
  /// Writes the `input` of records.
  let input: InputWriter
  /// Says what is wrong with a row.
  let messages: RowMessages
  /// Writes rows that were not answered; `nil` when they are not collected.
  let failureWriter: FailureWriter?
  /// Queries, or blocks of them, in flight at once; 1 or more.
  let jobs: Int
  /// Whether records are written in the order of the rows.
  let isOrdered: Bool
  /// How many rows may go wrong.
  let errorLimit: ErrorLimit?
  /// Whether a row whose answer lacks places has failed.
  let requiresComplete: Bool
  /// Called with the tally after every write.
  let progress: @Sendable (BatchTally) -> Void
  /// Yields when the user wants to stop.
  let interrupts: AsyncStream<StopSignal>
}

extension BatchJob {
  /// Why an answer counts as a failure; `nil` when it does not.
  func refusal(of outcome: RowOutcome, totalCount: Int, _ query: RowQuery) -> RowError? {
    guard requiresComplete, !outcome.isComplete else { return nil }
    return messages.error(
      for: PartialAnswer(
        returned: outcome.places,
        totalCount: totalCount,
        maximumRequests: nil,
        earlyEnd: outcome.earlyEnd,
        hasCrowdedSpot: false,
        isUnlimited: query.limit == .all
      )
    )
  }
}

/// Where a run writes.
struct BatchOutputs {
  /// The records.
  var records: any RecordSink
  /// The same output, when it resumes an earlier one whose answers are reused.
  let resumed: ResumedOutput?
  /// The rows that were not answered, unchanged.
  var failures: (any RecordSink)?
  /// The file of the records, where it can be read again to copy the answer to a query that comes again.
  var journal: LockedFile?

  /// Makes outputs that take every record.
  init(records: any RecordSink, failures: (any RecordSink)? = nil) {
    (self.records, resumed, self.failures) = (records, nil, failures)
  }

  /// Makes outputs that resume an earlier one.
  init(resuming output: ResumedOutput, failures: (any RecordSink)? = nil) {
    (records, resumed, self.failures) = (output, output, failures)
  }
}

/// The source of a batch, and how it is asked.
enum BatchSource: Sendable {
  /// An answer is a lookup on this machine: rows are asked in blocks.
  case local(any PackPlacesUseCase)
  /// An answer is a request: rows are asked one by one.
  case service(any CollectPlacesUseCase)

  /// Opens the source.
  init(_ provider: any UseCaseProvider, isLocal: Bool) throws(PlaceSearchError) {
    self =
      isLocal ? .local(try provider.makePackPlacesUseCase()) : .service(try provider.makeCollectPlacesUseCase())
  }

  /// Answers the rows of a run; returns how it ended and what was done.
  func run(_ job: BatchJob, _ outputs: BatchOutputs) async -> (BatchEnd, BatchTally) {
    switch self {
    case .local(let useCase):
      var run = BlockRun(job, asking: useCase, outputs: outputs)
      return (await run.run(), run.tally)
    case .service(let useCase):
      var run = RowRun(job, asking: useCase, outputs: outputs)
      return (await run.run(), run.tally)
    }
  }
}

/// What a run waits for.
enum RunEvent<Answer: Sendable>: Sendable {
  /// The next rows of the input; `nil` at its end.
  case read(Result<RowBlock?, BatchInputError>)
  /// The answer to a row, or to a block of rows.
  case answered(Answer)
  /// The user stopped the run.
  case interrupted(StopSignal)
  /// No more signals can come.
  case signalsEnded

  /// Waits for the user to stop the run.
  static func nextSignal(of job: BatchJob) async -> RunEvent {
    for await stop in job.interrupts { return .interrupted(stop) }
    return .signalsEnded
  }
}
