import Domain

protocol RecordWriter: Sendable {
  var header: [UInt8] { get }
  /// The end of the output, after the last record.
  var footer: [UInt8] { get }

  /// Appends the record of a row with a result, including the line end.
  func append(_ row: ParsedRow, _ query: RowQuery, _ answer: PlaceCollection, to out: inout [UInt8])

  /// Appends the record of a row that is invalid or failed, including the line end.
  func append(_ row: ParsedRow, _ status: RowStatus, _ query: RowQuery?, _ error: Failure, to out: inout [UInt8])
}

extension RecordWriter {
  /// Appends the record of a row, including the line end.
  func append(_ row: ParsedRow, _ answer: RowAnswer, to out: inout [UInt8]) {
    switch answer {
    case .answered(let query, let collection): append(row, query, collection, to: &out)
    case .invalid(let query, let error): append(row, .invalid, query, error, to: &out)
    case .failed(let query, let error): append(row, .failed, query, error, to: &out)
    }
  }
}

enum RowAnswer: Sendable, Hashable {
  case answered(RowQuery, PlaceCollection)
  case invalid(RowQuery?, Failure)
  /// The query failed.
  case failed(RowQuery, Failure)

  /// The reason for a missing result.
  var failure: Failure? {
    switch self {
    case .answered: nil
    case .invalid(_, let failure), .failed(_, let failure): failure
    }
  }

  var outcome: RowOutcome {
    switch self {
    case .answered(let query, let answer): answer.outcome(for: query)
    case .invalid: RowOutcome(.invalid)
    case .failed(_, let failure): RowOutcome(.failed, isRetryable: failure.isRetryable)
    }
  }
}

/// The outcome of a row, as in its record.
struct RowOutcome: Sendable, Hashable {
  var status: RowStatus
  var places = 0
  /// Whether the places are all matches; also `true` if there is no result.
  var isComplete = true
  /// Whether the places are proven to be the nearest; `nil` if they aren't sorted by distance or there is no result.
  var isNearest: Bool?
  /// Whether requested places are missing; places beyond the row's limit don't count.
  var lacksPlaces = false
  var earlyEnd: PlaceCollection.StopReason?
  /// Whether the result comes from the cache.
  var isCached = false
  /// Whether a failed row may succeed later.
  var isRetryable = false

  init(_ status: RowStatus, isRetryable: Bool = false) {
    self.status = status
    self.isRetryable = isRetryable
  }

  init(
    _ status: RowStatus,
    places: Int,
    isComplete: Bool,
    isNearest: Bool? = nil,
    earlyEnd: PlaceCollection.StopReason?,
    isCached: Bool = false,
    limit: Int? = nil
  ) {
    self.status = status
    self.places = places
    self.isComplete = isComplete
    self.isNearest = isNearest
    // A search that ended early may lack nearer places.
    let isEnough = earlyEnd == nil && limit.map { places >= $0 && $0 > 0 } ?? false
    lacksPlaces = !isComplete && !isEnough
    self.earlyEnd = earlyEnd
    self.isCached = isCached
  }

  var isError: Bool { status == .invalid || status == .failed }
}

extension PlaceCollection {
  /// The outcome of a row with this result.
  ///
  /// Not an initialiser, which would copy both values: a tenth of the time of a row without places.
  func outcome(for query: RowQuery) -> RowOutcome {
    RowOutcome(
      status(limit: query.query.limit.count),
      places: places.count,
      isComplete: isComplete,
      isNearest: isNearest,
      earlyEnd: earlyEnd,
      isCached: provenance.age != nil,
      limit: query.query.limit.count
    )
  }

  /// The status of a row with this result.
  ///
  /// If only the count was requested, the count determines the status.
  func status(limit: Int?) -> RowStatus { places.isEmpty && (limit != 0 || totalCount == 0) ? .empty : .ok }
}

/// The status of a row; the raw value is the `status` of its record.
enum RowStatus: String, Sendable, Hashable, CaseIterable {
  case ok
  case empty
  case invalid
  /// The query failed.
  case failed

  /// The index of the case.
  var ordinal: Int {
    switch self {
    case .ok: 0
    case .empty: 1
    case .invalid: 2
    case .failed: 3
    }
  }
}
