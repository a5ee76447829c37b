/// How long written numbers get.
enum DecimalWidth {
  /// The most bytes that a number takes: 24 for a double as Swift writes it, 20 for a whole number; rounded up, because
  /// eight digits are written at once.
  static let longest = 32
}

/// Writes numbers without making a string of each.
extension [UInt8] {
  /// Appends a whole number.
  mutating func append(decimal value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(digits: value.magnitude)
  }

  /// Appends the shortest decimal that reads back as the same number; whole numbers without a fraction.
  ///
  /// - Parameter value: A finite number.
  mutating func append(decimal value: Double) {
    // A coordinate of up to seven decimals: dividing two exactly representable numbers rounds correctly, so these
    // digits read back as the same number, and two decimals of fewer than 16 digits never do: they are the shortest.
    let scaled = (value * 1e7).rounded()
    if abs(scaled) < 1e15, scaled / 1e7 == value {
      append(whole: Int(scaled), decimals: 7)
    } else {
      let text = value.description
      append(text: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }
  }

  private mutating func append(whole scaled: Int, decimals: Int) {
    var unit: UInt = 1
    for _ in 0..<decimals { unit *= 10 }
    let magnitude = scaled.magnitude
    if scaled < 0 { append(UInt8(ascii: "-")) }
    append(digits: magnitude / unit)
    var fraction = magnitude % unit
    guard fraction > 0 else { return }
    append(UInt8(ascii: "."))
    while fraction > 0 {
      unit /= 10
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / unit))
      fraction %= unit
    }
  }

  private mutating func append(digits value: UInt) {
    var unit: UInt = 1
    while value / unit >= 10 { unit *= 10 }
    while unit > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / unit % 10))
      unit /= 10
    }
  }
}
