/// A character written with a backslash in a JSON string (RFC 8259, 7).
struct JSONEscape: Sendable, Hashable {
  /// The character meant.
  let scalar: Unicode.Scalar

  /// Reads an escape; `nil` when it is none, also when it is half of a surrogate pair.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - offset: Just past the backslash; moved past the escape.
  init?(in bytes: [UInt8], at offset: inout Int) {
    guard offset < bytes.count else { return nil }
    let kind = bytes[offset]
    offset += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(kind)
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"):
      guard var value = Self.fourDigits(in: bytes, at: &offset) else { return nil }
      if (0xD800...0xDBFF).contains(value) {
        guard
          bytes[offset...].starts(with: #"\u"#.utf8),
          case var next = offset + 2,
          let low = Self.fourDigits(in: bytes, at: &next), (0xDC00...0xDFFF).contains(low)
        else { return nil }
        offset = next
        value = 0x1_0000 + (value - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let meant = Unicode.Scalar(value) else { return nil }
      scalar = meant
    default: return nil
    }
  }

  private static func fourDigits(in bytes: [UInt8], at offset: inout Int) -> UInt32? {
    guard offset + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[offset..<offset + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
      value = value << 4 | UInt32(digit)
    }
    offset += 4
    return value
  }
}

extension JSONReader {
  /// Appends what a string means.
  func append(_ text: JSONText, to words: inout [UInt8]) {
    guard text.isEscaped else { return words.append(contentsOf: bytes[text.range]) }
    var offset = text.range.lowerBound
    while offset < text.range.upperBound {
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: "\\"), let escape = JSONEscape(in: bytes, at: &offset) {
        words.append(contentsOf: UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter)
      } else {
        words.append(byte)
      }
    }
  }
}
