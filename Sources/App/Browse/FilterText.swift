import Domain
import Tables

/// A folded word of a filter (`NameFolding`).
struct FilterWord: Sendable, Hashable {
  fileprivate let bytes: [UInt8]
  /// The letters that match each letter.
  ///
  /// An initial consonant also matches every syllable that begins with it.
  private let letters: [[ClosedRange<UInt32>]]
  fileprivate let hasInitials: Bool

  private init(folded text: Substring) {
    bytes = Array(text.utf8)
    letters = text.unicodeScalars.map { letter in
      InitialConsonants.meaning(of: letter.value) ?? [letter.value...letter.value]
    }
    hasInitials = letters.contains { $0.count > 1 }
  }

  static func words(of filter: String) -> [FilterWord] {
    // Folding first makes every kind of space a space.
    String(decoding: NameFolding.fold(filter), as: UTF8.self).split(separator: " ").map(FilterWord.init(folded:))
  }

  /// Returns the first occurrence of the word in letters; `nil` if there is none.
  func range(in text: [UInt32]) -> Range<Int>? {
    guard !letters.isEmpty, letters.count <= text.count else { return nil }
    let start = (0...text.count - letters.count).first { start in
      letters.indices.allSatisfy { index in letters[index].contains { $0.contains(text[start + index]) } }
    }
    return start.map { $0..<$0 + letters.count }
  }
}

/// The folded text of a place for the filter (`NameFolding`).
///
/// `String.contains` compares characters, which takes 15 ms for 10,000 places, a whole frame at 60 Hz.
struct FilterText: Sendable, Hashable {
  private let bytes: [UInt8]
  /// The length of the name, which comes first.
  private let nameLength: Int

  init(name: String, others: [String]) {
    let name = NameFolding.fold(name)
    nameLength = name.count
    bytes = others.isEmpty ? name : name + NameFolding.fold("\n" + others.joined(separator: "\n"))
  }

  /// Returns whether the text contains every word, and whether the name alone does.
  func match(_ words: [FilterWord]) -> (isInAll: Bool, isInName: Bool) {
    var isInName = true
    for word in words where !contains(word, in: 0..<nameLength) {
      isInName = false
      // Initial consonants would match nearly every address.
      guard !word.hasInitials, contains(word, in: nameLength..<bytes.count) else { return (false, false) }
    }
    return (true, isInName)
  }

  private func contains(_ word: FilterWord, in range: Range<Int>) -> Bool {
    guard !word.hasInitials else {
      return word.range(in: String(decoding: bytes[range], as: UTF8.self).unicodeScalars.map(\.value)) != nil
    }
    return ByteSearch.finds(word.bytes.span, in: bytes.span.extracting(range))
  }
}

extension CellGrid {
  /// Underlines the first occurrences of the filter's words in a part of a line.
  mutating func highlight(_ words: [FilterWord], column: Int, row: Int, width: Int) {
    guard !words.isEmpty, row < height else { return }
    var letters: [UInt32] = []
    var columns: [Int] = []
    for column in column..<min(column + max(0, width), self.width) {
      let text = self[column, row].text
      // A fast path for ASCII, without tables.
      if text.utf8.count == 1, let byte = text.utf8.first {
        letters.append(UInt32(byte.lowered))
        columns.append(column)
        continue
      }
      for scalar in String(decoding: NameFolding.fold(text), as: UTF8.self).unicodeScalars {
        letters.append(scalar.value)
        columns.append(column)
      }
    }
    for range in words.compactMap({ $0.range(in: letters) }) {
      let first = columns[range.lowerBound]
      let last = columns[range.upperBound - 1]
      let isWide = last + 1 < self.width && self[last + 1, row].text.isEmpty
      restyle(column: first, row: row, width: last - first + (isWide ? 2 : 1)) { style in
        style.isBold = true
        style.isUnderlined = true
        style.color = .green
      }
    }
  }
}
