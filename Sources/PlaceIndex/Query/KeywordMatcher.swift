import Domain
import Tables

/// Checks whether a name contains all words in any order, each as a substring of the folded name (``NameFolding``).
struct KeywordMatcher: Sendable {
  private let words: [FoldedWord]

  private init(_ word: FoldedWord) { words = [word] }

  /// Prepares a search for words, separated by white space.
  init(_ text: String) {
    words = text.split(whereSeparator: \.isWhitespace).map { FoldedWord(NameFolding.fold(String($0))) }
  }

  /// What every place has whose name contains every word.
  var patterns: [GramPattern] { GramPattern.patterns(of: words.map(\.bytes)) }

  /// Whether every place matches that has all patterns.
  var isExact: Bool { words.allSatisfy { GramPattern.isExact(for: $0.bytes) } }

  /// The search for each word alone; `nil` where one of them may lie in several words of a name.
  var eachWord: [KeywordMatcher]? {
    words.contains { $0.bytes.isEmpty || $0.bytes.contains { $0 <= 0x20 } } ? nil : words.map(KeywordMatcher.init)
  }

  /// Whether some names of a place contain every word.
  func matches(_ text: ByteView) -> Bool {
    for word in words where !word.isHeld(by: text) { return false }
    return true
  }

  /// Whether a name contains one of the words.
  func matchesPart(_ text: ByteView) -> Bool { words.contains { $0.isHeld(by: text) } }
}

/// A folded word, prepared for the search in many texts.
struct FoldedWord: Sendable {
  let bytes: [UInt8]
  /// The consonants with which syllables begin; `nil` for a word of other letters.
  private let initials: [UInt32]?
  /// The first bytes of a word that has as many.
  private let start: UInt32?
  /// Makes ASCII letters of a text small where the word has letters.
  private let lowering: UInt32

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    initials = InitialConsonants.letters(ofWord: bytes)
    start = bytes.count < 4 ? nil : Self.number(bytes)
    lowering = Self.number(bytes.map(Self.lowering))
  }

  /// Whether a text contains the word; it is folded except perhaps for the case of ASCII letters.
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
