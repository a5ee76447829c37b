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
  /// The CRS that the input names, unless an option does.
  private let crs: CoordinateReferenceSystem?
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
    var defaults = options.defaults
    crs = await reader.crs
    defaults.crs = defaults.crs ?? crs
    if case .csv(let header) = format, header.hasColumn(for: .latitude), header.hasColumn(for: .longitude) {
      let (completed, divisor) = try await Self.completed(header, by: reader, options)
      format = .csv(completed)
      degreeDivisor = divisor
    }
    let plain = QueryReader(format: .ndjson, names: names, defaults: defaults)
    if case .ndjson = format, let arrived = try await reader.peekBlock(),
      let block = try await reader.firstRows(unless: { Self.isLocated($0, by: plain) })
    {
      let keys = arrived.keys(ofFirst: Self.rowsWithKeys)
      let areNamed = [ColumnRole.latitude, .longitude, .at].contains { names.override(for: $0) != nil }
      var columns = areNamed || names.haveCoordinates(among: keys) ? nil : CoordinateColumns(among: keys)
      let unplaced = names.locating(by: names.addresses(among: keys))
      names = columns.map { unplaced.placing(keys, $0) } ?? unplaced
      let queries = QueryReader(format: format, names: names, defaults: defaults)
      var rows = Self.coordinates(titles: keys, columns: columns, by: queries, in: block)
      rows.crs = defaults.crs
      if defaults.crs == nil, let system = await reader.unsupportedSystem, rows.areInMetres {
        throw Failure(IndexFileError.unsupported(system, path: path))
      }
      degreeDivisor = rows.degreeDivisor
      if try Self.areSwapped(rows, path) {
        columns?.swap()
        if let columns { names = unplaced.placing(keys, columns) }
      }
    }
    if options.tableFormat.scale != nil { degreeDivisor = nil }
    self.format = format
    self.names = names
    if case .csv(let header) = format { try Self.check(header, options) }
    queries = QueryReader(format: format, names: names, defaults: QueryDefaults())
    use(options.defaults)
  }

  /// Returns a header with the coordinate columns that the first rows show, and the divisor of their degrees.
  private static func completed(
    _ header: CSVHeader,
    by reader: BatchReader,
    _ options: BatchOptions
  ) async throws(Failure) -> (CSVHeader, divisor: Int?) {
    let path = DiskFiles.shownName(ofInput: options.inputPath)
    let queries = QueryReader(format: .csv(header), names: options.names, defaults: options.defaults)
    func coordinates(in block: RowBlock?) -> TableCoordinates {
      Self.coordinates(titles: header.names, columns: header.coordinates, by: queries, in: block)
    }
    let block = try await reader.firstRows { first in
      coordinates(in: first).areCertain
        && !header.mayHaveOtherCoordinates(judgingBy: text(of: first), on: options.defaults.crs)
    }
    var rows = coordinates(in: block)
    rows.crs = options.defaults.completed(by: .csv(header)).crs
    var completed = header
    do throws(Failure) {
      if try areSwapped(rows, path) { completed.swapCoordinates() }
    } catch {
      // Next to x and y in metres may be a column with both coordinates in degrees.
      guard let block, completed.replaceCoordinates(by: text(of: block), options.names) else { throw error }
    }
    if !completed.hasColumn(for: .at), options.names.override(for: .at) == nil, let block,
      rows.latitudes.count < min(block.rows.count, maximumCoordinates),
      let others = rowsWithoutShape(by: queries, in: block)
    {
      completed.useCoordinates(in: others, on: rows.crs)
    }
    return (completed, rows.degreeDivisor)
  }

  /// Throws an error if a table lacks columns that the options need.
  private static func check(_ header: CSVHeader, _ options: BatchOptions) throws(Failure) {
    if options.hasPolylinePrecision, !options.defaults.query.hasShape, !header.hasColumn(for: .along) {
      throw .needs(.polylinePrecision, .along)
    }
    let namesSubject = header.hasColumn(for: .category) || header.hasColumn(for: .query)
    guard namesSubject || !options.defaults.query.match.isEmpty else {
      throw .subjectMissing(columns: header.names)
    }
  }

  /// Reads the rows as queries that are completed by the options.
  mutating func use(_ defaults: QueryDefaults) {
    var defaults = defaults
    defaults.crs = defaults.crs ?? crs
    defaults = defaults.completed(by: format)
    defaults.degreeDivisor = degreeDivisor
    queries = QueryReader(format: format, names: names, defaults: defaults)
  }

  /// Returns the column with the areas of the rows, if only their middle is a centre; `nil` for other rows.
  func columnOfAreas(_ options: BatchOptions) async throws(Failure) -> String? {
    guard options.nearest == nil, !options.defaults.query.hasShape, names.override(for: .within) == nil,
      let block = try await reader.peekBlock(), !block.rows.isEmpty
    else { return nil }
    guard case .csv(let header) = format else { return block.firstRowIsArea ? "geometry" : nil }
    var queries = queries
    queries.open(block)
    guard let cells = header.coordinateCells, (try? queries.query(at: 0)) != nil, let text = queries.row.text(.at)
    else {
      return nil
    }
    let isArea = ["POLYGON", "MULTIPOLYGON"].contains { text.trimmed.uppercased().hasPrefix($0) }
    return isArea ? header.names[cells.column] : nil
  }

  /// Returns whether the first row of JSON has a location whose meaning is certain.
  private static func isLocated(_ first: RowBlock, by reader: QueryReader) -> Bool {
    let rows = coordinates(titles: [], columns: nil, by: reader, in: first)
    if !rows.latitudes.isEmpty { return rows.areCertain }
    var reader = reader
    reader.open(first)
    return (try? reader.query(at: 0)) != nil
  }

  /// The number of JSON rows whose keys are examined.
  private static let rowsWithKeys = 16

  /// Returns the same rows, starting at the first.
  func again(_ options: BatchOptions) async throws -> BatchRows {
    try input.rewind()
    return try await BatchRows(input: input, options: options)
  }

  /// The maximum number of rows whose coordinates are examined.
  private static let maximumCoordinates = 500

  /// Reads the coordinates of the first rows.
  ///
  /// - Parameters:
  ///   - titles: The titles of the columns, or the keys of JSON.
  ///   - columns: The columns found by the rules of an import; `nil` if their names already mean degrees.
  ///   - reader: Reads the rows as queries.
  ///   - block: The first rows.
  /// - Returns: The coordinates; rows without numbers are left out.
  private static func coordinates(
    titles: [String],
    columns: CoordinateColumns?,
    by reader: QueryReader,
    in block: RowBlock?
  ) -> TableCoordinates {
    var rows = TableCoordinates()
    rows.titles = titles
    rows.columns = columns
    guard let block else { return rows }
    var reader = reader
    reader.open(block)
    for index in block.rows.indices.prefix(maximumCoordinates) {
      // Other errors of a row are reported when the row is processed.
      _ = try? reader.query(at: index)
      guard !reader.row.lacksPosition, let latitude = reader.row.coordinate(.latitude),
        let longitude = reader.row.coordinate(.longitude)
      else { continue }
      rows.latitudes.append(latitude)
      rows.longitudes.append(longitude)
    }
    return rows
  }

  /// Returns the first rows without a shape, separated by line feeds; `nil` if all of them have latitude and longitude.
  private static func rowsWithoutShape(by reader: QueryReader, in block: RowBlock) -> [UInt8]? {
    var rows: [UInt8] = []
    var areComplete = true
    var reader = reader
    reader.open(block)
    for index in block.rows.indices.prefix(maximumCoordinates) {
      _ = try? reader.query(at: index)
      guard ColumnRole.shapes.allSatisfy({ reader.row[$0].isAbsent }) else { continue }
      let row = reader.row
      if row.lacksPosition || row.coordinate(.latitude) == nil || row.coordinate(.longitude) == nil {
        areComplete = false
      }
      rows += block.bytes[block.rows[index].range]
      rows.append(Ascii.lineFeed)
    }
    return areComplete ? nil : rows
  }

  private static func text(of block: RowBlock) -> [UInt8] {
    Array(block.rows.prefix(maximumCoordinates).map { block.bytes[$0.range] }.joined(separator: [Ascii.lineFeed]))
  }

  private static func areSwapped(_ rows: TableCoordinates, _ path: String) throws(Failure) -> Bool {
    do { return try rows.areSwapped(inInput: path) } catch { throw Failure(error) }
  }
}
