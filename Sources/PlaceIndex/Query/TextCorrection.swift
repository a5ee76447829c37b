import Domain
import Tables

/// Corrects typing errors in texts by the words of an index.
struct TextCorrection {
  let content: IndexContent

  /// Returns a text in which each word without any place is replaced by the most frequent word that differs from it by
  /// one typing error.
  ///
  /// A typing error is an inserted, missing or wrong letter, or two swapped neighbours. Only words of five or more
  /// letters, or of three or more Hangul syllables, are corrected, and no word with a digit.
  ///
  /// - Returns: The text; `nil` if every word has places, or if a word has neither places nor a correction.
  /// - Throws: An error if the file is damaged.
  /// - Complexity: O(t) for the terms that begin or end with half of a word.
  func corrected(_ text: String) throws(IndexHeader.FormatError) -> String? {
    var words: [String] = []
    var isChanged = false
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      let folded = NameFolding.fold(String(word))
      if try knows(FoldedWord(folded)) {
        words.append(String(word))
        continue
      }
      guard let correction = try correction(of: folded) else { return nil }
      words.append(correction)
      isChanged = true
    }
    return isChanged ? words.joined(separator: " ") : nil
  }

  /// Returns whether the name or the address of a place contains a word.
  private func knows(_ word: FoldedWord) throws(IndexHeader.FormatError) -> Bool {
    if word.bytes.contains(where: \.isDigit) { return true }
    for segment in content.segments {
      let named = try segment.words.places(ofTermsWith: word.bytes) { word.isPart(.any, of: $0) }
      if named != nil { return true }
      if try segment.streets.places(ofTermsWith: word.bytes, where: word.isContained) != nil { return true }
    }
    return try content.chains.contains { $0.others.contains { ByteView.over($0, word.isContained) } }
  }

  /// Returns the most frequent word of a name that differs from a folded word by one typing error; `nil` without one.
  private func correction(of word: [UInt8]) throws(IndexHeader.FormatError) -> String? {
    guard let typo = TypingError(of: word) else { return nil }
    var counts: [[UInt8]: Int] = [:]
    for segment in content.segments {
      try segment.words.forEachTerm(nearTo: typo) { term, list in
        counts[term.array, default: 0] += PostingList.count(of: list)
      }
    }
    let best = counts.min { first, second in
      if first.value != second.value { return first.value > second.value }
      return first.key.lexicographicallyPrecedes(second.key)
    }
    return best.map { String(decoding: $0.key, as: UTF8.self) }
  }
}

extension TermIndex {
  /// Calls a closure with every term that one typing error turns into a word, and its list.
  ///
  /// An error leaves the first or the last half of the word as it was, unless it swaps the letters in the middle.
  fileprivate func forEachTerm(
    nearTo typo: TypingError,
    _ body: (_ term: ByteView, _ list: ByteView) -> Void
  ) throws(IndexHeader.FormatError) {
    var typo = typo
    let (first, last) = (typo.firstHalf, typo.lastHalf)
    try terms.forEachTerm(in: try terms.numbers(beginningWith: first)) { _, term, list in
      if typo.separates(term) { body(term, list) }
    }
    try terms.forEachTerm(of: try numbers(ofTermsWith: last)) { _, term, list in
      let begins = term.count >= first.count && first.indices.allSatisfy { term.byte(at: $0) == first[$0] }
      if !begins, typo.separates(term) { body(term, list) }
    }
    guard let swapped = typo.swappedInTheMiddle else { return }
    let list = try ByteView.over(swapped) { (text) throws(IndexHeader.FormatError) in try terms.list(of: text) }
    // Swapped syllables differ by more than one jamo.
    if let list { ByteView.over(swapped) { if typo.separates($0) { body($0, list) } } }
  }
}

/// A folded word that may contain one typing error.
private struct TypingError {
  let firstHalf: [UInt8]
  let lastHalf: [UInt8]
  /// The word with the two letters at the border of the halves swapped; `nil` if they are equal.
  let swappedInTheMiddle: [UInt8]?
  private let byteCount: Int
  private let letters: [UInt32]
  private var edits = EditDistance()

  private static let minimumLetterCount = 5
  private static let minimumSyllableCount = 3
  /// The maximum length of a letter in UTF-8.
  private static let letterBytes = 4

  /// Prepares a comparison; `nil` for a word that is too short to be corrected.
  init?(of word: [UInt8]) {
    let scalars = Array(String(decoding: word, as: UTF8.self).unicodeScalars)
    let syllables = scalars.count { (0xAC00...0xD7A3).contains($0.value) }
    let minimum = syllables == scalars.count ? Self.minimumSyllableCount : Self.minimumLetterCount
    guard scalars.count >= minimum, !word.contains(where: { $0 <= 0x20 }) else { return nil }
    let middle = scalars.count / 2
    firstHalf = Self.utf8(scalars[..<middle])
    lastHalf = Self.utf8(scalars[middle...])
    byteCount = word.count
    letters = Self.letters(of: scalars)
    var swapped = scalars
    swapped.swapAt(middle - 1, middle)
    swappedInTheMiddle = swapped == scalars ? nil : Self.utf8(swapped[...])
  }

  /// Returns whether one typing error separates a term from the word.
  mutating func separates(_ term: ByteView) -> Bool {
    guard abs(term.count - byteCount) <= Self.letterBytes else { return false }
    return edits.between(letters, Self.letters(of: term.text.unicodeScalars), limit: 1) == 1
  }

  private static func letters(of scalars: some Sequence<Unicode.Scalar>) -> [UInt32] {
    scalars.reduce(into: []) { EditDistance.append($1.value, to: &$0) }
  }

  private static func utf8(_ scalars: ArraySlice<Unicode.Scalar>) -> [UInt8] {
    scalars.reduce(into: []) { $0 += UTF8.encode($1).map(Array.init) ?? [] }
  }
}
