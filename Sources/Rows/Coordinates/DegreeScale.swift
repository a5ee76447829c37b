import Domain
import Tables

/// Degrees without a decimal point: times 10⁵, 10⁶ or 10⁷.
enum DegreeScale {
  package static let divisors = [100_000, 1_000_000, 10_000_000]

  /// The number of metres that no CRS in use exceeds.
  private static let maximumMetres = 21_000_000.0
  /// Degrees times 10⁵ are below this only if both are almost zero.
  private static let minimumScaled = 100_000.0

  /// Returns the divisor of most rows' numbers; `nil` for metres and any other numbers.
  ///
  /// - Parameters:
  ///   - rows: The numbers that aren't degrees.
  ///   - areNamed: Whether the columns are called latitude and longitude; numbers called x and y may be metres.
  ///   - countries: The country of each row, `nil` for a row without a country; empty if no row has one.
  ///   - titles: The titles of all columns.
  /// - Returns: The divisor.
  static func divisor(
    of rows: [PlanePoint],
    areNamed: Bool,
    countries: [Countries.Box?] = [],
    titles: [String] = []
  ) -> Int? {
    guard !rows.isEmpty, !areSexagesimal(rows) else { return nil }
    func isMost(_ condition: (PlanePoint) -> Bool) -> Bool { rows.count(where: condition) * 10 >= rows.count * 9 }
    guard isMost({ $0.x == $0.x.rounded() && $0.y == $0.y.rounded() }) else { return nil }
    let fitting = divisors.first { divisor in
      isMost { abs($0.x) <= 180 * Double(divisor) && abs($0.y) <= 90 * Double(divisor) }
    }
    if isMost({ max(abs($0.x), abs($0.y)) > maximumMetres }) { return fitting }
    guard let fitting, isMost({ max(abs($0.x), abs($0.y)) > minimumScaled }) else { return nil }
    if let isInCountry = areIn(countries, rows, divisor: fitting) { return isInCountry ? fitting : nil }
    guard areNamed else { return nil }
    let turned = rows.map { PlanePoint(x: $0.y, y: $0.x) }
    let areMetres = [rows, turned].contains {
      ForeignSystems.areInForeignSystem($0) || !CRSProjection.koreanCandidates($0, titles: []).isEmpty
    }
    guard areMetres else { return fitting }
    // The numbers may be metres or degrees.
    guard !Countries.haveProjectedSystems(titles) else { return nil }
    let europe = rows.map { _ in Countries.europe }
    return areIn(europe, rows, divisor: fitting) == true ? fitting : nil
  }

  /// Returns whether all numbers may be degrees, minutes and seconds without separators: 215247 for 21°52′47″.
  static func areSexagesimal(_ rows: [PlanePoint]) -> Bool {
    func isAngle(_ number: Double, upTo limit: Int) -> Bool {
      guard let digits = Int(exactly: abs(number)), digits >= 10_000 else { return false }
      return digits % 100 < 60 && digits / 100 % 100 < 60 && digits / 10_000 <= limit
    }
    guard rows.allSatisfy({ isAngle($0.y, upTo: 90) && isAngle($0.x, upTo: 180) }) else { return false }
    // Round numbers are rather metres.
    return rows.contains { Int($0.x) % 100 != 0 } && rows.contains { Int($0.y) % 100 != 0 }
  }

  /// Returns whether most rows are in their countries as degrees; `nil` if most rows have no country.
  private static func areIn(_ countries: [Countries.Box?], _ rows: [PlanePoint], divisor: Int) -> Bool? {
    let scale = Double(divisor)
    let found = zip(countries, rows).compactMap { box, row in
      box.map { $0.holds(latitude: row.y / scale, longitude: row.x / scale) }
    }
    guard found.count * 2 > rows.count else { return nil }
    return found.count(where: \.self) * 10 >= found.count * 9
  }
}

/// Compares the two numbers of a position column with a named pair of columns in the same rows.
struct PairComparison {
  private var orders = CoordinateOrders()
  private var countries = CountryVotes()
  /// The pair of each row, the latitude or northing first, and the two numbers of the position column.
  private var rows: [(north: Double, east: Double, first: Double, second: Double)] = []
  private var votes: [Vote: Int] = [:]
  private var filledCount = 0
  private var separatedCount = 0
  private var bracketedCount = 0

  private struct Vote: Hashable {
    let order: PairOrder
    let divisor: Int
  }

