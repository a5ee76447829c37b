/// Appends numbers without an intermediate `String`.
extension OutputBuffer {
  /// The maximum size of a number in bytes.
  static let numberBound = 32

  mutating func append(decimal value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(digits: value.magnitude)
  }

  /// Appends the shortest decimal that parses to the same finite number; whole numbers have no fraction.
  mutating func append(decimal value: Double) {
    // The fast path for coordinates of up to seven decimals. Dividing two exactly representable numbers rounds
    // correctly, so these digits parse to the same number. They are the shortest, because two decimals of fewer than 16
    // digits never parse to the same number. Adding and subtracting 1.5 * 2^52 rounds to a whole number; the comparison
    // rejects every other case.
    let scaled = (value * 1e7 + 0x1.8p52) - 0x1.8p52
    guard abs(scaled) < 1e15, scaled / 1e7 == value else {
      let text = value.description
      return append(text: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }
    if scaled < 0 { append(UInt8(ascii: "-")) }
    let (whole, fraction) = UInt64(Int64(abs(scaled))).quotientAndRemainder(dividingBy: 10_000_000)
    guard fraction > 0 else { return append(digits: UInt(whole)) }
    if whole < 1000 {
      append(wholePart: whole)
    } else {
      append(digits: UInt(whole))
      append(UInt8(ascii: "."))
    }
    // Seven digits and a zero, without trailing zeros.
    let digits = (fraction &* 10).eightDigits
    append(eight: digits | .asciiZeros, count: 8 &- digits.leadingZeroBitCount / 8)
  }

  /// Appends a number below 1000 and the decimal point in one step: the whole part of a coordinate.
  @inline(__always)
  private mutating func append(wholePart value: UInt64) {
    // Both multiplications divide exactly by 100 and by 10 in this range.
    let hundreds = (value &* 41) >> 12
    let rest = value &- hundreds &* 100
    let tens = (rest &* 103) >> 10
    let ones = rest &- tens &* 10
    let digits = hundreds | tens << 8 | ones << 16
    let leading: UInt64 = value >= 100 ? 0 : value >= 10 ? 1 : 2
    append(eight: (digits | .asciiZerosAndPoint) >> (8 &* leading), count: 4 - Int(leading))
  }

  @inline(__always)
  private mutating func append(digits value: UInt) {
    guard value >= 10 else { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)) }
    guard value >= 100_000_000 else {
      let digits = UInt64(value).eightDigits
      let zeros = digits.trailingZeroBitCount / 8
      return append(eight: (digits | .asciiZeros) >> UInt64(zeros * 8), count: 8 - zeros)
    }
    appendLong(digits: value)
  }

  private mutating func appendLong(digits value: UInt) {
    let (high, low) = value.quotientAndRemainder(dividingBy: 100_000_000)
    append(digits: high)
    append(eight: UInt64(low).eightDigits | .asciiZeros, count: 8)
  }
}

extension UInt64 {
  /// Eight ASCII zeros.
  fileprivate static let asciiZeros: UInt64 = 0x3030_3030_3030_3030
  /// Three ASCII zeros and a point, the first in the lowest byte.
  fileprivate static let asciiZerosAndPoint: UInt64 = 0x2E30_3030

  /// The eight decimal digits of a number below 10^8, one per byte, the first in the lowest byte.
  ///
  /// Splits the number into halves, quarters and eighths in one register. The multiplications divide by 100 and by 10,
  /// exactly for operands this small (P. Khuong, "How to print integers really fast", 2017).
  @inline(__always)
  fileprivate var eightDigits: UInt64 {
    let top = self / 10_000
    let fours = top | (self &- top &* 10_000) << 32
    let hundreds = ((fours &* 10_486) >> 20) & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- hundreds &* 100) << 16
    let tens = ((twos &* 103) >> 10) & 0x000F_000F_000F_000F
    return tens | (twos &- tens &* 10) << 8
  }
}
