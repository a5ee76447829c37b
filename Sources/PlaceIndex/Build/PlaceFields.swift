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

  /// Lends the words with U+FFFD in place of what is not UTF-8.
  func repaired<Result>(_ body: (PlaceFields) -> Result) -> Result {
    let texts = [id, name, phone, lotAddress, roadAddress, url, otherNames].map { Array($0.text.utf8) }
    return ByteView.over(Array(texts.joined())) { all in
      var end = 0
      let parts = texts.map { text in
        end += text.count
        return all.part(end - text.count..<end)
      }
      let fields = PlaceFields(
        id: parts[0],
        name: parts[1],
        phone: parts[2],
        lotAddress: parts[3],
        roadAddress: parts[4],
        url: parts[5],
        otherNames: parts[6]
      )
      return body(fields)
    }
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
