import Tables

/// The grams of which a place has at least one if a typed text finds it.
struct GramPattern {
  /// The grams that are compared with the letters.
  let ranges: [Range<UInt64>]
  /// Consecutive letters of a gram, each as ranges; none if the ranges say all.
  private let letters: [[ClosedRange<UInt32>]]
  /// Whether white space may stand between the letters of a pair.
  private var isLoose = false
  /// Whether it is letters of which a gram holds others too, so that all grams have to be looked at.
  private(set) var isPart = false

  /// A gram; of a loose one that is a pair, also the pair between whose letters there is white space.
  init(_ gram: UInt64, isLoose: Bool = false) {
    let isPair = GramReader.letters(of: gram).2 == 0 && gram & GramReader.addressBit == 0
    ranges = [gram..<gram + (isLoose && isPair ? UInt64(GramReader.isParted) : 0) + 1]
    letters = []
  }

  /// The pairs that stand for two typed consonants, which are wide, as what they stand for.
  private init(_ first: [ClosedRange<UInt32>], _ second: [ClosedRange<UInt32>], isLoose: Bool) {
    self.isLoose = isLoose
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
    ranges = [isAddress ? GramReader.firstOfStreets..<UInt64.max : 0..<GramReader.addressBit]
    self.letters = letters
    isPart = true
  }

  /// Whether it is a number of an address.
  var isNumber: Bool {
    ranges.allSatisfy { $0.lowerBound >= GramReader.addressBit && !GramReader.isOfStreet($0.lowerBound) }
  }

  /// Whether a gram of the ranges belongs to the pattern.
  func matches(_ gram: UInt64) -> Bool {
    guard !letters.isEmpty else { return true }
    let (first, second, third) = GramReader.letters(of: gram)
    guard isLoose || letters.count < 2 || third != GramReader.isParted else { return false }
    func isHeld(_ number: Int, _ letter: UInt32) -> Bool { letters[number].contains { $0.contains(letter) } }
    guard letters.count > 1 else { return isHeld(0, first) || isHeld(0, second) || isHeld(0, third) }
    return isHeld(0, first) && isHeld(1, second) || isHeld(0, second) && isHeld(1, third)
  }

  /// Whether every place with the pattern of a folded word has the word: two letters of which one is wide, or two
  /// consonants that stand for others, are one pair.
  static func isExact(for word: [UInt8]) -> Bool {
    let letters = String(decoding: word, as: UTF8.self).unicodeScalars
    return letters.count == 2 && letters.contains { $0.value >= GramReader.firstWide }
  }

  /// What every place has whose name, or address, contains some folded words; loose ones perhaps with white space in
  /// them.
  static func patterns(
    of words: [[UInt8]],
    ofAddress isAddress: Bool = false,
    isLoose: Bool = false
  ) -> [GramPattern] {
    var patterns: [GramPattern] = []
    // Parts of grams have long lists: they are for texts of which nothing else is known.
    var parts: [GramPattern] = []
    for word in words {
      if !isAddress, let meanings = InitialConsonants.meanings(ofWord: word), let first = meanings.first {
        patterns += zip(meanings, meanings.dropFirst()).map { GramPattern($0, $1, isLoose: isLoose) }
        parts.append(GramPattern([first], ofAddress: false))
        continue
      }
      var reader = GramReader(ofAddress: isAddress, isPart: true)
      var grams: Set<UInt64> = []
      _ = ByteView.over(word) { reader.read($0, isFolded: true) { grams.insert($0) } }
      reader.finishNumber { grams.insert($0) }
      patterns += grams.map { GramPattern($0, isLoose: isLoose) }
      guard reader.first != 0, !reader.isCovered else { continue }
      let letters = [reader.first, reader.second].filter { $0 != 0 }
      parts.append(GramPattern(letters.map { [$0...$0] }, ofAddress: isAddress))
    }
    return patterns.isEmpty ? parts : patterns
  }
}
