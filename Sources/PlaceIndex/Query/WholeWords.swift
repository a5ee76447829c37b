import Domain
import Tables

/// The words of a text, compared with the names and addresses of a place as whole words.
///
/// A search also finds parts of words: `Main` finds `Mainly Books`. Words for provinces are left out, and those for
/// stations next to other words, because a place often lacks them.
struct WholeWords {
  private let text: String
  private let words: [[Unicode.Scalar]]

  init(_ text: String) {
    self.text = text
    let typed = text.split { $0.isWhitespace || $0 == "," || $0 == "，" }.map(String.init)
    let others = typed.filter { !StationName.isWord($0) }
    // Next to a number only, as in 역 25, the word isn't a kind of place.
    let hasNames = others.contains { $0.contains(where: \.isLetter) }
    let folded = (hasNames ? others : typed).map(NameFolding.fold)
    words = folded.filter { Province.shortName(of: $0) == nil }.map(Self.scalars)
  }

  /// Returns whether a place has exactly the text as its name or address, or every word in them, whatever the spaces
  /// between the words.
  func areIn(
    _ place: NameRank,
    by match: TextMatch,
    of content: IndexContent
  ) throws(IndexHeader.FormatError) -> Bool {
    if place.match == .exact, match != .wholeNameAndAddress, match != .nameAndAddress { return true }
    guard let row = PlaceReader(content: content).row(at: place.position) else {
      throw .damaged(IndexSection.rows.name)
    }
    let chains = try MatchingChains(content, where: KeywordMatcher(text).matchesPart)
    return chains.withNames(of: row, at: place.position) { names in
      areIn([names, row[.roadAddress], row[.lotAddress]].map { Self.scalars(NameFolding.fold($0)) })
    }
  }

  /// Returns whether a place of any source has every word in its name or addresses.
  func areIn(_ place: Place) -> Bool {
    areIn([place.name, place.roadAddress, place.lotAddress].map { Self.scalars(NameFolding.fold($0 ?? "")) })
  }

  private func areIn(_ texts: [[Unicode.Scalar]]) -> Bool {
    func isIn(_ word: [Unicode.Scalar]) -> Bool { texts.contains { Self.isWhole(word, in: $0) } }
    return words.allSatisfy(isIn) || isIn(Array(words.joined()))
  }

  private static func scalars(_ folded: [UInt8]) -> [Unicode.Scalar] {
    Array(String(decoding: folded, as: UTF8.self).unicodeScalars)
  }

  /// Returns whether a text contains a word that isn't a part of a longer word or number.
  private static func isWhole(_ word: [Unicode.Scalar], in text: [Unicode.Scalar]) -> Bool {
    guard let first = word.first, let last = word.last else { return true }
    return text.indices.contains { start in
      guard text[start] == first, start == 0 || !areJoined(text[start - 1], first),
        let end = end(of: word, in: text, from: start)
      else { return false }
      return end == text.count || !areJoined(last, text[end])
    }
  }

  /// Returns the offset after a word that begins at an offset, ignoring spaces except between numbers; `nil` if the
  /// word doesn't begin there.
  private static func end(of word: [Unicode.Scalar], in text: [Unicode.Scalar], from start: Int) -> Int? {
    var at = start
    for (index, scalar) in word.enumerated() {
      if index > 0, at < text.count, text[at] == " ", !(isDigit(word[index - 1]) && isDigit(scalar)) { at += 1 }
      guard at < text.count, text[at] == scalar else { return nil }
      at += 1
    }
    return at
  }

  /// Returns whether two characters are parts of one word or number.
  private static func areJoined(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    if isDigit(first), isDigit(second) { return true }
    return isOfSpacedWords(first) && isOfSpacedWords(second)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType == .decimal }

  /// Returns whether a character is a letter of a script with spaces between words, which ideographs, kana and Thai
  /// lack.
  private static func isOfSpacedWords(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic && !scalar.properties.isIdeographic && !unspaced.contains { $0 ~= scalar.value }
  }

  /// The blocks of Thai and Lao, Burmese, Khmer, and kana.
  private static let unspaced: [ClosedRange<UInt32>] = [
    0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF,
  ]
}
