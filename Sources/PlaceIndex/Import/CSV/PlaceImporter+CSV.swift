import Domain

extension PlaceImporter {
  /// The byte count of the sample at the beginning of a table.
  static var sampleBytes: Int { 1 << 19 }

  /// Converts the rest of the input from CP949 to UTF-8.
  func convert(_ window: inout InputWindow) throws(IndexFileError) {
    guard window.replaceRest(KoreanStream.init) else {
      throw CSVRefusal.converterMissing(encoding: KoreanText.encoding).inFile(window.path)
    }
  }

  /// Reads a table: a header, then one place per row.
  ///
  /// Rows that cannot be read are skipped and counted; ``CSVRefusal`` lists what refuses the table as a whole.
  mutating func readCSV(_ window: inout InputWindow, _ progress: Progress?) throws(IndexFileError) {
    try window.fill(to: Self.sampleBytes)
    window.consume(window.view.withSpan(TextEncoding.markLength(of:)))
    if !window.view.contains(0x0A), window.view.contains(0x0D), window.replaceRest(LineEndStream.init) {
      try window.fill(to: Self.sampleBytes)
    }
    let names = names(dataset: nil)
    let table: CSVTable
    do throws(CSVRefusal) {
      table = try CSVTable.opened(window.view, isAtEnd: window.isAtEnd, names: names, grid: rules.grid)
    } catch {
      throw error.inFile(window.path)
    }
    window.consume(table.firstRow)
    header.titles = table.titles
    header.dataset = table.columns.dataset
    header.used = Set(table.columns.uses.map(\.column) + table.columns.pairs.flatMap { [$0.latitude, $0.longitude] })
    begin(plan(for: table, path: window.path))
    var encoding = table.encoding
    if encoding == .cp949 {
      try convert(&window)
      encoding = .utf8
    }
    let parser = CSVRowParser(table: table, vocabulary: worker.reader.vocabulary)
    while true {
      while isFitForThreads(window) {
        try readChunks(&window) { [encoding] reader, chunk in
          let parser = CSVRowParser(table: table, vocabulary: reader.vocabulary)
          chunk.end = reader.readRows(chunk.view, isAtEnd: false, encoding: encoding, parser).end
        }
        try report(window, progress)
      }
      let (end, stop) = worker.reader.readRows(window.view, isAtEnd: window.isAtEnd, encoding: encoding, parser)
      window.consume(end)
      noteRead(end)
      try drainRows()
      try report(window, progress)
      switch stop {
      case .encoding(let found):
        if found == .cp949 { try convert(&window) }
        encoding = .utf8
      case .converterMissing: throw CSVRefusal.converterMissing(encoding: KoreanText.encoding).inFile(window.path)
      case .endless:
        worker.reader.reject(.malformed, row: window.view)
        try window.consumeLine()
      case .incomplete:
        guard !window.isAtEnd else {
          if let refusal = counts.refusal { throw refusal.inFile(window.path) }
          return
        }
        // Twice as much, because the row is read again from its beginning.
        try window.fill(to: max(2 * window.view.count, 1 << 16))
      }
    }
  }
}

extension ByteView {
  /// Whether the bytes are CP949: not UTF-8, and every character is in that code page.
  func isKorean(isAtEnd: Bool) -> Bool {
    // The last character may be incomplete.
    let whole = isAtEnd ? self : part(0..<(lastIndex(of: UInt8(ascii: "\"")) ?? count))
    guard TextEncoding(rows: whole) == .cp949 else { return false }
    var converter = KoreanText()
    return whole.withSpan { converter?.utf8(of: $0) } != nil
  }
}
