import Domain

/// A column whose cells hold whole positions: WKT, GeoJSON, or both numbers.
struct PositionColumn {
  /// The column.
  let use: CSVColumns.Use
  /// The grid that the positions name.
  let grid: MapGrid?

  private static let maximumRows = 100
  /// Names of a column of geometries.
  private static let geometries = "geometry geom thegeom wkbgeometry wkt shape"

  /// Finds the column by its contents; `nil` if there is none.
  ///
  /// Nine of ten nonempty cells must be positions, or half of them if the name of the column says so.
  ///
  /// - Parameters:
  ///   - titles: The cells of the header.
  ///   - sample: The rows after the header.
  init?(titles: [String], _ sample: CSVSample) {
    // A row that contains a position is not a header.
    let isHeader = !titles.contains { ByteView.over(Array($0.utf8), Self.isPosition) }
    guard titles.count > 1, isHeader else { return nil }
    var counts = [(filled: Int, positions: Int)](repeating: (0, 0), count: titles.count)
    var grids = [MapGrid?](repeating: nil, count: titles.count)
    var rowCount = 0
    sample.forEachRow { _, cells in
      for (column, cell) in cells.prefix(titles.count).enumerated() {
        sample.withText(of: cell) { text in
          if CSVNumber.isNothing(text) { return }
          counts[column].filled += 1
          guard Self.isPosition(text) else { return }
          counts[column].positions += 1
          if let code = PositionText.spatialReference(of: text) { grids[column] = MapGrid(rawValue: "EPSG:\(code)") }
        }
      }
      rowCount += 1
      return rowCount < Self.maximumRows
    }
    let names = titles.map(CSVColumnName.init)
    let column = counts.indices.first { column in
      let isNamed = [CSVCoordinateNames.both, Self.geometries].contains { names[column].rank(among: $0) != nil }
      let (filled, positions) = counts[column]
      return positions > 0 && positions * 10 >= filled * (isNamed ? 5 : 9)
    }
    guard let column else { return nil }
    let isReversed = names[column].rank(among: CSVCoordinateNames.bothReversed) != nil
    let field: FieldVocabulary.Field = isReversed ? .longitudeLatitude : .latitudeLongitude
    use = CSVColumns.Use(column: column, entry: FieldTable.Entry(field: field, rank: 0))
    grid = grids[column]
  }

  /// Whether a text is certainly a position: numbers without marks must be degrees with decimals.
  private static func isPosition(_ text: ByteView) -> Bool {
    guard let found = PositionText.parse(text, isLongitudeFirst: false) else { return false }
    let first = text.byte(at: 0)
    if (first | 0x20) >= 0x61 || text.text.contains("°") { return true }
    if text.count >= 42, first == UInt8(ascii: "0") { return abs(found.latitude) <= 90 && abs(found.longitude) <= 180 }
    let points = (0..<text.count).count { text.byte(at: $0) == UInt8(ascii: ".") }
    return points == 2 && abs(found.latitude) <= 90 && abs(found.longitude) <= 180
  }
}
