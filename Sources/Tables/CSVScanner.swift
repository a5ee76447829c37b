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
    let row = RowBounds(start: start, limit: limit, isAtEnd: isAtEnd)
    var at = start
    while true {
      var strayQuote: Int?
      if at < limit, bytes[at] <= UInt8(ascii: "\""), isQuoted {
        // Most quoted cells are on one line and contain no other quotes.
        if let end = Self.plainCellEnd(bytes, at: at, limit: limit), bytes[end + 1] == delimiter {
          cells.append(CSVCell(start: at + 1, end: end, hasDoubledQuotes: false))
          at = end + 2
          continue
        }
        switch enclosedCell(bytes, at: at, of: row, into: &cells) {
        case .cell(let next):
          at = next
          continue
        case .end(let finding): return finding
        case .text(let quote): strayQuote = quote
        }
      }
      let first = at
      at = ByteSearch.next(delimiter, or: UInt8(ascii: "\n"), in: bytes, from: at, to: limit)
      guard at < limit || (at == bytes.count && isAtEnd) else { return unfinished(bytes, row) }
      let endsRow = at == limit || bytes[at] == UInt8(ascii: "\n")
      let end = endsRow && at > first && bytes[at - 1] == UInt8(ascii: "\r") ? at - 1 : at
      if !endsRow || end > first || !cells.isEmpty {
        cells.append(Self.text(bytes, first..<end, strayQuote: strayQuote))
      }
      if endsRow { return .row(next: min(at + 1, bytes.count)) }
      at += 1
    }
  }

  /// Returns a cell of text, without the quotes around it if they weren't doubled within: `"BETA "SUD""`.
  @inline(__always)
  private static func text(_ bytes: Span<UInt8>, _ range: Range<Int>, strayQuote: Int?) -> CSVCell {
    guard let quote = strayQuote, range.upperBound > quote + 1, bytes[range.upperBound - 1] == UInt8(ascii: "\"") else {
      return CSVCell(start: range.lowerBound, end: range.upperBound, hasDoubledQuotes: false)
    }
    return CSVCell(start: quote + 1, end: range.upperBound - 1, hasDoubledQuotes: false)
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

  /// The bounds of the row at an offset, and whether no bytes follow.
  struct RowBounds {
    let start: Int
    let limit: Int
    let isAtEnd: Bool
  }

  /// Returns the finding for a row without an end within its bounds.
  mutating func unfinished(_ bytes: Span<UInt8>, _ row: RowBounds) -> Finding {
    let isTooLong = row.limit < bytes.count || row.limit - row.start == maximumRowByteCount
    let mustEnd = isTooLong || row.isAtEnd
    return mustEnd ? malformed(bytes, from: row.start, to: row.limit, isAtEnd: row.isAtEnd) : .incomplete
  }

  mutating func malformed(_ bytes: Span<UInt8>, from start: Int, to end: Int, isAtEnd: Bool) -> Finding {
    brokenUntil = max(brokenUntil, end)
    let lineEnd = Self.lineEnd(in: bytes, from: start)
    if lineEnd < bytes.count { return .malformed(next: lineEnd + 1) }
    return isAtEnd ? .malformed(next: bytes.count) : .incomplete
  }
}
