/// Makes untrusted text safe for a terminal.
enum TerminalText {
  /// Returns the text without control characters; line feeds, carriage returns and tabs become spaces.
  static func cleaned(_ text: String) -> String {
    let bytes = [UInt8](text.utf8)
    guard bytes.contains(where: ControlCharacter.mayBegin) else { return text }
    var cleaned: [UInt8] = []
    cleaned.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if let control = ControlCharacter.match(in: bytes.span, at: index) {
        if [0x09, 0x0A, 0x0D].contains(control.scalar) { cleaned.append(UInt8(ascii: " ")) }
        index += control.length
      } else {
        cleaned.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: cleaned, as: UTF8.self)
  }

  /// Returns the text without web addresses and the commas before them.
  static func withoutAddresses(_ text: String) -> String {
    var words: [Substring] = []
    for word in text.split(separator: " ") {
      guard word.hasPrefix("https://") || word.hasPrefix("http://") else {
        words.append(word)
        continue
      }
      guard var last = words.popLast() else { continue }
      if last.hasSuffix(",") { last.removeLast() }
      words.append(word.hasSuffix(";") ? last + ";" : last)
    }
    return words.joined(separator: " ")
  }
}

/// Finds UTF-8 characters that control a terminal or change the reading direction.
///
/// Names come from the network and from files. C0 and C1 controls, DEL, and bidirectional overrides and isolates must
/// not reach a terminal; every writer uses this type to find them.
enum ControlCharacter {
  /// A control character and its length in bytes.
  struct Match: Equatable {
    let scalar: UInt16
    let length: Int
  }

  /// Returns whether a byte can begin a control character.
  ///
  /// Most bytes, and all bytes of Hangul, can't.
  @inline(__always)
  static func mayBegin(with byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2 }

  static func match(in bytes: Span<UInt8>, at index: Int) -> Match? {
    let end = bytes.count
    let first = bytes[index]
    if first < 0x20 || first == 0x7F { return Match(scalar: UInt16(first), length: 1) }
    if first == 0xC2, index + 1 < end {
      let second = bytes[index + 1]
      // U+0080...U+009F, the C1 controls; some terminals treat U+009B as ESC [.
      return (0x80...0x9F).contains(second) ? Match(scalar: UInt16(second), length: 2) : nil
    }
    if first == 0xE2, index + 2 < end {
      let scalar = 0x2000 | UInt16(bytes[index + 1] & 0x3F) << 6 | UInt16(bytes[index + 2] & 0x3F)
      return turnsDirection(UInt32(scalar)) ? Match(scalar: scalar, length: 3) : nil
    }
    return nil
  }

  /// Returns whether a scalar changes the direction of the text around it.
  static func turnsDirection(_ scalar: UInt32) -> Bool {
    (0x202A...0x202E).contains(scalar) || (0x2066...0x2069).contains(scalar)
  }
}
