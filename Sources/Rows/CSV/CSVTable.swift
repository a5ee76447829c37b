package import Domain
package import Tables

/// A table of places, with its header and the meanings of its columns.
package struct CSVTable: Sendable {
  package let scanner: CSVScanner
  package let titles: [String]
  /// The titles as bytes.
  package let keys: [[UInt8]]
  package let columns: CSVColumns
  /// The offset of the first row after the header, in bytes.
  package let firstRow: Int

  /// The number of rows that may contain the header, since captions may precede it.
  private static let headerRows = 12

  /// Reads the header and examines the rows after it.
  package static func opened(
    _ bytes: ByteView,
    isAtEnd: Bool,
    path: String,
    names: FieldNames = FieldNames(),
    grid: CoordinateReferenceSystem? = nil
  ) throws(IndexFileError) -> CSVTable {
    var titlesFound: [String]?
    let format = names.format
    let scanners = bytes.withSpan {
      CSVScanner.candidates($0, delimiter: format.delimiter, isQuoted: format.isQuoted)
    }
    guard format.hasHeader else {
      return try numbered(bytes, scanners, isAtEnd: isAtEnd, path: path, names: names, grid: grid)
    }
    for scanner in scanners {
      var sample = CSVSample(bytes: bytes, start: 0, isAtEnd: isAtEnd, scanner: scanner)
      // The largest number of filled cells in a row so far; a caption above a header has fewer than the header.
      var filledCount = 0
      /// The rows above, which may contain the upper part of the header.
      var upper: [[String]] = []
      for _ in 0..<Self.headerRows {
        guard let titles = sample.takeTitles() else { break }
        defer { upper.append(titles) }
        let isHeader = titles.count { !$0.isEmpty } > filledCount
        filledCount = max(filledCount, titles.count { !$0.isEmpty })
        do throws(IndexFileError) {
          let columns = try CSVColumns(titles: titles, sample, path: path, names: names, grid: grid)
          // A row of the table that has a Y in one cell and an X in another.
          guard isHeader || sample.hasNumbers(in: columns.pairs) else {
            throw .coordinatesMissing(path: path, columns: titles)
          }
          if let table = try? Self.joined(titles, below: upper, sample, path: path, names: names, grid: grid) {
            try checkChoice(names.choice, titles: table.titles, path: path)
            return table
          }
          try checkChoice(names.choice, titles: titles, path: path)
          return CSVTable(titles, columns, sample)
        } catch .unknownFormat where !isHeader {
          // A row of the table that has a Y in two cells.
          continue
        } catch .coordinatesMissing(_, let columns, _) {
          // The row may be a caption, or divided at the wrong delimiter. A row with a number isn't followed by a
          // header.
          let isRow = columns.contains { ByteView.over(Array($0.utf8), DecimalNumber.parse) != nil }
          if isRow {
            titlesFound = titlesFound ?? []
          } else if titlesFound?.isEmpty != true, columns.count > titlesFound?.count ?? 0 {
            titlesFound = columns
          }
        }
      }
    }
    if bytes.part(0..<(bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count)).trimmed.withSpan(LineEnds.hasReturn) {
      throw .unknownFormat(path: path, detail: LineEnds.mixed)
    }
    guard let titlesFound else {
      throw .unknownFormat(path: path, detail: "its first row can't be read as the names of columns")
    }
    if !titlesFound.isEmpty { try checkChoice(names.choice, titles: titlesFound, path: path) }
    throw .coordinatesMissing(path: path, columns: titlesFound, addresses: names.addresses(among: titlesFound))
  }

  /// Opens a table without a header, whose columns are called by their numbers.
  private static func numbered(
    _ bytes: ByteView,
    _ scanners: [CSVScanner],
    isAtEnd: Bool,
    path: String,
    names: FieldNames,
    grid: CoordinateReferenceSystem?
  ) throws(IndexFileError) -> CSVTable {
    var failure: IndexFileError?
    for scanner in scanners {
      var sample = CSVSample(bytes: bytes, start: 0, isAtEnd: isAtEnd, scanner: scanner)
      guard sample.takeTitles() != nil else { continue }
      sample.start = 0
      let titles = (1...sample.width).map(String.init)
      do throws(IndexFileError) {
        let columns = try CSVColumns(titles: titles, sample, path: path, names: names, grid: grid)
        try checkChoice(names.choice, titles: titles, path: path)
        return CSVTable(titles, columns, sample)
      } catch { failure = failure ?? error }
    }
    throw failure ?? .unknownFormat(path: path, detail: "it has no rows")
  }

  private init(_ titles: [String], _ columns: CSVColumns, _ sample: CSVSample) {
    self.titles = titles
    keys =
      titles.map { Array((columns.choice.attributeKey(of: $0) ?? $0).utf8) }
      + repeatElement([], count: max(0, sample.width - titles.count))
    var scanner = sample.scanner
    scanner.shape = columns.shape(ofWidth: keys.count)
    self.scanner = scanner
    self.columns = columns
    firstRow = sample.start
  }

  /// Reads a header of several rows: an empty title in the last row is taken from the rows above it.
  ///
  /// - Returns: The table; `nil` if no empty cell has a title above it.
  private static func joined(
    _ titles: [String],
    below upper: [[String]],
    _ sample: CSVSample,
    path: String,
    names: FieldNames,
    grid: CoordinateReferenceSystem?
  ) throws(IndexFileError) -> CSVTable? {
    var all = titles + repeatElement("", count: sample.width - titles.count)
    let blank = all.indices.filter { all[$0].isEmpty }
    for column in blank {
      all[column] = upper.last { column < $0.count && !$0[column].isEmpty }?[column] ?? ""
    }
    guard blank.contains(where: { !all[$0].isEmpty }) else { return nil }
    while all.last == "" { all.removeLast() }
    var sample = sample
    sample.skipRows(within: Set(blank))
    return CSVTable(all, try CSVColumns(titles: all, sample, path: path, names: names, grid: grid), sample)
  }

  private static func checkChoice(_ choice: ColumnChoice, titles: [String], path: String) throws(IndexFileError) {
    guard let missing = choice.resolved(among: titles).missing(among: titles) else { return }
    throw .unknownFormat(path: path, detail: "no column '\(missing)' among: \(titles.joined(separator: ", "))")
  }
}

extension IndexFileError {
  package static func binary(path: String) -> IndexFileError {
    .unknownFormat(path: path, detail: "it is neither text nor a known format of data")
  }

  /// Returns the error for a file whose CRS is named but not supported.
  package static func unsupported(_ system: String, path: String, columns: [String] = []) -> IndexFileError {
    // A URN or URL ends in the code.
    let digits = String(system.reversed().prefix { $0.isNumber }.reversed())
    let code = digits.isEmpty ? system : "EPSG:\(digits)"
    return .systemForeign(path: path, systems: [ForeignSystem(code: code)], columns: columns)
  }
}
