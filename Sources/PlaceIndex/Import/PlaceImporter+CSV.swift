import Domain

extension PlaceImporter {
  /// Bytes at the beginning of a table that are looked at before its rows are read.
  private static var sampleBytes: Int { 1 << 19 }

  /// How the rows of a table fared.
  private struct Tally {
    var sound = 0
    var projected = 0
    var exchanged = 0
    /// Rows so far, the header not among them.
    var rows = 0

    mutating func count(_ reason: SkippedRows.Reason?) {
      switch reason {
      case nil: sound += 1
      case .projectedCoordinate: projected += 1
      case .exchangedCoordinate: exchanged += 1
      default: break
      }
    }

    /// Why the table as a whole is not what it says.
    var refusal: CSVRefusal? {
      if projected > sound { return .mostRowsProjected(rows: projected, sound: sound) }
      return exchanged > sound ? .mostRowsExchanged(rows: exchanged, sound: sound) : nil
    }
  }

  /// Reads a table: a header, then one place a row.
  ///
  /// Rows that cannot be read are skipped and counted; ``CSVRefusal`` says what refuses the table as a whole.
  mutating func readCSV(_ window: inout InputWindow, _ progress: Progress?) throws(IndexFileError) {
    while !window.isAtEnd, window.view.count < Self.sampleBytes { try window.refill() }
    window.consume(window.view.withSpan(TextEncoding.markLength(of:)))
    let isAtEnd = window.isAtEnd
    var table = try window.view.withSpan { [path = window.path] (bytes) throws(IndexFileError) in
      do throws(CSVRefusal) {
        return try CSVTable.opened(bytes, isAtEnd: isAtEnd)
      } catch {
        throw error.inFile(path)
      }
    }
    window.consume(table.firstRow)
    let parser = CSVRowParser(table: table, vocabulary: vocabulary)
    var tally = Tally()
    var cells: [CSVCell] = []
    while true {
      let view = window.view
      var at = 0
      var finding = CSVScanner.Finding.incomplete
      while at < view.count {
        finding = view.withSpan { [scanner = table.scanner] in
          scanner.scan($0, from: at, isAtEnd: window.isAtEnd, into: &cells)
        }
        guard let next = finding.next else { break }
        try readRow(finding, cells, in: view, at..<next, &table, parser, &tally, path: window.path)
        at = next
      }
      window.consume(at)
      if let progress, !progress(window.offset, builder.placeCount) { throw .cancelled }
      guard !window.isAtEnd else { break }
      try window.refill()
    }
    if let refusal = tally.refusal { throw refusal.inFile(window.path) }
  }

  private mutating func readRow(
    _ finding: CSVScanner.Finding,
    _ cells: [CSVCell],
    in view: ByteView,
    _ range: Range<Int>,
    _ table: inout CSVTable,
    _ parser: CSVRowParser,
    _ tally: inout Tally,
    path: String
  ) throws(IndexFileError) {
    let row = view.part(range)
    if case .row = finding, cells.isEmpty { return }
    tally.rows += 1
    let number = tally.rows
    guard case .row = finding else { return reject(.malformed, path: path, row: row, number: number) }
    switch try text(of: row, &table, path) {
    case .unreadable: reject(.malformed, path: path, row: row, number: number)
    case .asItStands: tally.count(try take(cells, in: view, row: row, parser, path: path, number: number))
    case .decoded(let bytes):
      var decoded: [CSVCell] = []
      _ = table.scanner.scan(bytes.span, from: 0, isAtEnd: true, into: &decoded)
      tally.count(
        try ByteView.over(bytes) { (bytes) throws(IndexFileError) in
          try take(decoded, in: bytes, row: bytes, parser, path: path, number: number)
        }
      )
    }
  }

  private func text(
    of row: ByteView,
    _ table: inout CSVTable,
    _ path: String
  ) throws(IndexFileError) -> CSVTable.RowText {
    do throws(CSVRefusal) {
      return try row.withSpan { (bytes) throws(CSVRefusal) in try table.text(of: bytes) }
    } catch {
      throw error.inFile(path)
    }
  }

  /// Makes a place of a row of cells.
  private mutating func take(
    _ cells: [CSVCell],
    in bytes: ByteView,
    row: ByteView,
    _ parser: CSVRowParser,
    path: String,
    number: Int
  ) throws(IndexFileError) -> SkippedRows.Reason? {
    var isRegular = false
    withDraft { draft, _ in isRegular = parser.parse(cells, in: bytes, into: &draft) }
    guard isRegular else {
      reject(.malformed, path: path, row: row, number: number)
      return .malformed
    }
    return try accept(path: path, row: row, number: number)
  }
}
