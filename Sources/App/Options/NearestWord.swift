/// Finds the known word that is most similar to a mistyped one.
enum NearestWord {
  /// A longer word is not a typing error, and would take long to compare.
  private static let maximumLength = 40

  /// The most similar word, if it is similar enough to be what was meant.
  ///
  /// - Complexity: O(length squared) for each word.
  ///
  /// Returns the most similar word, the first of several; `nil` if none is similar.
  static func of(_ typed: String, among words: some Sequence<String>) -> String? {
    let name = typed.lowercased().drop { $0 == "-" }
    guard name.count <= maximumLength else { return nil }
    let letters = letters(of: name)
    var best: (word: String, distance: Int)?
    for word in words {
      let known = self.letters(of: word.lowercased().drop { $0 == "-" })
      let distance = editDistance(letters, known)
      let isSimilar = distance <= maximumDistance(min(letters.count, known.count))
      guard isSimilar, distance < best?.distance ?? .max else { continue }
      best = (word, distance)
    }
    return best?.word ?? word(with: String(name), letters: letters.count, among: words)
  }

  /// The largest edit distance at which words of so many letters are similar: about a third of the letters.
  private static func maximumDistance(_ letters: Int) -> Int {
    switch letters {
    case ..<3: 0
    case ..<6: 1
    case ..<10: 2
    default: 3
    }
  }

  /// The first word that starts with the typed one, or contains it between separators: `place_name` for `name`.
  private static func word(with typed: String, letters: Int, among words: some Sequence<String>) -> String? {
    guard letters >= 3 else { return nil }
    return words.first { $0.lowercased().drop { $0 == "-" }.hasPrefix(typed) }
      ?? words.first { $0.lowercased().split(whereSeparator: { "_-=".contains($0) }).contains { $0 == typed } }
  }

  /// The letters of a word.
  ///
  /// A Hangul syllable counts as its two or three letters, because only one of them may be mistyped.
  private static func letters(of word: Substring) -> [Character] {
    word.unicodeScalars.flatMap { scalar -> [Character] in
      guard (0xAC00...0xD7A3).contains(scalar.value) else { return [Character(scalar)] }
      let syllable = scalar.value - 0xAC00
      let (initial, vowel, tail) = (syllable / 588, syllable % 588 / 28, syllable % 28)
      let letters = [0x1100 + initial, 0x1161 + vowel] + (tail > 0 ? [0x11A7 + tail] : [])
      return letters.compactMap(Unicode.Scalar.init).map(Character.init)
    }
  }

  /// The restricted Damerau–Levenshtein distance: insertions, deletions, replacements and swaps of neighbours.
  static func editDistance(_ from: [Character], _ to: [Character]) -> Int {
    var beforeLast = [Int](repeating: 0, count: to.count + 1)
    var last = Array(0...to.count)
    for row in from.indices {
      var next = [row + 1]
      for column in to.indices {
        let isSame = from[row] == to[column]
        var cost = min(last[column + 1] + 1, next[column] + 1, last[column] + (isSame ? 0 : 1))
        if row > 0, column > 0, from[row] == to[column - 1], from[row - 1] == to[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        next.append(cost)
      }
      beforeLast = last
      last = next
    }
    return last[to.count]
  }
}
