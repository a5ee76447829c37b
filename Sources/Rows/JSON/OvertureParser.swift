import Domain
import Tables

/// Reads the nested properties of Overture places, in the old and the current schema, and lists of texts.
struct OvertureParser {
  let vocabulary: ImportVocabulary

  package func parse(_ field: ImportField, cursor: inout JSONViewCursor, draft: inout RowDraft) throws(SyntaxError) {
    switch field {
    case .names: try parseNames(&cursor, &draft, name: FieldTable.Entry(.fact(.name)))
    case .categories, .category: try parseCategories(&cursor, &draft, from: .categories)
    case .taxonomy: try parseCategories(&cursor, &draft, from: .taxonomy)
    case .addresses: try parseAddresses(&cursor, &draft)
    case .fact(let fact) where fact != .id:
      try parseTexts(&cursor) { draft.set(.fact(fact), text: $0, precedence: Precedence(.nested)) }
    case .foursquareLabels:
      try parseTexts(&cursor) { draft.take(FieldTable.Entry(field), key: .empty, text: $0, vocabulary: vocabulary) }
    case .brandObject:
      try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
        if key.raw.equals("names") { try parseNames(&cursor, &draft, name: FieldTable.Entry(.otherName, .otherName)) }
      }
    default: try cursor.skip()
    }
  }

  private func parseTexts(_ cursor: inout JSONViewCursor, _ body: (JSONString) -> Void) throws(SyntaxError) {
    try cursor.forEachElement { (cursor) throws(SyntaxError) in
      if try cursor.peek() == UInt8(ascii: "\"") { body(try cursor.string()) }
    }
  }

  /// Reads `{"primary": …, "common": {"en": …}, "rules": [{"value": …}]}`, or the older `{"common": [{"value": …,
  /// "language": …}]}`.
  private func parseNames(_ cursor: inout JSONViewCursor, _ draft: inout RowDraft, name: FieldTable.Entry)
    throws(SyntaxError)
  {
    try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
      let next = try cursor.peek()
      if key.raw.equals("primary"), next == UInt8(ascii: "\"") {
        draft.take(name, key: .empty, text: try cursor.string(), vocabulary: vocabulary)
      } else if key.raw.equals("common"), next == UInt8(ascii: "{") {
        try parseTranslations(&cursor, &draft)
      } else if key.raw.equals("common") || key.raw.equals("rules") {
        let entry = FieldTable.Entry(.fact(.name), key.raw.equals("common") ? .nested : .alternates)
        try cursor.forEachElement { (cursor) throws(SyntaxError) in
          try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
            guard key.raw.equals("value"), try cursor.peek() == UInt8(ascii: "\"") else { return }
            draft.take(entry, key: .empty, text: try cursor.string(), vocabulary: vocabulary)
          }
        }
      }
    }
  }

  /// Reads `{"en": …, "ko": …}`.
  private func parseTranslations(_ cursor: inout JSONViewCursor, _ draft: inout RowDraft) throws(SyntaxError) {
    try cursor.forEachMember { (language, cursor) throws(SyntaxError) in
      guard try cursor.peek() == UInt8(ascii: "\"") else { return }
      let name = try cursor.string()
      let entry = ByteView.over(Array("name:".utf8) + language.raw.array) { vocabulary.fields.entry(for: $0) }
      if let entry { draft.take(entry, key: .empty, text: name, vocabulary: vocabulary) }
    }
  }

  /// Reads `{"primary": …, "alternate": […]}`, `{"primary": …, "hierarchy": […], "alternates": […]}`, or a list of
  /// words.
  private func parseCategories(
    _ cursor: inout JSONViewCursor,
    _ draft: inout RowDraft,
    from source: ValueOrigin
  ) throws(SyntaxError) {
    if try cursor.peek() == UInt8(ascii: "[") { return try parseWords(&cursor, draft: &draft, source: source) }
    try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
      let next = try cursor.peek()
      if key.raw.equals("primary") || key.raw.equals("main"), next == UInt8(ascii: "\"") {
        takeWord(try cursor.string(), &draft, from: source)
      } else if key.raw.equals("hierarchy") {
        try parseHierarchy(&cursor, &draft)
      } else if key.raw.equals("alternate") || key.raw.equals("alternates") {
        try parseWords(&cursor, draft: &draft, source: .alternates)
      }
    }
  }

  /// Reads the path from the broadest to the narrowest name.
  ///
  /// The narrowest known name is used, even if it belongs to no category.
  private func parseHierarchy(_ cursor: inout JSONViewCursor, _ draft: inout RowDraft) throws(SyntaxError) {
    var words: [JSONString] = []
    try parseTexts(&cursor) { words.append($0) }
    draft.set(.fact(.categoryPath), joining: words, by: " > ", Precedence(.taxonomy))
    let meanings = words.reversed().lazy.compactMap {
      $0.withText { vocabulary.meaning(vocabulary.taxonomy.value(ofWordOrEnding: $0)) }
    }
    if let meaning = meanings.first { draft.categories.add(meaning, Precedence(.taxonomy, 1)) }
  }

  private func parseWords(_ cursor: inout JSONViewCursor, draft: inout RowDraft, source: ValueOrigin)
    throws(SyntaxError)
  {
    try parseTexts(&cursor) { takeWord($0, &draft, from: source) }
  }

  func takeWord(_ word: JSONString, _ draft: inout RowDraft, from source: ValueOrigin) {
    // The path has precedence, because it says more.
    draft.set(.fact(.categoryPath), text: word, precedence: Precedence(source, 1))
    word.withText { draft.takeOverture($0, precedence: Precedence(source), vocabulary: vocabulary) }
  }

  /// Reads `[{"freeform": …, "locality": …, "region": …, "country": …}]`; the first nonempty address is used.
  private func parseAddresses(_ cursor: inout JSONViewCursor, _ draft: inout RowDraft) throws(SyntaxError) {
    try cursor.forEachElement { (cursor) throws(SyntaxError) in
      var parts = [JSONString](repeating: JSONString(raw: .empty, isEscaped: false), count: 4)
      guard try cursor.peek() == UInt8(ascii: "{") else { return }
      try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
        let part = Self.addressParts.firstIndex { key.raw.equals($0) }
        guard let part, try cursor.peek() == UInt8(ascii: "\"") else { return }
        parts[part] = try cursor.string()
      }
      draft.set(.country, text: parts[3])
      let isLargeToSmall = AddressOrder.isLargeToSmall(parts[3].raw)
      if isLargeToSmall {
        // Leave out parts that the first part contains: 서울특별시 강남구 테헤란로 152.
        parts = [parts[2], parts[1], parts[0]].filter { part in
          part.raw.count > 0 && (!parts[0].raw.contains(part.raw) || part.raw.count == parts[0].raw.count)
            && !Self.isRegionCode(part.raw)
        }
      }
      draft.set(.fact(.lotAddress), joining: parts, by: isLargeToSmall ? " " : ", ", Precedence(.nested))
    }
  }

  /// Returns whether a text is an ISO 3166-2 code, such as `KR-11`, which isn't part of an address.
  private static func isRegionCode(_ text: ByteView) -> Bool {
    text.count >= 4 && text.count <= 6 && text.byte(at: 2) == UInt8(ascii: "-") && text.byte(at: 0) < 0x5B
  }

  private static let addressParts: [StaticString] = ["freeform", "locality", "region", "country"]
}
