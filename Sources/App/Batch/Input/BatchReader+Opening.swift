import Domain
import TextParsing

/// The beginning of an input, which tells how its rows are cut.
extension BatchReader {
  /// The number of rows among which the header is looked for: titles may precede it.
  private static let headerRows = 12

  /// Reads as much of a text of JSON as tells whether its rows are lines, objects over several of them, or features.
  func openObjects(_ start: [UInt8]) async throws(Failure) {
    var bytes = start
    let brace = bytes.firstIndex(of: Ascii.openBrace) ?? 0
    var document = JSONDocument(bytes, from: brace)
    var triedByteCount = bytes.count
    while document == nil, !isAtEnd, bytes.count < RowSplitter.maximumRowByteCount {
      bytes += try await nextChunk()
      // Twice as much, because it is read again from the beginning; a line end may complete a row.
      guard isAtEnd || bytes.count >= 2 * triedByteCount || bytes[triedByteCount...].contains(Ascii.lineFeed) else {
        continue
      }
      triedByteCount = bytes.count
      document = JSONDocument(bytes, from: brace)
    }
    switch document {
    case .collection(let features):
      splitter = RowSplitter(.collection)
      bytes.removeFirst(features)
    case .sequence: splitter = RowSplitter(.none)
    case .lines: splitter = RowSplitter(delimiter: nil)
    // It did not end: one object over several lines, or a line that was cut.
    case nil: splitter = bytes[brace...].contains(Ascii.lineFeed) ? RowSplitter(.none) : RowSplitter(delimiter: nil)
    }
    pending = [splitter.split(bytes)]
  }

  /// Reads up to the header of a table; `nil` for a table without rows.
  func openTable(
    _ start: [UInt8],
    _ names: ColumnNames,
    needsCoordinates: Bool,
    _ tables: (any ReadTableUseCase)?
  ) async throws(Failure) -> InputFormat? {
    var bytes = start
    var delimiter: UInt8?
    var failure: Failure?
    // The largest number of filled cells of a row so far: titles above a header have fewer than the header.
    var filledCount = 0
    for number in 0..<Self.headerRows {
      // Only the header shows the delimiter. Until then a comma stands for it, to tell a line end in a quoted name
      // from the end of the header.
      splitter = RowSplitter(delimiter: delimiter ?? Ascii.comma)
      guard let found = try await header(startingWith: bytes) else { break }
      let line = found.line
      bytes = found.rest
      if number == 0, let named = CSVScanner.delimiter(namedBy: line.span) {
        delimiter = named
        continue
      }
      do throws(Failure) {
        var header = try CSVHeader(
          line: line,
          names: names,
          needsCoordinates: needsCoordinates,
          delimiter: delimiter,
          tables: tables
        )
        guard CSVHeader.filledCellCount(line, delimiter: header.delimiter) > filledCount else {
          throw .coordinatesMissing(columns: header.names)
        }
        header.endsInReturn = found.endsInReturn
        splitter = RowSplitter(delimiter: header.delimiter)
        pending = [splitter.split(bytes)]
        return .csv(header)
      } catch {
        guard error.code == .columnsMissing || error.code == .headerMissing else { throw failure ?? error }
        failure = failure ?? error
        filledCount = max(filledCount, CSVHeader.filledCellCount(line, delimiter: delimiter))
      }
    }
    if let failure { throw failure }
    return nil
  }

  /// Reads the first row; `nil` for an input without rows.
  private func header(startingWith bytes: [UInt8]) async throws(Failure) -> HeaderLine? {
    var block = splitter.split(bytes)
    while block.rows.isEmpty, !isAtEnd {
      guard !splitter.isDropping else { throw .headerTooLong(limitInBytes: RowSplitter.maximumRowByteCount) }
      block = splitter.split(try await nextChunk())
    }
    let isLast = block.rows.isEmpty
    if isLast { block = splitter.finish() }
    guard let row = block.rows.first else { return nil }
    if case .tooLong(let limit) = row.error { throw .headerTooLong(limitInBytes: limit) }
    guard row.error == nil else { throw .headerUnusable }
    let line = Array(block.bytes[row.range])
    let end = row.range.upperBound
    let endsInReturn = end < block.bytes.count && block.bytes[end] == Ascii.carriageReturn
    guard !isLast else { return HeaderLine(line: line, rest: [], endsInReturn: endsInReturn) }
    let lineEnd = block.bytes[end...].firstIndex(of: Ascii.lineFeed) ?? block.bytes.count - 1
    return HeaderLine(line: line, rest: Array(block.bytes[(lineEnd + 1)...]), endsInReturn: endsInReturn)
  }
}

/// A line that may be the header of a table.
private struct HeaderLine {
  let line: [UInt8]
  /// The bytes after its line end.
  let rest: [UInt8]
  /// Whether a carriage return stands before its line end.
  let endsInReturn: Bool
}
