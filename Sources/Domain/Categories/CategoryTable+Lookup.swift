extension CategoryTable {
  /// Returns a word in its form for comparison: lower case, with `-` for a space or `_`.
  static func folded(_ word: some StringProtocol) -> String {
    String(word.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
  }

  /// Returns the group or kind that a user's word or its English plural names, or `any`; `nil` for an unknown word.
  ///
  /// Full-width letters, typographic marks and invisible characters are those of a keyboard.
  func category(ofWord word: String) -> PlaceCategory? {
    if let category = category(ofFolded: Self.folded(word)) { return category }
    guard !word.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return category(ofFolded: Self.folded(NameFolding.ordinary(word)))
  }

  private func category(ofFolded folded: String) -> PlaceCategory? {
    if let category = Self.categoryByWord[folded] { return category }
    return Self.singulars(of: folded).lazy.compactMap { Self.categoryByWord[$0] }.first
      ?? Self.categoryByForeignWord[folded]
  }

  /// The words of other languages; a table of its own, because most processes never need it.
  private static let categoryByForeignWord: [String: PlaceCategory] = {
    var table: [String: PlaceCategory] = [:]
    for row in standard.rows {
      guard let category = row.category else { continue }
      for word in row.words(in: .foreign) { table[folded(word)] = category }
    }
    return table
  }()

  /// Returns the possible singulars of an English plural, such as cafes, pharmacies, churches; empty for other words.
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
      // A kind follows the groups, so its Korean name wins over its wider group's name. The words are already folded.
      for word in row.words(in: .words) { table[word] = category }
    }
    return table
  }()

  /// Returns the group or kind whose vocabularies contain a source's own category; `nil` if there is none.
  func category(ofSourceWord word: String) -> PlaceCategory? {
    let folded = Self.folded(word)
    if let category = Self.categoryBySourceWord[folded] { return category }
    if let first = folded.first, first.isASCII, folded.dropFirst().contains(where: \.isNumber), !folded.contains("=") {
      // A code includes every code that begins with it.
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

  /// Returns the group or kind whose only tag, including the tags of narrower kinds, is this one; `nil` if there is
  /// none.
  ///
  /// Tags with the same value are one tag, for example `amenity=doctors` and `healthcare=doctor`. The rows are searched
  /// in order, without a lookup table.
  func category(ofSoleTag tag: String) -> PlaceCategory? {
    let tag = Self.folded(tag)
    guard tag.contains("="),
      let category = rows.first(where: { row in row.words(in: .osm).contains { Self.folded($0) == tag } })?.category
    else { return nil }
    let values = rows(within: category).flatMap { $0.words(in: .osm) }.map { word in
      let value = word[(word.firstIndex(of: "=") ?? word.startIndex)...]
      return value.last == "s" ? value.dropLast() : value
    }
    return values.allSatisfy { $0 == values[0] } ? category : nil
  }

  /// Returns the row of a group or kind; `nil` for other categories.
  func row(of category: PlaceCategory) -> Row? {
    switch category {
    case .group(let group): rows[group.ordinal]
    case .kind(let kind): kind.row
    case .source, .any: nil
    }
  }

  /// Returns the words of rows by vocabulary; the two vocabularies of shop codes are merged.
  static func vocabularies(of rows: [Row]) -> [(name: String, words: [String])] {
    let joined: [Vocabulary: Vocabulary] = [.semas: .oldSemas]
    return Vocabulary.allCases.filter { $0 != .words && !joined.values.contains($0) }.map { vocabulary in
      let both = [vocabulary] + [joined[vocabulary]].compactMap(\.self)
      return (vocabulary.rawValue, both.flatMap { part in rows.flatMap { $0.words(in: part) } })
    }
  }

  /// Returns the rows of a group or kind and of all narrower kinds; all rows with a category for `any`.
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
