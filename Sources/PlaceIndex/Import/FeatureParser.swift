/// Reads one JSON object, a GeoJSON feature or a flat row, into a draft.
struct FeatureParser {
  let vocabulary: ImportVocabulary

  /// What an object turned out to be.
  enum Outcome {
    /// A place, or what should be one.
    case row
    /// A `FeatureCollection` begins here; the cursor is after the `[` of its features.
    case collection
  }

  /// Nesting beyond this is not looked into.
  private static let maximumDepth = 8

  /// Reads an object.
  ///
  /// - Parameters:
  ///   - cursor: Before the object's `{`; afterwards behind its `}`.
  ///   - draft: A draft, reset.
  ///   - findsCollection: Whether an array called `features` ends the reading.
  /// - Returns: What the object is.
  /// - Throws: When it is not JSON, or not all of it.
  func parse(
    _ cursor: inout JSONCursor,
    into draft: inout RowDraft,
    findsCollection: Bool = false
  ) throws(JSONTrouble) -> Outcome {
    try cursor.expect(UInt8(ascii: "{"))
    var isFirst = true
    while let key = try cursor.nextKey(isFirst: &isFirst) {
      if key.isEscaped {
        try parseEscapedProperty(key, &cursor, &draft, depth: 0)
      } else if key.raw.equals("geometry") {
        try parseGeometry(&cursor, &draft)
      } else if findsCollection, key.raw.equals("features"), try cursor.peek() == UInt8(ascii: "[") {
        cursor.offset += 1
        return .collection
      } else if key.raw.equals("properties") {
        try parseProperties(&cursor, &draft, depth: 1)
      } else {
        // A feature's own id is second best: properties may carry the one that people know.
        try parseProperty(key, &cursor, &draft, depth: 0, rankPenalty: key.raw.equals("id") ? 1 : 0)
      }
    }
    return .row
  }

  private func parseProperties(
    _ cursor: inout JSONCursor,
    _ draft: inout RowDraft,
    depth: Int
  ) throws(JSONTrouble) {
    guard depth <= Self.maximumDepth, try cursor.take(UInt8(ascii: "{")) else { return try cursor.skip() }
    var isFirst = true
    while let key = try cursor.nextKey(isFirst: &isFirst) {
      if key.isEscaped {
        try parseEscapedProperty(key, &cursor, &draft, depth: depth)
      } else {
        try parseProperty(key, &cursor, &draft, depth: depth)
      }
    }
  }

  /// A property whose name is written with escapes, as Python writes every Korean one.
  private func parseEscapedProperty(
    _ key: JSONString,
    _ cursor: inout JSONCursor,
    _ draft: inout RowDraft,
    depth: Int
  ) throws(JSONTrouble) {
    try key.withText { (text) throws(JSONTrouble) in
      try parseProperty(JSONString(raw: text, isEscaped: false), &cursor, &draft, depth: depth)
    }
  }

  private func parseProperty(
    _ key: JSONString,
    _ cursor: inout JSONCursor,
    _ draft: inout RowDraft,
    depth: Int,
    rankPenalty: UInt8 = 0
  ) throws(JSONTrouble) {
    guard let found = vocabulary.fields.entry(for: key.raw) else { return try cursor.skip() }
    let entry = FieldTable.Entry(field: found.field, rank: found.rank + rankPenalty)
    switch try cursor.peek() {
    case UInt8(ascii: "\""): draft.take(entry, key: key.raw, try cursor.string(), vocabulary)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if entry.field == .nested { return try parseProperties(&cursor, &draft, depth: depth + 1) }
      try OvertureParser(vocabulary: vocabulary).parse(entry.field, &cursor, &draft)
    default:
      let text = try cursor.scalar()
      guard !text.equals("null"), !text.equals("true"), !text.equals("false") else { return }
      draft.take(entry, key: key.raw, JSONString(raw: text, isEscaped: false), vocabulary)
    }
  }

  private func parseGeometry(_ cursor: inout JSONCursor, _ draft: inout RowDraft) throws(JSONTrouble) {
    var extent = GeometryExtent()
    try extent.parse(&cursor)
    if extent.hasUnreadablePosition { draft.hasUnreadableCoordinate = true }
    guard let center = extent.center else { return }
    draft.longitude = center.longitude
    draft.latitude = center.latitude
  }
}
