import Tables

/// A set of grams; a matching place has at least one of them.
struct GramPattern {
  /// The ranges of grams to compare with the letters.
  let ranges: [Range<UInt64>]
  /// Consecutive letters of a gram, each as ranges; empty if the ranges suffice.
  private let letters: [[ClosedRange<UInt32>]]
  /// Whether white space is allowed between the letters of a pair.
  private var isLoose = false
  /// Whether the pattern is shorter than a gram, so that all grams must be scanned.
  private(set) var isPart = false

  /// Makes a pattern of a gram; if it is a loose pair, also of the pair with white space between the letters.
  init(_ gram: UInt64, isLoose: Bool = false) {
    let isPair = GramReader.letters(of: gram).2 == 0 && gram & GramReader.addressBit == 0
    ranges = [gram..<gram + (isLoose && isPair ? UInt64(GramReader.isParted) : 0) + 1]
    letters = []
  }

  /// Makes a pattern of the pairs that two typed initial consonants may mean.
  private init(_ first: [ClosedRange<UInt32>], _ second: [ClosedRange<UInt32>], isLoose: Bool) {
    self.isLoose = isLoose
    ranges = first.map {
      GramReader.gram(
        $0.lowerBound,
        second: 0,
        third: 0,
        ofAddress: false
      )..<GramReader.gram($0.upperBound + 1, second: 0, third: 0, ofAddress: false)
    }
    letters = [first, second]
  }

  private init(_ letters: [[ClosedRange<UInt32>]], ofAddress isAddress: Bool) {
    ranges = [isAddress ? GramReader.firstOfStreets..<UInt64.max : 0..<GramReader.addressBit]
    self.letters = letters
    isPart = true
  }

  /// Whether the pattern is a number of an address.
  var isNumber: Bool {
    ranges.allSatisfy { $0.lowerBound >= GramReader.addressBit && !GramReader.isOfStreet($0.lowerBound) }
  }

  /// Returns whether a gram in the ranges matches the pattern.
  func matches(_ gram: UInt64) -> Bool {
    guard !letters.isEmpty else { return true }
    let (first, second, third) = GramReader.letters(of: gram)
    guard isLoose || letters.count < 2 || third != GramReader.isParted else { return false }
    func isHeld(_ number: Int, _ letter: UInt32) -> Bool { letters[number].contains { $0.contains(letter) } }
    guard letters.count > 1 else { return isHeld(0, first) || isHeld(0, second) || isHeld(0, third) }
    return isHeld(0, first) && isHeld(1, second) || isHeld(0, second) && isHeld(1, third)
  }

  /// Returns whether every place that matches a word's patterns contains the word.
  ///
  /// This holds for two letters with a wide one among them, or for two initial consonants: they are a single pair.
  static func isExact(for word: [UInt8]) -> Bool {
    let letters = String(decoding: word, as: UTF8.self).unicodeScalars
    return letters.count == 2 && letters.contains { $0.value >= GramReader.firstWide }
  }

  /// Returns the patterns that match every place whose name or address contains some folded words, with white space
  /// inside the words if `isLoose`.
  static func patterns(
    of words: [[UInt8]],
    ofAddress isAddress: Bool = false,
    isLoose: Bool = false
  ) -> [GramPattern] {
    var patterns: [GramPattern] = []
    // Patterns shorter than a gram have long lists; they are used only without other patterns.
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
