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
}
