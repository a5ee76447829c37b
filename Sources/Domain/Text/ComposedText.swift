extension String {
  /// The text in composed form (NFC): `e` and an accent become `é`, jamo become Hangul syllables.
  ///
  /// The standard library compares characters by canonical equivalence but doesn't expose its normal forms. Loading
  /// Foundation for them would take longer than a query. Hangul, Latin, Greek, Cyrillic and kana are composed.
  package var composed: String {
    // A combining mark or a jamo begins with a byte from 0xCC; comparing bytes is faster than decoding scalars.
    guard utf8.contains(where: { $0 >= 0xCC }), unicodeScalars.contains(where: { Self.isPart($0.value) }) else {
      return self
    }
    return String(String.UnicodeScalarView(flatMap { Self.composed($0).unicodeScalars }))
  }

  /// Returns whether a scalar is a combining mark or a jamo.
  private static func isPart(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0300...0x036F, 0x1100...0x11FF, 0x3099...0x309A: true
    default: false
    }
  }

  private static func composed(_ character: Character) -> Character {
    let jamo = character.unicodeScalars.map(\.value)
    guard jamo.count > 1 else { return character }
    if let letter = letters[character] { return letter }
    // Unicode 3.12, "Conjoining Jamo Behavior": 19 initials, 21 vowels, and at most one of 27 finals.
    guard jamo.count < 4, 0x1100...0x1112 ~= jamo[0], 0x1161...0x1175 ~= jamo[1] else { return character }
    let final = jamo.count == 3 ? Int64(jamo[2]) - 0x11A7 : 0
    guard 0...27 ~= final else { return character }
    let syllable = 0xAC00 + ((jamo[0] - 0x1100) * 21 + jamo[1] - 0x1161) * 28 + UInt32(final)
    return Unicode.Scalar(syllable).map(Character.init) ?? character
  }

  /// The precomposed letters; the dictionary finds them by canonical equivalence.
  private static let letters: [Character: Character] = {
    let ranges: [ClosedRange<UInt32>] = [0xC0...0x24F, 0x370...0x52F, 0x1E00...0x1FFF, 0x3040...0x30FF]
    let all = ranges.joined().compactMap(Unicode.Scalar.init).map(Character.init)
    return Dictionary(all.map { ($0, $0) }) { first, _ in first }
  }()
}
