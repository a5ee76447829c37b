import Domain
import Rows
import Tables

/// The opened input of a batch and the format of its rows.
struct BatchRows: Sendable {
  let input: any BatchInput
  /// The roles of columns and keys, by name.
  let names: ColumnNames
  /// Reads the rows, starting at the first.
  let reader: BatchReader
  let format: BatchFormat
  /// The divisor of degrees without a decimal point; `nil` if the rows have none.
  private(set) var degreeDivisor: Int?
  /// Reads the rows as queries.
  var queries: QueryReader

  /// Reads until the format of the rows is known.
  init(input: any BatchInput, options: BatchOptions) async throws(Failure) {
    self.input = input
    let path = DiskFiles.shownName(ofInput: options.inputPath)
    reader = BatchReader(source: input, decoding: path, from: options.tableFormat.encoding)
    let needsCoordinates = options.defaults.query.point == nil && !options.defaults.query.hasShape
    let found = try await reader.open(
      names: options.names,
      needsCoordinates: needsCoordinates,
      format: options.tableFormat
    )
    var format = found ?? .ndjson
    var names = options.names
    if case .csv(var header) = format, header.hasColumn(for: .latitude), header.hasColumn(for: .longitude) {
      let trial = CoordinateTrial(titles: header.names, columns: header.coordinates, format: format, names: names)
      let rows = try await trial.rows(by: reader, options)
      degreeDivisor = rows.degreeDivisor
      if try trial.areSwapped(rows, path) { header.swapCoordinates() }
      if !header.hasColumn(for: .at), let found = try await trial.positions(beside: rows, by: reader, header) {
        header.usePositions(in: found)
      }
      format = .csv(header)
    }
    if case .ndjson = format, let keys = try await reader.peekBlock()?.keys(ofFirst: Self.rowsWithKeys) {
      let areNamed = [ColumnRole.latitude, .longitude, .at].contains { names.override(for: $0) != nil }
      var columns = areNamed || names.haveCoordinates(among: keys) ? nil : CoordinateColumns(among: keys)
      if let columns { names = options.names.placing(keys, columns) }
      let trial = CoordinateTrial(titles: keys, columns: columns, format: format, names: names)
      let rows = try await trial.rows(by: reader, options)
      degreeDivisor = rows.degreeDivisor
      if try trial.areSwapped(rows, path), let found = columns {
        columns?.latitude = found.longitude
        columns?.longitude = found.latitude
        if let columns { names = options.names.placing(keys, columns) }
      }
    }
    if options.tableFormat.scale != nil { degreeDivisor = nil }
    self.format = format
    self.names = names
    if case .csv(let header) = format {
      if options.hasPolylinePrecision, !options.defaults.query.hasShape, !header.hasColumn(for: .along) {
        throw .needs(.polylinePrecision, .along)
      }
      let namesSubject = header.hasColumn(for: .category) || header.hasColumn(for: .query)
      guard namesSubject || !options.defaults.query.match.isEmpty else {
        throw .subjectMissing(columns: header.names)
      }
    }
    queries = QueryReader(format: format, names: names, defaults: QueryDefaults())
    use(options.defaults)
  }

  /// Reads the rows as queries that are completed by the options.
  mutating func use(_ defaults: QueryDefaults) {
    var defaults = defaults.completed(by: format)
    defaults.degreeDivisor = degreeDivisor
    queries = QueryReader(format: format, names: names, defaults: defaults)
  }

  /// The number of JSON rows whose keys are examined.
  private static let rowsWithKeys = 16

  /// The same rows, starting at the first.
  func again(_ options: BatchOptions) async throws -> BatchRows {
    try input.rewind()
    return try await BatchRows(input: input, options: options)
  }
}

/// The properties of the coordinate columns, according to the first rows.
private struct CoordinateTrial {
  let titles: [String]
  /// The columns found by the rules of an import; `nil` if their names already mean degrees.
  let columns: CoordinateColumns?
  let format: BatchFormat
  let names: ColumnNames

  /// Whether columns named x and y contain each other's numbers.
  ///
  /// Throws if the numbers are in an unknown CRS.
  func areSwapped(_ rows: TableCoordinates, _ path: String) throws(Failure) -> Bool {
    guard columns?.isPlane == true else { return false }
    do { return try rows.check(ofInput: path) } catch { throw Failure(error) }
  }

  /// The column with whole coordinates, if some of the first rows have no other coordinates.
  func positions(
    beside rows: TableCoordinates,
    by reader: BatchReader,
    _ header: CSVHeader
  ) async throws(Failure) -> PositionCells? {
    guard let block = try await reader.peekBlock(), rows.latitudes.count < min(block.rows.count, Self.maximumRows)
    else {
      return nil
    }
    let bytes = Array(block.bytes[block.rowRange])
    return PositionCells(among: header.names, rows: bytes, delimiter: header.delimiter, isWhole: true)
  }

  /// The maximum number of rows to examine.
  private static let maximumRows = 500

  /// The coordinates of the first rows.
  func rows(
    by reader: BatchReader,
    _ options: BatchOptions
  ) async throws(Failure) -> TableCoordinates {
    var rows = TableCoordinates()
    rows.titles = titles
    rows.columns = columns
    guard let block = try await reader.peekBlock() else { return rows }
    rows.grid = options.defaults.completed(by: format).grid
    var queries = QueryReader(format: format, names: names, defaults: options.defaults)
    queries.open(block)
    for index in block.rows.indices.prefix(Self.maximumRows) {
      // Other errors of a row are reported when the row is processed.
      _ = try? queries.query(at: index)
      guard let latitude = queries.row.coordinate(.latitude), let longitude = queries.row.coordinate(.longitude) else {
        continue
      }
      rows.latitudes.append(latitude)
      rows.longitudes.append(longitude)
    }
    return rows
  }
}
