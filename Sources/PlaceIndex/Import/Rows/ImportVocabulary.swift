import Domain

/// The tables in which an import looks up words; each reader has its own.
final class ImportVocabulary {
  /// The fields of properties and columns.
  let fields: FieldTable
  /// The groups of words.
  let categories = WordTable.categories()
  /// The groups of branches of Overture's taxonomy.
  lazy var taxonomy = WordTable.taxonomy()
  /// The groups of steps of Foursquare's labels.
  lazy var foursquare = WordTable.foursquare()
  /// The groups of codes.
  let codes = CategoryCodes()
  private let closed: WordTable

  /// Words for a closed place; the numbers are codes of the licences.
  private static let closedWords = [
    "permanently_closed", "temporarily_closed", "closed", "closed_permanently", "closed_temporarily", "02", "03", "04",
    "05",
  ]
  /// The codes of the licences after a spreadsheet removed their leading zeros.
  private static let closedLicenceCodes = ["2", "3", "4", "5"]
  /// Parts of Korean words for a closed place.
  private static let closedParts: [StaticString] = [
    "폐업", "휴업", "취소", "말소", "만료", "정지", "중지", "제외", "삭제", "전출", "폐쇄", "폐교", "휴교", "폐원", "휴원", "폐지", "폐점",
  ]

  init(_ names: FieldNames = FieldNames()) {
    fields = FieldTable(names)
    let codes = names.dataset?.isOfLicences == true ? Self.closedLicenceCodes : []
    closed = WordTable((Self.closedWords + codes).map { ($0, 1) })
  }

  /// Whether an operating status says that the place is closed.
  func isClosed(_ state: ByteView) -> Bool {
    if closed.value(of: state) != nil { return true }
    // Korean syllables begin with a byte beyond ASCII, which decides most other states.
    guard state.count >= 6, state.byte(at: 0) >= 0xE0 else { return false }
    return Self.closedParts.contains { state.contains($0) }
  }
}

/// Maps words to small numbers by their hashes, without ASCII case; `_` and a space are the same as `-`.
struct WordTable {
  private struct Slot {
    var hash: UInt64 = 0
    var value: UInt8 = 0
  }

  private var slots: [Slot]
  private let mask: Int

  init(_ words: [(word: String, value: UInt8)]) {
    var size = 64
    while size < words.count * 3 { size *= 2 }
    mask = size - 1
    slots = [Slot](repeating: Slot(), count: size)
    for (word, value) in words {
      let hash = Self.hash(word.utf8)
      let slot = slot(of: hash)
      if slots[slot].hash == 0 { slots[slot] = Slot(hash: hash, value: value) }
    }
  }

  /// The number of a word.
  func value(of word: ByteView) -> UInt8? {
    var hash = Self.seed
    for index in 0..<word.count { hash = Self.mixed(hash, word.byte(at: index)) }
    return value(ofHash: hash)
  }

  /// The number of the longest word, of 2 to 8 bytes, that a text begins with.
  func value(ofLongestPrefixOf text: ByteView) -> UInt8? {
    var found: UInt8?
    var hash = Self.seed
    for index in 0..<min(text.count, 8) {
      hash = Self.mixed(hash, text.byte(at: index))
      if index > 0, let value = value(ofHash: hash) { found = value }
    }
    return found
  }

  /// The number of a word or, if it has none, of its ending: `thai_restaurant` ends in `*_restaurant`.
  func value(ofWordOrEnding word: ByteView) -> UInt8? {
    if let value = value(of: word) { return value }
    var start = word.count - 1
    while start > 0, !Self.isBetweenWords(word.byte(at: start)) { start -= 1 }
    guard start > 0 else { return nil }
    var hash = Self.mixed(Self.seed, UInt8(ascii: "*"))
    for index in start..<word.count { hash = Self.mixed(hash, word.byte(at: index)) }
    return value(ofHash: hash)
  }

  private static func isBetweenWords(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ")
  }

  /// The number of the word `key=value`.
  func value(ofKey key: ByteView, value: ByteView) -> UInt8? {
    var hash = Self.seed
    for index in 0..<key.count { hash = Self.mixed(hash, key.byte(at: index)) }
    hash = Self.mixed(hash, UInt8(ascii: "="))
    for index in 0..<value.count { hash = Self.mixed(hash, value.byte(at: index)) }
    return self.value(ofHash: hash)
  }

  private func value(ofHash hash: UInt64) -> UInt8? {
    let hash = hash | 1
    let slot = slots[slot(of: hash)]
    return slot.hash == hash ? slot.value : nil
  }

  private func slot(of hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash >> 20) & mask
    while slots[slot].hash != 0, slots[slot].hash != hash { slot = (slot + 1) & mask }
    return slot
  }

  private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(seed, mixed) | 1 }

  /// FNV-1a over folded bytes, with additional mixing.
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
  /// Every word that names one of the 18 groups, with the group's ordinal.
  static func categories() -> WordTable {
    var words: [(word: String, value: UInt8)] = []
    for group in CategoryGroup.allCases {
      for word in [group.slug, group.code, group.koreanName] + group.koreanNames {
        words.append((word, UInt8(group.ordinal)))
      }
    }
    for row in CategoryTable.standard.rows {
      guard let group = row.category?.group else { continue }
      for vocabulary in [CategoryTable.Vocabulary.words, .osm, .overture, .korean] {
        for word in row.words(in: vocabulary) { words.append((word, UInt8(group.ordinal))) }
      }
    }
    return WordTable(words)
  }

  /// The branches and leaves of Overture's taxonomy that belong to a group, without other words: the branch `food` of shops is
  /// not what people mean by the word.
  static func taxonomy() -> WordTable {
    WordTable(
      CategoryTable.standard.rows.flatMap { row in
        guard let group = row.category?.group else { return [] as [(String, UInt8)] }
        return row.words(in: .overture).map { ($0, UInt8(group.ordinal)) }
      }
    )
  }

  /// The steps of Foursquare's labels; ``RowFormat/noGroup`` for those of no group.
  static func foursquare() -> WordTable {
    WordTable(
      CategoryTable.standard.rows.flatMap { row in
        row.words(in: .foursquare).map { ($0, (row.category?.group).storedNumber) }
      }
    )
  }
}
