/// A unit that can be converted into others of its kind, such as hours into minutes.
package struct MeasuredUnit: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case duration, length, mass, power, speed
  }

  let kind: Kind
  /// The number of minutes, metres, tonnes, kilowatts or kilometres per hour.
  let factor: Double

  /// Finds a unit by the text after a number, ignoring case and a final point.
  ///
  /// `nil` means that the unit is unknown, or that there is none.
  init?(_ bytes: some Collection<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self).trimmed.lowercased()
    guard let unit = Self.units[text.hasSuffix(".") ? String(text.dropLast()) : text] else { return nil }
    self = unit
  }

  private init(_ kind: Kind, _ factor: Double) {
    self.kind = kind
    self.factor = factor
  }

  private static let units: [String: MeasuredUnit] = {
    let names: [(unit: MeasuredUnit, words: String)] = [
      (Self(.duration, 1.0 / 60), "s sec second seconds 초"), (Self(.duration, 1), "min mins minute minutes 분"),
      (Self(.duration, 60), "h hr hrs hour hours 시간"), (Self(.duration, 1_440), "d day days 일"),
      (Self(.duration, 10_080), "w week weeks 주"),
      (Self(.length, 0.001), "mm"), (Self(.length, 0.01), "cm"), (Self(.length, 1), "m metre metres meter meters"),
      (Self(.length, 1_000), "km"), (Self(.length, 1_609.344), "mi mile miles"),
      (Self(.length, 0.025_4), "in inch inches \" ″ ''"), (Self(.length, 0.304_8), "ft feet foot ' ′"),
      (Self(.length, 0.914_4), "yd yds yard yards"),
      (Self(.mass, 0.000_001), "g"), (Self(.mass, 0.001), "kg"), (Self(.mass, 1), "t"),
      (Self(.mass, 0.000_453_592_37), "lb lbs"),
      (Self(.power, 0.001), "w"), (Self(.power, 1), "kw"), (Self(.power, 1_000), "mw"),
      (Self(.speed, 1), "km/h kmh kph"), (Self(.speed, 1.609_344), "mph"),
      (Self(.speed, 1.852), "knot knots kn"), (Self(.speed, 3.6), "m/s"),
    ]
    return names.reduce(into: [:]) { units, name in
      for word in name.words.split(separator: " ") { units[String(word)] = name.unit }
    }
  }()
}
