/// Appends text and numbers without an intermediate `String`.
///
/// To append many at once, use a ``OutputBuffer``.
extension [UInt8] {
  @inline(__always)
  mutating func append(literal text: StaticString) {
    text.withUTF8Buffer { unsafe append(contentsOf: $0) }
  }

  mutating func append(text: String) { append(contentsOf: text.utf8) }

  mutating func append(decimal value: Int) { append(reserving: OutputBuffer.numberBound) { $0.append(decimal: value) } }

  /// Appends the shortest decimal that parses to the same finite number; whole numbers have no fraction.
  mutating func append(decimal value: Double) {
    append(reserving: OutputBuffer.numberBound) { $0.append(decimal: value) }
  }
}

extension Double {
  var decimalText: String {
    var bytes: [UInt8] = []
    bytes.append(decimal: self)
    return String(decoding: bytes, as: UTF8.self)
  }
}
