import Domain

enum DistanceFormatter {
  /// Returns whole metres below a kilometre, otherwise kilometres with two decimals, or without from 100 km.
  ///
  /// Numbers are truncated like `distance_m`.
  static func text(of distance: Distance) -> String {
    let meters = distance.wholeMeters
    guard meters >= 1_000 else { return "\(meters) m" }
    // Lists have no room for decimals of long distances.
    guard meters < 100_000 else { return "\(meters / 1_000) km" }
    return "\(meters / 1_000).\((meters / 10 % 100).text(ofDigits: 2)) km"
  }

  /// Returns a distance after an arrow for its direction, `↗ 120 m`; without a centre, only the distance.
  static func directed(_ found: FoundPlace, from center: Coordinate?, _ glyphs: MapGlyphs) -> String {
    guard let distance = found.distance else { return "" }
    guard let center, distance.meters >= 1 else { return text(of: distance) }
    let point = MapProjection(center: center).point(of: found.place.coordinate)
    return "\(glyphs.arrow(toEast: point.east, north: point.north)) \(text(of: distance))"
  }

  /// Returns the offset along the query's line and the distance from it, `2.3 km · 98 m off`; without a line, the
  /// distance from the centre after an arrow.
  static func way(
    to found: FoundPlace,
    from center: Coordinate?,
    _ glyphs: MapGlyphs,
    in language: Language = .english
  ) -> String {
    guard let along = found.along else { return directed(found, from: center, glyphs) }
    let off = found.distance.map { glyphs.separator + Phrase.off.text(language, text(of: $0)) }
    return rough(along) + (off ?? "")
  }

  /// Whole metres below a kilometre, otherwise kilometres with one decimal.
  private static func rough(_ distance: Distance) -> String {
    let meters = distance.wholeMeters
    return meters < 1_000 ? "\(meters) m" : "\(meters / 1_000).\(meters / 100 % 10) km"
  }

  /// Returns the walking time along the straight line at 80 m/min; `nil` from 5 km.
  static func walk(_ distance: Distance, in language: Language) -> String? {
    guard distance.meters < 5_000 else { return nil }
    return Phrase.walk.text(language, String(max(1, Int((distance.meters / 80).rounded()))))
  }

  /// Returns a rounded length: `800 m`, `1.5 km`, `20 km`.
  static func short(_ distance: Distance) -> String { short(meters: distance.meters) }

  /// Returns a rounded length: `800 m`, `1.5 km`, `20 km`.
  static func short(meters: Double) -> String {
    let meters = meters.rounded()
    return meters < 1_000 ? "\(meters.decimalText) m" : "\(((meters / 10).rounded() / 100).decimalText) km"
  }

  /// Rounds down to 1, 2 or 5 times a power of ten.
  static func roundDown(meters: Double) -> Double {
    let power = powerOfTen(below: meters)
    return power * (power * 5 <= meters ? 5 : power * 2 <= meters ? 2 : 1)
  }

  /// Rounds up to 1, 2, 2.5 or 5 times a power of ten.
  static func roundUp(meters: Double) -> Double {
    let power = powerOfTen(below: meters)
    return power * ([1, 2, 2.5, 5].first { power * $0 >= meters } ?? 10)
  }

  private static func powerOfTen(below meters: Double) -> Double {
    var power = 1.0
    while power * 10 <= meters { power *= 10 }
    while power > meters, power > 1e-6 { power /= 10 }
    return power
  }
}
