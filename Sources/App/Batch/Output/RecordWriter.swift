import Domain

/// Turns a row and what became of it into bytes.
protocol RecordWriter: Sendable {
  /// What stands before the first record.
  var head: [UInt8] { get }

  /// The same writer once more, sharing no memory with this one: for another thread.
  func anew() -> any RecordWriter

  /// Appends the whole record of a row that was answered, line end included.
  func append(_ row: ParsedRow, _ question: RowQuestion, _ answer: PackedCollection, to out: inout [UInt8])

  /// Appends the whole record of a row that was not answered, line end included.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - status: `invalid` or `failed`.
  ///   - question: What was asked, or would have been; `nil` when the row is no question.
  ///   - error: What is wrong.
  ///   - out: Takes the record.
  func append(_ row: ParsedRow, _ status: RowStatus, _ question: RowQuestion?, _ error: RowError, to out: inout [UInt8])
}

extension RecordWriter {
  /// Appends a row's whole record, line end included.
  func append(_ row: ParsedRow, _ answer: RowAnswer, to out: inout [UInt8]) {
    switch answer {
    case .answered(let question, let collection): append(row, question, PackedCollection(collection), to: &out)
    case .invalid(let question, let error): append(row, .invalid, question, error, to: &out)
    case .failed(let question, let error): append(row, .failed, question, error, to: &out)
    }
  }
}
