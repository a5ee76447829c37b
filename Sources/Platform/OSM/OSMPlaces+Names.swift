import Domain
import PlaceIndex
import Tables

extension OSMPlaces: LocateUseCase {
  /// Returns `nil`, because the service corrects texts itself.
  func correction(of text: SearchText) -> SearchText? { nil }

  /// The maximum number of hits per request, and the number requested for any smaller limit.
  private static let maximumHits = 40
  private static let sharedHits = 15

  func candidates(
    for text: SearchText,
    where conditions: [AttributeCondition],
    limit: Int
  ) async throws(PlaceSearchError) -> LocatedPlaces {
    guard conditions.isEmpty else { return try await candidates(for: text, satisfying: conditions, limit: limit) }
    let budget = client.makeBudget(isUnbounded: true)
    let count = min(max(limit, Self.sharedHits), Self.maximumHits)
    let hits = try await hits(["q": text.value, "limit": String(count)], for: budget)
    var reader = OSMElementReader(language: client.language)
    var places: [Place] = []
    var importances: [Double] = []
    for hit in hits {
      guard let place = Self.place(of: hit, &reader) else { continue }
      places.append(place)
      importances.append(hit["importance"]?.double ?? 0)
    }
    let (ranked, rivals) = Self.ranked(places, importances, for: text)
    return LocatedPlaces(
      candidates: Array(ranked.prefix(limit)),
      totalCount: places.count,
      mayHaveMore: hits.count >= count,
      rivals: rivals,
      provenance: provenance(budget)
    )
  }

  /// Ranks the places of a response, and finds those that match a text as well as the first place.
  ///
  /// Keeps the order of the service if it ranks the first place clearly higher than the second. If the two tie, a place
  /// with exactly the name in the text comes first.
  private static func ranked(
    _ places: [Place],
    _ importances: [Double],
    for text: SearchText
  ) -> (places: [Place], rivals: [Coordinate]) {
    guard let first = importances.first else { return (places, []) }
    let alike = zip(places, importances).prefix { abs($0.1 - first) < sameImportance }.map(\.0)
    guard !NameGrade.rivals(among: Array(alike.prefix(2)), for: text).isEmpty else { return (places, []) }
    let ranked = NameGrade.puttingExactNameFirst(places, for: text)
    guard ranked == places else { return (ranked, NameGrade.rivals(among: ranked, for: text)) }
    return (places, NameGrade.rivals(among: alike, for: text))
  }

  /// The largest insignificant difference of importance.
  ///
  /// Places without a Wikipedia article differ by less, depending on how often the map around them is viewed
  /// (https://nominatim.org/release-docs/latest/customize/Importance/).
  private static let sameImportance = 0.001

  private func candidates(
    for text: SearchText,
    satisfying conditions: [AttributeCondition],
    limit: Int
  ) async throws(PlaceSearchError) -> LocatedPlaces {
    try OverpassQuery.check(conditions.map(\.key))
    let budget = client.makeBudget(isUnbounded: true)
    // Request the maximum, because any hit may satisfy the conditions.
    let parameters: KeyValuePairs = ["q": text.value, "limit": String(Self.maximumHits), "extratags": "1"]
    let hits = try await hits(parameters, for: budget)
    let places = try satisfying(conditions, among: hits)
    return LocatedPlaces(
      candidates: Array(places.prefix(limit)),
      totalCount: places.count,
      mayHaveMore: hits.count >= Self.maximumHits,
      provenance: provenance(budget)
    )
  }

  private func hits(
    _ parameters: KeyValuePairs<String, String>,
    for budget: RequestBudget
  ) async throws(PlaceSearchError) -> [JSONValue] {
    let response = try await client.response(
      from: "search",
      parameters,
      for: budget,
      cachingIf: { if case .list? = $0 { true } else { false } }
    )
    guard case .list(let hits)? = response else {
      throw .untrustworthy(.unreadable(detail: "it isn't a list of places"))
    }
    return hits
  }

