/// Reads decimal numbers as people and programs write them: a sign, digits, a point and an exponent.
package enum DecimalNumber {
  /// Digits that are read exactly: fewer than 2⁵³ and so every one of them counts.
  package static let exactDigits = 15
  /// Digits that fit in 64 bits; read at once, the number is within two units in the last place.
  package static let fittingDigits = 18

  /// Powers of ten that a Double holds exactly.
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
  ]

  /// Reads a number that fills the bytes.
  ///
  /// Up to 15 digits are read without the standard library: both the digits and the power of ten are exact then, and IEEE 754 rounds
  /// their quotient once. Source: W. D. Clinger, "How to Read Floating Point Numbers Accurately", PLDI 1990.
  ///
  /// - Parameters:
  ///   - bytes: The text, without blanks.
  ///   - digitsAtOnce: Digits that are read without the standard library: ``exactDigits`` for the nearest Double,
  ///     ``fittingDigits`` where the last two units do not count.
  /// - Returns: `nil` for anything but a decimal number; infinity for one that is too large.
  /// - Complexity: One pass; a text with an exponent or with more digits is copied for the standard library.
  package static func value(of bytes: Span<UInt8>, digitsAtOnce: Int = exactDigits) -> Double? {
    guard !bytes.isEmpty else { return nil }
    let isNegative = bytes[0] == UInt8(ascii: "-")
    var at = isNegative || bytes[0] == UInt8(ascii: "+") ? 1 : 0
    var (digits, fractionDigits, hasPoint, mantissa) = (0, 0, false, 0)
    while at < bytes.count {
      let byte = bytes[at]
      if byte &- UInt8(ascii: "0") <= 9, digits < digitsAtOnce {
        mantissa = mantissa &* 10 &+ Int(byte &- UInt8(ascii: "0"))
        digits += 1
        if hasPoint { fractionDigits += 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        return valueByStandardLibrary(of: bytes)
      }
      at += 1
    }
    guard digits > 0 else { return nil }
    let magnitude = Double(mantissa) / powersOfTen[fractionDigits]
    return isNegative ? -magnitude : magnitude
  }

  /// What the fast way does not read; the standard library would also take `0x25`, `nan` and `inf`.
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