  /// The difference in degrees below which two coordinates are equal.
  private static let tolerance = 0.02
  /// The minimum number of rows for a correlation.
  private static let minimumRowsOfTrend = 5

  /// Adds a row; the pair is `nil` if it is empty, and the country is `nil` if the row has none.
  mutating func add(
    _ numbers: (first: Double, second: Double),
    in text: ByteView,
    with pair: PlanePoint?,
    country: Countries.Box?
  ) {
    let (first, second) = numbers
    if let country { countries.add(first, second, in: country) }
    filledCount += 1
    if text.isSeparatedPair { separatedCount += 1 }
    let hasBracket = text.byte(at: 0) == UInt8(ascii: "[") || text.byte(at: text.count - 1) == UInt8(ascii: ")")
    if hasBracket { bracketedCount += 1 }
    orders.add(first, second)
    guard let pair else { return }
    rows.append((pair.y, pair.x, first, second))
    for divisor in [1] + DegreeScale.divisors {
      let (latitude, longitude) = (pair.y / Double(divisor), pair.x / Double(divisor))
      for order in [PairOrder.latitudeFirst, .longitudeFirst] {
        let found = order.pair(first, second)
        guard abs(found.latitude - latitude) < Self.tolerance, abs(found.longitude - longitude) < Self.tolerance else {
          continue
        }
        votes[Vote(order: order, divisor: divisor), default: 0] += 1
      }
    }
  }

  /// The order of the two numbers; `nil` without numbers.
  ///
  /// It follows from the named pair of most rows, the values, or the countries of the rows. Otherwise, two numbers with
  /// a comma between them have the latitude first.
  var order: PairOrder? {
    guard filledCount > 0 else { return nil }
    return evidence ?? (separatedCount * 2 > filledCount ? .latitudeFirst : nil)
  }

  private var evidence: PairOrder? { best?.order ?? orders.unanimous ?? countries.order ?? trend }

  /// Whether the two numbers are read with the latitude first only because nothing shows their order.
  var isAssumed: Bool { filledCount > 0 && bracketedCount * 2 <= filledCount && evidence == nil }

  /// Returns the order in which the numbers are read although nothing shows it; most lists in square brackets have the
  /// longitude first.
  func assumedOrder(ofLists texts: [String]) -> PairOrder? {
    if isAssumed { return .latitudeFirst }
    let areLists = texts.count { $0.hasPrefix("[") } * 2 > filledCount
    return filledCount > 0 && areLists && evidence == nil ? .longitudeFirst : nil
  }

  /// The order that puts almost all rows in their countries.
  var orderOfCountries: PairOrder? { countries.order }

  /// The divisor of the named pair, by comparison with the two numbers; `nil` for degrees, or if the numbers don't show
  /// it.
  var divisor: Int? { best.flatMap { $0.divisor > 1 ? $0.divisor : nil } }

  private var best: Vote? {
    let sorted = votes.sorted { $0.value > $1.value }
    guard let first = sorted.first, first.value * 2 > rows.count else { return nil }
    // Where latitude and longitude are almost equal, both orders fit.
    let other = sorted.first { $0.key.order != first.key.order }
    return (other?.value ?? 0) * 2 > first.value ? nil : first.key
  }

  /// The order in which the numbers correlate with the named pair, in any units.
  private var trend: PairOrder? {
    guard rows.count >= Self.minimumRowsOfTrend else { return nil }
    let straight =
      Self.correlation(rows.map { ($0.first, $0.north) }) + Self.correlation(rows.map { ($0.second, $0.east) })
    let turned =
      Self.correlation(rows.map { ($0.second, $0.north) }) + Self.correlation(rows.map { ($0.first, $0.east) })
    guard max(straight, turned) > 1.8, abs(straight - turned) > 0.2 else { return nil }
    return straight > turned ? .latitudeFirst : .longitudeFirst
  }

  private static func correlation(_ pairs: [(Double, Double)]) -> Double {
    let count = Double(pairs.count)
    let means = (pairs.reduce(0) { $0 + $1.0 } / count, pairs.reduce(0) { $0 + $1.1 } / count)
    var sums = (first: 0.0, second: 0.0, both: 0.0)
    for (first, second) in pairs {
      let distances = (first - means.0, second - means.1)
      sums.first += distances.0 * distances.0
      sums.second += distances.1 * distances.1
      sums.both += distances.0 * distances.1
    }
    let product = sums.first * sums.second
    return product > 0 ? sums.both / product.squareRoot() : 0
  }
}
