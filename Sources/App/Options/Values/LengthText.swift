import Domain

/// Reads and writes lengths with units.
enum LengthText {
  private static let metersByUnit: [(unit: String, meters: Double)] = [
    ("km", 1_000), ("mi", 1_609.344), ("ft", 0.3048), ("m", 1), ("", 1),
  ]

  /// Reads a length; a bare number counts metres.
  ///
  /// - Parameter text: `800`, `800m`, `1.5km`, `1 mi`, `2000ft`, in any case.
  /// - Returns: The length, 0 or more; `nil` for anything else.
  static func length(_ text: String) -> Distance? {
    let text = text.lowercased()
    for (unit, meters) in metersByUnit where text.hasSuffix(unit) {
      var number = text.dropLast(unit.count)
      while number.last == " " { number.removeLast() }
      return NumberText.number(number).flatMap { Distance(meters: $0 * meters) }
    }
    return nil
  }

  /// Writes a length for a person: `800 m`, `1.5 km`.
  static func text(of distance: Distance) -> String {
    var bytes: [UInt8] = []
    let isLong = distance.meters >= 1_000
    bytes.append(decimal: isLong ? (distance.meters / 10).rounded() / 100 : distance.meters.rounded())
    bytes.append(text: isLong ? " km" : " m")
    return String(decoding: bytes, as: UTF8.self)
  }
}
