import Domain
import Rows
import Tables

/// Examines the beginning of an input to determine how its rows are split.
extension BatchReader {
  /// The number of rows that are examined for a column with both coordinates.
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
    names: ColumnNames,
    needsCoordinates: Bool,
    format: TableFormat
  ) async throws(Failure) -> BatchFormat? {
    var bytes = start
    var lineCount = bytes.count { $0 == Ascii.lineFeed }
    var triedByteCount = 0
    while true {
      let isEnough =
        isAtEnd || lineCount >= Self.positionRows || lineCount > 0 && bytes.count >= Self.maximumStartByteCount
      // A pipe waits for as few rows as possible, one line after the other, whatever the sizes of its chunks.
      let tried = isPipe ? bytes.lineEnd(after: triedByteCount) : nil
      if isEnough || tried != nil || !isPipe && lineCount > 0 {
        triedByteCount = tried ?? bytes.count
        let rows: CSVHeader.Rows = tried != nil ? .first : isEnough ? .enough : .none
        let beginning = tried.map { Array(bytes[..<$0]) } ?? bytes
        let found = try CSVHeader.find(
          in: beginning,
          isAtEnd: isAtEnd && tried == nil,
          rows: rows,
          names: names,
          needsCoordinates: needsCoordinates,
          format: format
        )
        switch found {
        case .header(let header) where rows == .enough || header.isFollowedByRow(in: beginning):
          splitter = RowSplitter(delimiter: header.delimiter, isQuoted: format.isQuoted, shape: header.scanner.shape)
          headerByteCount = header.firstRow
          pending = [splitter.split(Array(bytes[header.firstRow...]))]
          return .csv(header)
        case .missing(let texts, let areValues) where rows == .enough:
          if texts == nil, bytes.allSatisfy(Ascii.isBlank) { return nil }
          throw CSVHeader.failure(missing: texts, areValues: areValues, names)
        case .header, .missing: if tried != nil { continue }
        }
      }
      guard bytes.count <= RowSplitter.maximumRowByteCount else {
        throw .headerTooLong(limitInBytes: RowSplitter.maximumRowByteCount)
      }
      let chunk = try await nextChunk()
      lineCount += chunk.count { $0 == Ascii.lineFeed }
      bytes += chunk
    }
  }
}

extension ObjectRows {
  /// The offset at which rows inside an object begin; `nil` if there are none.
  fileprivate var start: Int? {
    switch self {
    case .list(let start, _, _), .single(let start, _): start
    case .members(let rows, _): rows.first?.lowerBound
    case .none, .unknown, .malformed: nil
    }
  }
}

extension [UInt8] {
  /// Returns the offset after the first line feed from an offset on.
  fileprivate func lineEnd(after start: Int) -> Int? {
    self[start...].firstIndex(of: Ascii.lineFeed).map { $0 + 1 }
  }

  /// Returns whether the members of an object up to an offset contain a location.
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

  /// Returns whether a value in a role is a location.
  ///
  /// A time may have the same key as a coordinate.
  private func hasValue(_ value: JSONToken, _ role: ColumnRole) -> Bool {
    switch (role, value) {
    case (.latitude, .number), (.latitude, .text), (.longitude, .number), (.longitude, .text), (.near, .text): true
    case (let role, .text) where ColumnRole.shapes.contains(role): true
    case (let role, .nested): ColumnRole.shapes.contains(role)
    case (.at, .text(let text)):
      (try? CoordinateParser.coordinate(String(decoding: self[text.range], as: UTF8.self))) != nil
    default: false
    }
  }
}
