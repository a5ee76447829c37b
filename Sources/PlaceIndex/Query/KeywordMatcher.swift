import Domain
import TextParsing

/// Checks whether a name contains all words in any order, each as a substring of the folded name (``NameFolding``).
struct KeywordMatcher: Sendable {
  private let words: [[UInt8]]
  /// Whether a word consists of the first consonants of syllables.
  private let hasInitials: Bool

  /// Prepares a search for words, separated by white space.
  init(_ text: String) {
    words = text.split(whereSeparator: \.isWhitespace).map { NameFolding.fold(String($0)) }
    hasInitials = words.contains { InitialConsonants.meanings(ofWord: $0) != nil }
  }

  /// What every place has whose name contains every word.
  var patterns: [GramPattern] { GramPattern.patterns(of: words) }

  /// Whether the name of a place contains every word.
  func matches(_ row: RowFormat) -> Bool {
    let hasKey = row.length(of: .searchKey) > 0
    return matches(row[hasKey ? .searchKey : .name], folding: !hasKey)
  }

  private func matches(_ text: ByteView, folding: Bool) -> Bool {
    if hasInitials { return matchesInitials(of: text, folding: folding) }
    for word in words where !Self.isHeld(word, by: text, folding: folding) { return false }
    return true
  }

  private func matchesInitials(of text: ByteView, folding: Bool) -> Bool {
    ByteView.over(InitialConsonants.of(text)) { initials in
      words.allSatisfy { word in
        let isInitials = InitialConsonants.meanings(ofWord: word) != nil
        return Self.isHeld(word, by: isInitials ? initials : text, folding: folding)
      }
    }
  }

  /// Whether a text contains a word.
  ///
  /// - Parameters:
  ///   - word: The folded word.
  ///   - text: The text, folded except perhaps for the case of ASCII letters.
  ///   - folding: Whether the case of ASCII letters is ignored.
  /// - Returns: Whether it does.
  static func isHeld(_ word: [UInt8], by text: ByteView, folding: Bool) -> Bool {
    guard let first = word.first else { return true }
    var start = 0
    let last = text.count - word.count
    while start <= last {
      if folded(text.byte(at: start), folding) == first, holds(text, word, at: start, folding) { return true }
      start += 1
    }
    return false
  }

  private static func holds(_ text: ByteView, _ word: [UInt8], at start: Int, _ folding: Bool) -> Bool {
    for index in word.indices where folded(text.byte(at: start + index), folding) != word[index] { return false }
    return true
  }

  @inline(__always)
  private static func folded(_ byte: UInt8, _ folding: Bool) -> UInt8 {
    folding && byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}
