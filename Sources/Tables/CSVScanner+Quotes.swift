/// Cells that quotes enclose, and texts with quotes.
extension CSVScanner {
  /// The meaning of the quote with which a cell begins.
  enum Enclosed {
    /// A cell; the next one starts at an offset.
    case cell(next: Int)
    /// The end of the row.
    case end(Finding)
    /// A text, which contains a stray quote or none.
    case text(strayQuote: Int?)
  }

  /// Reads a cell that begins with a quote, or with spaces before a quote.
  mutating func enclosedCell(
    _ bytes: Span<UInt8>,
    at start: Int,
    of row: RowBounds,
    into cells: inout [CSVCell]
  ) -> Enclosed {
    let limit = row.limit
    // Some programs write a space before the quote.
    var quote = start
    while quote < limit, bytes[quote] == 0x20 { quote += 1 }
    guard quote < limit, bytes[quote] == UInt8(ascii: "\"") else { return .text(strayQuote: nil) }
    let twice = quote == start ? twiceQuotedCell(bytes, at: start, limit: limit) : nil
    let found = twice.map { .cell($0, hasLines: false) } ?? quotedCell(bytes, at: quote, of: row)
    if found == .undecided { return .end(.incomplete) }
    if found == .stray { return .text(strayQuote: quote) }
    let cell = found.cell
    var after = cell.map { $0.end + (twice == nil ? 1 : 2) } ?? limit
    // Spaces before the delimiter, or the two carriage returns of a line end that was converted twice.
    while after < limit, bytes[after] != delimiter, Self.isPadding(bytes[after]) { after += 1 }
    let endsRow = after == limit ? after == bytes.count && row.isAtEnd : bytes[after] == UInt8(ascii: "\n")
    let isEnclosed = endsRow || after < limit && bytes[after] == delimiter
    if let cell, isEnclosed, !found.hasLines || !joinsRows(bytes, from: row.start, to: after, isAtEnd: row.isAtEnd) {
      cells.append(cell)
      return endsRow ? .end(.row(next: min(after + 1, bytes.count))) : .cell(next: after + 1)
    }
    // Most programs that write tabs don't quote cells; a quote that doesn't enclose its cell is part of the text.
    let isText =
      delimiter == UInt8(ascii: "\t") || quote > start
      || isRow(bytes, from: row.start, with: start, isAtEnd: row.isAtEnd)
    let finding =
      after < limit
      ? malformed(bytes, from: row.start, to: after, isAtEnd: row.isAtEnd) : unfinished(bytes, row)
    return isText && finding != .incomplete ? .text(strayQuote: quote) : .end(finding)
  }

  /// Returns a cell in doubled quotes, such as `""2,4주 월요일""` in Korean standard data; `nil` for any other cell.
  private func twiceQuotedCell(_ bytes: Span<UInt8>, at start: Int, limit: Int) -> CSVCell? {
    guard start + 2 < limit, bytes[start + 1] == UInt8(ascii: "\""),
      bytes[start + 2] != delimiter, bytes[start + 2] > 0x20, bytes[start + 2] != UInt8(ascii: "\"")
    else { return nil }
    var at = start + 2
    while at + 1 < limit, bytes[at] != UInt8(ascii: "\n") {
      if bytes[at] == UInt8(ascii: "\""), bytes[at + 1] == UInt8(ascii: "\"") {
        let isEnd = at + 2 == bytes.count || at + 2 < limit && (bytes[at + 2] == delimiter || bytes[at + 2] < 0x20)
        return isEnd ? CSVCell(start: start + 2, end: at, hasDoubledQuotes: false) : nil
      }
      at += 1
    }
    return nil
  }

  /// The meaning of an opening quote.
  private enum Quoted: Equatable {
    case cell(CSVCell, hasLines: Bool)
    /// A cell that doesn't close within the limit.
    case open
    /// The quote is part of a text; as an opening quote, it would make a cell of whole rows.
    case stray
    /// The next line decides, and it hasn't arrived yet.
    case undecided

    var cell: CSVCell? { if case .cell(let cell, _) = self { cell } else { nil } }
    var hasLines: Bool { if case .cell(_, let hasLines) = self { hasLines } else { false } }
  }

  /// Reads a cell from its opening quote.
  private func quotedCell(
    _ bytes: Span<UInt8>,
    at quote: Int,
    of row: RowBounds
  ) -> Quoted {
    var at = quote + 1
    var hasDoubledQuotes = false
    var hasLines = false
    while true {
      at = ByteSearch.next(UInt8(ascii: "\""), or: UInt8(ascii: "\n"), in: bytes, from: at, to: row.limit)
      guard at < row.limit else { return .open }
      guard bytes[at] != UInt8(ascii: "\n") else {
        if !hasLines, let found = strayQuote(bytes, at: quote, of: row, lineEnd: at) {
          return found
        }
        hasLines = true
        at += 1
        continue
      }
      guard at + 1 < row.limit, bytes[at + 1] == UInt8(ascii: "\"") else {
        let cell = CSVCell(start: quote + 1, end: at, hasDoubledQuotes: hasDoubledQuotes)
        return .cell(cell, hasLines: hasLines)
      }
      hasDoubledQuotes = true
      at += 2
    }
  }

  /// Decides whether a quote that doesn't close in its line is stray: this line and the next one are rows by
  /// themselves.
  ///
  /// Returns `nil` if the quote isn't stray.
  private func strayQuote(
    _ bytes: Span<UInt8>,
    at quote: Int,
    of row: RowBounds,
    lineEnd: Int
  ) -> Quoted? {
    guard isRow(bytes, from: row.start, with: quote, isAtEnd: row.isAtEnd) else { return nil }
    let next = Self.lineEnd(in: bytes, from: lineEnd + 1)
    guard next < bytes.count || row.isAtEnd else { return .undecided }
    return shape?.isRow(bytes, line: lineEnd + 1..<next, delimiter: delimiter) == true ? .stray : nil
  }

  /// Returns whether a byte is a space, a tab or a carriage return, which may follow a closing quote.
  private static func isPadding(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
