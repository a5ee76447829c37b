import Domain

/// The reason why a whole table cannot be read as places.
///
/// The rule: an error in the header refuses the file; an error in a row skips the row, and is counted. If
/// more rows are in metres, or swapped, than are valid, the columns are not what they are called, and the file is refused
/// as well.
enum CSVRefusal: Error, Sendable, Hashable {
  /// The header cannot be parsed, or there is none.
  case headerUnusable
  /// No pair of columns holds coordinates; no columns if the first row is one of numbers, and so no header.
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
  /// Most rows have latitude and longitude swapped.
  case mostRowsSwapped(rows: Int, valid: Int)
}

extension CSVRefusal {
  /// The error for a file.
  func inFile(_ path: String) -> IndexFileError {
    switch self {
    case .gridUnknown(let columns, let candidates):
      .gridUnknown(path: path, columns: columns, candidates: candidates)
    case .coordinatesMissing(let columns): .coordinatesMissing(path: path, columns: columns)
    default: .unknownFormat(path: path, detail: detail)
    }
  }

  private var detail: String {
    switch self {
    case .headerUnusable: "its first row cannot be read as the names of columns"
    case .coordinatesMissing(let columns), .coordinatesProjected(let columns), .gridUnknown(let columns, _):
      "coordinates in metres on a map grid, not in degrees: \(columns.joined(separator: ", "))"
    case .systemUnsupported(let system):
      "coordinates in \(system), a reference system that is not supported; convert them to WGS 84 first"
    case .columnMissing(let column, let columns): "no column '\(column)' among: \(columns.joined(separator: ", "))"
    case .columnTwice(let column): "two columns that could be \(column)"
    case .mostRowsSwapped(let rows, let valid):
      "most rows with latitude and longitude swapped (\(rows), against \(valid) as named)"
    }
  }
}
