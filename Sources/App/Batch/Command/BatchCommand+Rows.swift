import Domain

/// The input of a batch, opened, with the format of its rows.
struct BatchRows: Sendable {
  let input: any BatchInput
  /// Reads its rows, from the first one.
  let reader: BatchReader
  private let tables: any ReadTableUseCase
  /// The format of the rows.
  let format: InputFormat
  /// Reads the rows as queries.
  var queries: QueryReader

  /// Reads far enough to know the format of the rows.
  init(input: any BatchInput, options: BatchOptions, tables: any ReadTableUseCase) async throws(Failure) {
    self.input = input
    self.tables = tables
    let path = options.inputPath == "-" ? "standard input" : options.inputPath
    reader = BatchReader(source: input) { tables.makeDecoder(ofInput: path) }
    let needsCoordinates = options.defaults.question.point == nil && !options.defaults.question.hasShape
    let found = try await reader.open(names: options.names, needsCoordinates: needsCoordinates, tables: tables)
    var format = found ?? .ndjson
    if case .csv(var header) = format, let columns = header.coordinates, columns.isPlane {
      if try await Self.holdsSwapped(columns, header, of: reader, tables, options, path) { header.swapCoordinates() }
      format = .csv(header)
    }
    self.format = format
    if case .csv(let header) = format {
      if options.hasPolylinePrecision, !options.defaults.question.hasShape, !header.hasColumn(for: .along) {
        throw .needs(.polylinePrecision, .along)
      }
      let namesSubject = header.hasColumn(for: .category) || header.hasColumn(for: .query)
      guard namesSubject || !options.defaults.question.subject.isEmpty else {
        throw .subjectMissing(columns: header.names)
      }
    }
    queries = QueryReader(format: format, names: options.names, defaults: options.defaults.completed(by: format))
  }

  /// Whether columns called x and y hold each other's numbers, by the first rows; throws when these are on an unknown
  /// grid.
  private static func holdsSwapped(
    _ columns: CoordinateColumns,
    _ header: CSVHeader,
    of reader: BatchReader,
    _ tables: any ReadTableUseCase,
    _ options: BatchOptions,
    _ path: String
  ) async throws(Failure) -> Bool {
    guard let block = try await reader.peekBlock() else { return false }
    let format = InputFormat.csv(header)
    var rows = TableCoordinates()
    rows.titles = header.names
    rows.columns = columns
    rows.grid = options.defaults.completed(by: format).grid
    var queries = QueryReader(format: format, names: options.names, defaults: options.defaults)
    queries.open(block)
    for index in block.rows.indices.prefix(500) {
      // What else is wrong with a row is said of the row.
      _ = try? queries.query(at: index)
      guard let latitude = queries.row.coordinate(.latitude), let longitude = queries.row.coordinate(.longitude) else {
        continue
      }
      rows.latitudes.append(latitude)
      rows.longitudes.append(longitude)
    }
    do { return try tables.checkCoordinates(rows, ofInput: path) } catch { throw Failure(error) }
  }

  /// The same rows, from the first one.
  func again(_ options: BatchOptions) async throws -> BatchRows {
    try input.rewind()
    return try await BatchRows(input: input, options: options, tables: tables)
  }
}
