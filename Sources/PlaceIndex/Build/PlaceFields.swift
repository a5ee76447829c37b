/// The words of one place on their way into an index; absent ones are empty.
struct PlaceFields {
  var id = ByteView.empty
  var name = ByteView.empty
  var phone = ByteView.empty
  var lotAddress = ByteView.empty
  var roadAddress = ByteView.empty
  var url = ByteView.empty
  /// Names beside the one that is shown, parted by line feeds: they are found and not kept as they are.
  var otherNames = ByteView.empty

  /// Whether every word is UTF-8.
  var isUTF8: Bool {
    UTF8Check.isValid(id) && UTF8Check.isValid(name) && UTF8Check.isValid(phone) && UTF8Check.isValid(lotAddress)
      && UTF8Check.isValid(roadAddress) && UTF8Check.isValid(url) && UTF8Check.isValid(otherNames)
  }

  /// The field at a position of the row format.
  subscript(field: RowFormat.Field) -> ByteView {
    switch field {
    case .id: id
    case .name: name
    case .phone: phone
    case .lotAddress: lotAddress
    case .roadAddress: roadAddress
    case .url: url
    case .searchKey: .empty
    }
  }
}

extension PlaceFields {
  /// The words of a row; its search key is not among them.
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
