import Domain

/// Writes distances for a person.
enum DistanceText {
  /// Whole metres below a kilometre, and kilometres with two decimals, both cut off as everywhere.
  static func text(of distance: Distance) -> String {
    let meters = distance.wholeMeters
    guard meters >= 1_000 else { return "\(meters) m" }
    let hundredths = meters / 10 % 100
    return "\(meters / 1_000).\(hundredths < 10 ? "0" : "")\(hundredths) km"
  }

  /// Writes a length for a person: `800 m`, `1.5 km`.
  static func short(_ distance: Distance) -> String {
    var bytes: [UInt8] = []
    let isLong = distance.meters >= 1_000
    bytes.append(decimal: isLong ? (distance.meters / 10).rounded() / 100 : distance.meters.rounded())
    bytes.append(text: isLong ? " km" : " m")
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A round length, such as `250 m`, `1.5 km` and `20 km`.
  static func round(meters: Double) -> String {
    guard meters >= 1_000 else { return "\(Int(meters.rounded())) m" }
    let tenths = Int((meters / 100).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) km" : "\(tenths / 10).\(tenths % 10) km"
  }

  /// The largest of 1, 2 and 5 times a power of ten that is not larger than a length.
  ///
  /// - Parameter meters: A length above 0.
  /// - Returns: Metres.
  static func roundDown(meters: Double) -> Double {
    let power = powerOfTen(below: meters)
    return power * (power * 5 <= meters ? 5 : power * 2 <= meters ? 2 : 1)
  }

  /// The smallest of 1, 2, 2.5 and 5 times a power of ten that is not smaller than a length.
  ///
  /// - Parameter meters: A length above 0.
  /// - Returns: Metres.
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
