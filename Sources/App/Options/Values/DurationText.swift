/// Reads and writes lengths of time with units.
enum DurationText {
  private static let secondsByUnit: [(unit: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3_600), ("", 1),
  ]

  /// Reads a duration; a bare number counts seconds.
  ///
  /// - Parameter text: `10s`, `500ms`, `2m`, `1.5h`, `10`.
  /// - Returns: The duration, down to the millisecond; `nil` for anything else, for less than 1 ms, for more than a day.
  static func duration(_ text: String) -> Duration? {
    let text = text.lowercased()
    for (unit, seconds) in secondsByUnit where text.hasSuffix(unit) {
      guard let number = NumberText.number(text.dropLast(unit.count)) else { return nil }
      let milliseconds = (number * seconds * 1_000).rounded()
      guard milliseconds >= 1, milliseconds <= 86_400_000 else { return nil }
      return .milliseconds(Int(milliseconds))
    }
    return nil
  }

  /// Writes a duration for a person: `10 s`, `1.25 s`, `250 ms`, `0.4 ms`.
  static func text(of duration: Duration) -> String {
    let milliseconds = duration / .milliseconds(1)
    var bytes: [UInt8] = []
    switch milliseconds {
    case ..<9.95: bytes.append(decimal: (milliseconds * 10).rounded() / 10)
    case ..<999.5: bytes.append(decimal: milliseconds.rounded())
    default: bytes.append(decimal: (milliseconds / 10).rounded() / 100)
    }
    bytes.append(text: milliseconds < 999.5 ? " ms" : " s")
    return String(decoding: bytes, as: UTF8.self)
  }
}
