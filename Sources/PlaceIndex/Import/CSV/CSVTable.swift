import Domain

/// A table of places, opened: what its beginning tells about all of its rows.
struct CSVTable: Sendable {
  /// Cuts it into rows.
  let scanner: CSVScanner
  /// What the columns are called.
  let titles: [String]
  /// Which columns hold what.
  let columns: CSVColumns
  /// What its text is written in; ASCII while no row has told.
  let encoding: TextEncoding
  /// Where the rows behind the header start, in bytes from the beginning.
  let firstRow: Int

  /// Rows at the beginning among which the header is looked for: titles may stand above it.
  private static let headerRows = 12

  /// Reads the header and looks at the rows behind it.
  ///
  /// - Parameters:
  ///   - bytes: The first bytes of the table, without a byte order mark.
  ///   - isAtEnd: Whether they are all of it.
  ///   - names: The names of columns that count.
  ///   - grid: The grid that the caller named.
  /// - Returns: The table, ready for its rows.
  /// - Throws: When the header or the encoding makes the table unusable.
  static func opened(
    _ bytes: Span<UInt8>,
    isAtEnd: Bool,
    names: FieldNames = FieldNames(),
    grid: MapGrid? = nil
  ) throws(CSVRefusal) -> CSVTable {
    let (start, told) = CSVScanner.toldDelimiter(at: bytes)
    let scanners = told.map { [CSVScanner(delimiter: $0)] } ?? CSVScanner.candidates(bytes)
    var refusal: (error: CSVRefusal, cells: Int)?
    for scanner in scanners {
      var converter: KoreanText?
      let encoding = try Self.encoding(of: bytes, scanner, isAtEnd: isAtEnd, &converter)
      var cells: [CSVCell] = []
      var at = start
      for _ in 0..<Self.headerRows {
        guard let header = try header(bytes, from: at, scanner, isAtEnd, encoding, &converter, &cells) else { break }
        at = header.next
        do throws(CSVRefusal) {
          return try opened(
            header.titles,
            scanner,
            encoding,
            bytes,
            at,
            isAtEnd,
            names,
            grid
          )
        } catch .coordinatesMissing(let columns) {
          // The row may be a title above the header, or cut at the wrong character.
          if columns.count > refusal?.cells ?? 0 { refusal = (.coordinatesMissing(columns: columns), columns.count) }
        }
      }
    }
    throw refusal?.error ?? .headerUnusable
  }

  /// The cells of the next row that has any.
  private static func header(
    _ bytes: Span<UInt8>,
    from start: Int,
    _ scanner: CSVScanner,
    _ isAtEnd: Bool,
    _ encoding: TextEncoding,
    _ converter: inout KoreanText?,
    _ cells: inout [CSVCell]
  ) throws(CSVRefusal) -> (titles: [String], next: Int)? {
    var at = start
    cells.removeAll()
    while cells.isEmpty {
      guard at < bytes.count, let next = scanner.scan(bytes, from: at, isAtEnd: isAtEnd, into: &cells).next else {
        return nil
      }
      at = next
    }
    var titles: [String] = []
    for cell in cells {
      var title: [UInt8] = []
      cell.trimmed(in: bytes).append(from: bytes, to: &title)
      if encoding == .cp949 {
        guard let decoded = converter?.utf8(of: title.span) else { throw .unknownEncoding(row: 0) }
        title = decoded
      }
      titles.append(String(decoding: title, as: UTF8.self))
    }
    while titles.count > 1, titles.last == "" { titles.removeLast() }
    return (titles, at)
  }

  private static func opened(
    _ titles: [String],
    _ scanner: CSVScanner,
    _ encoding: TextEncoding,
    _ bytes: Span<UInt8>,
    _ firstRow: Int,
    _ isAtEnd: Bool,
    _ names: FieldNames,
    _ grid: MapGrid?
  ) throws(CSVRefusal) -> CSVTable {
    var columns: CSVColumns
    do throws(CSVRefusal) {
      columns = try CSVColumns(titles: titles, names: names, grid: grid)
    } catch {
      switch error {
      case .coordinatesMissing:
        guard let position = PositionColumn.found(bytes, scanner, from: firstRow, isAtEnd: isAtEnd, titles: titles)
        else { throw error }
        columns = try CSVColumns(titles: titles, names: names, grid: grid, position: position.use)
        if grid == nil, let told = position.grid { columns.setGrid(told) }
      case .coordinatesProjected(let marked):
        let pair = CSVColumns.gridPair(titles.map(CSVColumnName.init))
        let candidates = pair.map { GridSample.candidates($0, bytes, scanner, from: firstRow, isAtEnd: isAtEnd) } ?? []
        throw .gridUnknown(columns: marked, candidates: candidates)
      default: throw error
      }
    }
    if columns.isPlane,
      columns.holdLatitudesInX(bytes, scanner, from: firstRow, isAtEnd: isAtEnd)
        || columns.holdNorthingsInX(bytes, scanner, from: firstRow, isAtEnd: isAtEnd)
    {
      columns.swapCoordinates()
    }
    return CSVTable(scanner: scanner, titles: titles, columns: columns, encoding: encoding, firstRow: firstRow)
  }

  /// Tells the encoding by the rows at the beginning: that in which more of them are text.
  private static func encoding(
    of bytes: Span<UInt8>,
    _ scanner: CSVScanner,
    isAtEnd: Bool,
    _ converter: inout KoreanText?
  ) throws(CSVRefusal) -> TextEncoding {
    let rows = tellingRows(of: bytes, scanner, isAtEnd: isAtEnd)
    if rows.isEmpty { return .ascii }
    let utf8Count = rows.count { $0.encoding == .utf8 }
    if utf8Count == rows.count { return .utf8 }
    converter = KoreanText()
    var koreanCount = 0
    var firstUnreadable: Int?
    for row in rows {
      if converter?.utf8(of: bytes.extracting(row.range)) != nil {
        koreanCount += 1
      } else if row.encoding != .utf8 {
        firstUnreadable = firstUnreadable ?? row.number
      }
    }
    if utf8Count >= koreanCount, utf8Count * 2 > rows.count { return .utf8 }
    if koreanCount * 2 > rows.count { return .cp949 }
    if converter == nil { throw .converterMissing(encoding: KoreanText.encoding) }
    throw .unknownEncoding(row: firstUnreadable ?? 0)
  }

  /// A row with bytes beyond ASCII.
  private struct TellingRow {
    /// The header is 0.
    let number: Int
    let range: Range<Int>
    let encoding: TextEncoding
  }

  private static func tellingRows(of bytes: Span<UInt8>, _ scanner: CSVScanner, isAtEnd: Bool) -> [TellingRow] {
    var rows: [TellingRow] = []
    var cells: [CSVCell] = []
    var at = 0
    var number = 0
    while at < bytes.count,
      let next = scanner.scan(bytes, from: at, isAtEnd: isAtEnd, into: &cells).next
    {
      let encoding = ByteView.over(bytes.extracting(at..<next), TextEncoding.init(rows:))
      if encoding != .ascii { rows.append(TellingRow(number: number, range: at..<next, encoding: encoding)) }
      at = next
      number += 1
    }
    return rows
  }
}
