import Domain

/// What a run waits for: rows, answers, or a signal that ends it.
enum RunEvent<Answered: Sendable>: Sendable {
  /// The next rows of the input; `nil` at its end.
  case read(Result<RowBlock?, Failure>)
  case answered(Answered)
  case interrupted(StopSignal)
  case signalsEnded
}

extension BatchJob {
  /// The first signal that ends the run.
  func stop<Answered>() async -> RunEvent<Answered> {
    for await stop in interrupts { return .interrupted(stop) }
    return .signalsEnded
  }
}

/// How far a run has read its input.
struct InputProgress {
  private(set) var isReading = false
  private(set) var isAtEnd = false
  /// Why the rest cannot be read; the rows before it are answered.
  private(set) var error: Failure?

  /// Whether another block may be read, which is noted; one is read at a time.
  mutating func beginsReading() -> Bool {
    guard !isReading, !isAtEnd else { return false }
    isReading = true
    return true
  }

  /// Takes what was read; returns the rows, `nil` when there are no more.
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
