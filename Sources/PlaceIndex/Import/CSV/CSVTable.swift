import Domain
import TextParsing

/// A table of places, and what its beginning tells about all rows.
struct CSVTable: Sendable {
  /// Splits it into rows.
  let scanner: CSVScanner
  /// The names of the columns.
  let titles: [String]
  /// The contents of the columns.
  let columns: CSVColumns
  /// The offset of the first row after the header, in bytes.
  let firstRow: Int

  /// The number of rows among which the header is looked for: titles may precede it.
  private static let headerRows = 12

  /// Reads the header and looks at the rows after it.
  ///
  /// - Returns: The table.
  /// - Throws: If the header makes the table unusable.
  static func opened(
    _ bytes: ByteView,
    isAtEnd: Bool,
    names: FieldNames = FieldNames(),
    grid: CoordinateReferenceSystem? = nil
  ) throws(CSVRefusal) -> CSVTable {
    let (start, delimiter) = bytes.withSpan(CSVScanner.namedDelimiter(at:))
    let scanners = delimiter.map { [CSVScanner(delimiter: $0)] } ?? bytes.withSpan(CSVScanner.candidates)
    var titlesFound: [String]?
    for scanner in scanners {
      var sample = CSVSample(bytes: bytes, start: start, isAtEnd: isAtEnd, scanner: scanner)
      for _ in 0..<Self.headerRows {
        guard let titles = sample.takeTitles() else { break }
        do throws(CSVRefusal) {
          let columns = try columns(titles, sample, names, grid)
          if let missing = names.choice.missing(among: titles) { throw .columnMissing(missing, columns: titles) }
          return CSVTable(scanner: scanner, titles: titles, columns: columns, firstRow: sample.start)
        } catch .coordinatesMissing(let columns) {
          // The row may be a title above the header, or split at the wrong delimiter. No header follows a row with a number.
          let isRow = columns.contains { ByteView.over(Array($0.utf8), DecimalNumber.parse) != nil }
          if isRow {
            titlesFound = titlesFound ?? []
          } else if titlesFound?.isEmpty != true, columns.count > titlesFound?.count ?? 0 {
            titlesFound = columns
          }
        }
      }
    }
    guard let titlesFound else { throw .headerUnusable }
    if let missing = names.choice.missing(among: titlesFound), !titlesFound.isEmpty {
      throw .columnMissing(missing, columns: titlesFound)
    }
    throw .coordinatesMissing(columns: titlesFound)
  }

  private static func columns(
    _ titles: [String],
    _ sample: CSVSample,
    _ names: FieldNames,
    _ grid: CoordinateReferenceSystem?
  ) throws(CSVRefusal) -> CSVColumns {
    var columns: CSVColumns
    do throws(CSVRefusal) {
      columns = try CSVColumns(titles: titles, names: names, grid: grid)
    } catch .coordinatesMissing(let missing) {
      guard let position = PositionColumn(titles: titles, sample) else { throw .coordinatesMissing(columns: missing) }
      columns = try CSVColumns(titles: titles, names: names, grid: grid, position: position.use)
      if grid == nil, let found = position.grid { columns.setGrid(found) }
    } catch .coordinatesProjected(let marked) {
      let names = titles.map(ColumnName.init)
      if let code = names.lazy.compactMap(\.unsupportedCode).first { throw .systemUnsupported("EPSG:\(code)") }
      let pair = CSVColumns.gridPair(names)
      let metres = pair.map { sample.metres(of: $0) } ?? []
      throw .gridUnknown(columns: marked, candidates: GridProjection.candidates(metres, titles: titles))
    }
    guard columns.isPlane, let pair = columns.pairs.first else { return columns }
    let projection = columns.grids.projection(of: pair.slot)
    let metres = projection == nil ? [] : sample.metres(of: pair, atMost: CSVSample.maximumProjectedRows)
    if sample.hasLatitudesInX(pair) || projection?.isSwapped(metres) == true { columns.swapCoordinates() }
    return columns
  }
}

extension CSVScanner {
  /// The delimiters, the most common first.
  private static let delimiters: [UInt8] = [
    UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
  ]

  /// Scanners for the possible delimiters, the likeliest first: those of the first row, then those of rows after a title.
  static func candidates(_ bytes: Span<UInt8>) -> [CSVScanner] {
    var order: [UInt8] = []
    var at = 0
    for _ in 0..<12 where at < bytes.count {
      let (counts, next) = counts(bytes, from: at)
      for index in Self.order(of: counts) where counts[index] > 0 && !order.contains(delimiters[index]) {
        order.append(delimiters[index])
      }
      at = next
    }
    if order.isEmpty { order = [delimiters[0]] }
    return order.map { CSVScanner(delimiter: $0) }
  }

  /// The delimiter that a first line `sep=;` names, as Excel reads and writes it, and the offset of the table after it.
  static func namedDelimiter(at bytes: Span<UInt8>) -> (start: Int, delimiter: UInt8?) {
    var line: [UInt8] = []
    var at = 0
    while at < bytes.count, at < 12, bytes[at] != UInt8(ascii: "\n") {
      if bytes[at] != UInt8(ascii: "\"") && bytes[at] != UInt8(ascii: "\r") { line.append(bytes[at]) }
      at += 1
    }
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\n"), line.count == 5, line[4] < 0x80,
      String(decoding: line[..<4], as: UTF8.self).lowercased() == "sep="
    else { return (0, nil) }
    return (at + 1, line[4])
  }

  private static func order(of counts: [Int]) -> [Int] {
    counts.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }
  }

  /// How often each delimiter occurs outside quotes in a line, and the offset of the next line.
  private static func counts(_ bytes: Span<UInt8>, from start: Int) -> (counts: [Int], next: Int) {
    var counts = [0, 0, 0, 0]
    var isQuoted = false
    var at = start
    while at < bytes.count, isQuoted || bytes[at] != UInt8(ascii: "\n") {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, let index = delimiters.firstIndex(of: byte) { counts[index] += 1 }
      at += 1
    }
    return (counts, min(at + 1, bytes.count))
  }
}
