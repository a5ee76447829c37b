import Domain

/// A column whose cells hold whole positions: WKT, GeoJSON, or both numbers.
struct PositionColumn {
  let use: CSVColumns.Use
  /// The grid that the positions name.
  let grid: CoordinateReferenceSystem?

  private static let maximumRows = 100
  private static let names = [ImportField.position, .geometryText].flatMap(FieldNames.rows(of:))

  /// Finds the column by its contents; `nil` if there is none.
  ///
  /// Nine of ten nonempty cells must be positions, or half of them if the name of the column says so.
  init?(titles: [String], _ sample: CSVSample) {
    // A row that contains a position is not a header.
    let isHeader = !titles.contains { ByteView.over(Array($0.utf8)) { Self.position(in: $0) != nil } }
    guard titles.count > 1, isHeader else { return nil }
    var counts = [(filled: Int, positions: Int)](repeating: (0, 0), count: titles.count)
    var grids = [CoordinateReferenceSystem?](repeating: nil, count: titles.count)
    var orders = [PositionOrders](repeating: PositionOrders(), count: titles.count)
    var rowCount = 0
    sample.forEachRow { _, cells in
      for (column, cell) in cells.prefix(titles.count).enumerated() {
        sample.withText(of: cell) { text in
          if NumberParser.isNothing(text) { return }
          counts[column].filled += 1
          guard let found = Self.position(in: text) else { return }
          counts[column].positions += 1
          found.numbers.map { orders[column].add($0.first, $0.second) }
          if let code = PositionParser.spatialReference(of: text) {
            grids[column] = CoordinateReferenceSystem(rawValue: "EPSG:\(code)")
          }
        }
      }
      rowCount += 1
      return rowCount < Self.maximumRows
    }
    let names = titles.map(ColumnName.init)
    let column = counts.indices.first { column in
      let isNamed =
        names[column].order != nil || Self.names.contains { $0.rank(of: names[column].letters) != nil }
      let (filled, positions) = counts[column]
      return positions > 0 && positions * 10 >= filled * (isNamed ? 5 : 9)
    }
    guard let column else { return nil }
    let field: ImportField =
      switch names[column].order ?? orders[column].decided {
      case .latitudeFirst: .latitudeLongitude
      case .longitudeFirst: .longitudeLatitude
      case nil: .position
      }
    use = CSVColumns.Use(column: column, entry: FieldTable.Entry(field))
    grid = grids[column]
  }

  /// The position in a text that certainly is one: numbers without marks must be degrees with decimals.
  private static func position(in text: ByteView) -> PositionParser.Found? {
    guard let found = PositionParser.parse(text) else { return nil }
    let first = text.byte(at: 0)
    if (first | 0x20) >= 0x61 || text.text.contains("°"), first != UInt8(ascii: "[") { return found }
    let isOnGlobe = abs(found.latitude) <= 90 && abs(found.longitude) <= 180
    let points = (0..<text.count).count { text.byte(at: $0) == UInt8(ascii: ".") }
    return points == 2 && isOnGlobe ? found : nil
  }
}

/// What values tell about the order of two numbers: it is the same in the whole of a column, or of a pair of columns.
struct PositionOrders {
  private var fittingCount = 0
  private var latitudeFirstCount = 0
  private var longitudeFirstCount = 0

  /// Counts two numbers.
  mutating func add(_ first: Double, _ second: Double) {
    let isLatitudeFirst = PairOrder.latitudeFirst.isCoordinate(first, second)
    let isLongitudeFirst = PairOrder.longitudeFirst.isCoordinate(first, second)
    if isLatitudeFirst || isLongitudeFirst { fittingCount += 1 }
    if isLatitudeFirst && !isLongitudeFirst { latitudeFirstCount += 1 }
    if isLongitudeFirst && !isLatitudeFirst { longitudeFirstCount += 1 }
  }

  /// The order in which over a tenth of the pairs on the globe, more than some wrong numbers, are a coordinate that they are not
  /// in the other, and none the other way round; `nil` if the values do not tell.
  var decided: PairOrder? {
    if latitudeFirstCount == 0, longitudeFirstCount * 10 > fittingCount { return .longitudeFirst }
    return longitudeFirstCount == 0 && latitudeFirstCount * 10 > fittingCount ? .latitudeFirst : nil
  }
}
