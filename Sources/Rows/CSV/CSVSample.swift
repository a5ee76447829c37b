import Domain
package import Tables

/// The first rows of a table, which show what the column titles don't.
package struct CSVSample {
  /// The first bytes of the table, without a byte order mark.
  package let bytes: ByteView
  /// The offset of the first row of the sample.
  package internal(set) var start: Int
  /// Whether the bytes are the whole table.
  package let isAtEnd: Bool
  package let scanner: CSVScanner
  /// The column with the country of a row.
  var countryColumn: Int?

  /// The maximum number of rows that are projected to detect northings.
  static let maximumProjectedRows = 500

  package init(bytes: ByteView, start: Int, isAtEnd: Bool, scanner: CSVScanner) {
    self.bytes = bytes
    self.start = start
    self.isAtEnd = isAtEnd
    self.scanner = scanner
  }

  /// Calls a closure for each row, including malformed rows, until it returns `false`.
  package func forEachRow(_ body: (Range<Int>, [CSVCell]) -> Bool) {
    var cells: [CSVCell] = []
    var at = start
    var scanner = scanner
    while at < bytes.count {
      let finding = bytes.withSpan { scanner.scan($0, from: at, isAtEnd: isAtEnd, into: &cells) }
      guard let next = finding.next else { return }
      if case .malformed = finding { cells.removeAll() }
      guard body(at..<next, cells) else { return }
      at = next
    }
  }

  package func withText<Result>(of cell: CSVCell, _ body: (ByteView) -> Result) -> Result {
    bytes.withText(of: cell) { text, _ in body(text) }
  }

  /// Removes the next nonempty row from the sample and returns its bytes and the texts of its cells; `nil` if there is
  /// none.
  package mutating func takeTexts() -> (row: Range<Int>, texts: [String])? {
    var row = start..<start
    var cells: [CSVCell] = []
    forEachRow { range, found in
      row = range
      cells = found
      return found.isEmpty
    }
    start = row.upperBound
    guard let last = cells.popLast() else { return nil }
    var end = last.end
    // There may be several carriage returns if line ends were converted twice.
    while end > last.start, bytes.byte(at: end - 1) == UInt8(ascii: "\r") { end -= 1 }
    cells.append(CSVCell(start: last.start, end: end, hasDoubledQuotes: last.hasDoubledQuotes))
    return (row, bytes.withSpan { bytes in cells.map { $0.text(in: bytes) } })
  }

  /// Whether the first row isn't CSV.
  var beginsMalformed: Bool {
    var isMalformed = false
    forEachRow { range, cells in
      isMalformed = cells.isEmpty && bytes.part(range).trimmed.count > 0
      return cells.isEmpty && !isMalformed
    }
    return isMalformed
  }

  /// Whether most of the first rows have several cells.
  var hasMostlyWideRows: Bool {
    var rowCount = 0
    var wideCount = 0
    forEachRow { _, cells in
      rowCount += 1
      if cells.count > 1 { wideCount += 1 }
      return rowCount < Self.maximumFilledRows
    }
    return rowCount > 0 && wideCount * 2 >= rowCount
  }

  /// Whether the sample has a whole row.
  package var hasRow: Bool {
    var hasRow = false
    forEachRow { _, cells in
      hasRow = !cells.isEmpty
      return !hasRow
    }
    return hasRow
  }
}

extension CSVSample {
  /// Removes the next rows whose texts are only in some columns, such as further rows of a header.
  mutating func skipRows(within columns: Set<Int>) {
    var next = start
    forEachRow { range, cells in
      let filled = cells.indices.filter { cells[$0].start < cells[$0].end }
      guard !cells.isEmpty, columns.isSuperset(of: filled) else { return false }
      next = range.upperBound
      return true
    }
    start = next
  }
}

extension CSVSample {
  /// The maximum number of rows that are examined for empty columns.
  static let maximumFilledRows = 100

  /// Returns the texts of the first rows in some columns.
  func texts(in columns: [Int]) -> [[String]] {
    var texts = [[String]](repeating: [], count: columns.count)
    var rowCount = 0
    forEachRow { _, cells in
      for (index, column) in columns.enumerated() where column < cells.count {
        withText(of: cells[column]) { if !$0.isNothing { texts[index].append($0.text) } }
      }
      rowCount += 1
      return rowCount < Self.maximumFilledRows
    }
    return texts
  }

  /// Returns the first of some columns that has values in a tenth of the first rows; `nil` if none has.
  func firstFilled(among columns: [Int]) -> Int? {
    var filled = [Int](repeating: 0, count: columns.count)
    var rowCount = 0
    forEachRow { _, cells in
      guard !cells.isEmpty else { return true }
      for (index, column) in columns.enumerated() where column < cells.count {
        if withText(of: cells[column], { !$0.trimmed.isNothing }) { filled[index] += 1 }
      }
      rowCount += 1
      return rowCount < Self.maximumFilledRows
    }
    return columns.indices.first { filled[$0] > 0 && filled[$0] * 10 >= rowCount }.map { columns[$0] }
  }
}
