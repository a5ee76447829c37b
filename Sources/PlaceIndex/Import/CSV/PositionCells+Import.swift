public import Domain
import Tables

/// What an import knows of columns of whole positions, for another reader of rows.
extension PositionCells {
  /// Finds the column by the first rows; `nil` if there is none.
  public init?(among titles: [String], rows: [UInt8], delimiter: UInt8, isWhole: Bool) {
    // As in a build, columns without a title at the end are none.
    var titles = titles
    while titles.count > 1, titles.last == "" { titles.removeLast() }
    let use = ByteView.over(rows) { rows in
      let scanner = CSVScanner(delimiter: delimiter)
      return PositionColumn(titles: titles, CSVSample(bytes: rows, start: 0, isAtEnd: isWhole, scanner: scanner))?.use
    }
    guard let use else { return nil }
    self.init(column: use.column, order: use.entry.field.order)
  }

  /// The point of a cell; `nil` if it holds none.
  public func coordinate(of text: String, on grid: CoordinateReferenceSystem?) -> Coordinate? {
    guard let found = ByteView.over(Array(text.utf8), { PositionParser.parse($0.trimmed, in: order) }),
      case .success(let point) = CoordinateRules.read(
        found.latitude,
        found.longitude,
        .position,
        GridPlan(named: grid)
      )
    else { return nil }
    return Coordinate(point)
  }
}

extension Coordinate {
  /// The point of numbers as a place has them.
  init?(_ point: StoredCoordinate) {
    let latitude = FixedPoint.degrees(point.latitude)
    guard let read = try? Coordinate(latitude: latitude, longitude: FixedPoint.degrees(point.longitude)) else {
      return nil
    }
    self = read
  }
}
