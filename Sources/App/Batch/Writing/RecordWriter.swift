/// Turns a row and what became of it into bytes.
protocol RecordWriter: Sendable {
  /// What stands before the first record.
  var head: [UInt8] { get }

  /// Appends a row's whole record, line end included.
  func append(_ row: ParsedRow, _ answer: RowAnswer, to out: inout [UInt8])
}
