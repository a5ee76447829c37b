/// Splits bytes into rows and cells according to RFC 4180, without copying.
///
/// Works on UTF-8, to which other encodings are converted before: no character of it contains the byte of a
/// delimiter, a quote or a line end.
package struct CSVScanner: Sendable, Hashable {
  /// The result of a scan at an offset.
  package enum Finding: Sendable, Hashable {
    /// A row; the next one starts at an offset.
    case row(next: Int)
    /// A row that is not CSV: a quote that does not close, or text after a closing quote.
    case malformed(next: Int)
    /// The bytes end within a row.
    case incomplete

    /// The offset of the next row, if this one is complete.
    package var next: Int? {
      switch self {
      case .row(let next), .malformed(let next): next
      case .incomplete: nil
      }
    }
  }

  /// The maximum byte count of a row of several lines: a quote that never closes must not swallow a file.
  package static let maximumRowByteCount = 1 << 20

  package let delimiter: UInt8
  /// Whether quotes enclose cells; otherwise they are text.
  package let isQuoted: Bool
  /// The shape of a row, once the header was read: distinguishes a stray quote from a quote that encloses lines.
  package var shape: CSVRowShape?
  /// The maximum byte count of a row.
  private let maximumRowByteCount: Int
  /// The maximum offset in a row of a line end inside a quoted cell.
  private let maximumLinesByteCount: Int
  /// The offset before which no quoted cell contains a line end, because an earlier scan found that it doesn't close.
  package private(set) var brokenUntil = 0

  package init(
    delimiter: UInt8,
    isQuoted: Bool = true,
    maximumRowByteCount: Int = Self.maximumRowByteCount,
    maximumLinesByteCount: Int = Self.maximumRowByteCount
  ) {
    self.delimiter = delimiter
    self.isQuoted = isQuoted
    self.maximumRowByteCount = maximumRowByteCount
    self.maximumLinesByteCount = maximumLinesByteCount
  }

  /// Adjusts offsets to bytes that begin later.
  package mutating func move(by count: Int) { brokenUntil = max(0, brokenUntil - count) }

  /// Reads one row.
  ///
  /// A malformed row ends at its first line end, so that the following lines are read as rows. An empty line has no
  /// cells.
  package mutating func scan(
    _ bytes: Span<UInt8>,
    from start: Int,
    isAtEnd: Bool,
    into cells: inout [CSVCell]
  ) -> Finding {
    let finding = scanRow(bytes, from: start, isAtEnd: isAtEnd, into: &cells)
    guard maximumLinesByteCount < maximumRowByteCount else { return finding }
    // All but the last byte, which ends the row.
    let end: Int
    switch finding {
    case .row(let next): end = next - 1
    case .incomplete: end = min(bytes.count, start + maximumRowByteCount)
    case .malformed: return finding
    }
    let first = start + maximumLinesByteCount + 1
    guard first < end else { return finding }
    let lineEnd = ByteSearch.next(UInt8(ascii: "\n"), or: UInt8(ascii: "\n"), in: bytes, from: first, to: end)
    return lineEnd < end ? malformed(bytes, from: start, to: lineEnd + 1, isAtEnd: isAtEnd) : finding
  }

  private mutating func scanRow(
    _ bytes: Span<UInt8>,
    from start: Int,
    isAtEnd: Bool,
    into cells: inout [CSVCell]
  ) -> Finding {
    cells.removeAll(keepingCapacity: true)
    var limit = min(bytes.count, start + maximumRowByteCount)
    let lineEnd = start < brokenUntil ? ByteSearch.next(0x0A, or: 0x0A, in: bytes, from: start, to: limit) : limit
    if lineEnd < brokenUntil { limit = min(limit, lineEnd + 1) }
    var at = start
    while true {
      var isLiteral = at >= limit || bytes[at] > UInt8(ascii: "\"") || !isQuoted
      var quote = at
      var hasStrayQuote = false
      if !isLiteral {
        // Most quoted cells are of one line and have no other quotes.
        if let end = Self.plainCellEnd(bytes, at: at, limit: limit), bytes[end + 1] == delimiter {
          cells.append(CSVCell(start: at + 1, end: end, hasDoubledQuotes: false))
          at = end + 2
          continue
        }
        // Some programs write a space before the quote.
        while quote < limit, bytes[quote] == 0x20 { quote += 1 }
        isLiteral = quote >= limit || bytes[quote] != UInt8(ascii: "\"")
      }
      if !isLiteral {
        let twice = quote == at ? twiceQuotedCell(bytes, at: at, limit: limit) : nil
        let found =
          twice.map { .cell($0, hasLines: false) }
          ?? quotedCell(bytes, at: quote, start: start, limit: limit, isAtEnd: isAtEnd)
        if found == .undecided { return .incomplete }
        hasStrayQuote = found == .stray
        if !hasStrayQuote {
          let cell = found.cell
          var after = cell.map { $0.end + (twice == nil ? 1 : 2) } ?? limit
          // Spaces before the delimiter, or the two carriage returns of a line end that was converted twice.
          while after < limit, bytes[after] != delimiter, Self.isPadding(bytes[after]) { after += 1 }
          let endsRow = after == limit ? after == bytes.count && isAtEnd : bytes[after] == UInt8(ascii: "\n")
          let isEnclosed = endsRow || after < limit && bytes[after] == delimiter
          if let cell, isEnclosed, !found.hasLines || !joinsRows(bytes, from: start, to: after, isAtEnd: isAtEnd) {
            cells.append(cell)
            if endsRow { return .row(next: min(after + 1, bytes.count)) }
            at = after
          } else {
            // Most programs that write tabs have no quotes: one that does not enclose its cell is a part of the text.
            hasStrayQuote =
              delimiter == UInt8(ascii: "\t") || quote > at || isRow(bytes, from: start, with: at, isAtEnd: isAtEnd)
            let finding =
              after < limit
              ? malformed(bytes, from: start, to: after, isAtEnd: isAtEnd)
              : unfinished(bytes, from: start, limit: limit, isAtEnd: isAtEnd)
            guard hasStrayQuote, finding != .incomplete else { return finding }
          }
        }
        isLiteral = hasStrayQuote
      }
      if isLiteral {
        let first = at
        at = ByteSearch.next(delimiter, or: UInt8(ascii: "\n"), in: bytes, from: at, to: limit)
        guard at < limit || (at == bytes.count && isAtEnd) else {
          return unfinished(bytes, from: start, limit: limit, isAtEnd: isAtEnd)
        }
        let endsRow = at == limit || bytes[at] == UInt8(ascii: "\n")
        let end = endsRow && at > first && bytes[at - 1] == UInt8(ascii: "\r") ? at - 1 : at
        if !endsRow || end > first || !cells.isEmpty {
          // Quotes in a cell that were not doubled: `"BETA "SUD""`.
          let isEnclosed = hasStrayQuote && end > quote + 1 && bytes[end - 1] == UInt8(ascii: "\"")
          cells.append(
            CSVCell(start: isEnclosed ? quote + 1 : first, end: isEnclosed ? end - 1 : end, hasDoubledQuotes: false)
          )
        }
        if endsRow { return .row(next: min(at + 1, bytes.count)) }
      }
      at += 1
    }
  }

  /// A cell in doubled quotes, `""2,4주 월요일""`, as Korean standard data have texts with commas; `nil` for any other
  /// cell.
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

  /// The end of a quoted cell at its first quote; `nil` if a line end precedes the quote, or the quote is the last
  /// byte.
  @inline(__always)
  private static func plainCellEnd(_ bytes: Span<UInt8>, at start: Int, limit: Int) -> Int? {
    let quote = UInt8(ascii: "\"")
    guard bytes[start] == quote else { return nil }
    let end = ByteSearch.next(quote, or: UInt8(ascii: "\n"), in: bytes, from: start + 1, to: limit)
    return end + 1 < limit && bytes[end] == quote ? end : nil
  }

  /// The meaning of an opening quote.
  private enum Quoted: Equatable {
    case cell(CSVCell, hasLines: Bool)
    /// A cell that doesn't close within the limit.
    case open
    /// A text with a quote: the cell would hold whole rows.
    case stray
    /// The line after the quote tells, and didn't come yet.
    case undecided

    var cell: CSVCell? { if case .cell(let cell, _) = self { cell } else { nil } }
    var hasLines: Bool { if case .cell(_, let hasLines) = self { hasLines } else { false } }
  }

  /// Reads a cell from its opening quote.
  private func quotedCell(
    _ bytes: Span<UInt8>,
    at quote: Int,
    start: Int,
    limit: Int,
    isAtEnd: Bool
  ) -> Quoted {
    var at = quote + 1
    var hasDoubledQuotes = false
    var hasLines = false
    while true {
      at = ByteSearch.next(UInt8(ascii: "\""), or: UInt8(ascii: "\n"), in: bytes, from: at, to: limit)
      guard at < limit else { return .open }
      guard bytes[at] != UInt8(ascii: "\n") else {
        if !hasLines, let found = strayQuote(bytes, at: quote, start: start, lineEnd: at, isAtEnd: isAtEnd) {
          return found
        }
        hasLines = true
        at += 1
        continue
      }
      guard at + 1 < limit, bytes[at + 1] == UInt8(ascii: "\"") else {
        let cell = CSVCell(start: quote + 1, end: at, hasDoubledQuotes: hasDoubledQuotes)
        return .cell(cell, hasLines: hasLines)
      }
      hasDoubledQuotes = true
      at += 2
    }
  }

  /// Whether a quote that doesn't close in its line is stray, because this line and the next one are rows by
  /// themselves; `nil` if it isn't.
  private func strayQuote(
    _ bytes: Span<UInt8>,
    at quote: Int,
    start: Int,
    lineEnd: Int,
    isAtEnd: Bool
  ) -> Quoted? {
    guard isRow(bytes, from: start, with: quote, isAtEnd: isAtEnd) else { return nil }
    let next = Self.lineEnd(in: bytes, from: lineEnd + 1)
    guard next < bytes.count || isAtEnd else { return .undecided }
    return shape?.isRow(bytes, line: lineEnd + 1..<next, delimiter: delimiter) == true ? .stray : nil
  }

  /// Whether a byte is a space, a tab or a carriage return, which may follow a closing quote.
  private static func isPadding(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  private mutating func unfinished(_ bytes: Span<UInt8>, from start: Int, limit: Int, isAtEnd: Bool) -> Finding {
    let isTooLong = limit < bytes.count || limit - start == maximumRowByteCount
    return isTooLong || isAtEnd ? malformed(bytes, from: start, to: limit, isAtEnd: isAtEnd) : .incomplete
  }

  private mutating func malformed(_ bytes: Span<UInt8>, from start: Int, to end: Int, isAtEnd: Bool) -> Finding {
    brokenUntil = max(brokenUntil, end)
    let lineEnd = Self.lineEnd(in: bytes, from: start)
    if lineEnd < bytes.count { return .malformed(next: lineEnd + 1) }
    return isAtEnd ? .malformed(next: bytes.count) : .incomplete
  }
}
