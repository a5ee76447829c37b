import Domain

/// What is known of a table while its rows are read.
struct CSVReading: Sendable {
  /// Cuts it into rows.
  let scanner: CSVScanner
  /// What its text is written in; ASCII while no row has told.
  let encoding: TextEncoding
  /// The input.
  let path: String
}

extension RowReader {
  /// Why a reading of rows stopped before the end of its chunk.
  enum RowStop {
    /// The chunk ends within a row, or at its end.
    case incomplete
    /// The row at the offset is too long, and where it ends is not in sight.
    case endless
    /// The row at the offset settles the encoding.
    case encoding(TextEncoding)
    /// This system cannot decode the row at the offset.
    case converterMissing
  }

  /// Reads rows as long as there is nothing unusual about them.
  ///
  /// - Parameters:
  ///   - view: A chunk of the input, from the beginning of a row.
  ///   - isAtEnd: Whether the chunk reaches to the end of the input.
  ///   - table: What is known of the table.
  ///   - parser: Reads the cells of a row; of this thread alone.
  /// - Returns: How much was read, and why no more.
  mutating func readRows(
    _ view: ByteView,
    isAtEnd: Bool,
    of table: CSVReading,
    _ parser: CSVRowParser
  ) -> (end: Int, stop: RowStop) {
    var at = 0
    while at < view.count {
      let finding = view.withSpan { table.scanner.scan($0, from: at, isAtEnd: isAtEnd, into: &cells) }
      if finding == .endless { return (at, .endless) }
      guard let next = finding.next else { break }
      if let stop = readRow(finding, in: view, at..<next, of: table, parser) { return (at, stop) }
      at = next
    }
    return (at, .incomplete)
  }

  private mutating func readRow(
    _ finding: CSVScanner.Finding,
    in view: ByteView,
    _ range: Range<Int>,
    of table: CSVReading,
    _ parser: CSVRowParser
  ) -> RowStop? {
    let row = view.part(range)
    guard case .row = finding else {
      reject(.malformed, path: table.path, row: row)
      return nil
    }
    // A line of nothing but separators is as blank as an empty one: spreadsheets write them behind their last row.
    if cells.allSatisfy({ $0.start == $0.end }) { return nil }
    let found = TextEncoding(rows: row)
    if found != .ascii, table.encoding == .ascii { return .encoding(found) }
    guard found != .ascii, table.encoding == .cp949 else {
      if found == .cp949 {
        reject(.malformed, path: table.path, row: row)
      } else {
        take(in: view, row: row, of: table, parser)
      }
      return nil
    }
    if converter == nil { converter = KoreanText() }
    guard converter != nil else { return .converterMissing }
    guard let decoded = decoded(row) else {
      reject(.malformed, path: table.path, row: row)
      return nil
    }
    _ = table.scanner.scan(decoded.span, from: 0, isAtEnd: true, into: &cells)
    ByteView.over(decoded) { take(in: $0, row: $0, of: table, parser) }
    return nil
  }

  private mutating func decoded(_ row: ByteView) -> [UInt8]? { row.withSpan { converter?.utf8(of: $0) } }

  /// Makes a place of a row's cells.
  private mutating func take(in bytes: ByteView, row: ByteView, of table: CSVReading, _ parser: CSVRowParser) {
    draft.reset()
    guard parser.parse(cells, in: bytes, into: &draft) else {
      reject(.malformed, path: table.path, row: row)
      return
    }
    accept(path: table.path, row: row)
  }
}
