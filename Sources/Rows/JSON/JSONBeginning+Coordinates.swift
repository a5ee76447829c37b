package import Domain
import Tables

/// Decides by their values about coordinates at the beginning of a JSON file.
extension JSONBeginning {
  /// Returns the pairs of a northing and an easting that aren't degrees.
  package func metres(_ fields: [ImportField?]) -> [PlanePoint] {
    Self.metres(pairs(fields, north: .northing, east: .easting))
  }

  private static func metres(_ pairs: [PlanePoint]) -> [PlanePoint] {
    pairs.filter { CoordinateRules.mayBeMetres($0.x, $0.y) }
  }

  private func pairs(_ fields: [ImportField?], north: ImportField, east: ImportField) -> [PlanePoint] {
    var rows: [PlanePoint] = []
    var easting: Double?
    var northing: Double?
    for (key, _, value) in numbers {
      if fields[key] == east { easting = value }
      if fields[key] == north { northing = value }
      guard let x = easting, let y = northing else { continue }
      easting = nil
      northing = nil
      rows.append((x, y))
    }
    return rows
  }

  /// Returns the divisors of properties called latitude and longitude, and of properties called x and y.
  package func divisors(_ fields: [ImportField?]) -> (named: Int?, plane: Int?) {
    func divisor(_ north: ImportField, _ east: ImportField, areNamed: Bool) -> Int? {
      let pairs = pairs(fields, north: north, east: east)
      let rows = Self.metres(pairs)
      guard rows.count * 2 > pairs.count else { return nil }
      let countries = countries(ofRows: rows.count)
      return DegreeScale.divisor(of: rows, areNamed: areNamed, countries: countries, titles: keys)
    }
    return (divisor(.latitude, .longitude, areNamed: true), divisor(.northing, .easting, areNamed: false))
  }

  /// Returns the country of each row, if every row names one.
  private func countries(ofRows count: Int) -> [Countries.Box?] {
    guard let key = keys.firstIndex(where: Countries.isTitle) else { return [] }
    let countries = texts.filter { $0.key == key }.map { Countries.box(of: $0.value) }
    return abs(countries.count - count) <= 1 ? countries : []
  }

  /// Whether the points of GeoJSON are in the countries that their rows name only if the latitude comes first.
  package var hasReversedPoints: Bool {
    guard texts.contains(where: { keys[$0.key] == "type" && $0.value == "Point" }) else { return false }
    let pairs = texts.filter { keys[$0.key] == "coordinates" }.compactMap { _, _, text in
      ByteView.over(Array(text.utf8)) { CoordinateTextParser.parse($0)?.numbers }
    }
    var votes = CountryVotes()
    for (pair, country) in zip(pairs, countries(ofRows: pairs.count)) {
      if let country { votes.add(pair.first, pair.second, in: country) }
    }
    return votes.order == .latitudeFirst
  }

  /// The types of GeoJSON geometries with coordinates.
  private static let geometryTypes: Set<String> = [
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
  ]

  /// Returns whether a property has pairs outside of GeoJSON, whose order is always the same.
  func hasPlainPairs(_ key: Int) -> Bool {
    let types = texts.filter { keys[$0.key] == "type" && Self.geometryTypes.contains($0.value) }
    return texts.contains { text in
      text.key == key && paths.steps[text.path].last != "geometry" && !types.contains { $0.path == text.path }
    }
  }

  /// Returns the order of the numbers in properties with positions, by the properties' names; `assumed` is the property
  /// whose order nothing shows, with the assumed order.
  package func orders(
    _ fields: [ImportField?]
  ) -> (orders: [String: PairOrder], divisor: Int?, assumed: (title: String, order: PairOrder)?) {
    let pairs = pairs(fields, north: .latitude, east: .longitude)
    var orders: [String: PairOrder] = [:]
    var divisor: Int?
    var assumed: (title: String, order: PairOrder)?
    for key in keys.indices {
      let isSpoken = fields[key] == .latitudeLongitude && FieldNames.isSpokenPosition(keys[key])
      guard isSpoken || fields[key] == .coordinate || fields[key] == .geometryText else { continue }
      let texts = texts.filter { $0.key == key }.map(\.value)
      // Pairs and texts can be compared only if each row has both.
      let isParallel = !pairs.isEmpty && abs(pairs.count - texts.count) <= 1
      let countries = countries(ofRows: texts.count)
      var comparison = PairComparison()
      for (number, text) in texts.enumerated() {
        ByteView.over(Array(text.utf8)) { text in
          guard let numbers = CoordinateTextParser.parse(text.trimmed)?.numbers else { return }
          let pair = isParallel && number < pairs.count ? pairs[number] : nil
          let country = number < countries.count ? countries[number] : nil
          comparison.add(numbers, in: text.trimmed, with: pair, country: country)
        }
      }
      if let order = comparison.order { orders[keys[key]] = order }
      if assumed == nil, pairs.isEmpty, !keys.contains("geometry"), let order = comparison.assumedOrder(ofLists: texts),
        hasPlainPairs(key)
      {
        assumed = (keys[key], isSpoken ? .latitudeFirst : order)
      }
      divisor = divisor ?? comparison.divisor
    }
    return (orders, divisor, assumed)
  }
}
