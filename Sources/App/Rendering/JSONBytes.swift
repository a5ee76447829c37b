/// Writes JSON by hand, straight into a buffer: an answer of a million places is mostly this.
extension [UInt8] {
  /// Appends a part of a buffer as a JSON string, quotes included.
  ///
  /// Escapes what RFC 8259 asks for, and also the controls beyond ASCII that a terminal may obey.
  ///
  /// - Parameters:
  ///   - bytes: A buffer; the part is valid UTF-8.
  ///   - range: The part.
  mutating func appendJSON(string bytes: [UInt8], in range: Range<Int>) {
    append(UInt8(ascii: "\""))
    var plain = range.lowerBound
    var index = plain
    while index < range.upperBound {
      let byte = bytes[index]
      guard ControlCharacter.mayBegin(with: byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        append(contentsOf: bytes[plain..<index])
        append(UInt8(ascii: "\\"))
        append(byte)
        index += 1
        plain = index
      } else if let control = ControlCharacter.match(in: bytes, at: index, end: range.upperBound) {
        append(contentsOf: bytes[plain..<index])
        appendJSON(escape: control.scalar)
        index += control.length
        plain = index
      } else {
        index += 1
      }
    }
    append(contentsOf: bytes[plain..<range.upperBound])
    append(UInt8(ascii: "\""))
  }

  /// Appends a text as a JSON string, quotes included.
  mutating func appendJSON(string text: String) {
    let bytes = [UInt8](text.utf8)
    appendJSON(string: bytes, in: bytes.indices)
  }

  /// Appends a text as a JSON string, or `null`.
  mutating func appendJSON(string text: String?) {
    guard let text else { return appendJSONNull() }
    appendJSON(string: text)
  }

  /// Appends `null`.
  mutating func appendJSONNull() { append(text: "null") }

  /// Appends `true` or `false`.
  mutating func appendJSON(_ value: Bool) { append(text: value ? "true" : "false") }

  /// Appends a whole number, or `null`.
  mutating func appendJSON(_ value: Int?) {
    guard let value else { return appendJSONNull() }
    append(decimal: value)
  }

  /// Appends a number, or `null`.
  mutating func appendJSON(_ value: Double?) {
    guard let value else { return appendJSONNull() }
    append(decimal: value)
  }

  /// Appends text as it is.
  mutating func append(text: String) { append(contentsOf: text.utf8) }

  private mutating func appendJSON(escape scalar: UInt16) {
    append(UInt8(ascii: "\\"))
    switch scalar {
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      append(UInt8(ascii: "u"))
      for shift in [12, 8, 4, 0] {
        let digit = UInt8(truncatingIfNeeded: scalar >> UInt16(shift)) & 0xF
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }
}
