import Domain
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
  ///   - named: The delimiter, if a previous line names one.
  ///   - tables: Finds coordinate columns with other names.
  ///   - rows: The rows after the line, in which a column with whole coordinates is searched if no name means one.
  /// - Throws: If the line isn't a header; the error refers to the likeliest delimiter.
  init(
    line: [UInt8],
    names wanted: ColumnNames,
    needsCoordinates: Bool,
    delimiter named: UInt8? = nil,
    tables: (any ReadTableUseCase)? = nil,
    rows: FirstRows? = nil
  ) throws(Failure) {
    guard (try? UTF8Span(validating: line.span)) != nil else { throw .headerNotUTF8 }
    // Otherwise rows would be read as column names and be lost.
    guard !LineEnds.hasReturn(in: line.span) else { throw .carriageReturns }
    let delimiters = named.map { [$0] } ?? CSVScanner.candidates(line.span).map(\.delimiter)
    var failure: Failure?
    for delimiter in delimiters {
      do throws(Failure) {
        self = try CSVHeader(line, delimiter, wanted, needsCoordinates: needsCoordinates, tables, rows)
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
    _ wanted: ColumnNames,
    needsCoordinates: Bool,
    _ tables: (any ReadTableUseCase)?,
    _ rows: FirstRows?
  ) throws(Failure) {
    var cells: [RowField] = []
    guard CSVCells.scan(line, 0..<line.count, delimiter: delimiter, into: &cells) == nil else { throw .headerUnusable }
    let titles = cells.map { $0.text(in: line) ?? "" }
    scanner = CSVScanner(delimiter: delimiter, maximumRowByteCount: RowSplitter.maximumRowByteCount + 1)
    self.line = line
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
      let found = tables?.coordinateColumns(among: titles)
    {
      let isComplete = hasColumn(for: .latitude) && hasColumn(for: .longitude)
      if !isComplete { setColumns(latitude: found.latitude, longitude: found.longitude) }
      if column(of: .latitude) == found.latitude, column(of: .longitude) == found.longitude { coordinates = found }
    }
    if let rows, !saysWhere,
      let found = tables?.positionColumn(
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
    guard !needsCoordinates || saysWhere || hasColumn(for: .near) else {
      // No column has a number as its name, so this line is a row.
      let isRow = cells.contains { $0.number(in: line) != nil }
      throw isRow ? .headerMissing(columns: titles) : .coordinatesMissing(columns: titles)
    }
  }

  var width: Int { names.count }

  /// Whether there are columns with coordinates or shapes, not only names and addresses.
  var saysWhere: Bool {
    hasColumn(for: .latitude) && hasColumn(for: .longitude) || hasColumn(for: .at)
      || ColumnRole.shapes.contains(where: hasColumn)
  }

  /// The number of cells in a line that aren't empty.
  ///
  /// Titles above a header have fewer than the header.
  static func filledCellCount(_ line: [UInt8], delimiter: UInt8?) -> Int {
    guard let delimiter = delimiter ?? CSVScanner.candidates(line.span).first?.delimiter else { return 0 }
    var cells: [RowField] = []
    _ = CSVCells.scan(line, line.indices, delimiter: delimiter, into: &cells)
    return cells.count { !$0.isBlank(in: line) }
  }

  /// Swaps the coordinate columns, because of their values.
  mutating func swapCoordinates() {
    setColumns(latitude: column(of: .longitude), longitude: column(of: .latitude))
    guard let found = coordinates else { return }
    coordinates?.latitude = found.longitude
    coordinates?.longitude = found.latitude
  }

  /// Uses a column with whole coordinates for rows without latitude and longitude.
  mutating func usePositions(in cells: PositionCells) {
    position = cells
    columns[ColumnRole.at.rawValue] = cells.column
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
      for column in nearColumns where !cells[column].isBlank(in: bytes) { return cells[column] }
      return RowField()
    }
    let column = columns[role.rawValue]
    guard column >= 0, role == .id || !cells[column].saysNothing(of: role, in: bytes) else { return RowField() }
    return cells[column]
  }

  /// The names by which the header was read, plus the names that repeated columns have in the records.
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

  /// The columns that can have a role, the preferred one first.
  ///
  /// Several may contain an address, even with the same name: tables often have one for each style of address.
  private static func columns(
    for role: ColumnRole,
    among titles: [String],
    _ names: ColumnNames
  ) throws(Failure) -> [Int] {
    var found: [(rank: Int, column: Int)] = []
    for (column, title) in titles.enumerated() {
      if let rank = names.rank(of: title, for: role) { found.append((rank, column)) }
    }
    found.sort { $0 < $1 }
    let wanted = names.override(for: role)
    if let wanted, found.isEmpty { throw .columnMissing(wanted, columns: titles) }
    if role != .near || wanted != nil, found.count > 1, found[0].rank == found[1].rank {
      throw .columnTwice(titles[found[1].column])
    }
    return found.map(\.column)
  }

  private static func numbered(_ titles: [String]) -> [String] {
    // The next number for each name. Some tables have thousands of unnamed columns, so the search for a free number
    // continues where it ended.
    var nextNumbers: [String: Int] = [:]
    return titles.map { title in
      guard var number = nextNumbers[title] else {
        nextNumbers[title] = 2
        return title
      }
      var name: String
      repeat {
        name = "\(title)_\(number)"
        number += 1
      } while nextNumbers[name] != nil
      nextNumbers[title] = number
      nextNumbers[name] = 2
      return name
    }
  }
}
