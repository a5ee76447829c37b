import Domain
import Rows
import Tables

struct CSVHeader: Sendable, Hashable {
  /// Scans the cells of the rows.
  private(set) var scanner: CSVScanner
  var delimiter: UInt8 { scanner.delimiter }
  /// The column names in order; repeated names are numbered to be unique.
  let names: [String]
  /// The line of the header, without byte order mark and line end.
  let line: [UInt8]
  /// Whether the header line ends with a carriage return.
  var endsInReturn = false
  /// The column index of each role; -1 if there is none.
  private var columns: [Int]
  /// The coordinate columns found by the rules of an import; `nil` if they aren't used.
  private(set) var coordinates: CoordinateColumns?
  /// The columns with a name or an address, the preferred one first.
  ///
  /// A row uses the first one that isn't empty.
  private let nearColumns: [Int]
  /// The column with both coordinates, found by the first rows.
  private(set) var position: PositionCells?

  /// The columns whose title comes from a line above the header.
  private(set) var joinedColumns: Set<Int> = []

  /// The bytes after a header that were read so far.
  struct FirstRows {
    let bytes: [UInt8]
    /// Whether the bytes contain all rows.
    let areWhole: Bool
  }

  /// Reads a line as a header with the first delimiter for which it is valid.
  ///
  /// - Parameters:
  ///   - line: The line, without its end.
  ///   - wanted: The roles of columns, by name.
  ///   - needsCoordinates: Whether the rows must contain a location.
  ///   - format: The format that the user or a previous line determines.
  ///   - upper: The lines above the header, from which a cell without a title takes the nearest title.
  ///   - rows: The rows after the line. If no title names coordinates, they are searched for a column with whole
  ///     coordinates.
  /// - Throws: If the line isn't a header; the error refers to the likeliest delimiter.
  init(
    line: [UInt8],
    names wanted: ColumnNames,
    needsCoordinates: Bool,
    format: TableFormat = TableFormat(),
    upper: [[UInt8]] = [],
    rows: FirstRows? = nil
  ) throws(Failure) {
    guard (try? UTF8Span(validating: line.span)) != nil else { throw .headerNotUTF8 }
    // Otherwise rows would be read as column names and be lost.
    guard !LineEnds.hasReturn(in: line.span) else { throw .carriageReturns }
    var failure: Failure?
    for scanner in CSVScanner.candidates(line.span, delimiter: format.delimiter, isQuoted: format.isQuoted) {
      do throws(Failure) {
        self = try CSVHeader(
          line,
          scanner.delimiter,
          format,
          wanted,
          needsCoordinates: needsCoordinates,
          upper,
          rows
        )
        return
      } catch {
        guard error.code == .columnsMissing || error.code == .headerMissing else { throw failure ?? error }
        failure = failure ?? error
      }
    }
    throw failure ?? .headerUnusable
  }

  private init(
    _ line: [UInt8],
    _ delimiter: UInt8,
    _ format: TableFormat,
    _ wanted: ColumnNames,
    needsCoordinates: Bool,
    _ upper: [[UInt8]],
    _ rows: FirstRows?
  ) throws(Failure) {
    var cells: [RowField] = []
    let isQuoted = format.isQuoted
    guard CSVCells.scan(line, 0..<line.count, delimiter: delimiter, isQuoted: isQuoted, into: &cells) == nil else {
      throw .headerUnusable
    }
    var titles = format.hasHeader ? cells.map { $0.text(in: line) ?? "" } : (1...max(1, cells.count)).map(String.init)
    for line in upper.reversed() where titles.contains("") {
      var above: [RowField] = []
      _ = CSVCells.scan(line, line.indices, delimiter: delimiter, isQuoted: isQuoted, into: &above)
      for (column, cell) in above.enumerated() where column < titles.count && titles[column].isEmpty {
        titles[column] = cell.text(in: line) ?? ""
        if !titles[column].isEmpty { joinedColumns.insert(column) }
      }
    }
    scanner = CSVScanner(
      delimiter: delimiter,
      isQuoted: isQuoted,
      maximumRowByteCount: RowSplitter.maximumRowByteCount + 1
    )
    self.line = format.hasHeader ? joinedColumns.isEmpty ? line : Self.line(of: titles, delimiter) : []
    names = Self.numbered(titles)
    var columns: [Int] = []
    var nearColumns: [Int] = []
    for role in ColumnRole.allCases {
      let found = try Self.columns(for: role, among: titles, wanted)
      if role == .near { nearColumns = found }
      columns.append(found.first ?? -1)
    }
    self.columns = columns
    self.nearColumns = nearColumns
    // Parsing all publishers' names takes longer than a service's response, and most headers have lat and lng.
    let areDegrees = [ColumnRole.latitude, .longitude].allSatisfy { role in
      hasColumn(for: role) && role.namesOfDegrees.contains(titles[column(of: role)])
    }
    if !areDegrees, wanted.override(for: .latitude) == nil, wanted.override(for: .longitude) == nil,
      let found = CoordinateColumns(among: titles)
    {
      let isComplete = hasColumn(for: .latitude) && hasColumn(for: .longitude)
      if !isComplete { setColumns(latitude: found.latitude, longitude: found.longitude) }
      if column(of: .latitude) == found.latitude, column(of: .longitude) == found.longitude { coordinates = found }
    }
    if let rows, !hasLocation,
      let found = PositionCells(
        among: titles,
        rows: rows.bytes,
        delimiter: delimiter,
        isWhole: rows.areWhole
      )
    {
      position = found
      setColumns(latitude: -1, longitude: -1)
      self.columns[ColumnRole.at.rawValue] = found.column
    }
    scanner.shape = CSVRowShape(width: names.count, coordinatesOfRows)
    guard !needsCoordinates || hasLocation || hasColumn(for: .near) else {
      // No column has a number as its name, so this line is a row.
      let isRow = format.hasHeader && cells.contains { $0.number(in: line) != nil }
      throw isRow ? .headerMissing(columns: titles) : .coordinatesMissing(columns: titles)
    }
  }

