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
  let endsInReturn: Bool
  /// The column index of each role; -1 if there is none.
  private var columns: [Int]
  /// The coordinate columns found by the rules of an import; `nil` if they aren't used.
  private(set) var coordinates: CoordinateColumns?
  /// The columns of x and y for rows without latitude and longitude, found by the first rows.
  private(set) var alternative: CoordinateColumns?

  /// The columns with a name or an address, the preferred one first.
  ///
  /// A row uses the first one that isn't empty.
  private let nearColumns: [Int]
  /// The column with both coordinates, found by the first rows.
  private(set) var coordinateCells: CoordinateCells?

  /// The columns of the minutes and seconds, if the coordinate columns have only the degrees.
  private(set) var angles: AngleColumns?

  /// Whether the cells have escapes.
  let isEscaped: Bool

  /// The columns whose title comes from a line above the header.
  let joinedColumns: Set<Int>

  /// The offset of the first row in the bytes that were searched.
  private(set) var firstRow = 0

  /// Reads a row as a header; `nil` if it isn't one.
  ///
  /// - Parameters:
  ///   - candidate: The row, as divided at a delimiter.
  ///   - bytes: The beginning of the table.
  ///   - wanted: The roles of columns, by name.
  ///   - needsCoordinates: Whether the rows must contain a location.
  /// - Throws: An error if the row can't be a header, and no other row can.
  init?(
    _ candidate: HeaderSearch.Candidate,
    of bytes: ByteView,
    names wanted: ColumnNames,
    needsCoordinates: Bool
  ) throws(Failure) {
    let titles = candidate.texts
    let isJoined = !candidate.joinedColumns.isEmpty
    let row = bytes.part(candidate.row)
    let line = isJoined ? Self.line(of: titles, candidate.sample.scanner.delimiter) : Self.line(row)
    self.line = line
    endsInReturn = row.count > 1 && row.byte(at: row.count - 2) == Ascii.carriageReturn
    guard UTF8Check.isValid(row) else { throw .headerNotUTF8 }
    // Otherwise rows would be read as column names and be lost.
    guard !LineEnds.hasReturn(in: line.span) else { throw .carriageReturns }
    joinedColumns = candidate.joinedColumns
    firstRow = candidate.sample.start
    names = Self.numbered(titles)
    scanner = CSVScanner(
      delimiter: candidate.sample.scanner.delimiter,
      isQuoted: candidate.sample.scanner.isQuoted,
      maximumRowByteCount: RowSplitter.maximumRowByteCount + 1
    )
    isEscaped = TabEscapes.areUsed(titles: titles, delimiter: scanner.delimiter)
    var columns: [Int] = []
    var nearColumns: [Int] = []
    for role in ColumnRole.allCases {
      var found = try Self.columns(for: role, among: titles, wanted)
      if role == .near {
        if found.isEmpty { found = wanted.addresses(among: titles).compactMap(titles.firstIndex) }
        nearColumns = found
      }
      columns.append(found.first ?? -1)
    }
    self.columns = columns
    self.nearColumns = nearColumns
    findCoordinates(among: titles, wanted)
    if candidate.isByValues, !hasLocation { useCoordinates(among: candidate.titles, candidate.sample) }
    angles = pair.flatMap { AngleColumns(of: $0, among: titles) }
    scanner.shape = CSVRowShape(width: names.count, coordinatesOfRows)
    guard candidate.mayName(pair.map { [$0] } ?? []) else { return nil }
    guard hasLocation || candidate.isByValues && (!needsCoordinates || hasColumn(for: .near)) else { return nil }
  }

  /// Returns whether bytes have a row after the header, so that no more rows of titles follow it.
  func isFollowedByRow(in bytes: [UInt8]) -> Bool {
    joinedColumns.isEmpty || bytes[firstRow...].contains(Ascii.lineFeed)
  }

  /// Returns the line of a header, without its end.
  private static func line(_ row: ByteView) -> [UInt8] {
    var line = row.array
    if line.last == Ascii.lineFeed { line.removeLast() }
    while line.last == Ascii.carriageReturn { line.removeLast() }
    return line
  }

  /// Finds the coordinate columns by the names that publishers use.
  private mutating func findCoordinates(among titles: [String], _ wanted: ColumnNames) {
    // Parsing all publishers' names takes longer than a service's response, and most headers have lat and lng.
    let areDegrees = [ColumnRole.latitude, .longitude].allSatisfy { role in
      hasColumn(for: role) && role.namesOfDegrees.contains(titles[column(of: role)])
    }
    guard !areDegrees, wanted.override(for: .latitude) == nil, wanted.override(for: .longitude) == nil,
      let found = CoordinateColumns(among: titles)
    else { return }
    let isComplete = hasColumn(for: .latitude) && hasColumn(for: .longitude)
    if !isComplete { setColumns(latitude: found.latitude, longitude: found.longitude) }
    if column(of: .latitude) == found.latitude, column(of: .longitude) == found.longitude { coordinates = found }
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

  /// The column with both coordinates that has such a name; the values decide their order.
  var namedCoordinateCells: CoordinateCells? {
    hasColumn(for: .at) ? CoordinateCells(column: column(of: .at), order: nil) : nil
  }

  /// Uses x and y, or a column with both coordinates, if the first rows have them, for rows without latitude and
  /// longitude.
  ///
  /// A column of addresses may have coordinates. Well-known text in another column with a role isn't a point.
  mutating func useCoordinates(in rows: [UInt8], on crs: CoordinateReferenceSystem?) {
    let found = ByteView.over(rows) { rows -> CoordinateCells? in
      let sample = CSVSample(bytes: rows, start: 0, isAtEnd: true, scanner: scanner)
      let other = CoordinateColumns.alternative(among: names, sample, on: crs)
      alternative = other?.latitude == column(of: .latitude) ? nil : other
      return alternative == nil ? CoordinateCells(among: names, sample) : nil
    }
    guard let found, !ColumnRole.allCases.contains(where: { $0 != .near && isColumn(found.column, of: $0) }) else {
      return
    }
    coordinateCells = found
    columns[ColumnRole.at.rawValue] = found.column
  }

  /// Uses a column with both coordinates instead of others; returns `false` if the first rows have none.
  mutating func replaceCoordinates(by rows: [UInt8], _ wanted: ColumnNames) -> Bool {
    guard !hasColumn(for: .at), wanted.override(for: .latitude) == nil, wanted.override(for: .longitude) == nil else {
      return false
    }
    useCoordinates(in: rows, on: nil)
    guard coordinateCells != nil else { return false }
    setColumns(latitude: -1, longitude: -1)
    coordinates = nil
    angles = nil
    return true
  }

  /// Uses the column with both coordinates instead of others, if the rows of a sample have one.
  private mutating func useCoordinates(among titles: [String], _ sample: CSVSample) {
    guard let found = CoordinateCells(among: titles, sample) else { return }
    coordinateCells = found
    setColumns(latitude: -1, longitude: -1)
    columns[ColumnRole.at.rawValue] = found.column
  }

  /// The columns of the latitude and the longitude.
  private var pair: CSVColumns.Pair? {
    guard hasColumn(for: .latitude), hasColumn(for: .longitude) else { return nil }
    return CSVColumns.Pair(latitude: column(of: .latitude), longitude: column(of: .longitude))
  }

  private var coordinatesOfRows: CSVRowShape.Coordinates {
    if let pair { return .pair(latitude: pair.latitude, longitude: pair.longitude) }
    return hasColumn(for: .at) ? .coordinate(column(of: .at)) : .unknown
  }

  private func column(of role: ColumnRole) -> Int { columns[role.rawValue] }

  private mutating func setColumns(latitude: Int, longitude: Int) {
    columns[ColumnRole.latitude.rawValue] = latitude
    columns[ColumnRole.longitude.rawValue] = longitude
  }

  var endsUnnamed: Bool { line.last == delimiter }

  func isColumn(_ index: Int, of role: ColumnRole) -> Bool { columns[role.rawValue] == index }

  func hasColumn(for role: ColumnRole) -> Bool { columns[role.rawValue] >= 0 }

  /// Returns the cell of a row for a role; absent if it is empty, unless it is an id.
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
    if let coordinateCells {
      result.placed = [self.names[coordinateCells.column]: .at]
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

  /// Returns the id of a malformed row, if its cell is among the cells before the malformed one.
  func id(in cells: some RandomAccessCollection<RowField>) -> RowField {
    let column = columns[ColumnRole.id.rawValue]
    return column >= 0 ? cells.dropFirst(column).first ?? RowField() : RowField()
  }
}
