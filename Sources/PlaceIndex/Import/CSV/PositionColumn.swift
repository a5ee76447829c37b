import Domain

/// A column whose cells hold whole positions: WKT, GeoJSON, or both numbers.
struct PositionColumn {
  let use: CSVColumns.Use

  private static let maximumRows = 100
  private static let names = [ImportField.position, .geometryText].flatMap(FieldNames.rows(of:))

  /// What the cells of a column hold.
  private struct Trial {
    let name: ColumnName
    var filledCount = 0
    var positionCount = 0
    var orders = PositionOrders()

    var isPosition: Bool {
      // `Location 1` is Socrata's.
      let letters = String(name.letters.reversed().drop(while: \.isNumber).reversed())
      let isNamed = name.order != nil || PositionColumn.names.contains { $0.rank(of: letters) != nil }
      return positionCount > 0 && positionCount * 10 >= filledCount * (isNamed ? 5 : 9)
    }
  }

  /// Finds the column by its contents; `nil` if there is none.
  ///
  /// Nine of ten nonempty cells must be positions, or half of them if the name of the column says so.
  init?(titles: [String], _ sample: CSVSample) {
    // A row that contains a position is not a header.
    let isHeader = !titles.contains { ByteView.over(Array($0.utf8)) { Self.position(in: $0) != nil } }
    guard isHeader else { return nil }
    var trials = titles.map { Trial(name: ColumnName($0)) }
    var rowCount = 0
    var longCount = 0
    sample.forEachRow { _, cells in
      if cells.count > titles.count { longCount += 1 }
      for (column, cell) in cells.prefix(titles.count).enumerated() {
        sample.withText(of: cell) { text in
          if text.isNothing { return }
          trials[column].filledCount += 1
          guard let found = Self.position(in: text) else { return }
          trials[column].positionCount += 1
          found.numbers.map { trials[column].orders.add($0.first, $0.second) }
        }
      }
      rowCount += 1
      return rowCount < Self.maximumRows
    }
    // A single title above several cells was cut at the wrong delimiter.
    guard titles.count > 1 || longCount * 2 < rowCount, let column = trials.firstIndex(where: \.isPosition) else {
      return nil
    }
    let field: ImportField =
      switch trials[column].name.order ?? trials[column].orders.decided {
      case .latitudeFirst: .latitudeLongitude
      case .longitudeFirst: .longitudeLatitude
      case nil: .position
      }
    use = CSVColumns.Use(column: column, entry: FieldTable.Entry(field))
  }

  /// The position in a text that certainly is one: numbers without marks must be degrees with decimals.
  private static func position(in text: ByteView) -> PositionParser.Found? {
    guard let found = PositionParser.parse(text) else { return nil }
    guard found.numbers != nil else { return found }
    let isOnGlobe = abs(found.latitude) <= 90 && abs(found.longitude) <= 180
    let text = PositionParser.endInBrackets(of: text) ?? text
    let points = (0..<text.count).count { text.byte(at: $0) == UInt8(ascii: ".") }
    return points == 2 && isOnGlobe ? found : nil
  }
}

extension ByteView {
  /// Whether it is two numbers with a comma or a semicolon between them and no brackets around, as people write the
  /// latitude and the longitude.
  var isSeparatedPair: Bool {
    count > 0 && byte(at: 0) != UInt8(ascii: "[") && (contains(UInt8(ascii: ",")) || contains(UInt8(ascii: ";")))
  }
}

/// What values tell about the order of two numbers: it is the same in the whole of a column, or of a pair of columns.
struct PositionOrders {
  private var fittingCount = 0
  private var latitudeFirstCount = 0
  private var longitudeFirstCount = 0

  mutating func add(_ first: Double, _ second: Double) {
    let isLatitudeFirst = PairOrder.latitudeFirst.isCoordinate(first, second)
    let isLongitudeFirst = PairOrder.longitudeFirst.isCoordinate(first, second)
    if isLatitudeFirst || isLongitudeFirst { fittingCount += 1 }
    if isLatitudeFirst && !isLongitudeFirst { latitudeFirstCount += 1 }
    if isLongitudeFirst && !isLatitudeFirst { longitudeFirstCount += 1 }
  }

  /// The order in which over a tenth of the pairs on the globe, more than some wrong numbers, are a coordinate that
  /// they are not in the other, and none the other way round; `nil` if the values do not tell.
  var decided: PairOrder? {
    if latitudeFirstCount == 0, longitudeFirstCount * 10 > fittingCount { return .longitudeFirst }
    return longitudeFirstCount == 0 && latitudeFirstCount * 10 > fittingCount ? .latitudeFirst : nil
  }
}
