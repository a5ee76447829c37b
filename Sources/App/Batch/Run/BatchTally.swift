import Domain

struct BatchTally: Sendable {
  /// The rows of each status: an array for four, because a dictionary hashes the name of the status for every row.
  private var rows = InlineArray<4, Int>(repeating: 0)
  /// Rows whose record lacks places that match and were asked for.
  private(set) var incompleteRows = 0
  /// Rows for which a place nearer than those of the record may be missing.
  private(set) var unprovenRows = 0
  /// Rows among the incomplete ones whose search was cut short.
  private(set) var cutShortRows = 0
  /// Rows whose answer comes from the cache.
  private(set) var cachedRows = 0
  private(set) var resumedRows = 0
  /// Rows of these that failed then and were not asked again.
  private(set) var resumedFailures = 0
  /// Rows that failed and may be answered later.
  private(set) var retryableRows = 0
  /// The number of the last row that was not answered; 0 for none.
  private(set) var lastErrorRow = 0
  /// Answers of an earlier run that were removed, because no row asks for them any more.
  var prunedRecords = 0
  /// Rows that shared the answer to another row's query.
  var sharedRows = 0
  var queries = 0
  var places = 0
  /// Bytes of input in the rows begun, approximately.
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

  /// Counts a row, in addition to ``count(_:number:)``, as one whose record is from an earlier run.
  mutating func resume(_ row: RowOutcome) {
    resumedRows += 1
    if row.status == .failed { resumedFailures += 1 }
  }
}

enum BatchEnd: Sendable, Hashable {
  case finished
  /// The source cannot be asked any further; rows are left.
  case source(PlaceSearchError)
  /// The service does not respond; the rows without a response have no record.
  case outage(PlaceSearchError)
  /// More rows went wrong than the user allows, the last of them `row`; it is retryable when those that never can be
  /// answered are not too many by themselves.
  case tooManyErrors(errors: Int, rows: Int, row: Int, isRetryable: Bool, isAtEnd: Bool = false)
  case interrupted(StopSignal)
  case input(Failure)
  case output(FileFailure)

  /// How a run ends when more rows went wrong than a limit allows; `nil` when it continues.
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
  /// How a run failed; `nil` when every row has its answer.
  ///
  /// - Parameters:
  ///   - end: How the run ended.
  ///   - tally: What became of its rows.
  ///   - resumption: What continues it; `nil` where nothing does.
  ///   - failuresPath: The file that holds the rows without an answer; `nil` for none.
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
      // The queries in flight were still answered, so that more rows have a record than were checked.
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
