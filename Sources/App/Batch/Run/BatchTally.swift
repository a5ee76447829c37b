import Domain

struct BatchTally: Sendable {
  /// The number of rows by status: a fixed-size array, because a dictionary would hash the status of every row.
  private var rows = InlineArray<4, Int>(repeating: 0)
  /// The number of rows whose records lack requested places.
  private(set) var incompleteRows = 0
  /// The number of rows for which a nearer place may be missing.
  private(set) var unprovenRows = 0
  /// The number of incomplete rows whose search ended early.
  private(set) var cutShortRows = 0
  /// The number of rows whose result comes from the cache.
  private(set) var cachedRows = 0
  private(set) var resumedRows = 0
  /// The number of resumed rows that failed earlier and weren't queried again.
  private(set) var resumedFailures = 0
  /// The number of failed rows that may succeed later.
  private(set) var retryableRows = 0
  /// The number of the last row without a result; 0 if there is none.
  private(set) var lastErrorRow = 0
  /// The number of earlier results that were removed because no row has their query any more.
  var prunedRecords = 0
  /// The number of rows that shared the result of another row's query.
  var sharedRows = 0
  var queries = 0
  var places = 0
  /// The kinds in the results of some of the rows.
  var kinds = KindMixture()
  /// The approximate number of input bytes in the rows begun.
  var inputBytes = 0

  var total: Int { RowStatus.allCases.reduce(0) { $0 + self[$1] } }
  var errors: Int { self[.invalid] + self[.failed] }

  subscript(status: RowStatus) -> Int { rows[status.ordinal] }

  mutating func count(_ row: RowOutcome, number: Int = 0) {
    rows[row.status.ordinal] += 1
    if row.isError { lastErrorRow = number }
    if row.isRetryable { retryableRows += 1 }
    if row.lacksPlaces { incompleteRows += 1 }
    if row.isNearest == false { unprovenRows += 1 }
    if row.earlyEnd != nil { cutShortRows += 1 }
    if row.isCached { cachedRows += 1 }
  }

  /// Counts a row whose record is from an earlier run, in addition to ``count(_:number:)``.
  mutating func resume(_ row: RowOutcome) {
    resumedRows += 1
    if row.status == .failed { resumedFailures += 1 }
  }
}

enum BatchEnd: Sendable, Hashable {
  case finished
  /// The source can't be queried any further, and rows are left.
  case source(PlaceSearchError)
  /// The service doesn't respond.
  ///
  /// Rows without a response have no record.
  case outage(PlaceSearchError)
  /// More rows failed than allowed; `row` is the last one.
  ///
  /// Retryable if permanent failures alone are within the limit.
  case tooManyErrors(errors: Int, rows: Int, row: Int, isRetryable: Bool, isAtEnd: Bool = false)
  case interrupted(StopSignal)
  case input(Failure)
  case output(FileFailure)

  /// The end of a run with more failed rows than a limit allows; `nil` if the run continues.
  init?(exceeding limit: ErrorLimit?, _ tally: BatchTally, isAtEnd: Bool = false) {
    guard let limit, limit.isExceeded(errors: tally.errors, rows: tally.total, isAtEnd: isAtEnd) else { return nil }
    let lasting = tally.errors - tally.retryableRows
    self = .tooManyErrors(
      errors: tally.errors,
      rows: tally.total,
      row: tally.lastErrorRow,
      isRetryable: !limit.isExceeded(errors: lasting, rows: tally.total, isAtEnd: isAtEnd),
      isAtEnd: isAtEnd
    )
  }
}

extension Failure {
  /// The failure of a run; `nil` if every row has a result.
  ///
  /// - end: The end of the run.
  /// - tally: The counts of its rows.
  /// - resumption: The option that resumes the run; `nil` if it can't be resumed.
  /// - failuresPath: The file of failed rows; `nil` if there is none.
  init?(_ end: BatchEnd, tally: BatchTally, _ resumption: Resumption?, failuresPath: String? = nil) {
    let rows = tally.total
    switch end {
    case .finished:
      guard tally.errors > 0 else { return nil }
      self = .someRowsFailed(
        invalid: tally[.invalid],
        failed: tally[.failed],
        rows: rows,
        resumption,
        in: failuresPath
      )
    case .source(let error), .outage(let error): self = .stopped(error, rows: rows, resumption)
    case .tooManyErrors(let errors, let checked, let row, let isRetryable, let isAtEnd):
      // Queries in flight were completed, so more rows have a record than were checked.
      self = .tooManyErrors(
        "\(errors) of \(counted(checked, "row")) failed",
        row: row,
        isRetryable: isRetryable,
        records: isAtEnd ? nil : rows,
        resumption
      )
    case .interrupted(let stop): self = .interrupted(stop, rows: rows, resumption)
    case .input(let error): self = error
    case .output(let error): self = .output(error, rows: rows, resumption)
    }
  }
}
