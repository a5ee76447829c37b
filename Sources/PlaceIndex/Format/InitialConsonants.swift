import TextParsing

extension InitialConsonants {
  /// The letters that a word of such consonants stands for; `nil` if it has any other letter.
  static func meanings(ofWord word: [UInt8]) -> [[ClosedRange<UInt32>]]? {
    // The letters take 3 bytes from E3 on.
    guard word.first == 0xE3 else { return nil }
    let meanings = String(decoding: word, as: UTF8.self).unicodeScalars.map { meaning(of: $0.value) }
    return meanings.contains { $0 == nil } ? nil : meanings.compactMap(\.self)
  }

  /// A text with each Hangul syllable replaced by the consonant with which it begins.
  static func of(_ text: ByteView) -> [UInt8] { of(text.text) }
}
