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
  case kind

  enum Content: Sendable {
    /// A text of the source; prose stays useful when it is cut.
    case text(PlaceText.Field, isProse: Bool = false)
    /// A word of the place's group; without a group, the source's own text.
    case group(@Sendable (CategoryGroup) -> String, PlaceText.Field? = nil, isProse: Bool = false)
    /// The place's kind.
    case kind
    case number(Number)
    case integer(WholeNumber)
  }

  /// A number of a place, as a value: a function would be handed a copy of the place, and a batch has millions.
  enum Number: Sendable {
    case latitude
    case longitude

    @inline(__always)
    func value(in found: FoundPlace) -> Double {
      switch self {
      case .latitude: found.place.coordinate.latitude
      case .longitude: found.place.coordinate.longitude
      }
    }
  }

  /// A whole number of a place, which may be absent.
  enum WholeNumber: Sendable {
    case distance

    @inline(__always)
    func value(in found: FoundPlace) -> Int? {
      switch self {
      case .distance: found.distance?.wholeMeters
      }
    }
  }

  /// What a field is, for every format with a key for each: JSON, CSV, GeoJSON.
  ///
  /// Tables, cards and pages choose their own.
  var content: Content {
    switch self {
    case .id: .text(.id)
    case .placeName: .text(.name, isProse: true)
    case .category: .group { $0.slug }
    case .groupCode: .group({ $0.code }, .groupCode)
    case .groupName: .group({ $0.koreanName }, .groupName, isProse: true)
    case .categoryName: .text(.categoryPath, isProse: true)
    case .phone: .text(.phone)
    case .addressName: .text(.lotAddress, isProse: true)
    case .roadAddressName: .text(.roadAddress, isProse: true)
    case .latitude: .number(.latitude)
    case .longitude: .number(.longitude)
    case .distance: .integer(.distance)
    case .placeURL: .text(.url, isProse: true)
    case .kind: .kind
    }
  }

  func value(in found: FoundPlace) -> Listing.Value {
    switch content {
    case .text(let field, _): .text(found.place.text[field])
    case .group(let word, let field, _): .text(found.place.group.map(word) ?? field.flatMap { found.place.text[$0] })
    case .kind: .text(found.place.kind?.slug)
    case .number(let number): .number(number.value(in: found))
    case .integer(let number): .integer(number.value(in: found))
    }
  }

  var tableColumn: Table.Column {
    let importance = self == .placeName ? 1 : 0
    return switch content {
    case .text(_, let isProse), .group(_, _, let isProse):
      Table.Column(name: rawValue, isFlexible: isProse, importance: importance)
    case .kind: Table.Column(name: rawValue, importance: importance)
    case .number, .integer: Table.Column(name: rawValue, isRightAligned: true, importance: importance)
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

  /// The category in short: the slug of the kind or of the group, else the last part of the category path.
  var categoryText: String {
    if let slug = kind?.slug ?? group?.slug { return slug }
    guard let path = categoryPath else { return "" }
    guard let mark = path.lastIndex(of: ">") else { return TerminalText.cleaned(path) }
    return TerminalText.cleaned(String(path[path.index(after: mark)...].drop { $0 == " " }))
  }
}
