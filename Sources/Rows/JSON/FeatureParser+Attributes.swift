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
    _ draft: inout RowDraft
  ) throws(SyntaxError) {
    var cursor = cursor
    if case .key(AttributeColumns.numberOfHours, _, _) = use, let hours = try Self.hours(at: cursor) {
      return ByteView.over(Array(hours.utf8)) { draft.takeAttribute(use, key: key, $0, outlivesRow: false) }
    }
    switch try cursor.peek() {
    case UInt8(ascii: "\""):
      try cursor.string().withText { draft.takeAttribute(use, key: key, $0, outlivesRow: false) }
    case UInt8(ascii: "["):
      var texts: [[UInt8]] = []
      try cursor.forEachElement { (cursor) throws(SyntaxError) in
        guard try cursor.peek() == UInt8(ascii: "\"") else { return }
        texts.append(try cursor.string().withText(\.array))
      }
      var joined = Array(texts.joined(separator: [UInt8(ascii: ";")]))
      if case .key(AttributeColumns.numberOfHours, _, _) = use {
        joined = Array(OpeningHoursNotation.text(ofList: texts.map { String(decoding: $0, as: UTF8.self) }).utf8)
      }
      ByteView.over(joined) { draft.takeAttribute(use, key: key, $0, outlivesRow: false) }
    case UInt8(ascii: "{"):
      let texts = try LocalizedText.all(in: &cursor)
      guard !texts.isEmpty else { return }
      let shown = texts[LocalizedText.index(of: vocabulary.language, in: texts)].text
      shown.withText { draft.takeAttribute(use, key: key, $0, outlivesRow: false) }
    default:
      let text = try cursor.scalar()
      if text.isNull { return }
      // As OpenStreetMap writes them.
      let word = text.equals("true") ? ByteView("yes") : text.equals("false") ? ByteView("no") : text
      draft.takeAttribute(use, key: key, word, outlivesRow: true)
    }
  }

  /// Returns structured opening hours as OpenStreetMap writes them; `nil` for another value.
  private static func hours(at cursor: JSONViewCursor) throws(SyntaxError) -> String? {
    var cursor = cursor
    let first = try cursor.peek()
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
    let start = cursor.offset
    try cursor.skip()
    let value = JSONValue(reading: cursor.bytes.part(start..<cursor.offset).array)
    return value.flatMap(OpeningHoursNotation.text)
  }
}
