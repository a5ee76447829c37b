import Domain
import Tables

/// Examines the values of a pair of coordinate columns.
extension CSVSample {
  /// Returns whether columns called x and y contain latitudes and longitudes, which is decided once for the whole
  /// table.
  ///
  /// `false` if no row decides it. In Korea, swapped columns have x in 33...39 and y in 124...132.
  func hasLatitudesInX(_ pair: CSVColumns.Pair) -> Bool {
    var orders = CoordinateOrders()
    forEachCoordinate(of: pair) { x, y in
      orders.add(x, y)
      return true
    }
    return (orders.decided ?? orderOfCountries(pair)) == .latitudeFirst
  }

  /// Returns the order of longitude and latitude in a pair of columns, if it puts almost all rows in their countries.
  func orderOfCountries(_ pair: CSVColumns.Pair) -> PairOrder? {
    guard countryColumn != nil else { return nil }
    var votes = CountryVotes()
    var rowCount = 0
    forEachRow { _, cells in
      rowCount += 1
      if let x = number(pair.longitude, cells), let y = number(pair.latitude, cells), let box = country(of: cells) {
        votes.add(x, y, in: box)
      }
      return rowCount < Self.maximumFilledRows
    }
    return votes.order
  }

  private func country(of cells: [CSVCell]) -> Countries.Box? {
    guard let countryColumn, countryColumn < cells.count else { return nil }
    return withText(of: cells[countryColumn]) { Countries.box(of: $0.text) }
  }

  /// Returns the coordinates of the first rows that aren't degrees.
  package func metres(of pair: CSVColumns.Pair, atMost maximumCount: Int = CRSProjection.maximumRowCount)
    -> [PlanePoint]
  {
    var rows: [PlanePoint] = []
    forEachCoordinate(of: pair) { x, y in
      if CoordinateRules.mayBeMetres(x, y) { rows.append((x, y)) }
      return rows.count < maximumCount
    }
    return rows
  }

  /// Returns the divisor of a pair's numbers, if most are degrees without a decimal point.
  func divisor(of pair: CSVColumns.Pair, titles: [String]) -> Int? {
    var count = 0
    var rows: [PlanePoint] = []
    var countries: [Countries.Box?] = []
    forEachRow { _, cells in
      guard let y = number(pair.latitude, cells), let x = number(pair.longitude, cells) else { return true }
      count += 1
      if CoordinateRules.mayBeMetres(x, y) {
        rows.append((x, y))
        countries.append(country(of: cells))
      }
      return count < Self.maximumProjectedRows
    }
    guard rows.count * 2 > count else { return nil }
    return DegreeScale.divisor(of: rows, areNamed: pair.slot != .plane, countries: countries, titles: titles)
  }

  /// Compares the numbers in a position column with a pair of columns in the first rows.
  func comparison(of column: Int, with pair: CSVColumns.Pair?) -> PairComparison {
    var comparison = PairComparison()
    var rowCount = 0
    forEachRow { _, cells in
      rowCount += 1
      guard column < cells.count else { return true }
      withText(of: cells[column]) { text in
        guard let numbers = CoordinateTextParser.parse(text)?.numbers else { return }
        let point: PlanePoint? = pair.flatMap { pair in
          number(pair.longitude, cells).flatMap { x in number(pair.latitude, cells).map { (x, $0) } }
        }
        comparison.add(numbers, in: text, with: point, country: country(of: cells))
      }
      return rowCount < Self.maximumFilledRows
    }
    return comparison
  }

  /// The relation of a pair of columns to a pair with a higher priority.
  enum PairAgreement {
    /// Only the pair has coordinates.
    case isAlone
    /// The pair has the same coordinates, or coordinates of the same area in other rows.
    case agrees
    case differs
  }

  /// Compares a pair of columns with a pair of a higher priority in the first rows.
  func agreement(of other: CSVColumns.Pair, with first: CSVColumns.Pair) -> PairAgreement {
    var points: [PlanePoint] = []
    var others: [PlanePoint] = []
    var isEqual = true
    var rowCount = 0
    forEachRow { _, cells in
      rowCount += 1
      let (point, alternative) = (point(of: first, cells), point(of: other, cells))
      if let point { points.append(point) }
      if let alternative { others.append(alternative) }
      if let point, let alternative { isEqual = isEqual && Self.areNear(point, alternative, within: 0.01) }
      return rowCount < Self.maximumFilledRows
    }
    guard !others.isEmpty else { return .differs }
    guard !points.isEmpty else { return .isAlone }
    return isEqual && others.allSatisfy { other in points.contains { Self.areNear($0, other, within: 1) } }
      ? .agrees : .differs
  }

  private func point(of pair: CSVColumns.Pair, _ cells: [CSVCell]) -> PlanePoint? {
    guard let y = number(pair.latitude, cells), let x = number(pair.longitude, cells),
      !Coordinate.isNullIsland(latitude: y, longitude: x)
    else { return nil }
    return (x, y)
  }

  private static func areNear(_ one: PlanePoint, _ other: PlanePoint, within limit: Double) -> Bool {
    abs(one.x - other.x) < limit && abs(one.y - other.y) < limit
  }

  /// Returns whether any row has two numbers in one of the pairs; true without pairs.
  func hasNumbers(in pairs: [CSVColumns.Pair]) -> Bool {
    var hasNumbers = pairs.isEmpty
    forEachRow { _, cells in
      hasNumbers =
        hasNumbers || pairs.contains { number($0.latitude, cells) != nil && number($0.longitude, cells) != nil }
      return !hasNumbers
    }
    return hasNumbers
  }

  private func forEachCoordinate(of pair: CSVColumns.Pair, _ body: (_ x: Double, _ y: Double) -> Bool) {
    forEachRow { _, cells in
      guard let y = number(pair.latitude, cells), let x = number(pair.longitude, cells) else { return true }
      return body(x, y)
    }
  }

  private func number(_ column: Int, _ cells: [CSVCell]) -> Double? {
    guard column < cells.count else { return nil }
    return withText(of: cells[column], \.coordinate)
  }
}
