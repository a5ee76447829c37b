/// Parses decimal numbers: a sign, digits, a point and an exponent.
package enum DecimalNumber {
  /// The number of digits that always fit the 53 bits of a Double.
  package static let exactDigits = 15
  /// The number of digits that fit 64 bits; such a number is accurate to two units in the last place.
  package static let fittingDigits = 18

  /// The powers of ten that a Double represents exactly.
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
  ]

  /// Parses a number that fills all of the bytes.
  ///
  /// Up to 15 digits are parsed without the standard library: both the digits and the power of ten are exact, and IEEE
  /// 754 rounds their quotient once. Source: W. D. Clinger, "How to Read Floating Point Numbers Accurately", PLDI 1990.
  ///
  /// - Parameters:
  ///   - bytes: The text, without white space.
  ///   - digitsAtOnce: The maximum number of digits to parse without the standard library: ``exactDigits`` for the
  ///     nearest Double, ``fittingDigits`` if an error of two units in the last place is acceptable.
  /// - Returns: The number, infinite if it is too large; `nil` if the bytes aren't a decimal number.
  /// - Complexity: One pass. A text with an exponent or more digits is copied for the standard library.
  package static func value(of bytes: Span<UInt8>, digitsAtOnce: Int = exactDigits) -> Double? {
    guard !bytes.isEmpty else { return nil }
    let isNegative = bytes[0] == UInt8(ascii: "-")
    var at = isNegative || bytes[0] == UInt8(ascii: "+") ? 1 : 0
    let start = at
    var mantissa = 0
    // With too many digits the sum overflows and isn't used: the standard library parses the number.
    while at < bytes.count, bytes[at] &- UInt8(ascii: "0") <= 9 {
      mantissa = mantissa &* 10 &+ Int(bytes[at] &- UInt8(ascii: "0"))
      at += 1
    }
    var digits = at - start
    var fractionDigits = 0
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      let first = at
      while at < bytes.count, bytes[at] &- UInt8(ascii: "0") <= 9 {
        mantissa = mantissa &* 10 &+ Int(bytes[at] &- UInt8(ascii: "0"))
        at += 1
      }
      fractionDigits = at - first
      digits += fractionDigits
    }
    guard at == bytes.count, digits <= digitsAtOnce else { return valueByStandardLibrary(of: bytes) }
    guard digits > 0 else { return nil }
    let magnitude = Double(mantissa) / powersOfTen[fractionDigits]
    return isNegative ? -magnitude : magnitude
  }

  /// Parses a number with the standard library, without its extensions `0x25`, `nan` and `inf`.
  private static func valueByStandardLibrary(of bytes: Span<UInt8>) -> Double? {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for at in bytes.indices {
      switch bytes[at] {
      case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        text.append(bytes[at])
      default: return nil
      }
    }
    return Double(String(decoding: text, as: UTF8.self))
  }
}
