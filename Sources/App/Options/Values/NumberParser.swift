import Domain

/// Reads decimal numbers, without the other notations that Swift accepts.
enum NumberParser {
  /// Reads a decimal number: digits with an optional sign, point and exponent.
  ///
  /// Returns a finite number; `nil` for other text, such as `0x10`, `inf` or `nan`.
  static func number(_ text: some StringProtocol) -> Double? {
    let digits = Array(text.replacingMinus().utf8)
    return DecimalNumber.value(of: digits.span).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Reads a whole number: digits with an optional sign.
  ///
  /// Returns `nil` for other text.
  static func wholeNumber(_ text: some StringProtocol) -> Int? { Int(text.replacingMinus()) }

  /// Reads a number with a unit; spaces between them are allowed.
  ///
  /// Returns the number times the size of the first matching unit; `nil` for other text.
  fileprivate static func number(_ text: String, in units: [(unit: String, size: Double)]) -> Double? {
    let text = text.lowercased()
    guard let (unit, size) = units.first(where: { text.hasSuffix($0.unit) }) else { return nil }
    var digits = text.dropLast(unit.count)
    while digits.last == " " { digits.removeLast() }
    return number(digits).map { $0 * size }
  }
}

extension StringProtocol where SubSequence == Substring {
  /// Returns the trimmed parts of the text, without empty ones.
  func parts(between separator: Character) -> [String] {
    split(separator: separator).map { String($0.trimmed) }.filter { !$0.isEmpty }
  }
}

extension StringProtocol {
  fileprivate func replacingMinus() -> String {
    utf8.allSatisfy { $0 < 0x80 } ? String(self) : String(map { $0 == "\u{2212}" ? "-" : $0 })
  }
}

/// Reads lengths with units.
enum LengthParser {
  private static let metersByUnit: [(unit: String, size: Double)] = [
    ("km", 1_000), ("mi", 1_609.344), ("ft", 0.3048), ("m", 1), ("kilometers", 1_000), ("kilometres", 1_000),
    ("miles", 1_609.344), ("mile", 1_609.344), ("meters", 1), ("metres", 1), ("feet", 0.3048), ("", 1),
  ]

  /// Reads a length; a number without a unit is in metres.
  ///
  /// Returns a length of 0 or more; `nil` for other text.
  static func length(_ text: String) -> Distance? {
    NumberParser.number(text, in: metersByUnit).flatMap { Distance(meters: $0) }
  }
}

/// Reads and writes durations with units.
enum DurationParser {
  private static let secondsByUnit: [(unit: String, size: Double)] = [
    ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3_600), ("d", 86_400), ("", 1),
  ]

  /// Reads a duration; a number without a unit is in seconds.
  ///
  /// Returns a duration from 1 ms to one day, rounded to milliseconds; `nil` for other text.
  static func duration(_ text: String) -> Duration? {
    guard let seconds = NumberParser.number(text, in: secondsByUnit) else { return nil }
    let milliseconds = (seconds * 1_000).rounded()
    guard milliseconds >= 1, milliseconds <= 86_400_000 else { return nil }
    return .milliseconds(Int(milliseconds))
  }

  /// Writes a duration for people: `30 days`, `10 s`, `1.25 s`, `250 ms`, `0.4 ms`.
  static func text(of duration: Duration) -> String {
    let (seconds, rest) = duration.components
    if seconds > 0, seconds % 86_400 == 0, rest == 0 { return counted(Int(seconds) / 86_400, "day") }
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
