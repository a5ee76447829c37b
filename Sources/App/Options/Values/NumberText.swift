/// Reads numbers as people write them, and nothing else that Swift would take.
enum NumberText {
  /// Reads a decimal number: digits with an optional sign, point and exponent.
  ///
  /// - Parameter text: `37.5`, `-122.4`, `+1`, `.5`, `1e3`; the minus may be U+2212.
  /// - Returns: A finite number; `nil` for anything else, such as `0x10`, `inf` or `nan`.
  static func number(_ text: some StringProtocol) -> Double? {
    let plain = text.replacingMinus()
    guard plain.utf8.allSatisfy(isNumeric), let value = Double(plain), value.isFinite else { return nil }
    return value
  }

  /// Reads a whole number: digits with an optional sign.
  ///
  /// - Parameter text: `12`, `-1`.
  /// - Returns: The number; `nil` for anything else.
  static func wholeNumber(_ text: some StringProtocol) -> Int? { Int(text.replacingMinus()) }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}

extension StringProtocol {
  fileprivate func replacingMinus() -> String { String(map { $0 == "\u{2212}" ? "-" : $0 }) }
}
