import Domain

/// Writes the records of a batch.
protocol RecordWriter: Sendable {
  var header: [UInt8] { get }
  /// The end of the output, after the last record.
  var footer: [UInt8] { get async }

  /// Appends the record of a row with places, including the line end.
  ///
  /// Not a ``RowResult``, which would be copied several times for every row.
  ///
  /// - Parameters:
  ///   - found: The places of the row.
  ///   - row: The row.
  ///   - query: The row's query, around its geocoded centre.
  ///   - out: The records.
  func append(_ found: PlaceCollection, of row: ParsedRow, for query: RowQuery, to out: inout [UInt8])

  /// Appends the record of a row without places, including the line end; `query` is `nil` if the row isn't a query.
  func append(
    _ failure: Failure,
    as status: RowResult.Status,
    of row: ParsedRow,
    for query: RowQuery?,
    to out: inout [UInt8]
  )
}

/// Writes the rows of the input, each with its nearest places.
protocol NearestWriter: RecordWriter {
  var columns: NearestColumns { get }

  /// Appends a row with its result; `point` is the geocoded centre, or `nil` if the row isn't a query.
  func append(_ result: NearestResult, of row: ParsedRow, at point: Coordinate?, to out: inout [UInt8])
}

extension NearestWriter {
  func append(_ found: PlaceCollection, of row: ParsedRow, for query: RowQuery, to out: inout [UInt8]) {
    let result = NearestResult(found, near: query.query.near)
    append(result, of: row, at: query.center, to: &out)
  }

  func append(
    _ failure: Failure,
    as status: RowResult.Status,
    of row: ParsedRow,
    for query: RowQuery?,
    to out: inout [UInt8]
  ) {
    append(NearestResult(failure, as: status), of: row, at: query?.center, to: &out)
  }
}
