import Domain
import Rows
import Tables

/// Examines the beginning of an input to determine how its rows are split.
extension BatchReader {
  /// The number of rows among which the header is searched, because titles may precede it.
  private static let headerRows = 12
  /// The number of rows that are examined for a column with whole coordinates.
  private static let positionRows = 100

  /// Reads JSON until it is certain whether its rows are lines, objects over several lines, or wrapped.
  func openObjects(_ start: [UInt8], _ names: ColumnNames) async throws(Failure) {
    var bytes = start
    let objects = ObjectReader()
    let brace = bytes.firstIndex(of: Ascii.openBrace) ?? 0
    func makeSplitter(of bytes: [UInt8]) -> RowSplitter? {
      let found = objects.rows(of: bytes, from: brace)
      // A list inside an object with coordinates doesn't contain the rows.
      if let rows = found.start, !bytes.hasPosition(of: names, from: brace, to: rows) {
        return RowSplitter(JSONPages(objects))
      }
      return JSONDocument(bytes, from: brace).map { $0 == .sequence ? RowSplitter(.none) : RowSplitter(delimiter: nil) }
    }
    let made = try await decide(by: &bytes, atMost: RowSplitter.maximumRowByteCount, makeSplitter)
    // The input ended before: it is one object over several lines, or a truncated line.
    let isOverLines = bytes[brace...].contains(Ascii.lineFeed)
    splitter = made ?? (isOverLines ? RowSplitter(.none) : RowSplitter(delimiter: nil))
    pending = [splitter.split(bytes)]
  }

  /// Reads the first element of an array, which may have lists of rows instead of being one.
  func openArray(_ start: [UInt8]) async throws(Failure) {
    var bytes = start
    let objects = ObjectReader()
    let first = (bytes.firstIndex(of: Ascii.openBracket) ?? 0) + 1
    let hasLists = try await decide(by: &bytes, atMost: Self.maximumStartByteCount) {
      objects.hasLists($0, from: first)
    }
    splitter = hasLists == true ? RowSplitter(JSONPages(objects, isInArray: true)) : RowSplitter(.array)
    pending = [splitter.split(Array(bytes[first...]))]
  }

  /// Reads until the bytes allow a decision; returns `nil` at the end of the input, or after a number of bytes.
  ///
  /// The bytes are parsed from the beginning each time, so the next attempt waits for twice as many bytes or a line
  /// end.
  private func decide<Decision>(
    by bytes: inout [UInt8],
    atMost limit: Int,
    _ decision: ([UInt8]) -> Decision?
  ) async throws(Failure) -> Decision? {
    while true {
      if let decided = decision(bytes) { return decided }
      let triedByteCount = bytes.count
      repeat {
        guard !isAtEnd, bytes.count < limit else { return nil }
        bytes += try await nextChunk()
      } while !isAtEnd && bytes.count < 2 * triedByteCount && !bytes[triedByteCount...].contains(Ascii.lineFeed)
    }
  }

  /// Reads up to the header of a table; returns `nil` for a table without rows.
  func openTable(
    _ start: [UInt8],
    _ names: ColumnNames,
    needsCoordinates: Bool,
    _ format: TableFormat
  ) async throws(Failure) -> BatchFormat? {
    var bytes = start
    var format = format
    var failure: Failure?
    // The maximum number of filled cells in a row so far. Titles above a header have fewer than the header.
    var filledCount = 0
    // The lines above, which may have titles of columns.
    var upper: [[UInt8]] = []
    for number in 0..<Self.headerRows {
      // The delimiter is unknown before the header. A comma is assumed, to distinguish a line end in a quoted name from
      // the end of the header.
      splitter = RowSplitter(delimiter: format.delimiter ?? Ascii.comma, isQuoted: format.isQuoted)
      guard let found = try await header(startingWith: bytes) else { break }
      let line = found.line
      bytes = found.rest
      if number == 0, let named = CSVScanner.delimiter(namedBy: line.span) {
        format.delimiter = format.delimiter ?? named
        continue
      }
      do throws(Failure) {
        var header = try await header(line, names, needsCoordinates: needsCoordinates, format, upper, &bytes)
        guard CSVHeader.filledCellCount(line, format) > filledCount else {
          throw .coordinatesMissing(columns: header.names)
        }
        header.endsInReturn = found.endsInReturn
        bytes = try await skipTitles(bytes, under: header)
        splitter = RowSplitter(delimiter: header.delimiter, isQuoted: format.isQuoted, shape: header.scanner.shape)
        pending = [splitter.split(format.hasHeader ? bytes : line + [Ascii.lineFeed] + bytes)]
        return .csv(header)
      } catch {
        let isCaption = format.hasHeader && (error.code == .columnsMissing || error.code == .headerMissing)
        guard isCaption else { throw failure ?? error }
        failure = failure ?? error
        upper.append(line)
        filledCount = max(filledCount, CSVHeader.filledCellCount(line, format))
      }
    }
    if let failure { throw failure }
    return nil
  }

