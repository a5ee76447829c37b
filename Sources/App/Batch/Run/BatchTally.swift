import Domain

struct BatchTally: Sendable {
  /// The number of rows by status: a fixed-size array, because a dictionary would hash the status of every row.
  private var rows = InlineArray<4, Int>(repeating: 0)
  /// The number of rows whose records lack requested places; places beyond the row's limit don't count.
  private(set) var incompleteRows = 0
  /// The number of rows for which a nearer place may be missing.
  private(set) var unprovenRows = 0
  /// The number of unproven rows of this run that lack nothing but places with unknown opening hours.
  private(set) var undecidedRows = 0
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
  /// The number of places in the results of this run.
  private(set) var places = 0
  /// The kinds in the results of some of the rows.
  private(set) var kinds = KindMixture()
  /// The approximate number of input bytes in the rows begun.
  var inputBytes = 0

  var total: Int { rows[0] + rows[1] + rows[2] + rows[3] }
  var errors: Int { self[.invalid] + self[.failed] }

  subscript(status: RowResult.Status) -> Int { rows[status.ordinal] }

  /// Returns whether to count the kinds of a row: of the first hundred rows, and then of each 64th row.
  ///
  /// Counting takes a tenth of the time of a row.
  private static func countsKinds(ofRow number: Int) -> Bool { number <= 100 || number & 63 == 0 }

  /// Counts a row without places.
  mutating func count(_ failure: Failure, as status: RowResult.Status, row number: Int) {
    count(status, row: number, isRetryable: failure.isRetryable)
  }

  /// Counts a row of this run with places.
  mutating func count(_ found: PlaceCollection, of categories: [PlaceCategory], limit: Int?, row number: Int) {
    count(found.status(limit: limit), row: number, isRetryable: false)
    if Self.countsKinds(ofRow: number) { kinds.count(found.places, of: categories) }
    places += found.places.count
    if found.provenance.age != nil { cachedRows += 1 }
    if found.mayLackUndecided { undecidedRows += 1 }
    count(
      found.places.count,
      of: limit,
      isComplete: found.isComplete,
      isNearest: found.isNearest,
      endedEarly: found.earlyEnd != nil
    )
  }

  /// Counts a row that has a record.
  mutating func count(_ stored: OutputRecords.StoredResult, row number: Int) {
    count(stored.status, row: number, isRetryable: stored.isRetryable)
    if !stored.isEarlier { places += stored.meta.returned }
    count(
      stored.meta.returned,
      of: stored.limit,
      isComplete: stored.meta.isComplete,
      isNearest: stored.meta.isNearest,
      endedEarly: stored.meta.earlyEnd != nil
    )
  }

  private mutating func count(_ status: RowResult.Status, row number: Int, isRetryable: Bool) {
    rows[status.ordinal] += 1
    guard status == .invalid || status == .failed else { return }
    lastErrorRow = number
    if status == .failed, isRetryable { retryableRows += 1 }
  }

  private mutating func count(
    _ places: Int,
    of limit: Int?,
    isComplete: Bool,
    isNearest: Bool?,
    endedEarly: Bool
  ) {
    // A search that ended early may lack nearer places.
    let isEnough = !endedEarly && limit.map { places >= $0 && $0 > 0 } ?? false
    if !isComplete, !isEnough { incompleteRows += 1 }
    if isNearest == false { unprovenRows += 1 }
    if endedEarly { cutShortRows += 1 }
  }

  /// Adds the counts of finished rows.
  mutating func add(_ other: BatchTally) {
    for status in RowResult.Status.allCases { rows[status.ordinal] += other[status] }
    incompleteRows += other.incompleteRows
    unprovenRows += other.unprovenRows
    undecidedRows += other.undecidedRows
    cutShortRows += other.cutShortRows
    cachedRows += other.cachedRows
    retryableRows += other.retryableRows
    if other.lastErrorRow > 0 { lastErrorRow = other.lastErrorRow }
    places += other.places
    if !other.kinds.isEmpty { kinds.add(other.kinds) }
    inputBytes += other.inputBytes
  }

  /// Counts rows whose records are from an earlier run, in addition to ``add(_:)``.
  mutating func resume(_ other: BatchTally) {
    resumedRows += other.total
    resumedFailures += other[.failed]
  }
}

extension RowResult.Status {
  /// The index of the case.
  fileprivate var ordinal: Int {
    switch self {
    case .ok: 0
    case .empty: 1
    case .invalid: 2
    case .failed: 3
    }
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

extension BatchEnd {
  /// Returns the failure of a run; `nil` if every row has a result.
  ///
  /// - tally: The counts of its rows.
  /// - resumption: The option that resumes the run; `nil` if it can't be resumed.
  /// - failuresPath: The file of failed rows; `nil` if there is none.
  func failure(of tally: BatchTally, _ resumption: Resumption?, failuresPath: String? = nil) -> Failure? {
    let rows = tally.total
    switch self {
    case .finished:
      guard tally.errors > 0 else { return nil }
      return .someRowsFailed(
        invalid: tally[.invalid],
        failed: tally[.failed],
        rows: rows,
        resumption,
        in: failuresPath
      )
    case .source(let error), .outage(let error): return error.failure.after(rows, resumption)
    case .tooManyErrors(let errors, let checked, let row, let isRetryable, let isAtEnd):
      // Queries in flight were completed, so more rows have a record than were checked.
      return .tooManyErrors(
        "\(errors) of \(counted(checked, "row")) \(errors == 1 ? "has" : "have") no result",
        row: row,
        isRetryable: isRetryable,
        records: isAtEnd ? nil : rows,
        resumption
      )
    case .interrupted(let stop): return .interrupted(stop, rows: rows, resumption)
    case .input(let error): return error
    case .output(let error): return error.outputFailure(rows: rows, resumption)
    }
  }
}
