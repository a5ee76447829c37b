/// Checks whether a name contains all words in any order, each as a substring of the folded name (``NameFolding``).
struct KeywordMatcher {
  private let words: [[UInt8]]

  /// Prepares a search for words, separated by white space.
  init(_ text: String) { words = text.split(whereSeparator: \.isWhitespace).map { NameFolding.fold(String($0)) } }

  /// Whether the name of a place contains every word.
  func matches(_ row: RowFormat) -> Bool {
    let hasKey = row.length(of: .searchKey) > 0
    return matches(row[hasKey ? .searchKey : .name], folding: !hasKey)
  }

  /// Whether a text contains every word.
  ///
  /// - Parameters:
  ///   - text: The text, folded except perhaps for the case of ASCII letters.
  ///   - folding: Whether the case of ASCII letters is ignored.
  /// - Returns: Whether it does.
  func matches(_ text: ByteView, folding: Bool) -> Bool {
    for word in words where !Self.isHeld(word, by: text, folding: folding) { return false }
    return true
  }

  /// Whether a folded text contains every word without cutting a number: `로 15` is not part of `로 152`.
  func matchesNumbers(in text: [UInt8]) -> Bool { words.allSatisfy { text.holdsWithWholeNumbers($0) } }

  private static func isHeld(_ word: [UInt8], by text: ByteView, folding: Bool) -> Bool {
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
