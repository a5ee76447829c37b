import Domain

/// An event that a run waits for: rows, results, or a signal that ends it.
enum RunEvent<Finished: Sendable>: Sendable {
  /// The next rows of the input; `nil` at its end.
  case read(Result<RowBlock?, Failure>)
  case finished(Finished)
  case interrupted(StopSignal)
  case signalsEnded
}

extension BatchJob {
  /// Returns the first signal that ends the run.
  func stop<Finished>() async -> RunEvent<Finished> {
    for await stop in interrupts { return .interrupted(stop) }
    return .signalsEnded
  }
}

/// The progress of reading the input.
struct InputProgress {
  private(set) var isReading = false
  private(set) var isAtEnd = false
  /// The reason why the remaining input can't be read; the rows before it are processed.
  private(set) var error: Failure?

  /// Begins reading another block if none is being read; returns whether it did.
  mutating func beginsReading() -> Bool {
    guard !isReading, !isAtEnd else { return false }
    isReading = true
    return true
  }

  /// Ends reading a block; returns its rows, or `nil` if there are no more.
  mutating func take(_ result: Result<RowBlock?, Failure>) -> RowBlock? {
    isReading = false
    switch result {
    case .success(let block?):
      return block
    case .success(nil):
      isAtEnd = true
    case .failure(let failure):
      isAtEnd = true
      error = failure
    }
    return nil
  }
}
