package import Domain
package import Tables

/// Maps words to small numbers by their hashes, ignoring case, width and composition; `_` and a space equal `-`.
package struct WordTable: Sendable {
  /// The numbers by hash.
  ///
  /// `Int` keys, because other code uses them too: a new key type costs a conformance lookup.
  private var values: [Int: UInt16] = [:]
  /// Whether Greek and Turkish words are also there without accents.
  private var hasFoldedWords = false

  init(_ words: [(word: String, value: UInt16)]) {
    values.reserveCapacity(words.count)
    for (word, value) in words { add(word.utf8, value) }
  }

  /// Adds a word, unless it is already there.
  private mutating func add(_ word: String.UTF8View, _ value: UInt16) {
    add(hash: word.reduce(Self.seed, Self.mixed), value)
    guard let folded = ByteView.over(Array(word), Self.folded) else { return }
    add(hash: folded.reduce(Self.seed, Self.mixed), value)
  }

  private mutating func add(_ word: EmbeddedFile, _ value: UInt16) {
    var hash = Self.seed
    for position in word.startIndex..<word.endIndex { hash = Self.mixed(hash, word[position]) }
    add(hash: hash, value)
  }

  private mutating func add(hash: UInt64, _ value: UInt16) {
    let key = Int(truncatingIfNeeded: hash)
    if values[key] == nil { values[key] = value }
  }

  @inline(__always)
  private func value(hash: UInt64) -> UInt16? { values[Int(truncatingIfNeeded: hash)] }

  package func value(of word: ByteView) -> UInt16? {
    if let value = value(hash: Self.hash(word)) { return value }
    guard let folded = Self.folded(word) else { return nil }
    return ByteView.over(folded) { folded in
      if let value = value(hash: Self.hash(folded)) { return value }
      guard hasFoldedWords, Self.hasAccents(folded) || Self.hasAccents(word) else { return nil }
      return ByteView.over(NameFolding.fold(word.text)) { value(hash: Self.hash($0)) }
    }
  }

  /// Returns a word with composed letters of the ordinary width in lower case; `nil` if at most its ASCII letters
  /// differ.
  static func folded(_ word: ByteView) -> [UInt8]? {
    guard (0..<word.count).contains(where: { mayFold(word, at: $0) }) else { return nil }
    return Array(NameFolding.ordinary(word.text).composed.lowercased().utf8)
  }

  /// Returns whether a character may have another case, width or composition.
  ///
  /// Syllables of Hangul, kana and ideographs have only one form.
  private static func mayFold(_ word: ByteView, at index: Int) -> Bool {
    switch word.byte(at: index) {
    case 0xC2...0xD5, 0xE1, 0xE2, 0xEF: true
    case 0xE3:
      // The ideographic space, and the separate voicing marks.
      index + 2 < word.count
        && (word.byte(at: index + 1) == 0x80 && word.byte(at: index + 2) == 0x80
          || word.byte(at: index + 1) == 0x82 && (0x99...0x9A).contains(word.byte(at: index + 2)))
    default: false
    }
  }

  /// Returns whether a word has Greek letters or a Turkish İ or ı, whose accents and dots capitals lack.
  private static func hasAccents(_ word: ByteView) -> Bool {
    (0..<word.count).contains { index in
      switch word.byte(at: index) {
      case 0xCE, 0xCF: true
      case 0xC4: index + 1 < word.count && (0xB0...0xB1).contains(word.byte(at: index + 1))
      default: false
      }
    }
  }

  /// Returns the number of the longest word, of 2 to 8 bytes, that a text begins with.
  package func value(ofLongestPrefixOf text: ByteView) -> UInt16? {
    var found: UInt16?
    var hash = Self.seed
    for index in 0..<min(text.count, 8) {
      hash = Self.mixed(hash, text.byte(at: index))
      if index > 0, let value = value(hash: hash) { found = value }
    }
    return found
  }

  /// Returns the number of a word or, if it has none, of its suffix: `thai_restaurant` matches `*_restaurant`.
  package func value(ofWordOrEnding word: ByteView) -> UInt16? {
    if let value = value(of: word) { return value }
    var start = word.count - 1
    while start > 0, !Self.separators.contains(word.byte(at: start)) { start -= 1 }
    guard start > 0 else { return nil }
    return value(hash: Self.hash(word.part(start..<word.count), after: Self.mixed(Self.seed, UInt8(ascii: "*"))))
  }

  /// Returns the number of a word, of its suffix, or of the singular of an English plural: `schools`, `pharmacies`.
  package func value(ofWordOrPlural word: ByteView) -> UInt16? {
    if let value = value(ofWordOrEnding: word) { return value }
    let letters = Array(word.array.suffix(4).map(\.lowered))
    guard letters.count == 4, letters[3] == UInt8(ascii: "s"), letters[2] != UInt8(ascii: "s") else { return nil }
    let count = word.count
    if let value = value(ofWordOrEnding: word.part(0..<count - 1)) { return value }
    guard letters[2] == UInt8(ascii: "e") else { return nil }
    if letters[1] == UInt8(ascii: "i") {
      let singular = word.part(0..<count - 3).array + [UInt8(ascii: "y")]
      if let value = ByteView.over(singular, value(ofWordOrEnding:)) { return value }
    }
    return value(ofWordOrEnding: word.part(0..<count - 2))
  }

  private static let separators = Array("_- ".utf8)

  package func value(ofKey key: ByteView, value: ByteView) -> UInt16? {
    self.value(hash: Self.hash(value, after: Self.mixed(Self.hash(key), UInt8(ascii: "="))))
  }

  private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  @inline(__always)
  private static func hash(_ word: ByteView, after first: UInt64 = seed) -> UInt64 {
    var hash = first
    for index in 0..<word.count { hash = mixed(hash, word.byte(at: index)) }
    return hash
  }

  /// Returns the FNV-1a hash of folded bytes, with additional mixing.
  @inline(__always)
  private static func mixed(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    let folded: UInt8 =
      switch byte {
      case 0x41...0x5A: byte | 0x20
      case 0x20, 0x5F: 0x2D
      default: byte
      }
    let product = (hash ^ UInt64(folded)) &* 0x0000_0100_0000_01B3
    return product ^ product >> 29
  }
}

