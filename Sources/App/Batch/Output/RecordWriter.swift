import Domain

/// Turns a row and what became of it into bytes.
protocol RecordWriter: Sendable {
  /// What stands before the first record.
  var header: [UInt8] { get }

  /// The same writer once more, sharing no memory with this one: for another thread.
  func makeCopy() -> any RecordWriter

  /// Appends the whole record of a row that was answered, line end included.
  func append(_ row: ParsedRow, _ query: RowQuery, _ answer: PackedCollection, to out: inout [UInt8])

  /// Appends the whole record of a row that was not answered, line end included.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - status: `invalid` or `failed`.
  ///   - query: What was asked, or would have been; `nil` when the row is no query, and not written without its centre.
  ///   - error: What is wrong.
  ///   - out: Takes the record.
  func append(_ row: ParsedRow, _ status: RowStatus, _ query: RowQuery?, _ error: RowError, to out: inout [UInt8])
}

extension RecordWriter {
  /// Appends a row's whole record, line end included.
  func append(_ row: ParsedRow, _ answer: RowAnswer, to out: inout [UInt8]) {
    switch answer {
    case .answered(let query, let collection): append(row, query, PackedCollection(collection), to: &out)
    case .invalid(let query, let error): append(row, .invalid, query, error, to: &out)
    case .failed(let query, let error): append(row, .failed, query, error, to: &out)
    }
  }
}

/// Writes rows that were not answered in the form they came in, so that the file is the next run's input.
struct FailureWriter: Sendable {
  private let form: RowParser.Form

  init(form: RowParser.Form) { self.form = form }

  /// What stands before the first row: the input's own header.
  var header: [UInt8] {
    guard case .csv(let header) = form else { return [] }
    return header.line + [Ascii.lineFeed]
  }

  /// Appends a row; one whose bytes were dropped because there were too many is left out.
  func append(_ row: ParsedRow, to out: inout [UInt8]) {
    guard !row.range.isEmpty else { return }
    out.append(contentsOf: row.bytes[row.range])
    out.append(Ascii.lineFeed)
  }
}

/// What became of a row.
enum RowAnswer: Sendable {
  /// It was asked and answered.
  case answered(RowQuery, PlaceCollection)
  /// It is not a query, or not one that the source can be asked.
  case invalid(RowQuery?, RowError)
  /// It was asked and not answered.
  case failed(RowQuery, RowError)

  /// The word for it in a record.
  var status: RowStatus {
    switch self {
    case .answered(_, let answer): answer.places.isEmpty ? .empty : .ok
    case .invalid: .invalid
    case .failed: .failed
    }
  }
}

/// How a row ended, in the word that its record carries.
enum RowStatus: String, Sendable, Hashable, CaseIterable {
  /// Places were found.
  case ok
  /// It was answered and there is nothing.
  case empty
  /// It cannot be asked.
  case invalid
  /// It was asked and not answered.
  case failed
}
