import Domain
package import Tables

/// Reads one JSON object, a GeoJSON feature or a flat row, into a draft.
package struct FeatureParser {
  let vocabulary: ImportVocabulary
  /// Whether to look for positions in objects of any key, for a row without a position under a known key.
  let looksEverywhere: Bool
  /// Whether to look for them also in lists with a single element.
  let looksInLists: Bool
  /// The number of objects around a position that are opened.
  let maximumSearchDepth: Int

  package init(
    vocabulary: ImportVocabulary,
    looksEverywhere: Bool = false,
    looksInLists: Bool = false,
    maximumSearchDepth: Int = maximumDepth
  ) {
    self.vocabulary = vocabulary
    self.looksEverywhere = looksEverywhere
    self.looksInLists = looksInLists
    self.maximumSearchDepth = maximumSearchDepth
  }

  package enum Outcome {
    /// A place, or an object that should be one.
    case row
    /// A collection; the cursor is past its `[`, or at the single row in its place.
    case collection(CollectionPath.Rows)
  }

  package static let maximumDepth = 8

  @inline(__always)
  package func parse(
    _ cursor: inout JSONViewCursor,
    into draft: inout RowDraft,
    finding search: CollectionSearch = .nothing
  ) throws(SyntaxError) -> Outcome {
    try cursor.expect(UInt8(ascii: "{"))
    var isFirst = true
    while let key = try cursor.nextKey(isFirst: &isFirst) {
      if key.isEscaped {
        try parseProperty(key, cursor: &cursor, draft: &draft, depth: 0)
      } else if key.raw.equals("geometry") {
        try parseGeometry(&cursor, &draft)
      } else if key.raw.equals("properties") || key.raw.equals("tags") {
        try parseProperties(&cursor, &draft, depth: 1)
        draft.hasTags = true
      } else if key.raw.equals("attributes") {
        // ArcGIS has the row's properties here; other programs have attributes besides the row's properties.
        try parseProperties(&cursor, &draft, depth: 1, from: .attributes)
      } else if draft.isElement, key.raw.equals("bounds") {
        try parseBounds(&cursor, &draft)
      } else if key.raw.equals("type"), try cursor.peek() == UInt8(ascii: "\"") {
        try parseType(key, cursor: &cursor, draft: &draft)
      } else if search != .nothing, !draft.isLikelyPlace,
        let collection = try CollectionPath(search: search, fields: vocabulary.fields, isWithinRow: draft.isLikelyRow)
          .enter(key, &cursor)
      {
        return .collection(collection)
      } else {
        if key.raw.equals("id") { try noteElement(at: cursor, &draft) }
        // An id among the properties takes precedence over the id of the feature.
        try parseProperty(key, cursor: &cursor, draft: &draft, depth: 0, hasLowerRank: key.raw.equals("id"))
      }
    }
    return .row
  }

  /// Reads a type; `"type":"node"` marks an element of an Overpass response.
  private func parseType(_ key: JSONString, cursor: inout JSONViewCursor, draft: inout RowDraft) throws(SyntaxError) {
    let type = try cursor.string()
    if type.raw.equals("Feature") { return }
    if type.raw.equals("FeatureCollection") {
      draft.isCollection = true
      return
    }
    if type.raw.equals("node") || type.raw.equals("way") || type.raw.equals("relation") {
      draft.isElement = true
      draft.set(.osmType, text: type.raw)
    } else if !vocabulary.ignoresType, !Self.isGeometry(type) {
      draft.take(FieldTable.Entry(.category, .type), key: key.raw, text: type, vocabulary: vocabulary)
    }
  }

  /// Records the number of an OpenStreetMap element as its id, regardless of tags with that name.
  private func noteElement(at cursor: JSONViewCursor, _ draft: inout RowDraft) throws(SyntaxError) {
    var look = cursor
    switch try look.peek() {
    case UInt8(ascii: "\""): draft.idOfFeature = try look.string().raw
    case UInt8(ascii: "{"), UInt8(ascii: "["): break
    default:
      if draft.isElement { draft.set(.osmNumber, text: try look.scalar(), precedence: Precedence(.wantedLanguage)) }
    }
  }

  func parseProperties(
    _ cursor: inout JSONViewCursor,
    _ draft: inout RowDraft,
    depth: Int,
    from source: ValueOrigin? = nil
  ) throws(SyntaxError) {
    guard depth <= Self.maximumDepth else { return try cursor.skip() }
    guard depth > 1 || source != nil else { return try parseExpectedProperties(&cursor, &draft) }
    try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
      try parseProperty(key, cursor: &cursor, draft: &draft, depth: depth, from: source)
    }
  }

  /// Reads the properties of a feature, whose keys mostly equal the previous feature's keys.
  private func parseExpectedProperties(_ cursor: inout JSONViewCursor, _ draft: inout RowDraft) throws(SyntaxError) {
    guard try cursor.take(UInt8(ascii: "{")) else { return try cursor.skip() }
    var number = 0
    while try !cursor.take(UInt8(ascii: "}")) {
      if number > 0 {
        try cursor.expect(UInt8(ascii: ","))
        _ = try cursor.peek()
      }
      let start = cursor.offset
      if let key = draft.keyOrder.key(number, in: cursor.bytes, at: start) {
        cursor.offset = start + key.count
        number += 1
        guard let entry = key.entry else {
          try noteLists(at: cursor, &draft)
          try cursor.skip()
          continue
        }
        let name = cursor.bytes.part(start + 1..<start + key.count - 2)
        try parseValue(of: entry, key: name, &cursor, &draft, depth: 1)
        continue
      }
      let key = try cursor.string()
      try cursor.expect(UInt8(ascii: ":"))
      let isPlain = !key.isEscaped && cursor.offset - start == key.raw.count + 3
      let bytes = isPlain ? cursor.bytes.part(start..<cursor.offset) : nil
      // Python writes keys with escapes by default.
      try key.withText { (name) throws(SyntaxError) in
        let entry = vocabulary.fields.entry(for: name)
        draft.keyOrder.expect(number, bytes: bytes, entry: entry)
        guard let entry else {
          try noteLists(at: cursor, &draft)
          return try cursor.skip()
        }
        try parseValue(of: entry, key: name, &cursor, &draft, depth: 1)
      }
      number += 1
    }
  }

  @inline(__always)
  func parseProperty(
    _ key: JSONString,
    cursor: inout JSONViewCursor,
    draft: inout RowDraft,
    depth: Int,
    from source: ValueOrigin? = nil,
    hasLowerRank: Bool = false
  ) throws(SyntaxError) {
    // Python writes keys with escapes by default.
    try key.withText { (name) throws(SyntaxError) in
      guard var entry = vocabulary.fields.entry(for: name) else {
        try noteLists(at: cursor, &draft)
        guard looksEverywhere, !isNear(name) else { return try cursor.skip() }
        return try parseUnknown(&cursor, &draft, depth: depth)
      }
      if let source, entry.source == .named { entry.source = source }
      if hasLowerRank { entry.rank += 1 }
      try parseValue(of: entry, key: name, &cursor, &draft, depth: depth)
    }
  }

  @inline(__always)
  package func parseValue(
    of entry: FieldTable.Entry,
    key: ByteView,
    _ cursor: inout JSONViewCursor,
    _ draft: inout RowDraft,
    depth: Int
  ) throws(SyntaxError) {
    let first = try cursor.peek()
    if first == UInt8(ascii: "\"") {
      return draft.take(entry, key: key, text: try cursor.string(), vocabulary: vocabulary)
    }
    let isStructure = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    if isStructure, entry.field != .nested, entry.field.mayListRows { try noteLists(at: cursor, &draft) }
    if looksEverywhere, try parsePlaced(of: entry, key: key, &cursor, &draft, depth: depth) { return }
    if let use = entry.attribute {
      try takeAttribute(use, key: key, at: cursor, isStructure: isStructure, &draft)
      if entry.field == .attribute || isStructure && use.isOfHours { return try cursor.skip() }
    }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if entry.field == .nested {
        let source: ValueOrigin? = key.equals("attributes") ? .attributes : nil
        return try parseProperties(&cursor, &draft, depth: depth + 1, from: source)
      }
      if try parseTexts(of: entry, key: key, &cursor, &draft) { return }
      switch entry.field {
      case .latitude, .longitude, .easting, .northing: try parseWrapped(entry, cursor: &cursor, draft: &draft)
      case .coordinate, .latitudeLongitude, .longitudeLatitude:
        try parsePosition(of: entry.field, &cursor, &draft, depth: depth)
      case .geometryText: try parseGeometry(&cursor, &draft)
      default: try parseNested(entry, key: key, &cursor, &draft, depth: depth)
      }
    default:
      let text = try cursor.scalar()
      guard !text.isNull else { return }
      // In other fields, a Boolean only means that the value exists.
      let isFlag = entry.field == .closedFlag || entry.field == .openFlag || entry.field == .closingDate
      guard isFlag || !text.equals("true") && !text.equals("false") else { return }
      var entry = entry
      entry.attribute = nil
      draft.take(entry, key: key, text: text, outlivesRow: true, vocabulary: vocabulary)
    }
  }
}
