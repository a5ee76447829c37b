/// Writes bytes and numbers without making a string of each.
///
/// A batch writes millions of places, each of some thirty parts; `append(contentsOf:)` takes half as long again.
extension [UInt8] {
  /// Appends a part of another array, with a quote before and after it where that is wanted.
  @inline(__always)
  mutating func append(_ source: [UInt8], in range: Range<Int>, isQuoted: Bool = false) {
    let part = source.span.extracting(range)
    append(addingCapacity: part.count + 2) { output in
      if isQuoted { output.append(UInt8(ascii: "\"")) }
      unsafe output.withUnsafeMutableBufferPointer { memory, count in
        // In bounds: both are checked, the part by the span and the memory by the copy.
        let rest = memory.extracting(count...)
        count += unsafe part.withUnsafeBufferPointer { unsafe rest.initialize(fromContentsOf: $0) }
      }
      if isQuoted { output.append(UInt8(ascii: "\"")) }
    }
  }

  @inline(__always)
  mutating func append(literal text: StaticString) {
    text.withUTF8Buffer { unsafe append(contentsOf: $0) }
  }

  mutating func append(text: String) { append(contentsOf: text.utf8) }

  mutating func append(decimal value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(digits: value.magnitude)
  }

  /// Appends the shortest decimal that reads back as the same finite number; whole numbers without a fraction.
  mutating func append(decimal value: Double) {
    // A coordinate of up to seven decimals: dividing two exactly representable numbers rounds correctly, so these
    // digits read back as the same number, and two decimals of fewer than 16 digits never do: they are the shortest.
    // Adding and subtracting 1.5 * 2^52 rounds to a whole number; the comparison catches every other case.
    let scaled = (value * 1e7 + 0x1.8p52) - 0x1.8p52
    guard abs(scaled) < 1e15, scaled / 1e7 == value else {
      let text = value.description
      return append(contentsOf: (text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8)
    }
    if scaled < 0 { append(UInt8(ascii: "-")) }
    let (whole, fraction) = UInt(abs(scaled)).quotientAndRemainder(dividingBy: 10_000_000)
    append(digits: whole)
    guard fraction > 0 else { return }
    append(UInt8(ascii: "."))
    // Seven digits and a zero, without the zeros at the end.
    let digits = (UInt64(fraction) * 10).eightDigits
    append(eight: digits, count: 8 - digits.leadingZeroBitCount / 8)
  }

  private mutating func append(digits value: UInt) {
    guard value >= 10 else { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)) }
    guard value >= 100_000_000 else {
      let digits = UInt64(value).eightDigits
      let zeros = digits.trailingZeroBitCount / 8
      return append(eight: digits >> UInt64(zeros * 8), count: 8 - zeros)
    }
    let (high, low) = value.quotientAndRemainder(dividingBy: 100_000_000)
    append(digits: high)
    append(eight: UInt64(low).eightDigits, count: 8)
  }

  @inline(__always)
  private mutating func append(eight digits: UInt64, count: Int) {
    append(addingCapacity: 8) { output in
      for position in 0..<8 {
        output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digits >> UInt64(position * 8)))
      }
      output.removeLast(8 - count)
    }
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

/// How many places an answer has: `3 places`, or `3 of 60 places`.
func counted(places: Int, of total: Int?, isComplete: Bool) -> String {
  guard !isComplete, let total else { return counted(places, "place") }
  return "\(places) of \(counted(total, "place"))"
}

func counted(_ number: Int, _ noun: String) -> String {
  guard number != 1 else { return "1 \(noun)" }
  return noun.hasSuffix("ry") ? "\(number) \(noun.dropLast())ies" : "\(number) \(noun)s"
}
