/// The initial consonants of Hangul syllables, with which people abbreviate names: ㅅㅌㅂㅅ for 스타벅스.
public enum InitialConsonants {
  /// The consonants as typed, in the order of the syllables.
  package static let letters = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars.map(\.value))
  package static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  /// The number of syllables that begin with one consonant.
  package static let width: UInt32 = 588

  /// Returns the syllables that begin with a typed consonant; `nil` for any other letter.
  public static func meaning(of letter: UInt32) -> [ClosedRange<UInt32>]? {
    guard let index = letters.firstIndex(of: letter) else { return nil }
    let first = syllables.lowerBound + UInt32(index) * width
    return [letter...letter, first...first + width - 1]
  }

  /// Returns a text with the initial consonant in place of each syllable; `nil` if it has no syllables.
  package static func abbreviation(of text: [UInt8]) -> String? {
    var hasSyllables = false
    var abbreviation = String.UnicodeScalarView()
    for letter in String(decoding: text, as: UTF8.self).unicodeScalars {
      guard syllables.contains(letter.value),
        let initial = Unicode.Scalar(letters[Int((letter.value - syllables.lowerBound) / width)])
      else {
        abbreviation.append(letter)
        continue
      }
      hasSyllables = true
      abbreviation.append(initial)
    }
    return hasSyllables ? String(abbreviation) : nil
  }
}
