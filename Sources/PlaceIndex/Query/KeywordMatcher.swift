import Domain
import Tables

/// Checks whether a name contains all words in any order, each as a substring of the folded name (``NameFolding``).
struct KeywordMatcher: Sendable {
  let words: [FoldedWord]

  /// Prepares a search for words that are separated by white space.
  init(_ text: String) {
    let folded = text.split(whereSeparator: \.isWhitespace).map { NameFolding.fold(String($0)) }
    // The words of names are separated by control characters too.
    words = folded.flatMap { $0.split { $0 <= 0x20 } }.map { FoldedWord(Array($0)) }
  }

  /// Returns whether the names of a place contain every word.
  func matches(_ text: ByteView) -> Bool {
    for word in words where !word.isContained(in: text) { return false }
    return true
  }

  /// Returns whether a name contains any of the words.
  func matchesPart(_ text: ByteView) -> Bool { words.contains { $0.isContained(in: text) } }
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

  /// Whether the word consists of initial consonants.
  var isInitials: Bool { initials != nil }

  /// A part of a word of a name.
  enum Part {
    case any
    case beginning
    case end
    case whole
  }

  /// Returns whether a word of a name has the word as a part.
  func isPart(_ part: Part, of word: ByteView) -> Bool {
    if initials == nil { return isBytes(part, of: word) }
    return ByteView.over(InitialConsonants.of(word)) { isBytes(part, of: $0) }
  }

  private func isBytes(_ part: Part, of word: ByteView) -> Bool {
    guard word.count >= bytes.count else { return false }
    return ByteView.over(bytes) { bytes in
      switch part {
      case .any: word.contains(bytes)
      case .beginning: word.part(0..<bytes.count).equals(bytes)
      case .end: word.part(word.count - bytes.count..<word.count).equals(bytes)
      case .whole: word.equals(bytes)
      }
    }
  }

  /// Returns whether a text contains the word; the text is folded, apart from the case of ASCII letters.
  func isContained(in text: ByteView) -> Bool {
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
