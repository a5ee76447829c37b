/// Reads decimal numbers out of bytes.
enum DecimalNumber {
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
  ]

  /// The number that some bytes spell; `nil` when they spell none.
  ///
  /// The nearest double for up to 15 digits, within two units in the last place beyond.
  static func parse(_ bytes: ByteView) -> Double? {
    var index = 0
    var isNegative = false
    if bytes.count > 0, bytes.byte(at: 0) == UInt8(ascii: "-") || bytes.byte(at: 0) == UInt8(ascii: "+") {
      isNegative = bytes.byte(at: 0) == UInt8(ascii: "-")
      index = 1
    }
    var mantissa: Int64 = 0
    var digits = 0
    var fraction = 0
    var seenPoint = false
    while index < bytes.count {
      let byte = bytes.byte(at: index)
      if byte >= 0x30, byte <= 0x39 {
        guard digits < 18 else { return slow(bytes) }
        mantissa = mantissa &* 10 &+ Int64(byte & 0x0F)
        digits += 1
        if seenPoint { fraction += 1 }
      } else if byte == UInt8(ascii: "."), !seenPoint {
        seenPoint = true
      } else {
        return slow(bytes)
      }
      index += 1
    }
    guard digits > 0 else { return nil }
    let value = Double(mantissa) / powers[fraction]
    return isNegative ? -value : value
  }

  /// What the fast way does not read: many digits, an exponent.
  ///
  /// The standard library would also take `0x25`, `nan` and `inf`, which are no decimal numbers.
  private static func slow(_ bytes: ByteView) -> Double? {
    guard bytes.count < 400, bytes.isDecimal, let value = Double(bytes.text), value.isFinite else { return nil }
    return value
  }
}

extension ByteView {
  /// Whether every byte may stand in a decimal number.
  fileprivate var isDecimal: Bool {
    for index in 0..<count {
      switch byte(at: index) {
      case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        continue
      default: return false
      }
    }
    return true
  }
}
