import Domain
import Rows
import Tables

extension ImportFormat {
  /// A table with column titles.
  static let table = ImportFormat(where: { $0.signature == nil && $0.text == .csv }) {
    (importer, window, progress) throws(IndexFileError) in
    try importer.readCSV(&window, progress)
  }
}

extension PlaceImporter {
  /// Detects the encoding from a sample of the rest of the input, and converts the input to UTF-8.
  ///
  /// Returns `true` if the sample is ASCII apart from a few broken rows, so that the encoding is still open.
  mutating func decideEncoding(_ window: inout InputWindow, isTable: Bool = true) throws(IndexFileError) -> Bool {
    guard rules.format.encoding == nil else { return false }
    let (path, offset) = (window.path, window.offset)
    let sample = try window.sample().bytes
    let verdict = try EncodingVote.verdict(of: sample, bytesBefore: offset, isTable: isTable, path: path)
    guard case .other(let encoding) = verdict else {
      // A single row may be in another encoding than the text.
      if verdict == .utf8 { header.encoding = nil }
      return verdict == .ascii
    }
    header.encoding = encoding
    try window.convert(from: encoding)
    return false
  }

  /// Reads a row that isn't UTF-8 among rows of ASCII as CP1252 if its words are Western European; otherwise skips it.
  private mutating func readSingle(_ row: ByteView, _ table: CSVTable) {
    guard let text = EncodingVote.utf8(ofWestern: row) else { return worker.reader.reject(.notText, row: row) }
    header.encoding = .cp1252
    ByteView.over(text) { _ = worker.reader.readRows($0, isAtEnd: true, isASCII: false, table) }
  }

  /// Throws an error if a very large part of an input consists of empty lines.
  private func checkForRows(
    since last: inout (offset: Int, rowCount: Int),
    _ window: borrowing InputWindow
  ) throws(IndexFileError) {
    guard rowCount == last.rowCount else {
      last = (window.offset, rowCount)
      return
    }
    // The rows of the last batch of chunks are read but not counted yet.
    let maximumByteCount = max(pace.maximumBlankByteCount, 2 * pace.batchBytes)
    guard window.offset - last.offset > maximumByteCount else { return }
    let detail = "more than \(max(1, maximumByteCount >> 20)) MiB of blank lines without a row"
    throw .malformed(path: window.path, detail: detail, offset: last.offset)
  }

  /// Reads a table: a header, then one place per row.
  ///
  /// An error in the header rejects the file; an error in a row skips the row and counts it. If more rows are in
  /// metres, or swapped, than are valid, the columns contradict their titles, and the file is rejected too.
  mutating func readCSV(_ window: inout InputWindow, _ progress: Progress?) throws(IndexFileError) {
    window.consume(try window.sample().bytes.withSpan(TextEncoding.markLength(of:)))
    var isASCII = try decideEncoding(&window)
    try window.makeLines()
    let sample = try window.sample()
    let names = names(dataset: nil)
    let path = window.path
    let isAtEnd = sample.isAtEnd
    let table = try CSVTable.opened(sample.bytes, isAtEnd: isAtEnd, path: path, names: names, crs: rules.crs)
    window.consume(table.firstRow)
    header.titles = table.titles
    header.mapping = table.columns.mapping
    header.dataset = table.columns.dataset
    header.columnOfAssumedOrder = table.columns.columnOfAssumedOrder
    header.divisor = table.columns.systems.divisors.named ?? table.columns.systems.divisors.plane
    begin(plan(for: table, path: path))
    var last = (offset: window.offset, rowCount: rowCount)
    while true {
      while isFitForThreads(window) {
        try readChunks(&window) { [isASCII] reader, chunk in
          chunk.end = reader.readRows(chunk.view, isAtEnd: false, isASCII: isASCII, table).end
        }
        try report(window, progress)
        try checkForRows(since: &last, window)
      }
      try checkForRows(since: &last, window)
      let (end, stop) = worker.reader.readRows(window.view, isAtEnd: window.isAtEnd, isASCII: isASCII, table)
      window.consume(end)
      backoff.remainingBytes -= end
      try drainRows()
      try report(window, progress)
      switch stop {
      case .notASCII(let next):
        isASCII = try decideEncoding(&window)
        guard isASCII else { continue }
        readSingle(window.view.part(0..<next), table)
        window.consume(next)
      case .incomplete where window.byteCount >= CSVScanner.maximumRowByteCount && !window.isAtEnd:
        worker.reader.reject(.malformed, row: window.view)
        try window.consumeLine()
      case .incomplete:
        guard !window.isAtEnd else {
          let pair = table.columns.pairs.first.map { [table.titles[$0.longitude], table.titles[$0.latitude]] } ?? []
          let systems = table.columns.systems
          let crs = (systems.plane ?? systems.other)?.crs
          if let refusal = counts.refusal(path: path, titles: header.titles, pair: pair, crs: crs) { throw refusal }
          return
        }
        // Twice as much, because the row is read again from its beginning.
        try window.fill(to: max(2 * window.view.count, 1 << 16))
      }
    }
  }
}
