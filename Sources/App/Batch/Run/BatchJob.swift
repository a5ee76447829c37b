import Domain

/// Everything a run works with.
struct BatchJob: Sendable {
  /// The input, opened.
  let reader: BatchReader
  /// Reads rows as queries.
  let queries: QueryReader
  /// Finds the centres of rows that say where by name.
  let locator: RowLocator
  /// How many places a query wants when its row does not say.
  let limit: PlaceLimit
  /// Writes records.
  let writer: any RecordWriter
  /// Says what is wrong with a row.
  let messages: RowMessages
  /// Writes rows that were not answered; `nil` when nobody wants them.
  let failureWriter: FailureWriter?
  /// Queries, or blocks of them, that are worked on at once; 1 or more.
  let jobs: Int
  /// Whether records leave in the order of the rows.
  let isOrdered: Bool
  /// How many rows may go wrong.
  let errorLimit: ErrorLimit?
  /// Told after every chunk of output how far the run is.
  let progress: @Sendable (BatchTally) -> Void
  /// Gives one element when the user wants to stop.
  let interrupts: AsyncStream<StopSignal>
}

/// Who answers the rows, and so in which way: whole blocks where an answer is a look into memory, row by row where it is
/// a request.
struct BatchSource: Sendable {
  private enum UseCase: Sendable {
    case pack(any PackPlacesUseCase)
    case collect(any CollectPlacesUseCase)
  }

  /// Who answers.
  let provenance: Provenance

  private let useCase: UseCase

  /// Opens the source.
  ///
  /// - Parameter provider: Makes the use cases.
  /// - Throws: When the source cannot be opened.
  init(_ provider: any UseCaseProvider) throws(PlaceSearchError) {
    provenance = try provider.makeDescribeSourceUseCase().provenance()
    useCase =
      provenance.source.isLocal
      ? .pack(try provider.makePackPlacesUseCase()) : .collect(try provider.makeCollectPlacesUseCase())
  }

  /// Answers the rows of a run.
  ///
  /// - Parameters:
  ///   - job: What to run with.
  ///   - outputs: Where to write.
  /// - Returns: How it ended, and what was done.
  func run(_ job: BatchJob, _ outputs: BatchOutputs) async -> (BatchEnd, BatchTally) {
    switch useCase {
    case .pack(let useCase):
      var run = BlockRun(job, asking: useCase, outputs: outputs)
      return (await run.run(), run.tally)
    case .collect(let useCase):
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
  /// The user will not stop it any more.
  case ended
}

extension TaskGroup {
  /// Waits for the user to stop the run.
  mutating func awaitInterrupts<Answer>(of job: BatchJob) where ChildTaskResult == RunEvent<Answer> {
    let interrupts = job.interrupts
    addTask {
      for await stop in interrupts { return .interrupted(stop) }
      return .ended
    }
  }

  /// Reads the next rows of the input.
  mutating func readBlock<Answer>(of job: BatchJob) where ChildTaskResult == RunEvent<Answer> {
    let reader = job.reader
    addTask {
      do throws(BatchInputError) {
        return .read(.success(try await reader.nextBlock()))
      } catch {
        return .read(.failure(error))
      }
    }
  }
}
