import Domain

/// An answer of a service that the cache stores; without its number of requests, since a cached answer costs none.
protocol CacheableAnswer: Sendable {
  var provenance: Provenance { get }
  /// What is stored beside the provenance.
  var stored: KeyValuePairs<String, JSONTree?> { get }

  /// Reads a stored answer; `nil` when a part of it cannot be read.
  init?(stored: JSONTree, _ provenance: Provenance)
}

extension PlaceCollection.Gap {
  /// The gaps of services that an answer may be cached with; answers of an index are not cached.
  private static let names: KeyValuePairs<String, Self> = ["word": .byWord, "groups": .groupsOnly]

  /// The name in the cache; `nil` for what may be otherwise when the service is asked again.
  var cachedName: String? { Self.names.first { $0.value == self }?.key }

  init?(cachedName name: String?) {
    guard let gap = Self.names.first(where: { $0.key == name })?.value else { return nil }
    self = gap
  }
}

extension PlaceCollection: CacheableAnswer {
  var stored: KeyValuePairs<String, JSONTree?> {
    [
      "total_count": totalCount.map { .integer($0) }, "complete": .bool(isComplete),
      "gap": gap?.cachedName.map(JSONTree.text),
      "places": .list(places.map(JSONTree.place)),
    ]
  }

  init?(stored: JSONTree, _ provenance: Provenance) {
    guard let isComplete = stored["complete"]?.isTrue, let places = stored["places"]?.foundPlaces else { return nil }
    self.init(
      places: places,
      totalCount: stored["total_count"]?.integer,
      isComplete: isComplete,
      gap: Gap(cachedName: stored["gap"]?.string),
      provenance: provenance
    )
  }
}

extension PlacePage: CacheableAnswer {
  var stored: KeyValuePairs<String, JSONTree?> {
    [
      "total_count": .integer(totalCount), "pageable_count": .integer(pageableCount), "last": .bool(isLast),
      "gap": gap?.cachedName.map(JSONTree.text), "places": .list(places.map(JSONTree.place)),
    ]
  }

  init?(stored: JSONTree, _ provenance: Provenance) {
    guard let totalCount = stored["total_count"]?.integer, let pageableCount = stored["pageable_count"]?.integer,
      let isLast = stored["last"]?.isTrue, let places = stored["places"]?.foundPlaces
    else { return nil }
    self.init(
      places: places,
      totalCount: totalCount,
      pageableCount: pageableCount,
      isLast: isLast,
      gap: PlaceCollection.Gap(cachedName: stored["gap"]?.string),
      provenance: provenance
    )
  }
}

extension LocatedPlaces: CacheableAnswer {
  var stored: KeyValuePairs<String, JSONTree?> {
    [
      "total_count": .integer(totalCount),
      "places": .list(candidates.map { .place(FoundPlace(place: $0, distance: nil)) }),
      "similar": .list(similarNames.map(JSONTree.text)),
    ]
  }

  init?(stored: JSONTree, _ provenance: Provenance) {
    guard let totalCount = stored["total_count"]?.integer, let places = stored["places"]?.foundPlaces
    else { return nil }
    self.init(
      candidates: places.map(\.place),
      totalCount: totalCount,
      similarNames: stored["similar"]?.elements.compactMap(\.string) ?? [],
      provenance: provenance
    )
  }
}

extension CoordinateAddress: CacheableAnswer {
  var stored: KeyValuePairs<String, JSONTree?> {
    func region(_ region: Region?) -> JSONTree? {
      region.map { .members(["name": .text($0.name), "code": $0.code.map(JSONTree.text)]) }
    }
    return [
      "at": .coordinate(coordinate), "address_name": lotAddress.map(JSONTree.text),
      "road_address_name": roadAddress.map(JSONTree.text), "building_name": buildingName.map(JSONTree.text),
      "zone_no": postalCode.map(JSONTree.text), "legal": region(legalRegion),
      "administrative": region(administrativeRegion),
    ]
  }

  init?(stored: JSONTree, _ provenance: Provenance) {
    guard let coordinate = stored["at"]?.coordinate else { return nil }
    func region(_ key: String) -> Region? {
      stored[key]?["name"]?.string.map { Region(name: $0, code: stored[key]?["code"]?.string) }
    }
    self.init(coordinate: coordinate, provenance: provenance)
    lotAddress = stored["address_name"]?.string
    roadAddress = stored["road_address_name"]?.string
    buildingName = stored["building_name"]?.string
    postalCode = stored["zone_no"]?.string
    legalRegion = region("legal")
    administrativeRegion = region("administrative")
  }
}
