import Domain

extension NameFolding {
  /// The folded text; of nearly every name, its bytes with ASCII letters in lower case.
  static func fold(_ text: ByteView) -> [UInt8] {
    guard isPlain(text) else { return fold(text.text) }
    var folded = text.array
    for index in folded.indices where folded[index] >= 0x41 && folded[index] <= 0x5A { folded[index] |= 0x20 }
    return folded
  }

  /// Whether folding a text changes only the case of ASCII letters, as far as its bytes tell.
  ///
  /// `true` for ASCII, Hangul syllables and CJK ideographs, which are nearly all names; `false` if more work would be
  /// needed.
  static func isPlain(_ bytes: ByteView) -> Bool {
    var index = 0
    while index < bytes.count {
      let byte = bytes.byte(at: index)
      if byte < 0x80 {
        index += 1
        continue
      }
      guard byte >= 0xE4, byte <= 0xED, index + 2 < bytes.count else { return false }
      let second = bytes.byte(at: index + 1)
      // U+4E00..U+9FFF and U+AC00..U+D7A3.
      let isIdeograph = byte == 0xE4 && second >= 0xB8 || byte > 0xE4 && byte < 0xEA
      let isSyllable =
        byte == 0xEA && second >= 0xB0 || byte == 0xEB || byte == 0xEC || byte == 0xED && second < 0x9E
      guard isIdeograph || isSyllable else { return false }
      index += 3
    }
    return true
  }

  /// Whether folding leaves a letter beyond ASCII as it is, with the same limits.
  static func isPlain(_ letter: UInt32) -> Bool {
    letter >= 0x4E00 && letter <= 0x9FFF || letter >= 0xAC00 && letter <= 0xD7A3
  }
}
