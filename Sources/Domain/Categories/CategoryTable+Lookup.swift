extension CategoryTable {
  /// Returns the word as words compare: in lower case, `-` for a blank or `_`.
  static func folded(_ word: some StringProtocol) -> String {
    String(word.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
  }

  /// The word that bytes are, folded; most are of letters that have no case, and are not folded letter by letter.
  static func folded(_ bytes: some Collection<UInt8>) -> String {
    let word = String(decoding: bytes, as: UTF8.self)
    return isFolded(bytes) ? word : folded(word)
  }

  /// Whether a word is of Hangul syllables, and of ASCII that folding leaves alone, as far as its bytes tell.
  private static func isFolded(_ bytes: some Collection<UInt8>) -> Bool {
    var last: UInt8 = 0
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: " "): return false
      // U+A000...U+ABFF begins with the same byte as the first syllables, and has letters of Latin with a case.
      case 0x80..<0xC0: if last == 0xEA, byte < 0xB0 { return false }
      case 0..<0x80, 0xEA...0xED: break
      default: return false
      }
      last = byte
    }
    return true
  }

  /// The group or kind that a user means by a word or by its English plural, or `any`; `nil` for a word that names
  /// none.
  func category(ofWord word: String) -> PlaceCategory? {
    let folded = Self.folded(word)
    if let category = Self.categoryByWord[folded] { return category }
    return Self.singulars(of: folded).lazy.compactMap { Self.categoryByWord[$0] }.first
  }

  /// What an English plural may be the plural of: cafes, pharmacies, churches; none for another word.
  private static func singulars(of word: String) -> [String] {
    guard word.utf8.count > 3, word.last == "s", !word.hasSuffix("ss"), word.utf8.allSatisfy({ $0 < 0x80 }),
      word.allSatisfy({ $0.isLetter || $0 == "-" })
    else { return [] }
    var singulars = [String(word.dropLast())]
    if word.hasSuffix("ies") { singulars.append(word.dropLast(3) + "y") }
    if word.hasSuffix("es") { singulars.append(String(word.dropLast(2))) }
    return singulars
  }

  private static let categoryByWord: [String: PlaceCategory] = {
    var table: [String: PlaceCategory] = ["any": .any]
    for row in standard.rows {
      guard let category = row.category else { continue }
      if case .group(let group) = category {
        for word in [group.code, group.koreanName] + group.koreanName.split(separator: ",").map(String.init) {
          table[folded(word)] = category
        }
      }
      table[row.slug] = category
      // A kind comes after the groups, and takes a Korean name that is narrower than its group. The words are folded
      // already.
      for word in row.words(in: .words) { table[word] = category }
    }
    return table
  }()

  /// The group or kind that lists a source's own category; `nil` for none.
  func category(ofSourceWord word: String) -> PlaceCategory? {
    let folded = Self.folded(word)
    if let category = Self.categoryBySourceWord[folded] { return category }
    if let first = folded.first, first.isASCII, folded.dropFirst().contains(where: \.isNumber), !folded.contains("=") {
      // A code stands for every code that begins with it.
      for length in (2..<max(2, folded.count)).reversed() {
        if let category = Self.categoryBySourceWord[String(folded.prefix(length))] { return category }
      }
    }
    guard let ending = folded.lastIndex(of: "-"), ending > folded.startIndex else { return nil }
    return Self.categoryBySourceWord["*" + folded[ending...]]
  }

  private static let categoryBySourceWord: [String: PlaceCategory] = {
    var table: [String: PlaceCategory] = [:]
    for row in standard.rows {
      guard let category = row.category else { continue }
      for vocabulary in Vocabulary.allCases where vocabulary != .words {
        for word in row.words(in: vocabulary) where table[folded(word)] == nil { table[folded(word)] = category }
      }
    }
    return table
  }()

  /// The row of a group or a kind; `nil` for others.
  func row(of category: PlaceCategory) -> Row? {
    switch category {
    case .group(let group): rows[group.ordinal]
    case .kind(let kind): kind.row
    case .source, .any: nil
    }
  }

  /// The words of rows by vocabulary; the codes of shops before and after 2023 are one, and so are Kakao's steps.
  static func vocabularies(of rows: [Row]) -> [(name: String, words: [String])] {
    let joined: [Vocabulary: Vocabulary] = [.semas: .oldSemas, .kakao: .kakaoUngrouped]
    return Vocabulary.allCases.filter { $0 != .words && !joined.values.contains($0) }.map { vocabulary in
      let both = [vocabulary] + [joined[vocabulary]].compactMap(\.self)
      return (vocabulary.rawValue, both.flatMap { part in rows.flatMap { $0.words(in: part) } })
    }
  }

  /// The rows of a group or a kind and of what lies within it; every one for `any`.
  func rows(within category: PlaceCategory) -> [Row] {
    rows.filter { row in
      switch (category, row.category) {
      case (.any, .some): true
      case (.group(let group), .some(let inner)): inner.group == group
      case (.kind(let kind), .kind(let inner)): inner == kind || inner.wider.contains(kind)
      default: false
      }
    }
  }
}

extension CategoryTable {
  /// The keys of OpenStreetMap that give the category of a feature, the most specific first.
  package static let osmKeys = [
    "amenity", "shop", "tourism", "healthcare", "leisure", "office", "railway", "station", "historic", "craft",
    "public_transport", "emergency", "aeroway", "club", "man_made", "natural", "landuse", "highway", "building",
  ]

  /// The keys of OpenStreetMap that only places have, whatever the value; the others of ``osmKeys`` are also those of
  /// roads, rails, land and nearly every building.
  package static let osmPlaceKeys = [
    "amenity", "shop", "tourism", "healthcare", "leisure", "office", "station", "historic", "craft",
    "public_transport", "emergency", "aeroway", "club", "man_made",
  ]

  /// The keys of OpenStreetMap whose `station` is one of the metro beside a key of ``osmMetroKeys``.
  package static let osmStationKeys = ["railway", "public_transport"]
  /// The keys of OpenStreetMap whose `yes` makes a station one of the metro.
  package static let osmMetroKeys = ["subway", "light_rail", "monorail"]
}
