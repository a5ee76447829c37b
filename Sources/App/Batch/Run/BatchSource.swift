import Domain

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
