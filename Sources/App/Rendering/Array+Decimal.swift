/// Writes bytes and numbers without making a string of each; where there are many, a ``ByteRoom`` takes them in one go.
extension [UInt8] {
  /// Appends a part of another array.
  @inline(__always)
  mutating func append(_ source: [UInt8], in range: Range<Int>) {
    append(atMost: range.count) { $0.append(source, in: range) }
  }

  @inline(__always)
  mutating func append(literal text: StaticString) {
    text.withUTF8Buffer { unsafe append(contentsOf: $0) }
  }

  mutating func append(text: String) { append(contentsOf: text.utf8) }

  mutating func append(decimal value: Int) { append(atMost: ByteRoom.numberBound) { $0.append(decimal: value) } }

  /// Appends the shortest decimal that reads back as the same finite number; whole numbers without a fraction.
  mutating func append(decimal value: Double) { append(atMost: ByteRoom.numberBound) { $0.append(decimal: value) } }
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
