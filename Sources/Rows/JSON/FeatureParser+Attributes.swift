import Domain
import Tables

/// Reads attributes.
extension FeatureParser {
  /// Stores the value of a property that isn't a plain text: the texts of a list, a text in several languages, a
  /// Boolean.
  ///
  /// The cursor doesn't move.
  func takeAttribute(
    _ use: FieldTable.AttributeUse,
    key: ByteView,
    at cursor: JSONViewCursor,
    isStructure: Bool,
    _ draft: inout RowDraft
  ) throws(SyntaxError) {
    var cursor = cursor
    if isStructure, use.isOfHours, let value = try Self.structure(at: cursor) {
      if let hours = OpeningHoursNotation.text(of: value) {
        return ByteView.over(Array(hours.utf8)) { draft.takeAttribute(use, key: key, $0, outlivesRow: false) }
      }
      guard !OpeningHoursNotation.namesDays(value) else { return }
    }
    switch try cursor.peek() {
    case UInt8(ascii: "\""):
      try cursor.string().withText { draft.takeAttribute(use, key: key, $0, outlivesRow: false) }
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      let texts = LocalizedText.shown(of: vocabulary.language, in: try LocalizedText.all(in: &cursor))
        .map { $0.text.withText(\.array) }
      guard !texts.isEmpty else { return }
      var joined = Array(texts.joined(separator: [UInt8(ascii: ";")]))
      if use.isOfHours {
        joined = Array(OpeningHoursNotation.text(ofList: texts.map { String(decoding: $0, as: UTF8.self) }).utf8)
      }
      ByteView.over(joined) { draft.takeAttribute(use, key: key, $0, outlivesRow: false) }
    default:
      let text = try cursor.scalar()
      if text.isNull { return }
      // As OpenStreetMap writes them.
      let word = text.equals("true") ? ByteView("yes") : text.equals("false") ? ByteView("no") : text
      draft.takeAttribute(use, key: key, word, outlivesRow: true)
    }
  }

  /// Returns the object or list at a cursor; `nil` if it isn't UTF-8.
  private static func structure(at cursor: JSONViewCursor) throws(SyntaxError) -> JSONValue? {
    var cursor = cursor
    let start = cursor.offset
    try cursor.skip()
    return JSONValue(reading: cursor.bytes.part(start..<cursor.offset).array)
  }
}

extension FieldTable.AttributeUse {
  /// Whether the attribute is the opening hours.
  var isOfHours: Bool { if case .key(AttributeColumns.numberOfHours, _, _) = self { true } else { false } }
}
