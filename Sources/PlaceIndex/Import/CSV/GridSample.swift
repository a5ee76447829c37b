import Domain

/// Looks at the metres in the first rows of a table.
enum GridSample {
  private static let rows = 500

  /// The grids on which most rows of the beginning lie on South Korea's ground.
  static func candidates(
    _ pair: CSVColumns.Pair,
    _ bytes: Span<UInt8>,
    _ scanner: CSVScanner,
    from firstRow: Int,
    isAtEnd: Bool
  ) -> [MapGrid] {
    var counts: [MapGrid: Int] = [:]
    var rows = 0
    forEachMetres(pair, bytes, scanner, from: firstRow, isAtEnd: isAtEnd) { x, y in
      guard rows < 50 else { return }
      rows += 1
      for grid in GridProjection.candidates(x: x, y: y) { counts[grid, default: 0] += 1 }
    }
    return GridProjection.common.filter { rows > 0 && counts[$0, default: 0] * 10 >= rows * 9 }
  }

  /// Visits the coordinates of the rows of a table's beginning that are not degrees.
  static func forEachMetres(
    _ pair: CSVColumns.Pair,
    _ bytes: Span<UInt8>,
    _ scanner: CSVScanner,
    from firstRow: Int,
    isAtEnd: Bool,
    _ body: (_ x: Double, _ y: Double) -> Void
  ) {
    var cells: [CSVCell] = []
    var at = firstRow
    var count = 0
    while at < bytes.count, count < rows {
      let finding = scanner.scan(bytes, from: at, isAtEnd: isAtEnd, into: &cells)
      guard let next = finding.next else { break }
      at = next
      count += 1
      guard case .row = finding, let y = CSVColumns.number(pair.latitude, cells, bytes, scanner.delimiter),
        let x = CSVColumns.number(pair.longitude, cells, bytes, scanner.delimiter), abs(x) > 180 || abs(y) > 180
      else { continue }
      body(x, y)
    }
  }
}
