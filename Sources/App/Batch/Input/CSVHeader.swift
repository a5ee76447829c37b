import TextParsing

/// The columns of a CSV input: what they are called and what they say about a query.
struct CSVHeader: Sendable, Hashable {
  /// The byte between cells.
  let delimiter: UInt8
  /// The columns' names in order; a name that repeats is numbered, so that no two are the same.
  let names: [String]
  /// The header as it came, without a byte order mark and its line end.
  let line: [UInt8]
  /// For each role, in order, the column that plays it; -1 for none.
  private let columns: [Int]
  /// The columns that hold a name or an address, the preferred one first: a row takes the first that is filled.
  private let nearColumns: [Int]

  /// Reads a header.
  ///
  /// - Parameters:
  ///   - line: The header row, without byte order mark and line end.
  ///   - wanted: Which names play which role.
  ///   - needsCoordinates: Whether the coordinates have to come from the rows.
  /// - Throws: When the header is not UTF-8 or not CSV, lacks what is needed, or names it twice.
  init(line: [UInt8], names wanted: ColumnNames, needsCoordinates: Bool) throws(BatchInputError) {
    guard (try? UTF8Span(validating: line.span)) != nil else { throw .headerNotUTF8 }
    let delimiter = CSVCells.delimiter(ofHeader: line[...])
    var cells: [RowField] = []
    guard CSVCells.scan(line, 0..<line.count, delimiter: delimiter, into: &cells) == nil else { throw .headerUnusable }
    let titles = cells.map { $0.text(in: line) ?? "" }
    self.delimiter = delimiter
    self.line = line
    names = Self.numbered(titles)
    var columns: [Int] = []
    nearColumns = try Self.nearColumns(among: titles, wanted)
    for role in ColumnRole.allCases {
      let column = role == .near ? nearColumns.first : try Self.column(for: role, among: titles, wanted)
      columns.append(column ?? -1)
    }
    self.columns = columns
    let hasCoordinates = (hasColumn(for: .latitude) && hasColumn(for: .longitude)) || hasColumn(for: .at)
    guard !needsCoordinates || hasCoordinates || hasColumn(for: .near) else {
      // No name is a number: the first line is a row.
      let isRow = cells.contains { DecimalNumber.value(of: line, in: $0.range) != nil }
      throw isRow ? .headerMissing(columns: titles) : .coordinatesMissing(columns: titles)
    }
  }

  /// How many cells a row has to have.
  var width: Int { names.count }

  /// Whether a comma stands behind the last name.
  var endsUnnamed: Bool { line.last == delimiter }

  /// Whether a column plays a role.
  func hasColumn(for role: ColumnRole) -> Bool { columns[role.rawValue] >= 0 }

  /// The cell of a row that plays a role.
  func field(_ role: ColumnRole, in cells: [RowField]) -> RowField {
    if role == .near { return nearColumns.lazy.map { cells[$0] }.first { !$0.isAbsent } ?? RowField() }
    let column = columns[role.rawValue]
    return column >= 0 ? cells[column] : RowField()
  }

  private static func column(
    for role: ColumnRole,
    among titles: [String],
    _ names: ColumnNames
  ) throws(BatchInputError) -> Int? {
    var best: (column: Int, rank: Int)?
    for (column, title) in titles.enumerated() {
      guard let rank = names.rank(of: title, for: role) else { continue }
      if let found = best {
        guard rank != found.rank else { throw .columnTwice(title) }
        guard rank < found.rank else { continue }
      }
      best = (column, rank)
    }
    if best == nil, let wanted = names.override(for: role) { throw .columnMissing(wanted, columns: titles) }
    return best?.column
  }

  /// Tables often have a column for each form of address; two with the same name are no reason to refuse them all.
  private static func nearColumns(among titles: [String], _ names: ColumnNames) throws(BatchInputError) -> [Int] {
    var found: [(rank: Int, column: Int)] = []
    for (column, title) in titles.enumerated() {
      if let rank = names.rank(of: title, for: .near) { found.append((rank, column)) }
    }
    if let wanted = names.override(for: .near) {
      guard !found.isEmpty else { throw .columnMissing(wanted, columns: titles) }
      guard found.count == 1 else { throw .columnTwice(wanted) }
    }
    return found.sorted { $0 < $1 }.map(\.column)
  }

  private static func numbered(_ titles: [String]) -> [String] {
    var taken: Set<String> = []
    return titles.map { title in
      var name = title
      var number = 2
      while !taken.insert(name).inserted {
        name = "\(title)_\(number)"
        number += 1
      }
      return name
    }
  }
}
