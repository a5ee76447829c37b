/// The initial consonants of Hangul syllables, with which people abbreviate names: ㅅㅌㅂㅅ for 스타벅스.
public enum InitialConsonants {
  /// The consonants as typed, in the order of the syllables.
  private static let letters = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars.map(\.value))
  private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  /// The number of syllables that begin with one consonant.
  private static let width: UInt32 = 588

  /// Returns the syllables that begin with a typed consonant; `nil` for any other letter.
  public static func meaning(of letter: UInt32) -> [ClosedRange<UInt32>]? {
    guard let index = letters.firstIndex(of: letter) else { return nil }
    let first = syllables.lowerBound + UInt32(index) * width
    return [letter...letter, first...first + width - 1]
  }

  /// Returns the consonants of a word; `nil` if the word has any other letter.
  package static func letters(ofWord word: [UInt8]) -> [UInt32]? {
    // These consonants take three bytes; the first byte is E3.
    guard word.first == 0xE3 else { return nil }
    let scalars = String(decoding: word, as: UTF8.self).unicodeScalars.map(\.value)
    return scalars.allSatisfy(letters.contains) ? scalars : nil
  }

  /// Returns whether consecutive letters in a text equal the consonants or are syllables that begin with them.
  package static func begin(syllablesOf text: ByteView, _ consonants: [UInt32]) -> Bool {
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
  package static func of(_ text: ByteView) -> [UInt8] {
    let letters = Self.letters
    var initials: [UInt8] = []
    initials.reserveCapacity(text.count)
    var at = 0
    while at < text.count {
      let byte = text.byte(at: at)
      if 0xEA...0xED ~= byte, at + 2 < text.count, let letter = initial(of: text, at: at, letters) {
        // A consonant takes three bytes, as the syllable does; a letter that isn't a syllable stays.
        initials.append(UInt8(letter >> 12) | 0xE0)
        initials.append(UInt8(letter >> 6 & 0x3F) | 0x80)
        initials.append(UInt8(letter & 0x3F) | 0x80)
        at += 3
        continue
      }
      initials.append(byte)
      at += 1
    }
    return initials
  }
}
