import Domain

protocol RecordWriter: Sendable {
  var header: [UInt8] { get }
  /// The end of the output, after the last record.
  var footer: [UInt8] { get }

  /// Appends the record of a row, including the line end.
  ///
  /// - Parameters:
  ///   - result: The result of the row.
  ///   - row: The row.
  ///   - query: The row's query, around its geocoded centre; `nil` for an invalid row.
  ///   - out: The records.
  func append(_ result: RowResult, of row: ParsedRow, asking query: RowQuery?, to out: inout [UInt8])

  /// Appends the record of a row with places.
  ///
  /// A method of its own, because a ``RowResult`` of this size would be copied several times for every row.
  func append(_ found: PlaceCollection, of row: ParsedRow, asking query: RowQuery, to out: inout [UInt8])
}

extension RecordWriter {
  func append(_ found: PlaceCollection, of row: ParsedRow, asking query: RowQuery, to out: inout [UInt8]) {
    append(.found(found), of: row, asking: query, to: &out)
  }
}
