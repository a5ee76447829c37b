/// Guesses the language of a name from its script, so that screen readers pronounce it correctly.
enum NameLanguage {
  /// Scripts that only one language uses.
  ///
  /// Latin, Cyrillic, Arabic and Chinese characters are shared by many.
  private static let letters: [(range: ClosedRange<UInt32>, tag: String)] = [
    (0x0370...0x03FF, "el"), (0x0530...0x058F, "hy"), (0x0590...0x05FF, "he"), (0x0E00...0x0E7F, "th"),
    (0x0E80...0x0EFF, "lo"), (0x1000...0x109F, "my"), (0x10A0...0x10FF, "ka"), (0x1100...0x11FF, "ko"),
    (0x1780...0x17FF, "km"), (0x3040...0x30FF, "ja"), (0x3130...0x318F, "ko"), (0xAC00...0xD7A3, "ko"),
  ]

  /// Returns a language tag such as `ko`; empty, which means "unknown" in HTML, if the script doesn't identify a
  /// language.
  static func tag(of text: String) -> String {
    for letter in text.unicodeScalars where letter.value >= 0x370 {
      if let found = letters.first(where: { $0.range.contains(letter.value) }) { return found.tag }
    }
    return ""
  }
}
