/// Base64 with padding (RFC 4648, section 4), decoded without Foundation, which the offline path does not load.
enum Base64 {
  /// Decodes a text; `nil` when a character is not in the alphabet or one is missing.
  ///
  /// - Complexity: O(n); about a nanosecond per character.
  static func decode(_ text: StaticString) -> [UInt8]? {
    text.withUTF8Buffer { unsafe decode($0.span) }
  }

  private static func decode(_ text: Span<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var end = text.count
    while end > 0, text.count - end < 2, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    var bits: UInt32 = 0
    var bitCount = 0
    for index in 0..<end {
      guard let value = value(of: text[index]) else { return nil }
      bits = bits << 6 | value
      bitCount += 6
      guard bitCount >= 8 else { continue }
      bitCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
    }
    return bytes
  }

  @inline(__always)
  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
