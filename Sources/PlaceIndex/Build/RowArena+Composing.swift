import Domain
import Tables

extension RowArena {
  /// Writes the texts of a place as a row of a file; longer texts are truncated at a character boundary.
  ///
  /// - Parameters:
  ///   - searchKey: The folded names (``SearchKey``); empty if they aren't stored.
  ///   - attributes: The packed attributes (``PackedAttributes``), which numbers replace in the file.
  ///   - text: Returns a text as valid UTF-8; empty if it is absent. Texts of categories aren't requested.
  /// - Returns: The location of the row.
  @inline(__always)
  mutating func append(
    searchKey: ByteView,
    attributes: ByteView,
    text: (PlaceText.Field) -> ByteView
  ) -> Row {
    let key = RowFormat.cut(searchKey)
    var texts = RowFormat.PerText<ByteView>(repeating: .empty)
    var size = RowFormat.variableSize(key.count) + key.count + attributes.count
    for number in 0..<PlaceText.Field.count where !PlaceText.Field.ofCategory.contains(number) {
      guard let field = PlaceText.Field(rawValue: number) else { continue }
      let text = RowFormat.cut(text(field))
      texts[RowFormat.slot(of: field)] = text
      size += RowFormat.variableSize(text.count) + text.count
    }
    var parts = RowParts()
    if key.count > 0 { parts.insert(.searchKey) }
    if texts[RowFormat.slot(of: .phone)].count > 0 { parts.insert(.phone) }
    if texts[RowFormat.slot(of: .url)].count > 0 { parts.insert(.url) }
    if attributes.count > 0 { parts.insert(.attributes) }
    return append(count: size, tag: parts.rawValue) { writer in
      for slot in 0..<RowFormat.textCount { writer.writeVariable(texts[slot].count) }
      writer.writeVariable(key.count)
      for slot in 0..<RowFormat.textCount where texts[slot].count > 0 { writer.write(texts[slot]) }
      if key.count > 0 { writer.write(key) }
      if attributes.count > 0 { writer.write(attributes) }
    }
  }

  /// Writes the texts of a place as a row, and derives the search key; other names are on lines of their own.
  @inline(__always)
  mutating func append(
    otherNames: ByteView,
    attributes: ByteView,
    text: (PlaceText.Field) -> ByteView
  ) -> Row {
    let key = SearchKey.of(text(.name), others: otherNames)
    return ByteView.over(key) { append(searchKey: $0, attributes: attributes, text: text) }
  }

  /// Writes a row with the texts of another row, which isn't in this arena, and with other attributes.
  mutating func append(_ other: RowFormat, attributes: ByteView) -> Row {
    append(searchKey: other.searchKey, attributes: attributes) { other[$0] }
  }
}

/// The parts that a row has.
///
/// They are recorded when the row is composed, so most steps of a build needn't read the row.
struct RowParts: OptionSet {
  let rawValue: UInt8

  static let searchKey = RowParts(rawValue: 1)
  static let phone = RowParts(rawValue: 2)
  static let url = RowParts(rawValue: 4)
  static let attributes = RowParts(rawValue: 8)
}

extension RowArena.Row {
  var parts: RowParts { RowParts(rawValue: tag) }
}
