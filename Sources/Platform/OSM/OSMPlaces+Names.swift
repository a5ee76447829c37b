import Domain
import PlaceIndex

extension OSMPlaces: LocateTextUseCase {
  /// The maximum number of hits of a request.
  private static let maximumHits = 40

  func candidates(for text: SearchText, limit: Int) async throws(PlaceSearchError) -> LocatedPlaces {
    let budget = client.makeBudget(isUnbounded: true)
    let count = String(min(max(limit, 1), Self.maximumHits))
    let answer = try await client.answer(from: "search", ["q": text.value, "limit": count], for: budget)
    guard case .list(let hits)? = answer else {
      throw .untrustworthy(.unreadable(detail: "it is not a list of places"))
    }
    var places: [Place] = []
    for hit in hits { if let place = try place(of: hit) { places.append(place) } }
    return LocatedPlaces(
      candidates: places,
      // What it counts is not said.
      totalCount: places.count,
      provenance: provenance(requests: budget.requests)
    )
  }

  /// A hit as a place, by the rules for elements; `nil` for one without a position.
  private func place(of hit: JSONTree) throws(PlaceSearchError) -> Place? {
    guard let latitude = hit["lat"]?.double, let longitude = hit["lon"]?.double,
      let point = try? Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    let address = hit["address"]
    let displayName = hit["display_name"]
    let town = ["city", "town", "village", "municipality"].compactMap { address?[$0] }.first
    var tags: [JSONTree.Member] = JSONTree.present([
      "name": hit["name"]?.string == nil ? displayName : hit["name"], "addr:street": address?["road"],
      "addr:housenumber": address?["house_number"], "addr:district": address?["suburb"], "addr:city": town,
      "addr:province": address?["state"], "addr:postcode": address?["postcode"],
      "addr:country": address?["country_code"]?.string.map { .text($0.uppercased()) },
      // The names of what a place lies in are its address where it has no street.
      "addr:full": address?["road"] == nil && displayName != hit["name"] ? displayName : nil,
    ])
    if let key = hit["category"]?.string, let value = hit["type"] { tags.append(.init(key: key, value: value)) }
    // A postcode or a country has no element.
    let element = JSONTree.members([
      "type": hit["osm_type"] ?? .text("node"), "id": hit["osm_id"] ?? hit["place_id"], "lat": .number(latitude),
      "lon": .number(longitude), "tags": .object(tags),
    ])
    let index = try read(element.line).index
    return try readingIndex { () throws(IndexFileError) in
      try index.nearestPlace(to: point, within: 1) { _ in true }?.places.first?.place
    }
  }
}

extension OSMPlaces: DescribeCoordinateUseCase {
  func address(of coordinate: Coordinate) async throws(PlaceSearchError) -> CoordinateAddress {
    let budget = client.makeBudget(isUnbounded: true)
    let latitude = OverpassQuery.degrees(coordinate.latitude)
    let longitude = OverpassQuery.degrees(coordinate.longitude)
    let answer = try await client.answer(from: "reverse", ["lat": latitude, "lon": longitude], for: budget)
    var address = CoordinateAddress(coordinate: coordinate, provenance: provenance(requests: budget.requests))
    guard let hit = answer else { return address }
    guard hit["lat"]?.double != nil, hit["lon"]?.double != nil else {
      throw .untrustworthy(.unreadable(detail: "it is neither an address nor says that there is none"))
    }
    let place = try place(of: hit)
    address.roadAddress = place?.roadAddress
    address.lotAddress = place?.lotAddress
    address.buildingName = hit["name"]?.string
    let parts = hit["address"]
    address.postalCode = parts?["postcode"]?.string
    let region = ["country", "state", "city", "town", "village", "suburb"].compactMap { parts?[$0]?.string }
    if !region.isEmpty {
      address.administrativeRegion = .init(name: region.joined(separator: " "), code: parts?["ISO3166-2-lvl4"]?.string)
    }
    return address
  }
}
