import Domain

/// The fields of a place: the keys of schema 1, in order.
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

  /// The text field of a place; `nil` for fields that are no text.
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

  /// Whether its values are text that stays useful when it is cut.
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

extension Place {
  /// The address of the place's page when it is safe to open: `http` or `https`, and no other scheme.
  var pageAddress: String? {
    guard let url = url, let mark = url.firstIndex(of: ":") else { return nil }
    let scheme = url[..<mark].lowercased()
    guard scheme == "https" || scheme == "http", url[mark...].hasPrefix("://") else { return nil }
    return url.unicodeScalars.allSatisfy { $0.value > 0x20 && !(0x7F...0xA0).contains($0.value) } ? url : nil
  }

  /// Where a browser shows the place: its page, else its point on OpenStreetMap.
  var browserAddress: String { pageAddress ?? mapAddress }

  private var mapAddress: String {
    let latitude = coordinate.latitude.decimalText
    let longitude = coordinate.longitude.decimalText
    return "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=18/\(latitude)/\(longitude)"
  }

  /// The category in short: the slug of the group, else the last part of the category path.
  var categoryText: String {
    if let group { return group.slug }
    guard let path = categoryPath else { return "" }
    guard let mark = path.lastIndex(of: ">") else { return TerminalText.cleaned(path) }
    return TerminalText.cleaned(String(path[path.index(after: mark)...].drop { $0 == " " }))
  }
}
