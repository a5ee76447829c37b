/// A character written with a backslash in a JSON string (RFC 8259, section 7).
public struct JSONEscape: Sendable, Hashable {
  /// The character; U+FFFD for a lone surrogate.
  package let scalar: Unicode.Scalar
  /// Whether the escape is a lone surrogate, which the grammar allows but which isn't text.
  package let isLoneSurrogate: Bool

  /// Parses the text after a backslash and moves the offset past it; for an invalid escape (`nil`), past its letter.
  package init?(in bytes: Span<UInt8>, at offset: inout Int) {
    guard offset < bytes.count else { return nil }
    let letter = bytes[offset]
    offset += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): self.init(Unicode.Scalar(letter))
    case UInt8(ascii: "b"): self.init("\u{8}")
    case UInt8(ascii: "f"): self.init("\u{C}")
    case UInt8(ascii: "n"): self.init("\n")
    case UInt8(ascii: "r"): self.init("\r")
    case UInt8(ascii: "t"): self.init("\t")
    case UInt8(ascii: "u"):
      guard let unit = Self.codeUnit(in: bytes, at: offset) else { return nil }
      offset += 4
      guard (0xD800...0xDFFF).contains(unit) else {
        self.init(Unicode.Scalar(unit))
        return
      }
      self.init(Self.pair(of: unit, in: bytes, at: offset))
      if !isLoneSurrogate { offset += 6 }
    default: return nil
    }
  }

  /// Appends the unescaped contents of a well-formed string; a lone surrogate becomes U+FFFD.
  package static func resolve(_ inside: Span<UInt8>, into output: inout [UInt8]) {
    var offset = 0
    while offset < inside.count {
      let byte = inside[offset]
      offset += 1
      if byte == UInt8(ascii: "\\"), let escape = JSONEscape(in: inside, at: &offset) {
        output.append(contentsOf: UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter)
      } else {
        output.append(byte)
      }
    }
  }

  private init(_ scalar: Unicode.Scalar?) {
    self.scalar = scalar ?? "\u{FFFD}"
    isLoneSurrogate = scalar == nil
  }

  /// Returns the scalar of a surrogate pair; `nil` if the escape after the first surrogate isn't the second one.
  private static func pair(of high: UInt32, in bytes: Span<UInt8>, at offset: Int) -> Unicode.Scalar? {
    guard high < 0xDC00, offset + 1 < bytes.count,
      bytes[offset] == UInt8(ascii: "\\"), bytes[offset + 1] == UInt8(ascii: "u"),
      let low = codeUnit(in: bytes, at: offset + 2), (0xDC00...0xDFFF).contains(low)
    else { return nil }
    return Unicode.Scalar(0x1_0000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }

  /// Returns the value of four hexadecimal digits; `nil` if they are missing.
  private static func codeUnit(in bytes: Span<UInt8>, at offset: Int) -> UInt32? {
    guard offset + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for index in offset..<offset + 4 {
      switch bytes[index] {
      case let digit where digit &- 0x30 <= 9: value = value << 4 | UInt32(digit & 0xF)
      case let letter where (letter | 0x20) &- 0x61 <= 5: value = value << 4 | UInt32(letter & 0xF + 9)
      default: return nil
      }
    }
    return value
  }
}
