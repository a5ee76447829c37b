import Domain

/// The reason why a whole table cannot be read as places.
///
/// The rule: an error in the header refuses the file; an error in a row skips the row, and is counted. If
/// more rows are in metres, or swapped, than are valid, the columns are not what they are called, and the file is refused
/// as well.
enum CSVRefusal: Error, Sendable, Hashable {
  /// The header cannot be parsed, or there is none.
  case headerUnusable
  /// No pair of columns holds coordinates.
  case coordinatesMissing(columns: [String])
  /// The only coordinate columns say that they hold metres on a grid.
  case coordinatesProjected(columns: [String])
  /// The coordinates are metres on a map grid that is named nowhere.
  case gridUnknown(columns: [String], candidates: [GridCandidate])
  /// The coordinates are in an unsupported reference system.
  case systemUnsupported(String)
  /// A column that the caller named is missing.
  case columnMissing(String, columns: [String])
  /// Two columns have the same meaning, so that neither can be trusted.
  case columnTwice(String)
  /// The cells of a column are structures, `{'primary': Gaon}`, as a database prints them.
  case structuresInCells(column: String)
  /// Most rows have latitude and longitude swapped.
  case mostRowsSwapped(rows: Int, valid: Int)
}

extension CSVRefusal {
  /// The error for a file.
  func inFile(_ path: String) -> IndexFileError {
    if case .gridUnknown(let columns, let candidates) = self {
      return .gridUnknown(path: path, columns: columns, candidates: candidates)
    }
    return .unknownFormat(path: path, detail: detail)
  }

  private var detail: String {
    switch self {
    case .headerUnusable: "its first row cannot be read as the names of columns"
    case .coordinatesMissing(let columns):
      "no pair of columns for latitude and longitude among: \(columns.joined(separator: ", "))"
    case .coordinatesProjected(let columns), .gridUnknown(let columns, _):
      "coordinates in metres on a map grid, not in degrees: \(columns.joined(separator: ", "))"
    case .systemUnsupported(let system):
      "coordinates in \(system), a reference system that is not supported; convert them to WGS 84 first"
    case .columnMissing(let column, let columns): "no column '\(column)' among: \(columns.joined(separator: ", "))"
    case .columnTwice(let column): "two columns that could be \(column)"
    case .structuresInCells(let column):
      "structures in the cells of column '\(column)'; write lines of JSON out of the database instead"
    case .mostRowsSwapped(let rows, let valid):
      "most rows with latitude and longitude swapped (\(rows), against \(valid) as named)"
    }
  }
}
