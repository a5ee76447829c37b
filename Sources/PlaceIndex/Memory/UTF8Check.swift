/// Tells whether bytes are UTF-8, eight at a time where they are ASCII.
enum UTF8Check {
  /// Whether bytes are well-formed UTF-8 (Unicode 16, table 3-7).
  static func isValid(_ bytes: ByteView) -> Bool {
    var index = 0
    while index < bytes.count {
      if index + 8 <= bytes.count, bytes.load(UInt64.self, at: index) & 0x8080_8080_8080_8080 == 0 {
        index += 8
        continue
      }
      let lead = bytes.byte(at: index)
      if lead < 0x80 {
        index += 1
        continue
      }
      // Three bytes, as Korean is written, with no second byte that is not allowed behind some first ones.
      if index + 4 <= bytes.count, bytes.load(UInt32.self, at: index) & 0x00C0_C0F0 == 0x0080_80E0, lead != 0xE0,
        lead != 0xED
      {
        index += 3
        continue
      }
      let (length, second) = sequence(lead)
      guard length > 0, index + length <= bytes.count, second.contains(bytes.byte(at: index + 1)) else { return false }
      if length > 2, bytes.byte(at: index + 2) & 0xC0 != 0x80 { return false }
      if length > 3, bytes.byte(at: index + 3) & 0xC0 != 0x80 { return false }
      index += length
    }
    return true
  }

  /// How long a character is by its first byte, and what its second byte may be; length 0 for no first byte.
  @inline(__always)
  private static func sequence(_ lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>) {
    switch lead {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE, 0xEF: (3, 0x80...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: (0, 0...0)
    }
  }
}
