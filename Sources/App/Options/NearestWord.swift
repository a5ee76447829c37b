import Domain

/// Finds the known word that is most similar to a mistyped one.
struct NearestWord: Sendable {
  /// The maximum length of a word to compare; longer words aren't typing errors.
  private static let maximumLength = 40

  /// A known word in the forms that are compared.
  private struct Known: Sendable {
    let word: String
    /// The word in lower case, without leading dashes.
    let plain: String
    /// The parts of the plain word between separators.
    let parts: [Substring]
    let letters: [UInt32]
  }

  private let known: [Known]

  /// Prepares the known words, for many mistyped ones.
  init(among words: some Sequence<String>) {
    known = words.map { word in
      let plain = String(word.lowercased().drop { $0 == "-" })
      let parts = plain.split { "_-=".contains($0) }
      return Known(word: word, plain: plain, parts: parts, letters: Self.letters(of: plain))
    }
  }

  /// Returns the most similar word, the first of equally similar ones; `nil` if none is similar enough.
  static func of(_ typed: String, among words: some Sequence<String>) -> String? {
    NearestWord(among: words).of(typed)
  }

  /// Returns the most similar word, the first of equally similar ones; `nil` if none is similar enough.
  ///
  /// - Complexity: O(length squared) for each known word of a similar length.
  func of(_ typed: String) -> String? {
    let name = String(typed.lowercased().drop { $0 == "-" })
    guard name.count <= Self.maximumLength else { return nil }
    let letters = Self.letters(of: name)
    var distance = EditDistance()
    var best: (word: String, distance: Int)?
    for known in known {
      let limit = Self.maximumDistance(min(letters.count, known.letters.count))
      guard let distance = distance.between(letters, known.letters, limit: limit), distance < best?.distance ?? .max
      else { continue }
      best = (known.word, distance)
    }
    return best?.word ?? word(with: name, letters: letters.count)
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
  private func word(with typed: String, letters: Int) -> String? {
    guard letters >= 3 else { return nil }
    let found =
      known.first { $0.plain.utf8.starts(with: typed.utf8) } ?? known.first { $0.parts.contains { $0 == typed } }
    return found?.word
  }

  private static func letters(of word: String) -> [UInt32] {
    word.unicodeScalars.reduce(into: []) { EditDistance.append($1.value, to: &$0) }
  }
}
