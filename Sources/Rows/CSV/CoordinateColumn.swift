import Domain
import Tables

/// A column whose cells contain both coordinates: as WKT, as GeoJSON, or as two numbers.
struct CoordinateColumn {
  let use: CSVColumns.Use

  private static let maximumRows = 100

  /// The findings about a column.
  private struct Trial {
    package let name: ColumnName
    /// Whether the title names a position.
    let isNamed: Bool
    var filledCount = 0
    package var coordinateCount = 0
    /// Whether a cell contains a polygon, which another column may have the point of.
    var hasPolygons = false
    package var orders = CoordinateOrders()

    init(title: String) {
      name = ColumnName(title)
      // Socrata writes `Location 1`.
      let letters = String(name.letters.reversed().drop(while: \.isNumber).reversed())
      isNamed = name.order != nil || FieldNames.isPosition(letters)
    }

    var isCoordinate: Bool {
      coordinateCount > 0 && coordinateCount * 10 >= filledCount * (isNamed ? 5 : 9)
    }

    /// The number of decimal points that two bare numbers need.
    var minimumPoints: Int { isNamed ? 1 : 2 }
  }

  /// Finds the column by its contents; `nil` if there is none.
  ///
  /// At least nine of ten nonempty cells must contain coordinates, or half of them if the title suggests so.
  init?(titles: [String], _ sample: CSVSample) {
    // A row that contains coordinates isn't a header.
    let isHeader = !titles.contains { ByteView.over(Array($0.utf8)) { Self.position(in: $0) != nil } }
    guard isHeader else { return nil }
    var trials = titles.map(Trial.init(title:))
    var rowCount = 0
    sample.forEachRow { _, cells in
      for (column, cell) in cells.prefix(titles.count).enumerated() {
        sample.withText(of: cell) { text in
          if text.isNothing { return }
          trials[column].filledCount += 1
          guard let found = Self.position(in: text, minimumPoints: trials[column].minimumPoints) else { return }
          trials[column].coordinateCount += 1
          if text.contains("olygon") || text.contains("OLYGON") { trials[column].hasPolygons = true }
          found.numbers.map { trials[column].orders.add($0.first, $0.second) }
        }
      }
      rowCount += 1
      return rowCount < Self.maximumRows
    }
    let points = trials.firstIndex { $0.isCoordinate && !$0.hasPolygons }
    guard let column = points ?? trials.firstIndex(where: \.isCoordinate) else { return nil }
    let field: ImportField =
      switch trials[column].name.order ?? trials[column].orders.unanimous {
      case .latitudeFirst: .latitudeLongitude
      case .longitudeFirst: .longitudeLatitude
      case nil: .coordinate
      }
    use = CSVColumns.Use(column: column, entry: FieldTable.Entry(field))
  }

  /// Returns the coordinates in a text that certainly contains them: bare numbers must be degrees with decimals, and
  /// angles must have decimals or marks, unlike the address `200 N 300 W`.
  private static func position(in text: ByteView, minimumPoints: Int = 2) -> CoordinateTextParser.ParsedCoordinate? {
    guard let found = CoordinateTextParser.parse(text) else { return nil }
    guard found.numbers != nil || found.isOfAngles else { return found }
    let isOnGlobe = abs(found.latitude) <= 90 && abs(found.longitude) <= 180
    let text = CoordinateTextParser.endInBrackets(of: text) ?? text
    let points = (0..<text.count).count { text.byte(at: $0) == UInt8(ascii: ".") }
    guard !found.isOfAngles else {
      let hasMark = (0..<text.count).contains { text.byte(at: $0) >= 0x80 || text.byte(at: $0) == UInt8(ascii: "'") }
      return isOnGlobe && (points > 0 || hasMark) ? found : nil
    }
    return points >= minimumPoints && points <= 2 && isOnGlobe ? found : nil
  }
}
