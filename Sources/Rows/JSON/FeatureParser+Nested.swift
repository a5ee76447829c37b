import Domain
import Tables

/// Reads objects and lists under a known name.
extension FeatureParser {
  /// Reads a text in several languages or in a wrapper; returns `false` without reading if the value is something else.
  func parseTexts(
    of entry: FieldTable.Entry,
    key: ByteView,
    _ cursor: inout JSONViewCursor,
    _ draft: inout RowDraft
  ) throws(SyntaxError) -> Bool {
    switch entry.field {
    case .taxonomy, .hierarchy, .addresses, .foursquareLabels, .contact: return false
    // A tag is a text. Under its key may be another object, such as the station that a car park belongs to.
    case .categoryTag where try hasIdentity(cursor): return false
    // These are mostly objects and arrays of numbers. Objects with a single value occur in SPARQL results.
    case .coordinate, .latitudeLongitude, .longitudeLatitude, .geometryText:
      guard try cursor.peek() == UInt8(ascii: "{") else { return false }
    default: break
    }
    let isList = try cursor.peek() == UInt8(ascii: "[")
    var look = cursor
    var texts = try LocalizedText.all(in: &look)
    // A link has a label besides its URL.
    if entry.field == .placeText(.url) { texts.removeAll { $0.text.raw.firstIndex(of: UInt8(ascii: ".")) == nil } }
    guard !texts.isEmpty, entry.field.isText || texts.count == 1 && texts[0].isCoordinate else { return false }
    cursor = look
    let shown = LocalizedText.index(of: vocabulary.language, in: texts)
    let others = texts.indices.filter { $0 != shown }
    var first = entry
    switch entry.field {
    case .placeText(.name), .localName, .otherName, .names:
      let isWanted = vocabulary.language.map { texts[shown].match($0) != .none } ?? false
      if isWanted { first = FieldTable.Entry(.localName, .wantedLanguage) }
      draft.take(first, key: key, text: texts[shown].text, vocabulary: vocabulary)
      let other = FieldTable.Entry(.otherName, .otherName, rank: Int(UInt16.max))
      for number in others { draft.take(other, key: key, text: texts[number].text, vocabulary: vocabulary) }
    case .category, .categories, .overture:
      let entry = entry.field == .overture ? entry : FieldTable.Entry(.overture, .categories)
      for number in [shown] + others { draft.take(entry, key: key, text: texts[number].text, vocabulary: vocabulary) }
    default:
      if entry.source == .named { first.source = .nested }
      guard isList, entry.field.isWholeAddress, texts.allSatisfy({ $0.language == nil }) else {
        draft.take(first, key: key, text: texts[shown].text, vocabulary: vocabulary)
        return true
      }
      // The texts are the lines of one address.
      let lines = Array(texts.map { $0.text.withText(\.array) }.joined(separator: Array(", ".utf8)))
      ByteView.over(lines) { draft.take(first, key: key, text: $0, outlivesRow: false, vocabulary: vocabulary) }
    }
    return true
  }

  /// Reads an object whose members have names in `Fields.txt` that begin with the name of the object, or a list.
  func parseNested(
    _ entry: FieldTable.Entry,
    key: ByteView,
    _ cursor: inout JSONViewCursor,
    _ draft: inout RowDraft,
    depth: Int
  ) throws(SyntaxError) {
    switch entry.field {
    case .addresses: try parseAddresses(&cursor, &draft)
    case .placeText(.lotAddress), .placeText(.roadAddress), .anyAddress:
      try parseAddress(&cursor, &draft, depth: depth)
    case .hierarchy: try parseHierarchy(&cursor, &draft)
    case .foursquareLabels:
      try forEachText(&cursor) {
        draft.take(FieldTable.Entry(entry.field), key: .empty, text: $0, vocabulary: vocabulary)
      }
    case .names, .categories, .category, .taxonomy, .placeText(.name), .otherName, .contact:
      try cursor.forEachMember { (member, cursor) throws(SyntaxError) in
        try ByteView.over(key.array + member.raw.array) { (path) throws(SyntaxError) in
          guard let entry = vocabulary.fields.entry(for: path) ?? contactEntry(for: member, in: entry) else { return }
          try parseValue(of: entry, key: path, &cursor, &draft, depth: depth + 1)
        }
      }
    default: try cursor.skip()
    }
  }

  /// Returns whether an object, or one in a list, has a name or an id.
  func hasIdentity(_ value: JSONViewCursor) throws(SyntaxError) -> Bool {
    var cursor = value
    var isFound = false
    if try cursor.peek() == UInt8(ascii: "{") {
      try cursor.forEachMember { (key, _) in if key.withText(isIdentity) { isFound = true } }
    } else {
      try cursor.forEachElement { (element) throws(SyntaxError) in
        if try element.peek() == UInt8(ascii: "{"), try hasIdentity(element) { isFound = true }
      }
    }
    return isFound
  }

