import Domain

/// Everything a run works with.
struct BatchJob: Sendable {
  /// The input, opened.
  let reader: BatchReader
  /// Takes rows apart.
  let parser: RowParser
  /// What the options say about every question.
  let template: QuestionTemplate
  /// Writes records.
  let writer: any RecordWriter
  /// Puts errors into words.
  let words: RowWords
  /// Writes rows that were not answered; `nil` when nobody wants them.
  let failureWriter: FailureWriter?
  /// Questions, or blocks of them, that are worked on at once; 1 or more.
  let jobs: Int
  /// Whether records leave in the order of the rows.
  let isOrdered: Bool
  /// How many rows may go wrong.
  let errorBudget: ErrorBudget?
  /// Told after every piece of output how far the run is.
  let progress: @Sendable (BatchTally) -> Void
  /// Gives one element when the user wants to stop.
  let interrupts: AsyncStream<StopSignal>
}
