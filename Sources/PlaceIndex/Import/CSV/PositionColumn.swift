import Domain

/// A column whose cells hold whole positions: WKT, GeoJSON, or both numbers.
struct PositionColumn {
  /// The column.
  let use: CSVColumns.Use
  /// The grid that the positions say they lie on.
  let grid: MapGrid?

  private static let rows = 100

  /// Finds the column by what is in it: nine of ten cells that say anything are positions, or half of them where the column is
  /// called like one.
  ///
  /// - Parameters:
  ///   - bytes: The first bytes of the table.
  ///   - scanner: Cuts them into rows.
  ///   - firstRow: Where the rows behind the header start.
  ///   - isAtEnd: Whether the bytes are all of the table.
  ///   - titles: The header's cells.
  /// - Returns: `nil` when there is none.
  static func found(
    _ bytes: Span<UInt8>,
    _ scanner: CSVScanner,
    from firstRow: Int,
    isAtEnd: Bool,
    titles: [String]
  ) -> PositionColumn? {
    // A row that holds a position itself is no header.
    guard titles.count > 1, !titles.contains(where: { ByteView.over(Array($0.utf8), isPosition) }) else { return nil }
    var counts = [(filled: Int, positions: Int)](repeating: (0, 0), count: titles.count)
    var grids = [MapGrid?](repeating: nil, count: titles.count)
    var cells: [CSVCell] = []
    var at = firstRow
    var count = 0
    while at < bytes.count, count < rows {
      let finding = scanner.scan(bytes, from: at, isAtEnd: isAtEnd, into: &cells)
      guard let next = finding.next else { break }
      at = next
      count += 1
      for (column, cell) in cells.enumerated() where column < titles.count {
        var text: [UInt8] = []
        cell.trimmed(in: bytes).append(from: bytes, to: &text)
        ByteView.over(text) { text in
          if CSVNumber.isNothing(text) { return }
          counts[column].filled += 1
          guard isPosition(text) else { return }
          counts[column].positions += 1
          if let code = PositionText.spatialReference(of: text) {
            grids[column] = MapGrid(rawValue: "EPSG:\(code)")
          }
        }
      }
    }
    let column = counts.indices.first { column in
      let count = counts[column]
      let isNamed = CSVColumnName(titles[column]).rank(among: CSVCoordinateNames.both) != nil
      return count.positions > 0 && count.positions * 10 >= count.filled * (isNamed ? 5 : 9)
    }
    guard let column else { return nil }
    let letters = CSVColumnName(titles[column])
    let isReversed = letters.rank(among: CSVCoordinateNames.bothReversed) != nil
    let field: FieldVocabulary.Field = isReversed ? .longitudeLatitude : .latitudeLongitude
    return PositionColumn(
      use: CSVColumns.Use(column: column, entry: FieldTable.Entry(field: field, rank: 0)),
      grid: grids[column]
    )
  }

  /// Whether a text is a position beyond doubt: bare numbers have to be degrees with decimals.
  private static func isPosition(_ text: ByteView) -> Bool {
    guard let found = PositionText.parse(text, isLongitudeFirst: false) else { return false }
    let first = text.byte(at: 0)
    if (first | 0x20) >= 0x61 || text.text.contains("°") { return true }
    if text.count >= 42, first == UInt8(ascii: "0") { return abs(found.latitude) <= 90 && abs(found.longitude) <= 180 }
    let points = (0..<text.count).count { text.byte(at: $0) == UInt8(ascii: ".") }
    return points == 2 && abs(found.latitude) <= 90 && abs(found.longitude) <= 180
  }
}