  /// Reads the parts of an address, whose names in `Fields.txt` begin with `address`, or the first of a list.
  private func parseAddress(
    _ cursor: inout JSONViewCursor,
    _ draft: inout RowDraft,
    depth: Int
  ) throws(SyntaxError) {
    guard depth <= Self.maximumDepth else { return try cursor.skip() }
    guard try cursor.peek() == UInt8(ascii: "{") else {
      return try cursor.forEachElement { (cursor) throws(SyntaxError) in
        if try cursor.peek() == UInt8(ascii: "{") { try parseAddress(&cursor, &draft, depth: depth + 1) }
      }
    }
    try cursor.forEachMember { (member, cursor) throws(SyntaxError) in
      // NGSI wraps the parts: `{"type":"PostalAddress","value":{"streetAddress":…}}`.
      if member.raw.equals("value"), try cursor.peek() == UInt8(ascii: "{") {
        return try parseAddress(&cursor, &draft, depth: depth + 1)
      }
      try ByteView.over(Array("address".utf8) + member.raw.array) { (name) throws(SyntaxError) in
        guard var entry = addressEntry(for: name) ?? partEntry(for: member) else { return }
        entry.attribute = nil
        if entry.source == .named { entry.source = .nested }
        try parseValue(of: entry, key: name, &cursor, &draft, depth: depth + 1)
      }
    }
  }

  private func addressEntry(for name: ByteView) -> FieldTable.Entry? {
    vocabulary.fields.entry(for: name).flatMap { $0.field == .attribute ? nil : $0 }
  }

  /// Returns the meaning of a part of an address, or of a way to reach the place, in an object with the name of a
  /// column: `strasse`, `ciudad`, `phone`.
  private func partEntry(for member: JSONString) -> FieldTable.Entry? {
    member.withText { vocabulary.fields.entry(for: $0) }.flatMap { entry in
      let isWay = entry.field == .placeText(.phone) || entry.field == .placeText(.url)
      return isWay || entry.field.isPartOfAddress ? entry : nil
    }
  }

  /// Returns the meaning of a way to reach a place in an object of contacts; the names in it belong to persons.
  private func contactEntry(for member: JSONString, in object: FieldTable.Entry) -> FieldTable.Entry? {
    guard object.field == .contact else { return nil }
    return partEntry(for: member).flatMap { !$0.field.isPartOfAddress || $0.field.isWholeAddress ? $0 : nil }
  }

  private func forEachText(_ cursor: inout JSONViewCursor, _ body: (JSONString) -> Void) throws(SyntaxError) {
    try cursor.forEachElement { (cursor) throws(SyntaxError) in
      if try cursor.peek() == UInt8(ascii: "\"") { body(try cursor.string()) }
    }
  }

  /// Reads a category path from the broadest to the narrowest name.
  ///
  /// The narrowest known name is used, even if it belongs to no category.
  private func parseHierarchy(_ cursor: inout JSONViewCursor, _ draft: inout RowDraft) throws(SyntaxError) {
    var words: [JSONString] = []
    try forEachText(&cursor) { words.append($0) }
    draft.set(.placeText(.categoryPath), joining: words, by: " > ", Precedence(.taxonomy))
    let meanings = words.reversed().lazy.compactMap {
      $0.withText { vocabulary.meaning(vocabulary.taxonomy.value(ofWordOrEnding: $0)) }
    }
    if let meaning = meanings.first { draft.categories.add(meaning, Precedence(.taxonomy, 1)) }
  }

  /// Reads `[{"freeform": …, "locality": …, "region": …, "country": …}]`; the first nonempty address is used.
  ///
  /// Such a list of Parquet in BigQuery is `{"list":[{"element":{"freeform":…}}]}`.
  private func parseAddresses(_ cursor: inout JSONViewCursor, _ draft: inout RowDraft) throws(SyntaxError) {
    guard try cursor.peek() == UInt8(ascii: "[") else {
      return try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
        guard key.raw.equals("list"), try cursor.peek() == UInt8(ascii: "[") else { return }
        try parseAddresses(&cursor, &draft)
      }
    }
    try cursor.forEachElement { (cursor) throws(SyntaxError) in
      var parts = [JSONString](repeating: JSONString(raw: .empty, isEscaped: false), count: 4)
      guard try cursor.peek() == UInt8(ascii: "{") else { return }
      try readParts(&cursor, into: &parts)
      draft.set(.country, text: parts[3])
      let isLargeToSmall = AddressOrder.isLargeToSmall(parts[3].raw)
      if isLargeToSmall {
        // Leave out parts that the first part contains: 서울특별시 강남구 테헤란로 152.
        parts = [parts[2], parts[1], parts[0]].filter { part in
          part.raw.count > 0 && (!parts[0].raw.contains(part.raw) || part.raw.count == parts[0].raw.count)
            && !Self.isRegionCode(part.raw)
        }
      }
      draft.set(.placeText(.lotAddress), joining: parts, by: isLargeToSmall ? " " : ", ", Precedence(.nested))
    }
  }

  private func readParts(_ cursor: inout JSONViewCursor, into parts: inout [JSONString]) throws(SyntaxError) {
    try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
      if key.raw.equals("element") {
        var element = cursor
        try element.forEachMember { (key, cursor) throws(SyntaxError) in try readPart(key, &cursor, into: &parts) }
      }
      try readPart(key, &cursor, into: &parts)
    }
  }

  private func readPart(
    _ key: JSONString,
    _ cursor: inout JSONViewCursor,
    into parts: inout [JSONString]
  ) throws(SyntaxError) {
    let part = Self.addressParts.firstIndex { key.raw.equals($0) }
    guard let part, try cursor.peek() == UInt8(ascii: "\"") else { return }
    parts[part] = try cursor.string()
  }

  /// Returns whether a text is an ISO 3166-2 code, such as `KR-11`, which isn't part of an address.
  private static func isRegionCode(_ text: ByteView) -> Bool {
    text.count >= 4 && text.count <= 6 && text.byte(at: 2) == UInt8(ascii: "-") && text.byte(at: 0) < 0x5B
  }

  private static let addressParts: [StaticString] = ["freeform", "locality", "region", "country"]
}
