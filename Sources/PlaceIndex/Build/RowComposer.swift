import Domain
/// Encodes the text fields of a place as a row of a file.
enum RowComposer {
  /// Writes a row; fields beyond the limit are truncated at a character boundary.
  static func append(_ fields: PlaceFields, to arena: inout RowArena) -> RowArena.Row {
    let isKeyed = fields.otherNames.count > 0 || !NameFolding.isPlain(fields.name)
    return append(fields, key: isKeyed ? SearchKey.of(fields.name, others: fields.otherNames) : [], to: &arena)
  }

  static func append(_ fields: PlaceFields, key: [UInt8], to arena: inout RowArena) -> RowArena.Row {
    ByteView.over(key) { key in
      let parts: InlineArray<7, ByteView> = [
        RowFormat.cut(fields.id), RowFormat.cut(fields.name), RowFormat.cut(fields.phone),
        RowFormat.cut(fields.lotAddress), RowFormat.cut(fields.roadAddress),
        RowFormat.cut(fields.url), RowFormat.cut(key),
      ]
      var size = 0
      for index in 0..<RowFormat.fieldCount { size += RowFormat.variableSize(parts[index].count) + parts[index].count }
      return arena.append(count: size) { writer in
        for index in 0..<RowFormat.fieldCount { writer.writeVariable(parts[index].count) }
        for index in 0..<RowFormat.fieldCount { writer.write(parts[index]) }
      }
    }
  }
}

/// The text fields of one place on their way into an index, UTF-8 that the reader of an input has checked; absent
/// ones are empty.
struct PlaceFields {
  var id = ByteView.empty
  var name = ByteView.empty
  var phone = ByteView.empty
  var lotAddress = ByteView.empty
  var roadAddress = ByteView.empty
  var url = ByteView.empty
  /// Names besides the displayed one, separated by line feeds; they are stored only in the search key.
  var otherNames = ByteView.empty
}

extension PlaceFields {
  /// The text fields of a row; its search key is not among them.
  init(_ row: RowFormat) {
    self.init(
      id: row[.id],
      name: row[.name],
      phone: row[.phone],
      lotAddress: row[.lotAddress],
      roadAddress: row[.roadAddress],
      url: row[.url]
    )
  }
}
