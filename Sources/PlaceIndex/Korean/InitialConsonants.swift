import Tables

extension InitialConsonants {
  /// Returns the letters that each consonant of a word may mean; `nil` if the word has any other letter.
  static func meanings(ofWord word: [UInt8]) -> [[ClosedRange<UInt32>]]? {
    // These consonants take three bytes; the first byte is E3.
    guard word.first == 0xE3 else { return nil }
    let meanings = String(decoding: word, as: UTF8.self).unicodeScalars.map { meaning(of: $0.value) }
    return meanings.contains { $0 == nil } ? nil : meanings.compactMap(\.self)
  }

  /// Returns the consonants of a word; `nil` if the word has any other letter.
  static func letters(ofWord word: [UInt8]) -> [UInt32]? {
    guard meanings(ofWord: word) != nil else { return nil }
    return String(decoding: word, as: UTF8.self).unicodeScalars.map(\.value)
  }

  /// Returns whether consecutive letters in a text equal the consonants or are syllables that begin with them.
  static func begin(syllablesOf text: ByteView, _ consonants: [UInt32]) -> Bool {
    let letters = Self.letters
    let byteCount = consonants.count * 3
    var start = 0
    while start + byteCount <= text.count {
      var at = start
      for consonant in consonants {
        guard initial(of: text, at: at, letters) == consonant else { break }
        at += 3
      }
      if at == start + byteCount { return true }
      start += text.letterSize(at: start)
    }
    return false
  }

  /// Returns the consonant at an offset, or the initial consonant of the syllable there; `nil` for any other letter.
  @inline(__always)
  private static func initial(of text: ByteView, at offset: Int, _ letters: [UInt32]) -> UInt32? {
    let byte = text.byte(at: offset)
    guard byte == 0xE3 || 0xEA...0xED ~= byte else { return nil }
    let letter =
      UInt32(byte & 0xF) << 12 | UInt32(text.byte(at: offset + 1) & 0x3F) << 6
      | UInt32(text.byte(at: offset + 2) & 0x3F)
    guard syllables.contains(letter) else { return letter }
    return letters[Int((letter - syllables.lowerBound) / width)]
  }

  /// Returns a text with each Hangul syllable replaced by its initial consonant.
  static func of(_ text: ByteView) -> [UInt8] {
    let letters = Self.letters
    let syllables = Self.syllables
    let width = Self.width
    var initials: [UInt8] = []
    initials.reserveCapacity(text.count)
    var at = 0
    while at < text.count {
      let byte = text.byte(at: at)
      if byte >= 0xEA, byte <= 0xED, at + 2 < text.count {
        let syllable =
          UInt32(byte & 0xF) << 12 | UInt32(text.byte(at: at + 1) & 0x3F) << 6 | UInt32(text.byte(at: at + 2) & 0x3F)
        if syllables.contains(syllable) {
          // The consonants take three bytes: E3, then 84 or 85.
          let letter = letters[Int((syllable - syllables.lowerBound) / width)]
          initials.append(0xE3)
          initials.append(UInt8(letter >> 6 & 0x3F) | 0x80)
          initials.append(UInt8(letter & 0x3F) | 0x80)
          at += 3
          continue
        }
      }
      initials.append(byte)
      at += 1
    }
    return initials
  }
}
