import Domain
import Tables

/// Checks whether a name contains all words in any order, each as a substring of the folded name (``NameFolding``).
struct KeywordMatcher: Sendable {
  private let words: [FoldedWord]

  private init(_ word: FoldedWord) { words = [word] }

  /// Prepares a search for words that are separated by white space.
  init(_ text: String) {
    words = text.split(whereSeparator: \.isWhitespace).map { FoldedWord(NameFolding.fold(String($0))) }
  }

  /// The patterns of every place whose name contains all words.
  var patterns: [GramPattern] { GramPattern.patterns(of: words.map(\.bytes)) }

  /// Whether every place with all patterns matches.
  var isExact: Bool { words.allSatisfy { GramPattern.isExact(for: $0.bytes) } }

  /// A matcher for each word; `nil` if a word may span several words of a name.
  var eachWord: [KeywordMatcher]? {
    words.contains { $0.bytes.isEmpty || $0.bytes.contains { $0 <= 0x20 } } ? nil : words.map(KeywordMatcher.init)
  }

  /// Returns whether the names of a place contain every word.
  func matches(_ text: ByteView) -> Bool {
    for word in words where !word.isHeld(by: text) { return false }
    return true
  }

  /// Returns whether a name contains any of the words.
  func matchesPart(_ text: ByteView) -> Bool { words.contains { $0.isHeld(by: text) } }
}

/// A folded word, prepared for a search in many texts.
struct FoldedWord: Sendable {
  let bytes: [UInt8]
  /// The initial consonants, if the word consists of them; `nil` for any other word.
  private let initials: [UInt32]?
  /// The first four bytes; `nil` for a shorter word.
  private let start: UInt32?
  /// A mask that lowers ASCII letters of a text where the word has letters.
  private let lowering: UInt32

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    initials = InitialConsonants.letters(ofWord: bytes)
    start = bytes.count < 4 ? nil : Self.number(bytes)
    lowering = Self.number(bytes.map(Self.lowering))
  }

  /// Returns whether a text contains the word; the text is folded, apart from the case of ASCII letters.
  func isHeld(by text: ByteView) -> Bool {
    if let initials { return InitialConsonants.begin(syllablesOf: text, initials) }
    var at = 0
    while at <= text.count - bytes.count {
      if start.map({ text.load(UInt32.self, at: at) | lowering == $0 }) ?? true, isThere(at, in: text) { return true }
      at += text.letterSize(at: at)
    }
    return false
  }

  private func isThere(_ at: Int, in text: ByteView) -> Bool {
    bytes.indices.allSatisfy { text.byte(at: at + $0) | Self.lowering(bytes[$0]) == bytes[$0] }
  }

  private static func lowering(_ byte: UInt8) -> UInt8 { byte >= 0x61 && byte <= 0x7A ? 0x20 : 0 }

  private static func number(_ bytes: [UInt8]) -> UInt32 {
    bytes.prefix(4).enumerated().reduce(0) { $0 | UInt32($1.element) << UInt32(8 * $1.offset) }
  }
}
