extension CSVColumns {
  /// Whether columns called x and y hold latitude and longitude.
  ///
  /// They do when some rows fit the globe only so and none only the usual way round: the one way is decided for the
  /// whole table. Where both ways fit, x is the longitude. In Korea x is then 33...39 and y 124...132.
  ///
  /// - Parameters:
  ///   - bytes: The first bytes of the table.
  ///   - scanner: Cuts them into rows.
  ///   - firstRow: Where the rows behind the header start.
  ///   - isAtEnd: Whether the bytes are all of the table.
  /// - Returns: `false` when no row tells.
  func holdLatitudesInX(_ bytes: Span<UInt8>, _ scanner: CSVScanner, from firstRow: Int, isAtEnd: Bool) -> Bool {
    var cells: [CSVCell] = []
    var at = firstRow
    var swapped = 0
    while at < bytes.count {
      let finding = scanner.scan(bytes, from: at, isAtEnd: isAtEnd, into: &cells)
      guard let next = finding.next else { break }
      at = next
      guard case .row = finding, let y = Self.number(latitude, cells, bytes, scanner.delimiter),
        let x = Self.number(longitude, cells, bytes, scanner.delimiter)
      else { continue }
      let fitsAsNamed = abs(y) <= 90 && abs(x) <= 180
      let fitsSwapped = abs(x) <= 90 && abs(y) <= 180
      if fitsAsNamed, !fitsSwapped { return false }
      if fitsSwapped, !fitsAsNamed { swapped += 1 }
    }
    return swapped > 0
  }

  /// Whether the column called x holds northings of the grid: more rows of the beginning then lie near Korea.
  func holdNorthingsInX(_ bytes: Span<UInt8>, _ scanner: CSVScanner, from firstRow: Int, isAtEnd: Bool) -> Bool {
    guard let pair = pairs.first, let projection = grids.projection(of: pair.slot) else { return false }
    var counts = (asNamed: 0, swapped: 0)
    GridSample.forEachMetres(pair, bytes, scanner, from: firstRow, isAtEnd: isAtEnd) { x, y in
      if projection.degrees(x: x, y: y).map(GridProjection.isSouthKorea) == true { counts.asNamed += 1 }
      if projection.degrees(x: y, y: x).map(GridProjection.isSouthKorea) == true { counts.swapped += 1 }
    }
    return counts.swapped > 2 * counts.asNamed
  }

  static func number(
    _ column: Int,
    _ cells: [CSVCell],
    _ bytes: Span<UInt8>,
    _ delimiter: UInt8
  ) -> Double? {
    guard column >= 0, column < cells.count else { return nil }
    var text: [UInt8] = []
    cells[column].trimmed(in: bytes).append(from: bytes, to: &text)
    return ByteView.over(text) { CSVNumber.parse($0, delimiter: delimiter) }
  }
}
