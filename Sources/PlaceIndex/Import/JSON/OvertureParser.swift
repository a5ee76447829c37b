/// Reads the nested properties of Overture places, in the old and the current schema, and lists of texts.
struct OvertureParser {
  let vocabulary: ImportVocabulary

  /// Reads an object or array.
  func parse(
    _ field: ImportField,
    _ cursor: inout JSONCursor,
    _ draft: inout RowDraft
  ) throws(JSONError) {
    switch field {
    case .names: try parseNames(&cursor, &draft)
    case .categories, .category: try parseCategories(&cursor, &draft)
    case .taxonomy: try parseTaxonomy(&cursor, &draft)
    case .addresses: try parseAddresses(&cursor, &draft)
    case .phone: try parseFirst(.phone, &cursor, &draft)
    case .url: try parseFirst(.url, &cursor, &draft)
    case .foursquareLabels: try parseLabels(&cursor, &draft)
    case .brandObject: try parseBrand(&cursor, &draft)
    default: try cursor.skip()
    }
  }

  /// `{"primary": …, "common": {"en": …}, "rules": [{"value": …}]}`, or before that
  /// `{"common": [{"value": …, "language": …}]}`.
  private func parseNames(
    _ cursor: inout JSONCursor,
    _ draft: inout RowDraft,
    isBrand: Bool = false
  ) throws(JSONError) {
    guard try cursor.take(UInt8(ascii: "{")) else { return try cursor.skip() }
    let primary = isBrand ? FieldTable.Entry(.otherName, .otherName) : FieldTable.Entry(.name)
    var isFirst = true
    while let key = try cursor.nextKey(isFirst: &isFirst) {
      let next = try cursor.peek()
      if key.raw.equals("primary"), next == UInt8(ascii: "\"") {
        draft.take(primary, key: .empty, try cursor.string(), vocabulary)
      } else if key.raw.equals("common"), next == UInt8(ascii: "{") {
        try parseTranslations(&cursor, &draft)
      } else if key.raw.equals("common") || key.raw.equals("rules"), next == UInt8(ascii: "[") {
        cursor.offset += 1
        try parseNameList(&cursor, &draft, from: key.raw.equals("common") ? .nested : .alternates)
      } else {
        try cursor.skip()
      }
    }
  }

  /// `{"en": …, "ko": …}`.
  private func parseTranslations(_ cursor: inout JSONCursor, _ draft: inout RowDraft) throws(JSONError) {
    cursor.offset += 1
    var isFirst = true
    while let language = try cursor.nextKey(isFirst: &isFirst) {
      guard try cursor.peek() == UInt8(ascii: "\"") else {
        try cursor.skip()
        continue
      }
      let name = try cursor.string()
      let entry = ByteView.over(Array("name:".utf8) + language.raw.array) { vocabulary.fields.entry(for: $0) }
      if let entry { draft.take(entry, key: .empty, name, vocabulary) }
    }
  }

  private func parseNameList(_ cursor: inout JSONCursor, _ draft: inout RowDraft, from source: ValueSource)
    throws(JSONError)
  {
    var isFirst = true
    while try cursor.nextElement(isFirst: &isFirst) {
      guard try cursor.take(UInt8(ascii: "{")) else {
        try cursor.skip()
        continue
      }
      var isFirstKey = true
      while let key = try cursor.nextKey(isFirst: &isFirstKey) {
        if key.raw.equals("value"), try cursor.peek() == UInt8(ascii: "\"") {
          draft.take(FieldTable.Entry(.name, source), key: .empty, try cursor.string(), vocabulary)
        } else {
          try cursor.skip()
        }
      }
    }
  }

  /// `{"names": {"primary": …}, "wikidata": …}`.
  private func parseBrand(_ cursor: inout JSONCursor, _ draft: inout RowDraft) throws(JSONError) {
    guard try cursor.take(UInt8(ascii: "{")) else { return try cursor.skip() }
    var isFirst = true
    while let key = try cursor.nextKey(isFirst: &isFirst) {
      if key.raw.equals("names") { try parseNames(&cursor, &draft, isBrand: true) } else { try cursor.skip() }
    }
  }

  /// `["Dining and Drinking > Bakery", …]`.
  private func parseLabels(_ cursor: inout JSONCursor, _ draft: inout RowDraft) throws(JSONError) {
    guard try cursor.take(UInt8(ascii: "[")) else { return try cursor.skip() }
    let entry = FieldTable.Entry(.foursquareLabels)
    var isFirst = true
    while try cursor.nextElement(isFirst: &isFirst) {
      if try cursor.peek() == UInt8(ascii: "\"") {
        draft.take(entry, key: .empty, try cursor.string(), vocabulary)
      } else {
        try cursor.skip()
      }
    }
  }

