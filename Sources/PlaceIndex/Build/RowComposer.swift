/// Writes the words of a place in the form that a file holds.
enum RowComposer {
  /// Writes a row whose kind is still open; fields beyond the limit are cut at a character.
  ///
  /// The fields are UTF-8: whoever reads an input checks that once for all of its bytes.
  static func append(_ fields: PlaceFields, group: UInt8, to arena: inout RowArena) -> RowArena.Row {
    assert(fields.isUTF8)
    guard fields.otherNames.count > 0 || !FoldedText.isPlain(fields.name) else {
      return append(fields, searchKey: .empty, group: group, to: &arena)
    }
    let key = SearchKey.of(fields.name, others: fields.otherNames)
    return ByteView.over(key) { append(fields, searchKey: $0, group: group, to: &arena) }
  }

  /// Writes a row whose search key is known.
  static func append(_ fields: PlaceFields, key: [UInt8], group: UInt8, to arena: inout RowArena) -> RowArena.Row {
    ByteView.over(key) { append(fields, searchKey: $0, group: group, to: &arena) }
  }

  private static func append(
    _ fields: PlaceFields,
    searchKey: ByteView,
    group: UInt8,
    to arena: inout RowArena
  ) -> RowArena.Row {
    let parts: InlineArray<7, ByteView> = [
      cut(fields.id), cut(fields.name), cut(fields.phone), cut(fields.lotAddress), cut(fields.roadAddress),
      cut(fields.url), cut(searchKey),
    ]
    // A group, and the number of no kind.
    var size = 2
    for index in 0..<RowFormat.fieldCount { size += RowFormat.variableSize(parts[index].count) + parts[index].count }
    return arena.append(count: size) { writer in
      writer.write(group)
      writer.write(0)
      for index in 0..<RowFormat.fieldCount { writer.writeVariable(parts[index].count) }
      for index in 0..<RowFormat.fieldCount { writer.write(parts[index]) }
    }
  }

  /// A word as an index keeps it: UTF-8, and not longer than a field may be.
  static func kept(_ bytes: ByteView) -> [UInt8] {
    guard UTF8Check.isValid(bytes) else {
      return ByteView.over(Array(bytes.text.utf8)) { cut($0).array }
    }
    return cut(bytes).array
  }

  /// The text as it is kept: not longer than a field may be.
  static func cut(_ bytes: ByteView) -> ByteView {
    guard bytes.count > RowFormat.maximumFieldBytes else { return bytes }
    var end = RowFormat.maximumFieldBytes
    while end > 0, bytes.byte(at: end) & 0xC0 == 0x80 { end -= 1 }
    return bytes.part(0..<end)
  }
}
