/// The consonants with which Hangul syllables begin, by which people type names in short: ㅅㅌㅂㅅ for 스타벅스.
public enum InitialConsonants {
  /// As they are typed, in the order of the syllables.
  private static let letters = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars.map(\.value))
  private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  /// The number of syllables that begin with one consonant.
  private static let width: UInt32 = 588

  /// The letters that a typed consonant stands for; `nil` for any other letter.
  public static func meaning(of letter: UInt32) -> [ClosedRange<UInt32>]? {
    guard let index = letters.firstIndex(of: letter) else { return nil }
    let first = syllables.lowerBound + UInt32(index) * width
    return [letter...letter, first...first + width - 1]
  }

  /// A text with each Hangul syllable replaced by the consonant with which it begins.
  public static func of(_ text: String) -> [UInt8] {
    let scalars = text.unicodeScalars.map { scalar in
      guard syllables.contains(scalar.value) else { return scalar }
      return Unicode.Scalar(letters[Int((scalar.value - syllables.lowerBound) / width)]) ?? scalar
    }
    return Array(String(String.UnicodeScalarView(scalars)).utf8)
  }
}
