/// Reads numbers as people write coordinates.
enum DecimalNumber {
  /// Powers of ten that a Double holds exactly.
  private static let exactPowersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// Reads a decimal number, blanks around it allowed: the nearest Double, as the standard library reads it.
  ///
  /// Up to 15 digits are read without a detour: both the digits and the power of ten are exact then, and IEEE 754
  /// rounds their quotient once. Source: W. D. Clinger, "How to Read Floating Point Numbers Accurately", PLDI 1990.
  ///
  /// - Returns: `nil` for anything but a sign, digits, a point and an exponent.
  static func value(of bytes: [UInt8], in range: Range<Int>) -> Double? {
    var (at, end) = (range.lowerBound, range.upperBound)
    while at < end, Ascii.isBlank(bytes[at]) { at += 1 }
    while at < end, Ascii.isBlank(bytes[end - 1]) { end -= 1 }
    let start = at
    guard at < end else { return nil }
    let isNegative = bytes[at] == Ascii.minus
    if isNegative || bytes[at] == Ascii.plus { at += 1 }
    var (digits, fractionDigits, hasPoint, mantissa) = (0, 0, false, 0)
    while at < end {
      let byte = bytes[at]
      if Ascii.isDigit(byte), digits < 15 {
        mantissa = mantissa * 10 + Int(byte &- Ascii.zero)
        digits += 1
        if hasPoint { fractionDigits += 1 }
      } else if byte == Ascii.period, !hasPoint {
        hasPoint = true
      } else {
        return slowValue(of: bytes[start..<end])
      }
      at += 1
    }
    guard digits > 0 else { return nil }
    let magnitude = Double(mantissa) / exactPowersOfTen[fractionDigits]
    return isNegative ? -magnitude : magnitude
  }

  private static func slowValue(of text: ArraySlice<UInt8>) -> Double? {
    let isDecimal = text.allSatisfy { byte in
      Ascii.isDigit(byte) || byte == Ascii.minus || byte == Ascii.plus || byte == Ascii.period
        || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
    }
    return isDecimal ? Double(String(decoding: text, as: UTF8.self)) : nil
  }
}
