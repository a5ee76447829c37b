import Domain
/// Encodes the text fields of a place as a row of a file.
enum RowComposer {
  /// Writes a row; fields beyond the limit are truncated at a character boundary.
  ///
  /// The fields are UTF-8, which the readers of an input have checked.
  static func append(_ fields: PlaceFields, to arena: inout RowArena) -> RowArena.Row {
    assert(fields.isUTF8)
    guard fields.otherNames.count > 0 || !NameFolding.isPlain(fields.name) else {
      return append(fields, searchKey: .empty, to: &arena)
    }
    let key = SearchKey.of(fields.name, others: fields.otherNames)
    return ByteView.over(key) { append(fields, searchKey: $0, to: &arena) }
  }

  static func append(_ fields: PlaceFields, key: [UInt8], to arena: inout RowArena) -> RowArena.Row {
    ByteView.over(key) { append(fields, searchKey: $0, to: &arena) }
  }

  private static func append(
    _ fields: PlaceFields,
    searchKey: ByteView,
    to arena: inout RowArena
  ) -> RowArena.Row {
    let parts: InlineArray<7, ByteView> = [
      RowFormat.cut(fields.id), RowFormat.cut(fields.name), RowFormat.cut(fields.phone),
      RowFormat.cut(fields.lotAddress), RowFormat.cut(fields.roadAddress),
      RowFormat.cut(fields.url), RowFormat.cut(searchKey),
    ]
    var size = 0
    for index in 0..<RowFormat.fieldCount { size += RowFormat.variableSize(parts[index].count) + parts[index].count }
    return arena.append(count: size) { writer in
      for index in 0..<RowFormat.fieldCount { writer.writeVariable(parts[index].count) }
      for index in 0..<RowFormat.fieldCount { writer.write(parts[index]) }
    }
  }
}

/// The text fields of one place on their way into an index; absent ones are empty.
struct PlaceFields {
  var id = ByteView.empty
  var name = ByteView.empty
  var phone = ByteView.empty
  var lotAddress = ByteView.empty
  var roadAddress = ByteView.empty
  var url = ByteView.empty
  /// Names besides the displayed one, separated by line feeds; they are stored only in the search key.
  var otherNames = ByteView.empty

  /// Whether every text field is UTF-8.
  var isUTF8: Bool {
    UTF8Check.isValid(id) && UTF8Check.isValid(name) && UTF8Check.isValid(phone) && UTF8Check.isValid(lotAddress)
      && UTF8Check.isValid(roadAddress) && UTF8Check.isValid(url) && UTF8Check.isValid(otherNames)
  }
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
