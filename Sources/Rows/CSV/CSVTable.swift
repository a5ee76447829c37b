package import Domain
package import Tables

/// A table of places, with its header and the meanings of its columns.
package struct CSVTable: Sendable {
  package let scanner: CSVScanner
  package let titles: [String]
  /// The titles as bytes.
  package let keys: [[UInt8]]
  package let columns: CSVColumns
  /// Whether the cells have escapes.
  package let isEscaped: Bool
  /// The offset of the first row after the header, in bytes.
  package let firstRow: Int

  /// Whether the rows are OpenStreetMap elements.
  package var hasElementIDs: Bool { columns.hasElementIDs }

  /// Reads the header and examines the rows after it.
  package static func opened(
    _ bytes: ByteView,
    isAtEnd: Bool,
    path: String,
    names: FieldNames = FieldNames(),
    crs: CoordinateReferenceSystem? = nil
  ) throws(IndexFileError) -> CSVTable {
    let found = try HeaderSearch.find(in: bytes, isAtEnd: isAtEnd, format: names.format) {
      (candidate) throws(IndexFileError) in try CSVTable(candidate, path: path, names: names, crs: crs)
    }
    let (texts, areValues): ([String]?, Bool)
    switch found {
    case .header(let table): return table
    case .missing(let likeliest, let areNoTitles): (texts, areValues) = (likeliest, areNoTitles)
    }
    let firstLine = bytes.part(0..<(bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count))
    if firstLine.trimmed.withSpan(LineEnds.hasReturn) { throw .unknownFormat(path: path, detail: LineEnds.mixed) }
    guard let texts else {
      throw .unknownFormat(path: path, detail: "its first row can't be read as the names of columns")
    }
    guard !areValues else { throw .coordinatesMissing(path: path, columns: []) }
    try checkChoice(names.choice, titles: texts, path: path)
    throw .coordinatesMissing(path: path, columns: texts, addresses: names.addresses(among: texts))
  }

  /// Reads a row as the header; `nil` if it doesn't name coordinates.
  private init?(
    _ candidate: HeaderSearch.Candidate,
    path: String,
    names: FieldNames,
    crs: CoordinateReferenceSystem?
  ) throws(IndexFileError) {
    titles = candidate.titles
    firstRow = candidate.sample.start
    do throws(IndexFileError) {
      columns = try CSVColumns(
        titles: titles,
        candidate.sample,
        path: path,
        names: names,
        crs: crs,
        usesValues: candidate.isByValues
      )
      guard candidate.mayName(columns.pairs) else { return nil }
      try Self.checkChoice(names.choice, titles: titles, path: path)
    } catch .coordinatesMissing {
      return nil
    } catch .unknownFormat where !candidate.isFullest {
      // This is a row of data, which contains `Y` in two cells.
      return nil
    }
    let choice = columns.choice
    keys =
      zip(titles, columns.plainTitles).map { Array((choice.attributeKey(of: $0) ?? $1).utf8) }
      + repeatElement([], count: max(0, candidate.texts.count - titles.count))
    var scanner = candidate.sample.scanner
    scanner.shape = columns.shape(ofWidth: keys.count)
    self.scanner = scanner
    isEscaped = TabEscapes.areUsed(titles: titles, delimiter: scanner.delimiter)
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

  /// Whether the error is about coordinates in metres.
  package var isAboutMetres: Bool {
    switch self {
    case .crsUnknown, .systemForeign, .degreesWithoutPoint: true
    default: false
    }
  }
}
