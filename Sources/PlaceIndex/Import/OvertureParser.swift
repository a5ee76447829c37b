/// Reads the nested properties of Overture places, old schema and current, and lists of plain texts.
struct OvertureParser {
  let vocabulary: ImportVocabulary

  /// Reads an object or array.
  func parse(
    _ field: FieldVocabulary.Field,
    _ cursor: inout JSONCursor,
    _ draft: inout RowDraft
  ) throws(JSONTrouble) {
    switch field {
    case .names: try parseNames(&cursor, &draft)
    case .categories, .category: try parseCategories(&cursor, &draft)
    case .taxonomy: try parseTaxonomy(&cursor, &draft)
    case .addresses: try parseAddresses(&cursor, &draft)
    case .phones, .phone: try parseFirst(.phone, &cursor, &draft)
    case .websites, .url: try parseFirst(.url, &cursor, &draft)
    default: try cursor.skip()
    }
  }

  /// `{"primary": …}`, or before that `{"common": [{"value": …, "language": …}]}`.
  private func parseNames(_ cursor: inout JSONCursor, _ draft: inout RowDraft) throws(JSONTrouble) {
    guard try cursor.take(UInt8(ascii: "{")) else { return try cursor.skip() }
    var isFirst = true
    while let key = try cursor.nextKey(isFirst: &isFirst) {
      if key.raw.equals("primary"), try cursor.peek() == UInt8(ascii: "\"") {
        draft.set(.name, try cursor.string(), rank: 0)
      } else if key.raw.equals("common"), try cursor.take(UInt8(ascii: "[")) {
        try parseCommonNames(&cursor, &draft)
      } else {
        try cursor.skip()
      }
    }
  }

  private func parseCommonNames(_ cursor: inout JSONCursor, _ draft: inout RowDraft) throws(JSONTrouble) {
    var isFirst = true
    while try cursor.nextElement(isFirst: &isFirst) {
      guard try cursor.take(UInt8(ascii: "{")) else {
        try cursor.skip()
        continue
      }
      var isFirstKey = true
      while let key = try cursor.nextKey(isFirst: &isFirstKey) {
        if key.raw.equals("value"), try cursor.peek() == UInt8(ascii: "\"") {
          draft.set(.name, try cursor.string(), rank: 40)
        } else {
          try cursor.skip()
        }
      }
    }
  }

  /// `{"primary": …, "alternate": […]}`, or a list of words.
  private func parseCategories(_ cursor: inout JSONCursor, _ draft: inout RowDraft) throws(JSONTrouble) {
    if try cursor.peek() == UInt8(ascii: "[") { return try parseWords(&cursor, &draft, rank: 20) }
    cursor.offset += 1
    var isFirst = true
    while let key = try cursor.nextKey(isFirst: &isFirst) {
      let kind = try cursor.peek()
      if key.raw.equals("primary") || key.raw.equals("main"), kind == UInt8(ascii: "\"") {
        let word = try cursor.string()
        draft.set(.kind, word, rank: 19)
        word.withText { draft.takeCategories($0, rank: 20, vocabulary) }
      } else if key.raw.equals("alternate"), kind == UInt8(ascii: "[") {
        try parseWords(&cursor, &draft, rank: 60)
      } else {
        try cursor.skip()
      }
    }
  }

  /// `{"primary": …, "hierarchy": […], "alternates": […]}`: the narrowest word that names a group counts.
  private func parseTaxonomy(_ cursor: inout JSONCursor, _ draft: inout RowDraft) throws(JSONTrouble) {
    guard try cursor.take(UInt8(ascii: "{")) else { return try cursor.skip() }
    var isFirst = true
    while let key = try cursor.nextKey(isFirst: &isFirst) {
      let kind = try cursor.peek()
      if key.raw.equals("primary"), kind == UInt8(ascii: "\"") {
        let word = try cursor.string()
        draft.set(.kind, word, rank: 18)
        word.withText { draft.takeCategories($0, rank: 10, vocabulary) }
      } else if key.raw.equals("hierarchy"), kind == UInt8(ascii: "[") {
        try parseHierarchy(&cursor, &draft)
      } else if key.raw.equals("alternates"), kind == UInt8(ascii: "[") {
        try parseWords(&cursor, &draft, rank: 60)
      } else {
        try cursor.skip()
      }
    }
  }

  private func parseHierarchy(_ cursor: inout JSONCursor, _ draft: inout RowDraft) throws(JSONTrouble) {
    cursor.offset += 1
    var words: [JSONString] = []
    var isFirst = true
    while try cursor.nextElement(isFirst: &isFirst) {
      if try cursor.peek() == UInt8(ascii: "\"") { words.append(try cursor.string()) } else { try cursor.skip() }
    }
    draft.set(.kind, joining: words, by: " > ", rank: 17)
    if let group = words.reversed().lazy.compactMap({ $0.withText { vocabulary.taxonomy.value(ofWordOrEnding: $0) } })
      .first
    {
      draft.add(group: group, rank: 11)
    }
  }

  private func parseWords(_ cursor: inout JSONCursor, _ draft: inout RowDraft, rank: Int) throws(JSONTrouble) {
    cursor.offset += 1
    var isFirst = true
    while try cursor.nextElement(isFirst: &isFirst) {
      guard try cursor.peek() == UInt8(ascii: "\"") else {
        try cursor.skip()
        continue
      }
      let word = try cursor.string()
      draft.set(.kind, word, rank: rank)
      word.withText { draft.takeCategories($0, rank: rank, vocabulary) }
    }
  }

  /// `[{"freeform": …, "locality": …, "region": …, "country": …}]`: the first address that says anything counts.
  private func parseAddresses(_ cursor: inout JSONCursor, _ draft: inout RowDraft) throws(JSONTrouble) {
    guard try cursor.take(UInt8(ascii: "[")) else { return try cursor.skip() }
    var isFirst = true
    while try cursor.nextElement(isFirst: &isFirst) {
      guard try cursor.take(UInt8(ascii: "{")) else {
        try cursor.skip()
        continue
      }
      var parts = [JSONString](repeating: JSONString(raw: .empty, isEscaped: false), count: 4)
      var isFirstKey = true
      while let key = try cursor.nextKey(isFirst: &isFirstKey) {
        let part = Self.addressParts.firstIndex { key.raw.equals($0) }
        guard let part, try cursor.peek() == UInt8(ascii: "\"") else {
          try cursor.skip()
          continue
        }
        parts[part] = try cursor.string()
      }
      draft.set(.lotAddress, joining: parts, by: ", ", rank: 40)
    }
  }

  private static let addressParts: [StaticString] = ["freeform", "locality", "region", "country"]

  /// The first text of a list.
  private func parseFirst(
    _ slot: RowDraft.Slot,
    _ cursor: inout JSONCursor,
    _ draft: inout RowDraft
  ) throws(JSONTrouble) {
    guard try cursor.take(UInt8(ascii: "[")) else { return try cursor.skip() }
    var isFirst = true
    while try cursor.nextElement(isFirst: &isFirst) {
      if try cursor.peek() == UInt8(ascii: "\"") {
        draft.set(slot, try cursor.string(), rank: 40)
      } else {
        try cursor.skip()
      }
    }
  }
}
