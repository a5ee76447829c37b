/// The words of one place on their way into an index; absent ones are empty.
struct PlaceFields {
  var id = ByteView.empty
  var name = ByteView.empty
  var phone = ByteView.empty
  var lotAddress = ByteView.empty
  var roadAddress = ByteView.empty
  var url = ByteView.empty

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
