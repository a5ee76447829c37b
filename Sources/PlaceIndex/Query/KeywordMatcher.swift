/// Tells whether a name holds some words: as a substring, composed, whatever the case and width.
struct KeywordMatcher {
  private let words: [UInt8]

  /// Prepares a search for words.
  init(_ text: String) { words = FoldedText.fold(text) }

  /// Whether the name of a place holds the words.
  func matches(_ row: RowFormat) -> Bool {
    row.length(of: .searchKey) > 0 ? isHeld(by: row[.searchKey], folding: false) : isHeld(by: row[.name], folding: true)
  }

  private func isHeld(by text: ByteView, folding: Bool) -> Bool {
    guard let first = words.first else { return true }
    var start = 0
    let last = text.count - words.count
    while start <= last {
      if Self.folded(text.byte(at: start), folding) == first, holds(text, at: start, folding) { return true }
      start += 1
    }
    return false
  }

  private func holds(_ text: ByteView, at start: Int, _ folding: Bool) -> Bool {
    for index in words.indices where Self.folded(text.byte(at: start + index), folding) != words[index] { return false }
    return true
  }

  @inline(__always)
  private static func folded(_ byte: UInt8, _ folding: Bool) -> UInt8 {
    folding && byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}