  /// Reads a line as a header: by its names, or if they name no coordinates, by the first rows.
  private func header(
    _ line: [UInt8],
    _ names: ColumnNames,
    needsCoordinates: Bool,
    _ format: TableFormat,
    _ upper: [[UInt8]],
    _ bytes: inout [UInt8]
  ) async throws(Failure) -> CSVHeader {
    func header(_ rows: CSVHeader.FirstRows?) throws(Failure) -> CSVHeader {
      try CSVHeader(
        line: line,
        names: names,
        needsCoordinates: needsCoordinates,
        format: format,
        upper: upper,
        rows: rows
      )
    }
    let named: Result<CSVHeader, Failure>
    do throws(Failure) { named = .success(try header(nil)) } catch { named = .failure(error) }
    let isNamed = [ColumnRole.latitude, .longitude, .near].contains { names.override(for: $0) != nil }
    guard !isNamed, (try? named.get())?.hasLocation != true else { return try named.get() }
    if case .failure(let error) = named, error.code != .columnsMissing, error.code != .headerMissing { throw error }
    // When reading from a pipe, wait for as few rows as possible.
    let waitsForRows = source.sizeInBytes == nil
    var lineCount = bytes.count { $0 == Ascii.lineFeed }
    var triedLineCount = 0
    while true {
      let isEnough = isAtEnd || lineCount >= Self.positionRows || bytes.count >= Self.maximumStartByteCount
      if isEnough || waitsForRows && lineCount > triedLineCount {
        triedLineCount = lineCount
        let rows = CSVHeader.FirstRows(bytes: bytes, areWhole: isAtEnd)
        if let found = try? header(rows), found.position != nil { return found }
        // Names and addresses are also locations.
        if isEnough || (try? named.get()) != nil { return try named.get() }
      }
      let chunk = try await nextChunk()
      lineCount += chunk.count { $0 == Ascii.lineFeed }
      bytes += chunk
    }
  }

  /// Skips rows below a header that only have cells in columns with titles from the lines above it.
  private func skipTitles(_ bytes: [UInt8], under header: CSVHeader) async throws(Failure) -> [UInt8] {
    guard !header.joinedColumns.isEmpty else { return bytes }
    var bytes = bytes
    splitter = RowSplitter(delimiter: header.delimiter, isQuoted: header.scanner.isQuoted)
    while let next = try await self.header(startingWith: bytes) {
      guard header.isOfTitles(next.line) else { return next.line + [Ascii.lineFeed] + next.rest }
      bytes = next.rest
    }
    return []
  }

  /// Reads the first row; returns `nil` for an input without rows.
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

extension ObjectRows {
  /// The offset at which rows inside an object begin; `nil` if there are none.
  fileprivate var start: Int? {
    switch self {
    case .list(let start, _), .single(let start, _): start
    case .members(let rows, _): rows.first?.lowerBound
    case .none, .unknown, .malformed: nil
    }
  }
}

extension [UInt8] {
  /// Whether the members of an object up to an offset contain a location.
  fileprivate func hasPosition(of names: ColumnNames, from start: Int, to end: Int) -> Bool {
    var reader = JSONReader(row: self, start..<count)
    var isFirst = true
    var isFound = false
    do throws(SyntaxError) {
      try reader.expect(Ascii.openBrace)
      while !isFound, let key = try reader.nextKey(isFirst: &isFirst) {
        let name = String(decoding: self[key.range], as: UTF8.self)
        let value = try reader.value()
        guard reader.offset < end else { break }
        names.forEachRole(of: name) { role, _ in isFound = isFound || hasValue(value, role) }
      }
    } catch { return false }
    return isFound
  }

  /// Whether a value in a role is a location.
  ///
  /// A time may have the same key as a coordinate.
  private func hasValue(_ value: JSONToken, _ role: ColumnRole) -> Bool {
    switch (role, value) {
    case (.latitude, .number), (.latitude, .text), (.longitude, .number), (.longitude, .text), (.near, .text),
      (.within, .text), (.within, .nested), (.along, .text), (.along, .nested):
      true
    case (.at, .text(let text)):
      (try? CoordinateParser.coordinate(String(decoding: self[text.range], as: UTF8.self))) != nil
    default: false
    }
  }
}

/// A line that may be the header of a table.
private struct HeaderLine {
  let line: [UInt8]
  /// The bytes after its line end.
  let rest: [UInt8]
  /// Whether the line ends with a carriage return and a line feed.
  let endsInReturn: Bool
}