  var width: Int { names.count }

  /// Whether there are columns with coordinates or shapes, not only names and addresses.
  var hasLocation: Bool {
    hasColumn(for: .latitude) && hasColumn(for: .longitude) || hasColumn(for: .at)
      || ColumnRole.shapes.contains(where: hasColumn)
  }

  /// Swaps the coordinate columns, because of their values.
  mutating func swapCoordinates() {
    setColumns(latitude: column(of: .longitude), longitude: column(of: .latitude))
    coordinates?.swap()
  }

  /// The column with whole coordinates that has such a name; the values decide their order.
  var namedPosition: PositionCells? { hasColumn(for: .at) ? PositionCells(column: column(of: .at), order: nil) : nil }

  /// Uses a column with whole coordinates, if the first rows have one, for rows without latitude and longitude.
  mutating func usePositions(in block: RowBlock) {
    let rows = Array(block.bytes[block.rowRange])
    position = PositionCells(among: names, rows: rows, delimiter: delimiter, isWhole: true)
    if let position { columns[ColumnRole.at.rawValue] = position.column }
  }

  private var coordinatesOfRows: CSVRowShape.Coordinates {
    if hasColumn(for: .latitude), hasColumn(for: .longitude) {
      return .pair(latitude: column(of: .latitude), longitude: column(of: .longitude))
    }
    return hasColumn(for: .at) ? .position(column(of: .at)) : .unknown
  }

  private func column(of role: ColumnRole) -> Int { columns[role.rawValue] }

  private mutating func setColumns(latitude: Int, longitude: Int) {
    columns[ColumnRole.latitude.rawValue] = latitude
    columns[ColumnRole.longitude.rawValue] = longitude
  }

  var endsUnnamed: Bool { line.last == delimiter }

  func isColumn(_ index: Int, of role: ColumnRole) -> Bool { columns[role.rawValue] == index }

  func hasColumn(for role: ColumnRole) -> Bool { columns[role.rawValue] >= 0 }

  /// The cell of a row for a role; absent if it is empty, unless it is an id.
  func field(_ role: ColumnRole, in cells: [RowField], of bytes: [UInt8]) -> RowField {
    if role == .near {
      for column in nearColumns where !cells[column].isMissing(of: .near, in: bytes) { return cells[column] }
      return RowField()
    }
    let column = columns[role.rawValue]
    guard column >= 0, role == .id || !cells[column].isMissing(of: role, in: bytes) else { return RowField() }
    return cells[column]
  }

  /// Returns the column names of the header, and the names of repeated columns in the records.
  func namesInRecords(_ names: ColumnNames) -> ColumnNames {
    var result = names
    var rank = 0
    if let coordinates {
      result.placed = [self.names[coordinates.latitude]: .latitude, self.names[coordinates.longitude]: .longitude]
    }
    if let position {
      result.placed = [self.names[position.column]: .at]
      for role in [ColumnRole.latitude, .longitude] where hasColumn(for: role) {
        result.placed[self.names[column(of: role)]] = role
      }
    }
    for name in nearColumns.map({ self.names[$0] }) {
      if let known = names.rank(of: name, for: .near) {
        rank = known
      } else {
        // The numbered column comes after the column whose name it repeats.
        result.numberedNear[name] = rank
      }
    }
    return result
  }

  /// The id of a malformed row, if its cell is among the cells before the malformed one.
  func id(in cells: some RandomAccessCollection<RowField>) -> RowField {
    let column = columns[ColumnRole.id.rawValue]
    return column >= 0 ? cells.dropFirst(column).first ?? RowField() : RowField()
  }
}
