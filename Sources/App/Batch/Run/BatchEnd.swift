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

/// Why a batch could not begin or did not come to its end.
enum BatchFailure: Error, Sendable, Hashable {
  /// The input cannot be read as rows.
  case input(BatchInputError)
  /// An output cannot be written; at most `rows` have their record.
  case output(BatchOutputError, rows: Int, canResume: Bool = false)
  /// The source cannot be asked any further.
  case stopped(PlaceSearchError, rows: Int, canResume: Bool)
  /// More rows went wrong than allowed.
  case tooManyErrors(errors: Int, rows: Int, isAtEnd: Bool, canResume: Bool)
  /// The user stopped it.
  case interrupted(StopSignal, rows: Int, canResume: Bool)
  /// It came to its end, and some rows are not answered.
  case someRowsFailed(invalid: Int, failed: Int, rows: Int, canResume: Bool)

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
