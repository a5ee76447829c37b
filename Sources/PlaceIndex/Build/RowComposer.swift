import Domain
import Tables

/// Encodes the text fields of a place as a row of a file.
enum RowComposer {
  /// Writes a row after truncating longer fields at a character boundary.
  @inline(__always)
  static func append(_ fields: inout PlaceFields, to arena: inout RowArena) -> RowArena.Row {
    let isKeyed = fields.otherNames.count > 0 || !NameFolding.isPlain(fields[.name])
    let key = isKeyed ? SearchKey.of(fields[.name], others: fields.otherNames) : []
    return append(&fields, key: key, to: &arena)
  }

  static func append(_ fields: inout PlaceFields, key: [UInt8], to arena: inout RowArena) -> RowArena.Row {
    ByteView.over(key) { key in
      let key = RowFormat.cut(key)
      fields.cut()
      var size = RowFormat.variableSize(key.count) + key.count
      for slot in 0..<RowFormat.firstCount {
        let count = fields[slot].count
        size += RowFormat.variableSize(count) + count
      }
      // Later texts take no space in rows that have none of them.
      var hasLater = false
      for slot in RowFormat.later where fields[slot].count > 0 { hasLater = true }
      if fields.attributes.count > 0 { hasLater = true }
      size += fields.attributes.count
      if hasLater {
        for slot in RowFormat.later { size += RowFormat.variableSize(fields[slot].count) + fields[slot].count }
      }
      return arena.append(count: size) { writer in
        for slot in 0..<RowFormat.firstCount { writer.writeVariable(fields[slot].count) }
        writer.writeVariable(key.count)
        for slot in 0..<RowFormat.firstCount { writer.write(fields[slot]) }
        writer.write(key)
        guard hasLater else { return }
        for slot in RowFormat.later { writer.writeVariable(fields[slot].count) }
        for slot in RowFormat.later { writer.write(fields[slot]) }
        writer.write(fields.attributes)
      }
    }
  }
}

/// The text fields of a place during an import, as valid UTF-8; absent fields are empty.
///
/// Category texts aren't included: they are stored once for all places of a category.
struct PlaceFields {
  /// Indexed by the slots of ``RowFormat``.
  private var texts = PlaceText.PerField<ByteView>(repeating: .empty)
  /// Alternative names, separated by line feeds; they are stored only in the search key.
  var otherNames = ByteView.empty
  /// The packed attributes (``PackedAttributes``).
  var attributes = ByteView.empty

  init() {}

  /// Reads each field of a row, except category texts.
  init(_ text: (PlaceText.Field) -> ByteView) {
    for number in 0..<PlaceText.Field.count where !PlaceText.Field.ofCategory.contains(number) {
      guard let field = PlaceText.Field(rawValue: number) else { continue }
      texts[RowFormat.slot(of: field)] = text(field)
    }
  }

  /// Makes the fields and attributes of a row during a build, without its search key.
  init(_ row: RowFormat) { self.init(row, attributes: row.tail) }

  /// Makes the fields of a row, with other attributes.
  init(_ row: RowFormat, attributes: ByteView) {
    self.init { row[$0] }
    self.attributes = attributes
  }

  subscript(field: PlaceText.Field) -> ByteView {
    get { texts[RowFormat.slot(of: field)] }
    set { texts[RowFormat.slot(of: field)] = newValue }
  }

  /// The text in a slot of ``RowFormat``.
  subscript(slot: Int) -> ByteView { texts[slot] }

  /// Truncates fields to the maximum size.
  mutating func cut() {
    for slot in 0..<RowFormat.later.upperBound { texts[slot] = RowFormat.cut(texts[slot]) }
  }
}
