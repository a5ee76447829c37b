/// Splits bytes into rows and cells according to RFC 4180, without copying.
///
/// The bytes are UTF-8, whose multibyte characters never contain the byte of a delimiter, a quote or a line end. Other
/// encodings are converted before.
package struct CSVScanner: Sendable, Hashable {
  /// The result of a scan at an offset.
  package enum Finding: Sendable, Hashable {
    /// A row; the next row starts at this offset.
    case row(next: Int)
    /// A row that isn't valid CSV: a quote doesn't close, or text follows a closing quote.
    case malformed(next: Int)
    /// The bytes end within a row.
    case incomplete

    /// The offset of the next row; `nil` if this row is incomplete.
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
  /// The shape of the rows after the header was read; it distinguishes a stray quote from a quote around several lines.
  package var shape: CSVRowShape?
  /// The maximum byte count of a row.
  private let maximumRowByteCount: Int
  /// The maximum offset in a row of a line end inside a quoted cell.
  private let maximumLinesByteCount: Int
  /// The offset before which quoted cells contain no line end: an earlier scan found a quote that doesn't close.
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

  /// Moves offsets back after bytes were removed from the beginning.
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
    // The end of the row's text, without its line feed.
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
        // Most quoted cells are on one line and contain no other quotes.
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
            // Most programs that write tabs don't quote cells; a quote that doesn't enclose its cell is part of the
            // text.
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
          // Quotes within a cell that weren't doubled: `"BETA "SUD""`.
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

  /// Returns the end of a cell that closes at its first quote; `nil` if a line end precedes the quote, or the quote is
  /// the last byte.
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

  /// Decides whether a quote that doesn't close in its line is stray: this line and the next one are rows by
  /// themselves.
  ///
  /// Returns `nil` if the quote isn't stray.
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
