/// Cuts one row of CSV into cells, as RFC 4180 has them.
enum CSVCells {
  /// Finds the cells of a row.
  ///
  /// - Parameters:
  ///   - bytes: The row's block.
  ///   - range: The row, without its line end.
  ///   - delimiter: The byte between cells.
  ///   - cells: Takes the cells in place of what it held; its memory is used again.
  /// - Returns: The number, from 1, of a cell in which text follows the closing quote; `nil` when all are well formed.
  static func scan(_ bytes: [UInt8], _ range: Range<Int>, delimiter: UInt8, into cells: inout [RowField]) -> Int? {
    cells.removeAll(keepingCapacity: true)
    var at = range.lowerBound
    let end = range.upperBound
    while true {
      if at < end, bytes[at] == Ascii.quote {
        guard let next = scanQuoted(bytes, from: at + 1, to: end, delimiter: delimiter, into: &cells) else {
          return cells.count + 1
        }
        at = next
      } else {
        let start = at
        while at < end, bytes[at] != delimiter { at += 1 }
        cells.append(RowField(start: start, end: at, form: at == start ? .absent : .plain))
      }
      guard at < end else { return nil }
      at += 1
    }
  }

  /// Scans behind an opening quote; gives the offset of the delimiter or the end, `nil` for a malformed cell.
  private static func scanQuoted(
    _ bytes: [UInt8],
    from start: Int,
    to end: Int,
    delimiter: UInt8,
    into cells: inout [RowField]
  ) -> Int? {
    var at = start
    var form = RowField.Form.plain
    while at < end {
      guard bytes[at] == Ascii.quote else {
        at += 1
        continue
      }
      if at + 1 < end, bytes[at + 1] == Ascii.quote {
        form = .doubledQuotes
        at += 2
        continue
      }
      guard at + 1 == end || bytes[at + 1] == delimiter else { return nil }
      cells.append(RowField(start: start, end: at, form: at == start ? .absent : form))
      return at + 1
    }
    return nil
  }

  /// Takes one of every two quotes.
  static func undoubled(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var at = text.startIndex
    while at < text.endIndex {
      result.append(text[at])
      at += text[at] == Ascii.quote ? 2 : 1
    }
    return result
  }

  /// The delimiter of a header: a comma if there is one outside quotes, else a tab or a semicolon.
  static func delimiter(ofHeader header: ArraySlice<UInt8>) -> UInt8 {
    var isQuoted = false
    var seen: Set<UInt8> = []
    for byte in header {
      if byte == Ascii.quote { isQuoted.toggle() } else if !isQuoted { seen.insert(byte) }
    }
    return [Ascii.comma, Ascii.tab, Ascii.semicolon].first(where: seen.contains) ?? Ascii.comma
  }
}