  /// `{"primary": …, "alternate": […]}`, or a list of words.
  private func parseCategories(_ cursor: inout JSONCursor, _ draft: inout RowDraft) throws(JSONError) {
    if try cursor.peek() == UInt8(ascii: "[") { return try parseWords(&cursor, &draft, from: .categories) }
    cursor.offset += 1
    var isFirst = true
    while let key = try cursor.nextKey(isFirst: &isFirst) {
      let next = try cursor.peek()
      if key.raw.equals("primary") || key.raw.equals("main"), next == UInt8(ascii: "\"") {
        let word = try cursor.string()
        draft.set(.sourceCategory, word, Precedence(.categories))
        word.withText { draft.takeCategories($0, Precedence(.categories), vocabulary) }
      } else if key.raw.equals("alternate"), next == UInt8(ascii: "[") {
        try parseWords(&cursor, &draft, from: .alternates)
      } else {
        try cursor.skip()
      }
    }
  }

  /// `{"primary": …, "hierarchy": […], "alternates": […]}`: the narrowest word that names a group is used.
  private func parseTaxonomy(_ cursor: inout JSONCursor, _ draft: inout RowDraft) throws(JSONError) {
    guard try cursor.take(UInt8(ascii: "{")) else { return try cursor.skip() }
    var isFirst = true
    while let key = try cursor.nextKey(isFirst: &isFirst) {
      let next = try cursor.peek()
      if key.raw.equals("primary"), next == UInt8(ascii: "\"") {
        let word = try cursor.string()
        draft.set(.sourceCategory, word, Precedence(.taxonomy, 1))
        word.withText { draft.takeCategories($0, Precedence(.taxonomy), vocabulary) }
      } else if key.raw.equals("hierarchy"), next == UInt8(ascii: "[") {
        try parseHierarchy(&cursor, &draft)
      } else if key.raw.equals("alternates"), next == UInt8(ascii: "[") {
        try parseWords(&cursor, &draft, from: .alternates)
      } else {
        try cursor.skip()
      }
    }
  }

  private func parseHierarchy(_ cursor: inout JSONCursor, _ draft: inout RowDraft) throws(JSONError) {
    cursor.offset += 1
    var words: [JSONString] = []
    var isFirst = true
    while try cursor.nextElement(isFirst: &isFirst) {
      if try cursor.peek() == UInt8(ascii: "\"") { words.append(try cursor.string()) } else { try cursor.skip() }
    }
    draft.set(.sourceCategory, joining: words, by: " > ", Precedence(.taxonomy))
    if let group = words.reversed().lazy.compactMap({ $0.withText { vocabulary.taxonomy.value(ofWordOrEnding: $0) } })
      .first
    {
      draft.groups.add(group: group, Precedence(.taxonomy, 1))
    }
  }

  private func parseWords(_ cursor: inout JSONCursor, _ draft: inout RowDraft, from source: ValueSource)
    throws(JSONError)
  {
    cursor.offset += 1
    var isFirst = true
    while try cursor.nextElement(isFirst: &isFirst) {
      guard try cursor.peek() == UInt8(ascii: "\"") else {
        try cursor.skip()
        continue
      }
      let word = try cursor.string()
      draft.set(.sourceCategory, word, Precedence(source))
      word.withText { draft.takeCategories($0, Precedence(source), vocabulary) }
    }
  }

  /// `[{"freeform": …, "locality": …, "region": …, "country": …}]`: the first nonempty address is used.
  private func parseAddresses(_ cursor: inout JSONCursor, _ draft: inout RowDraft) throws(JSONError) {
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
      draft.set(.country, parts[3])
      let isLargeToSmall = AddressOrder.isLargeToSmall(parts[3].raw)
      if isLargeToSmall {
        // Leave out what the first part contains: 서울특별시 강남구 테헤란로 152.
        parts = [parts[2], parts[1], parts[0]].filter { part in
          part.raw.count > 0 && (!parts[0].raw.contains(part.raw) || part.raw.count == parts[0].raw.count)
            && !Self.isRegionCode(part.raw)
        }
      }
      draft.set(.lotAddress, joining: parts, by: isLargeToSmall ? " " : ", ", Precedence(.nested))
    }
  }

  /// Whether it is a code of ISO 3166-2, such as `KR-11`, which is not part of an address.
  private static func isRegionCode(_ text: ByteView) -> Bool {
    text.count >= 4 && text.count <= 6 && text.byte(at: 2) == UInt8(ascii: "-") && text.byte(at: 0) < 0x5B
  }

  private static let addressParts: [StaticString] = ["freeform", "locality", "region", "country"]

  /// The first text of a list.
  private func parseFirst(
    _ slot: RowDraft.Slot,
    _ cursor: inout JSONCursor,
    _ draft: inout RowDraft
  ) throws(JSONError) {
    guard try cursor.take(UInt8(ascii: "[")) else { return try cursor.skip() }
    var isFirst = true
    while try cursor.nextElement(isFirst: &isFirst) {
      if try cursor.peek() == UInt8(ascii: "\"") {
        draft.set(slot, try cursor.string(), Precedence(.nested))
      } else {
        try cursor.skip()
      }
    }
  }
}
