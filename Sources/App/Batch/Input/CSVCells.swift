/// Splits one row of CSV into cells, as RFC 4180 defines them.
enum CSVCells {
  /// Finds the cells of a row; returns the number, from 1, of one in which text follows the closing quote.
  static func scan(_ bytes: [UInt8], _ range: Range<Int>, delimiter: UInt8, into cells: inout [RowField]) -> Int? {
    cells.removeAll(keepingCapacity: true)
    var at = range.lowerBound
    let end = range.upperBound
    while true {
      if at < end, bytes[at] == Ascii.quote,
        let next = scanQuoted(bytes, from: at + 1, to: end, delimiter: delimiter, into: &cells)
      {
        at = next
      } else {
        // Most programs that write tabs have no quotes: one that does not enclose its cell is a part of the text.
        if at < end, bytes[at] == Ascii.quote, delimiter != Ascii.tab { return cells.count + 1 }
        let start = at
        while at < end, bytes[at] != delimiter { at += 1 }
        cells.append(RowField(start: start, end: at, encoding: at == start ? .absent : .plain))
      }
      guard at < end else { return nil }
      at += 1
    }
  }

  /// Scans from after an opening quote; returns the offset of the delimiter or the end, `nil` for a malformed cell.
  private static func scanQuoted(
    _ bytes: [UInt8],
    from start: Int,
    to end: Int,
    delimiter: UInt8,
    into cells: inout [RowField]
  ) -> Int? {
    var at = start
    var encoding = RowField.Encoding.plain
    while at < end {
      guard bytes[at] == Ascii.quote else {
        at += 1
        continue
      }
      if at + 1 < end, bytes[at + 1] == Ascii.quote {
        encoding = .doubledQuotes
        at += 2
        continue
      }
      guard at + 1 == end || bytes[at + 1] == delimiter else { return nil }
      cells.append(RowField(start: start, end: at, encoding: at == start ? .absent : encoding))
      return at + 1
    }
    return nil
  }

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

  /// How often each byte of a header stands outside quotes.
  static func unquotedBytes(ofHeader header: [UInt8]) -> [Int] {
    var isQuoted = false
    var counts = [Int](repeating: 0, count: 256)
    for byte in header {
      if byte == Ascii.quote { isQuoted.toggle() } else if !isQuoted { counts[Int(byte)] += 1 }
    }
    return counts
  }

  /// The delimiter that a line names for spreadsheets, `sep=;`; `nil` for any other line.
  static func delimiter(namedBy line: [UInt8]) -> UInt8? {
    // A tab is white space, so only what follows it is removed.
    let name = line.prefix(4).map { ($0 >= 0x41 && $0 <= 0x5A) ? $0 | 0x20 : $0 }
    guard name.elementsEqual("sep=".utf8), line.count > 4 else { return nil }
    return line.dropFirst(5).allSatisfy(Ascii.isBlank) ? line[4] : nil
  }

  /// The delimiter of a header: the comma, tab, semicolon or bar that stands outside quotes most often; of equals,
  /// the first.
  static func delimiter(ofHeader header: [UInt8]) -> UInt8 {
    let counts = unquotedBytes(ofHeader: header)
    var best = Ascii.comma
    for other in [Ascii.tab, Ascii.semicolon, Ascii.bar] where counts[Int(other)] > counts[Int(best)] {
      best = other
    }
    return best
  }
}

extension ParsedRow {
  mutating func parseCells(under header: CSVHeader) {
    let bytes = bytes
    if let cell = CSVCells.scan(bytes, range, delimiter: header.delimiter, into: &cells) {
      error = .quotes(cell: cell)
      // The cells before the malformed one are whole.
      self[.id] = header.id(in: cells)
      return
    }
    // Many programs write a delimiter after the last cell, or after the last name of the header.
    if cells.count == header.width + 1, cells.last?.isAbsent == true { cells.removeLast() }
    if cells.count == header.width - 1, header.endsUnnamed { cells.append(RowField()) }
    guard cells.count == header.width else {
      error = .cells(found: cells.count, expected: header.width)
      // Missing cells are mostly the last ones, but one too many may stand before the id.
      self[.id] = header.id(in: cells.count < header.width ? cells[...] : cells.prefix(1))
      return
    }
    for role in ColumnRole.allCases where header.hasColumn(for: role) {
      self[role] = header.field(role, in: cells, of: bytes)
    }
  }
}
