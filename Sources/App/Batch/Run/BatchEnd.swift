import Domain

/// How a run ended.
enum BatchEnd: Sendable, Hashable {
  /// Every row has its record.
  case finished
  /// The source cannot be asked any further; rows are left.
  case source(PlaceSearchError)
  /// The service is gone; the rows that noticed have no record.
  case outage(PlaceSearchError)
  /// More rows went wrong than the user allows.
  case tooManyErrors(errors: Int, rows: Int, isAtEnd: Bool = false)
  /// The user stopped it.
  case interrupted(StopSignal)
  /// The input could not be read on.
  case input(BatchInputError)
  /// The output could not be written on.
  case output(BatchOutputError)
}

extension BatchFailure {
  /// Makes a failure out of how a run ended; `nil` when every row was answered.
  init?(_ end: BatchEnd, tally: BatchTally, canResume: Bool) {
    let rows = tally.total
    switch end {
    case .finished:
      guard tally.errors > 0 else { return nil }
      self = .someRowsFailed(invalid: tally[.invalid], failed: tally[.failed], rows: rows, canResume: canResume)
    case .source(let error), .outage(let error): self = .stopped(error, rows: rows, canResume: canResume)
    case .tooManyErrors(let errors, let rows, let isAtEnd):
      self = .tooManyErrors(errors: errors, rows: rows, isAtEnd: isAtEnd, canResume: canResume)
    case .interrupted(let stop): self = .interrupted(stop, rows: rows, canResume: canResume)
    case .input(let error): self = .input(error)
    case .output(let error): self = .output(error, rows: rows, canResume: canResume)
    }
  }
}

extension ErrorLimit {
  /// How a run ends that answered every row it could, when too many were left; `nil` when they were not too many.
  func excess(atEndOf tally: BatchTally) -> BatchEnd? {
    guard isExceeded(errors: tally.errors, rows: tally.total, isAtEnd: true) else { return nil }
    return .tooManyErrors(errors: tally.errors, rows: tally.total, isAtEnd: true)
  }
}
