import Domain

/// Finds the known word that is most similar to a mistyped one.
enum NearestWord {
  /// The maximum length of a word to compare; longer words aren't typing errors.
  private static let maximumLength = 40

  /// Returns the most similar word, the first of equally similar ones; `nil` if none is similar enough.
  ///
  /// - Complexity: O(length squared) for each word.
  static func of(_ typed: String, among words: some Sequence<String>) -> String? {
    let name = typed.lowercased().drop { $0 == "-" }
    guard name.count <= maximumLength else { return nil }
    let letters = letters(of: name)
    var distance = EditDistance()
    var best: (word: String, distance: Int)?
    for word in words {
      let known = self.letters(of: word.lowercased().drop { $0 == "-" })
      let limit = maximumDistance(min(letters.count, known.count))
      guard let distance = distance.between(letters, known, limit: limit), distance < best?.distance ?? .max else {
        continue
      }
      best = (word, distance)
    }
    return best?.word ?? word(with: String(name), letters: letters.count, among: words)
  }

  /// Returns the maximum edit distance for similar words of this length, about a third of the letters.
  private static func maximumDistance(_ letters: Int) -> Int {
    switch letters {
    case ..<3: 0
    case ..<6: 1
    case ..<10: 2
    default: 3
    }
  }

  /// Returns the first word that starts with the typed one, or contains it between separators, such as `place_name` for
  /// `name`.
  private static func word(with typed: String, letters: Int, among words: some Sequence<String>) -> String? {
    guard letters >= 3 else { return nil }
    return words.first { $0.lowercased().drop { $0 == "-" }.hasPrefix(typed) }
      ?? words.first { $0.lowercased().split(whereSeparator: { "_-=".contains($0) }).contains { $0 == typed } }
  }

  private static func letters(of word: Substring) -> [UInt32] {
    word.unicodeScalars.reduce(into: []) { EditDistance.append($1.value, to: &$0) }
  }
}
