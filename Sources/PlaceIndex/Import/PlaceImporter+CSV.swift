import Domain

extension PlaceImporter {
  /// Bytes at the beginning of a table that are looked at before its rows are read.
  private static var sampleBytes: Int { 1 << 19 }

  /// Reads a table: a header, then one place a row.
  ///
  /// Rows that cannot be read are skipped and counted; ``CSVRefusal`` says what refuses the table as a whole.
  mutating func readCSV(_ window: inout InputWindow, _ progress: Progress?) throws(IndexFileError) {
    try window.fill(to: Self.sampleBytes)
    window.consume(window.view.withSpan(TextEncoding.markLength(of:)))
    let isAtEnd = window.isAtEnd
    let table = try window.view.withSpan { [path = window.path] (bytes) throws(IndexFileError) in
      do throws(CSVRefusal) {
        return try CSVTable.opened(bytes, isAtEnd: isAtEnd)
      } catch {
        throw error.inFile(path)
      }
    }
    window.consume(table.firstRow)
    var encoding = table.encoding
    let parser = CSVRowParser(table: table, vocabulary: seat.reader.vocabulary)
    while true {
      while isFitForThreads(window) {
        let reading = CSVReading(scanner: table.scanner, encoding: encoding, path: window.path)
        try readStretches(&window) { reader, stretch in
          let parser = CSVRowParser(table: table, vocabulary: reader.vocabulary)
          stretch.end = reader.readRows(stretch.view, isAtEnd: false, of: reading, parser).end
        }
        try report(window, progress)
      }
      let reading = CSVReading(scanner: table.scanner, encoding: encoding, path: window.path)
      let (end, stop) = seat.reader.readRows(window.view, isAtEnd: window.isAtEnd, of: reading, parser)
      window.consume(end)
      noteRead(end)
      try takeRows()
      try report(window, progress)
      switch stop {
      case .encoding(let found): encoding = found
      case .converterMissing: throw CSVRefusal.converterMissing(encoding: KoreanText.encoding).inFile(window.path)
      case .endless:
        seat.reader.reject(.malformed, path: window.path, row: window.view)
        try window.consumeLine()
      case .incomplete:
        guard !window.isAtEnd else {
          if let refusal = tally.refusal { throw refusal.inFile(window.path) }
          return
        }
        // As much again as there is: the row is read anew from its beginning.
        try window.fill(to: max(2 * window.view.count, 1 << 16))
      }
    }
  }
}
