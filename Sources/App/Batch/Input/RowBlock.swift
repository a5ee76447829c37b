/// A chunk of input with the rows that end in it.
struct RowBlock: Sendable {
  /// Input as it came; every row is a range of it.
  var bytes: [UInt8] = []
  /// The rows, in order, blank lines left out.
  var rows: [RowSlice] = []
  /// Number of the first row, counted from 1 over the whole input.
  var firstNumber = 1
}

/// Where a row lies in its block.
struct RowSlice: Sendable, Hashable {
  /// Offset of the first byte.
  var start: Int
  /// Offset behind the last byte, the line end left out.
  var end: Int
  /// What kept the row from being cut out whole.
  var error: RowSplitError?

  init(start: Int, end: Int, error: RowSplitError? = nil) {
    self.start = start
    self.end = end
    self.error = error
  }
}

extension RowBlock {
  /// Whether all rows are UTF-8; one look at the whole block, since nearly every block is.
  var isUTF8: Bool {
    guard let last = rows.last, let first = rows.first else { return true }
    return Self.isUTF8(bytes, first.start..<last.end)
  }

  /// Whether one row is UTF-8.
  func isUTF8(row index: Int) -> Bool { Self.isUTF8(bytes, rows[index].start..<rows[index].end) }

  private static func isUTF8(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    (try? UTF8Span(validating: bytes.span.extracting(range))) != nil
  }
}

/// How rows are written.
enum RowFormat: Sendable, Hashable {
  /// Cells separated by one byte, a header first, quotes as in RFC 4180.
  case csv(delimiter: UInt8)
  /// One JSON object a line.
  case ndjson

  /// Tells the format by the first byte that is not white space; the delimiter is found later, in the header.
  ///
  /// - Parameter prefix: The input's first bytes, without a byte order mark.
  /// - Returns: CSV separated by commas unless the byte opens a JSON object.
  /// - Throws: For a kind of text that cannot be rows.
  static func sniffed(from prefix: some Sequence<UInt8>) throws(BatchInputError) -> RowFormat {
    for byte in prefix where !Ascii.isBlank(byte) {
      switch byte {
      case Ascii.openBrace: return .ndjson
      case Ascii.openBracket: throw .jsonArray
      default: return .csv(delimiter: Ascii.comma)
      }
    }
    return .csv(delimiter: Ascii.comma)
  }
}
