/// The width of numbers in text.
enum DecimalWidth {
  /// The maximum byte count of a number: 24 for a double as Swift writes it, 20 for a whole number; rounded up because
  /// eight digits are written at once.
  static let maximumByteCount = 32
}

/// Writes numbers without making a string of each.
extension [UInt8] {
  /// Appends a whole number.
  mutating func append(decimal value: Int) {
    unsafe append(upTo: DecimalWidth.maximumByteCount) { unsafe $0.put(decimal: value) }
  }

  /// Appends the shortest decimal that reads back as the same finite number; whole numbers without a fraction.
  mutating func append(decimal value: Double) {
    unsafe append(upTo: DecimalWidth.maximumByteCount) { unsafe $0.put(decimal: value) }
  }
}

extension ByteCursor {
  /// Writes a whole number.
  @inline(__always)
  mutating func put(decimal value: Int) {
    if value < 0 { unsafe put(UInt8(ascii: "-")) }
    unsafe put(digits: value.magnitude)
  }

  /// Writes the shortest decimal that reads back as the same finite number; whole numbers without a fraction.
  @inline(__always)
  mutating func put(decimal value: Double) {
    // A coordinate of up to seven decimals: dividing two exactly representable numbers rounds correctly, so these
    // digits read back as the same number, and two decimals of fewer than 16 digits never do: they are the shortest.
    // Adding and subtracting 1.5 * 2^52 rounds to a whole number; the comparison catches every other case.
    let scaled = (value * 1e7 + 0x1.8p52) - 0x1.8p52
    guard abs(scaled) < 1e15, scaled / 1e7 == value else { return unsafe putLong(decimal: value) }
    if scaled < 0 { unsafe put(UInt8(ascii: "-")) }
    let (whole, fraction) = UInt(abs(scaled)).quotientAndRemainder(dividingBy: 10_000_000)
    unsafe put(digits: whole)
    guard fraction > 0 else { return }
    unsafe put(UInt8(ascii: "."))
    // Seven digits and a zero, without the zeros at the end.
    let digits = (UInt64(fraction) * 10).eightDigits
    unsafe put(eight: digits, count: 8 - digits.leadingZeroBitCount / 8)
  }

  private mutating func putLong(decimal value: Double) {
    let text = value.description
    unsafe put([UInt8]((text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8))
  }

  @inline(__always)
  private mutating func put(digits value: UInt) {
    if value < 10 {
      unsafe put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value))
    } else if value < 100_000_000 {
      let digits = UInt64(value).eightDigits
      let zeros = digits.trailingZeroBitCount / 8
      unsafe put(eight: digits >> UInt64(zeros * 8), count: 8 - zeros)
    } else {
      let (high, low) = value.quotientAndRemainder(dividingBy: 100_000_000)
      unsafe putMany(digits: high)
      unsafe put(eight: UInt64(low).eightDigits, count: 8)
    }
  }

  @inline(never)
  private mutating func putMany(digits value: UInt) { unsafe put(digits: value) }

  /// Writes the first of eight digits.
  @inline(__always)
  private mutating func put(eight digits: UInt64, count length: Int) {
    unsafe put(eightBytes: (digits | 0x3030_3030_3030_3030).littleEndian, count: length)
  }
}

extension UInt64 {
  /// The eight decimal digits of a number below 10^8, one a byte, the first lowest.
  ///
  /// Method: halves, quarters and eighths of the number side by side in one register; the multiplications divide by 100
  /// and by 10 for the small numbers they meet (P. Khuong, "How to print integers really fast", 2017).
  @inline(__always)
  fileprivate var eightDigits: UInt64 {
    let top = self / 10_000
    let fours = top | (self - top * 10_000) << 32
    let hundreds = ((fours &* 10_486) >> 20) & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- hundreds &* 100) << 16
    let tens = ((twos &* 103) >> 10) & 0x000F_000F_000F_000F
    return tens | (twos &- tens &* 10) << 8
  }
}

extension Double {
  /// The shortest decimal that reads back as the same number.
  var decimalText: String {
    var bytes: [UInt8] = []
    bytes.append(decimal: self)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Int {
  /// The number for a person, with a comma before each group of three digits.
  var groupedText: String {
    var digits = String(magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (self < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }
}

/// A number with its noun: `1 place`, `2 places`.
func counted(_ number: Int, _ noun: String) -> String {
  guard number != 1 else { return "1 \(noun)" }
  return noun.hasSuffix("ry") ? "\(number) \(noun.dropLast())ies" : "\(number) \(noun)s"
}