extension WordTable {
  /// Adds the words of some vocabularies with their row indexes.
  ///
  /// `.words` includes slugs, and the names and codes of groups.
  init(_ vocabularies: CategoryTable.Vocabulary..., isWithNone: Bool = false, ofKindsOnly: Bool = false) {
    let rows = CategoryTable.standard.rows
    values.reserveCapacity(8 * rows.count)
    for (number, row) in rows.enumerated() where isWithNone || row.category != nil {
      let value = UInt16(number)
      if case .group(let group) = row.category {
        guard !ofKindsOnly else { continue }
        if vocabularies.contains(.words) {
          add(row.slug.utf8, value)
          for name in [group.code, group.koreanName] + group.koreanNames { add(name.utf8, value) }
        }
      } else if vocabularies.contains(.words), !ofKindsOnly {
        add(row.slug.utf8, value)
      }
      row.forEachWord(in: vocabularies.filter { $0 != .foreign }) { add($0, value) }
      if vocabularies.contains(.foreign) { addForeign(row, value) }
    }
    hasFoldedWords = vocabularies.contains(.foreign)
  }

  /// Adds foreign words, and Greek and Turkish words also without accents.
  private mutating func addForeign(_ row: CategoryTable.Row, _ value: UInt16) {
    row.forEachWord(in: [.foreign]) { word in
      add(word, value)
      guard !word.allSatisfy({ $0 < 0x80 }) else { return }
      let text = String(decoding: word, as: UTF8.self)
      guard ByteView.over(Array(text.utf8), Self.hasAccents) else { return }
      add(hash: NameFolding.fold(text).reduce(Self.seed, Self.mixed), value)
    }
  }

  /// Adds a source's names of kinds, after the words that are already there.
  mutating func add(_ names: [Service.KindName]) {
    for name in names {
      guard let kind = Kind(slug: name.slug) else { preconditionFailure("a source names kinds of the table") }
      for word in name.words { add(word.utf8, UInt16(kind.rowNumber)) }
    }
  }

  /// Returns the table with a source's names of kinds added.
  package func adding(_ names: [Service.KindName]) -> WordTable {
    var table = self
    table.add(names)
    return table
  }
}