  /// Returns the hits that satisfy conditions, in order, with the attributes that an index would store.
  private func satisfying(
    _ conditions: [AttributeCondition],
    among hits: [JSONValue]
  ) throws(PlaceSearchError) -> [Place] {
    let elements = hits.compactMap(Self.element)
    let document = Array(elements.map(\.line).joined(separator: [UInt8(ascii: ",")]))
    let index = try read(document, keeping: conditions.map(\.key)).index
    let match = PlaceMatch(categories: [.any], conditions: conditions)
    guard let query = try? PlaceQuery(match, area: .anywhere(center: nil)) else {
      preconditionFailure("a query for any category without an order is valid")
    }
    let found = try readingIndex { () throws(IndexFileError) in
      try index.places(matching: query, offset: 0, limit: nil, ignoringUnknownKeys: true).places.map(\.place)
    }
    return elements.compactMap { element in
      let path = "\(element["type"]?.string ?? "")/\(element["id"]?.integer ?? 0)"
      return found.first { $0.id == path }
    }
  }

  /// Returns a hit in the format of Overpass; `nil` if it isn't an element (such as a postcode) or has no coordinate.
  private static func element(of hit: JSONValue) -> JSONValue? {
    guard let type = hit["osm_type"]?.string, let number = hit["osm_id"]?.integer,
      let latitude = hit["lat"]?.double, let longitude = hit["lon"]?.double
    else { return nil }
    var tags = tags(of: hit).map { JSONValue.Member(key: $0.key, value: .text($0.value)) }
    if case .object(let extraTags)? = hit["extratags"] { tags += extraTags }
    let point = JSONValue.members(["lat": .number(latitude), "lon": .number(longitude)])
    return .members([
      "type": .text(type), "id": .integer(number), "lat": point["lat"], "lon": point["lon"],
      "center": type == "node" ? nil : point, "tags": .object(tags),
    ])
  }

  /// Returns a hit as a place, by the rules for elements; `nil` if it has no coordinate.
  private static func place(of hit: JSONValue, _ reader: inout OSMElementReader) -> Place? {
    guard let latitude = hit["lat"]?.double, let longitude = hit["lon"]?.double,
      let point = try? Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    // Computed postcodes and countries have no element.
    return reader.place(
      type: hit["osm_type"]?.string ?? "",
      number: hit["osm_id"]?.integer.map(String.init) ?? "",
      tags: tags(of: hit),
      at: point
    )
  }

  /// Returns the tags of a hit's element.
  private static func tags(of hit: JSONValue) -> [(key: String, value: String)] {
    let address = hit["address"]
    let name = hit["name"]?.string
    let displayName = hit["display_name"]?.string
    let town = ["city", "town", "village", "municipality"].lazy.compactMap { address?[$0]?.string }.first
    let road = address?["road"]?.string
    var tags: [(key: String, value: String)] = []
    func add(_ key: String, _ value: String?) { if let value { tags.append((key, value)) } }
    add("name", name ?? displayName)
    add("addr:street", road)
    add("addr:housenumber", address?["house_number"]?.string)
    add("addr:district", address?["suburb"]?.string)
    add("addr:city", town)
    add("addr:province", address?["state"]?.string)
    add("addr:postcode", address?["postcode"]?.string)
    add("addr:country", address?["country_code"]?.string?.uppercased())
    // Without a street, the names of the surrounding areas are the address.
    if road == nil, displayName != name { add("addr:full", displayName) }
    if let key = hit["category"]?.string { add(key, hit["type"]?.string) }
    return tags
  }
}

extension OSMPlaces {
  func address(of coordinate: Coordinate) async throws(PlaceSearchError) -> CoordinateAddress {
    let budget = client.makeBudget(isUnbounded: true)
    let latitude = OverpassQuery.degrees(coordinate.latitude)
    let longitude = OverpassQuery.degrees(coordinate.longitude)
    let response = try await client.response(
      from: "reverse",
      ["lat": latitude, "lon": longitude],
      for: budget,
      cachingIf: { hit in hit.map { $0["lat"]?.double != nil && $0["lon"]?.double != nil } ?? true }
    )
    var address = CoordinateAddress(coordinate: coordinate, provenance: provenance(budget))
    guard let hit = response else { return address }
    guard hit["lat"]?.double != nil, hit["lon"]?.double != nil else {
      throw .untrustworthy(.unreadable(detail: "it has neither an address nor the error for a missing one"))
    }
    var reader = OSMElementReader(language: client.language)
    let place = Self.place(of: hit, &reader)
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
