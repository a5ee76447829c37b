import TextParsing

/// The grams of which a place has at least one if a typed text finds it.
struct GramPattern {
  /// The grams that are compared with the letters.
  let ranges: [Range<UInt64>]
  /// Consecutive letters of a gram, each as ranges; none if the ranges say all.
  private let letters: [[ClosedRange<UInt32>]]

  init(_ gram: UInt64) { (ranges, letters) = ([gram..<gram + 1], []) }

  /// The pairs that stand for two typed consonants, which are wide, as what they stand for.
  private init(_ first: [ClosedRange<UInt32>], _ second: [ClosedRange<UInt32>]) {
    ranges = first.map {
      GramReader.gram(
        $0.lowerBound,
        0,
        0,
        ofAddress: false
      )..<GramReader.gram($0.upperBound + 1, 0, 0, ofAddress: false)
    }
    letters = [first, second]
  }

  private init(_ letters: [[ClosedRange<UInt32>]], ofAddress isAddress: Bool) {
    ranges = [isAddress ? GramReader.addressBit..<UInt64.max : 0..<GramReader.addressBit]
    self.letters = letters
  }

  /// Whether a gram of the ranges belongs to the pattern.
  func matches(_ gram: UInt64) -> Bool {
    guard !letters.isEmpty else { return true }
    let (first, second, third) = GramReader.letters(of: gram)
    func isHeld(_ number: Int, _ letter: UInt32) -> Bool { letters[number].contains { $0.contains(letter) } }
    guard letters.count > 1 else { return isHeld(0, first) || isHeld(0, second) || isHeld(0, third) }
    return isHeld(0, first) && isHeld(1, second) || isHeld(0, second) && isHeld(1, third)
  }

  /// What every place has whose name, or address, contains some folded words.
  static func patterns(of words: [[UInt8]], ofAddress isAddress: Bool = false) -> [GramPattern] {
    var patterns: [GramPattern] = []
    // Parts of grams have long lists: they are for texts of which nothing else is known.
    var parts: [GramPattern] = []
    for word in words {
      if !isAddress, let meanings = InitialConsonants.meanings(ofWord: word), let first = meanings.first {
        patterns += zip(meanings, meanings.dropFirst()).map { GramPattern($0, $1) }
        parts.append(GramPattern([first], ofAddress: false))
        continue
      }
      var reader = GramReader(ofAddress: isAddress, isPart: true)
      var grams: Set<UInt64> = []
      _ = ByteView.over(word) { reader.read($0, isFolded: true) { grams.insert($0) } }
      reader.finishNumber { grams.insert($0) }
      patterns += grams.map { GramPattern($0) }
      guard reader.first != 0, !reader.isCovered else { continue }
      let letters = [reader.first, reader.second].filter { $0 != 0 }
      parts.append(GramPattern(letters.map { [$0...$0] }, ofAddress: isAddress))
    }
    return patterns.isEmpty ? parts : patterns
  }
}
