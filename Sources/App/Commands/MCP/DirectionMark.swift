/// Removes characters that change the reading direction (`Bidi_Control` in Unicode).
///
/// A name with such a mark could reverse the text after it in a result.
enum DirectionMark {
  /// Returns whether a scalar changes the reading direction.
  private static func isMark(_ scalar: UInt32) -> Bool {
    scalar == 0x061C || (0x200E...0x200F).contains(scalar) || ControlCharacter.turnsDirection(scalar)
  }

  /// Returns the text without these characters.
  static func removed(from text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !isMark($0.value) }))
  }

  /// Returns JSON without these characters.
  ///
  /// The JSON writer escapes some of them and writes the others unchanged.
  static func removed(fromJSON bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: mayBegin) else { return bytes }
    var cleaned: [UInt8] = []
    cleaned.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let length = mayBegin(with: bytes[index]) ? length(of: bytes, at: index) : 0
      if length > 0 {
        index += length
        continue
      }
      // The character after a backslash begins no mark: `\\u202e` is text.
      let count = bytes[index] == UInt8(ascii: "\\") ? min(2, bytes.count - index) : 1
      cleaned += bytes[index..<index + count]
      index += count
    }
    return cleaned
  }

  private static func mayBegin(with byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\\") || byte == 0xD8 || byte == 0xE2
  }

  /// Returns the length of a mark in bytes, escaped or in UTF-8; 0 if there is none.
  private static func length(of bytes: [UInt8], at index: Int) -> Int {
    let rest = bytes[index...]
    switch bytes[index] {
    case UInt8(ascii: "\\"):
      guard rest.dropFirst().first == UInt8(ascii: "u") else { return 0 }
      let scalar = UInt32(String(decoding: rest.dropFirst(2).prefix(4), as: UTF8.self), radix: 16)
      return scalar.map(isMark) == true ? 6 : 0
    case 0xD8: return rest.dropFirst().first == 0x9C ? 2 : 0
    default:
      let next = rest.dropFirst().prefix(2)
      guard next.count == 2 else { return 0 }
      let scalar = 0x2000 | UInt32(bytes[index + 1] & 0x3F) << 6 | UInt32(bytes[index + 2] & 0x3F)
      return isMark(scalar) ? 3 : 0
    }
  }
}
