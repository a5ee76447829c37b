import Domain

extension NameFolding {
  /// The folded text; of nearly every name, its bytes with the letters of ASCII and Latin-1 in lower case.
  static func fold(_ text: ByteView) -> [UInt8] {
    var folded = text.array
    var at = 0
    while at < folded.count {
      let byte = folded[at]
      if byte < 0x80 {
        if byte >= 0x41, byte <= 0x5A { folded[at] |= 0x20 }
        at += 1
      } else if byte == 0xC2 || byte == 0xC3, at + 1 < folded.count, folded[at + 1] & 0xC0 == 0x80 {
        // À...Þ, but ×.
        if byte == 0xC3, folded[at + 1] <= 0x9E, folded[at + 1] != 0x97 { folded[at + 1] |= 0x20 }
        at += 2
      } else if isPlainLetter(text, at: at) {
        at += 3
      } else {
        return fold(text.text)
      }
    }
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
      guard isPlainLetter(bytes, at: index) else { return false }
      index += 3
    }
    return true
  }

  /// Whether folding leaves the letter beyond ASCII at an offset as it is, as far as its bytes tell.
  ///
  /// An ideograph of U+4E00..U+9FFF, or a syllable of U+AC00..U+D77F, of three bytes each.
  @inline(__always)
  static func isPlainLetter(_ bytes: ByteView, at index: Int) -> Bool {
    guard index + 2 < bytes.count else { return false }
    let beginning = UInt16(bigEndian: bytes.load(UInt16.self, at: index))
    return beginning &- 0xE4B8 < 0xEA00 - 0xE4B8 || beginning &- 0xEAB0 < 0xED9E - 0xEAB0
  }

  /// Whether folding leaves a letter beyond ASCII as it is, with the same limits.
  static func isPlain(_ letter: UInt32) -> Bool {
    letter >= 0x4E00 && letter <= 0x9FFF || letter >= 0xAC00 && letter <= 0xD7A3
  }
}
