import Domain

/// What an answer says about a place: the keys of schema 1, in their order.
enum PlaceField: String, CaseIterable, Sendable {
  case id
  case placeName = "place_name"
  case category
  case groupCode = "category_group_code"
  case groupName = "category_group_name"
  case categoryName = "category_name"
  case phone
  case addressName = "address_name"
  case roadAddressName = "road_address_name"
  case latitude = "lat"
  case longitude = "lng"
  case distance = "distance_m"
  case placeURL = "place_url"

  /// Where a place packs the field's text; `nil` for the fields that are no text.
  var text: PlaceText.Field? {
    switch self {
    case .id: .id
    case .placeName: .name
    case .groupCode: .groupCode
    case .groupName: .groupName
    case .categoryName: .categoryPath
    case .phone: .phone
    case .addressName: .lotAddress
    case .roadAddressName: .roadAddress
    case .placeURL: .url
    case .category, .latitude, .longitude, .distance: nil
    }
  }

  /// Whether its values are text that still says something when they are cut.
  var isProse: Bool {
    switch self {
    case .placeName, .groupName, .categoryName, .addressName, .roadAddressName, .placeURL: true
    default: false
    }
  }

  /// Whether its values are numbers.
  var isNumber: Bool {
    switch self {
    case .latitude, .longitude, .distance: true
    default: false
    }
  }
}
