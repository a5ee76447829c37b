/// Checks whether a name contains all words in any order, each as a substring of the folded name (``FoldedText``).
struct KeywordMatcher {
  private let words: [[UInt8]]

  /// Prepares a search for words, separated by white space.
  init(_ text: String) { words = text.split(whereSeparator: \.isWhitespace).map { FoldedText.fold(String($0)) } }

  /// Whether the name of a place contains every word.
  func matches(_ row: RowFormat) -> Bool {
    let hasKey = row.length(of: .searchKey) > 0
    let text = row[hasKey ? .searchKey : .name]
    for word in words where !Self.isHeld(word, by: text, folding: !hasKey) { return false }
    return true
  }

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
