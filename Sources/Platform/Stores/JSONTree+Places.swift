import Domain

/// Places as they are stored, under the names of schema 1.
extension JSONTree {
  /// A coordinate as `[lat,lng]`.
  static func coordinate(_ coordinate: Coordinate) -> JSONTree {
    .list([.number(coordinate.latitude), .number(coordinate.longitude)])
  }

  /// The coordinate that was stored; `nil` when it is invalid.
  var coordinate: Coordinate? {
    let numbers = elements.compactMap(\.double)
    return numbers.count == 2 ? try? Coordinate(latitude: numbers[0], longitude: numbers[1]) : nil
  }

  /// A place, with its exact distance.
  static func place(_ found: FoundPlace) -> JSONTree {
    let place = found.place
    func text(_ field: PlaceText.Field) -> JSONTree? { place.text[field].map(JSONTree.text) }
    return .members([
      "id": text(.id), "place_name": text(.name), "category_group_code": text(.groupCode),
      "category_group_name": text(.groupName), "category_name": text(.categoryPath), "phone": text(.phone),
      "address_name": text(.lotAddress), "road_address_name": text(.roadAddress), "place_url": text(.url),
      "at": .coordinate(place.coordinate), "distance_m": found.distance.map { .number($0.meters) },
    ])
  }

  /// The place that was stored; `nil` when it has no coordinate.
  var foundPlace: FoundPlace? {
    guard let coordinate = self["at"]?.coordinate else { return nil }
    func text(_ key: String) -> String? { self[key]?.string }
    let code = text("category_group_code")
    let fields = PlaceText { field in
      switch field {
      case .id: text("id")
      case .name: text("place_name")
      case .groupCode: code
      case .groupName: text("category_group_name")
      case .categoryPath: text("category_name")
      case .phone: text("phone")
      case .lotAddress: text("address_name")
      case .roadAddress: text("road_address_name")
      case .url: text("place_url")
      }
    }
    return FoundPlace(
      place: Place(coordinate: coordinate, group: code.flatMap(CategoryGroup.init(rawValue:)), text: fields),
      distance: self["distance_m"]?.double.flatMap { Distance(meters: $0) }
    )
  }
}
