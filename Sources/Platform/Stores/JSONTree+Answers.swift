import Domain

/// Answers of a service as the cache stores them; without their number of requests, since a cached answer costs none.
extension JSONTree {
  /// A collection.
  static func collection(_ collection: PlaceCollection) -> JSONTree {
    .members([
      "source": .text(collection.provenance.source.name),
      "attribution": collection.provenance.attribution.map(JSONTree.text),
      "total_count": .integer(collection.totalCount), "complete": .bool(collection.isComplete),
      "places": .list(collection.places.map(place)),
    ])
  }

  /// Returns the collection that was stored so long ago.
  func collection(age: Duration) -> PlaceCollection? {
    guard let totalCount = self["total_count"]?.integer, let isComplete = self["complete"]?.isTrue,
      let provenance = keptProvenance(age: age), let places = foundPlaces(at: "places")
    else { return nil }
    return PlaceCollection(
      places: places,
      totalCount: totalCount,
      isComplete: isComplete,
      provenance: provenance
    )
  }

  /// A page.
  static func page(_ page: PlacePage) -> JSONTree {
    .members([
      "source": .text(page.provenance.source.name), "attribution": page.provenance.attribution.map(JSONTree.text),
      "total_count": .integer(page.totalCount), "pageable_count": .integer(page.pageableCount),
      "last": .bool(page.isLast), "places": .list(page.places.map(place)),
    ])
  }

  /// Returns the page that was stored so long ago.
  func page(age: Duration) -> PlacePage? {
    guard let totalCount = self["total_count"]?.integer, let pageableCount = self["pageable_count"]?.integer,
      let isLast = self["last"]?.isTrue, let provenance = keptProvenance(age: age),
      let places = foundPlaces(at: "places")
    else { return nil }
    return PlacePage(
      places: places,
      totalCount: totalCount,
      pageableCount: pageableCount,
      isLast: isLast,
      provenance: provenance
    )
  }

  /// The places that match a text.
  static func located(_ located: LocatedPlaces) -> JSONTree {
    .members([
      "source": .text(located.provenance.source.name), "total_count": .integer(located.totalCount),
      "places": .list(located.candidates.map { place(FoundPlace(place: $0, distance: nil)) }),
      "similar": .list(located.similarNames.map(JSONTree.text)),
    ])
  }

  /// Returns the candidates that were stored so long ago.
  func located(age: Duration) -> LocatedPlaces? {
    guard let totalCount = self["total_count"]?.integer, let provenance = keptProvenance(age: age),
      let places = foundPlaces(at: "places")
    else { return nil }
    return LocatedPlaces(
      candidates: places.map(\.place),
      totalCount: totalCount,
      similarNames: self["similar"]?.elements.compactMap(\.string) ?? [],
      provenance: provenance
    )
  }

  /// An address.
  static func address(_ address: CoordinateAddress) -> JSONTree {
    func region(_ region: CoordinateAddress.Region?) -> JSONTree? {
      region.map { .members(["name": .text($0.name), "code": $0.code.map(JSONTree.text)]) }
    }
    return .members([
      "source": .text(address.provenance.source.name), "at": .coordinate(address.coordinate),
      "address_name": address.lotAddress.map(JSONTree.text),
      "road_address_name": address.roadAddress.map(JSONTree.text),
      "building_name": address.buildingName.map(JSONTree.text), "zone_no": address.postalCode.map(JSONTree.text),
      "legal": region(address.legalRegion), "administrative": region(address.administrativeRegion),
    ])
  }

  /// Returns the address that was stored so long ago.
  func address(age: Duration) -> CoordinateAddress? {
    guard let coordinate = self["at"]?.coordinate, let provenance = keptProvenance(age: age) else { return nil }
    func region(_ key: String) -> CoordinateAddress.Region? {
      self[key]?["name"]?.string.map { CoordinateAddress.Region(name: $0, code: self[key]?["code"]?.string) }
    }
    var address = CoordinateAddress(coordinate: coordinate, provenance: provenance)
    address.lotAddress = self["address_name"]?.string
    address.roadAddress = self["road_address_name"]?.string
    address.buildingName = self["building_name"]?.string
    address.postalCode = self["zone_no"]?.string
    address.legalRegion = region("legal")
    address.administrativeRegion = region("administrative")
    return address
  }

  private func keptProvenance(age: Duration) -> Provenance? {
    self["source"]?.string.flatMap(Provenance.Source.init(named:))
      .map { Provenance(source: $0, attribution: self["attribution"]?.string, age: age) }
  }

  /// Returns the places of a list; `nil` when one of them cannot be read.
  private func foundPlaces(at key: String) -> [FoundPlace]? {
    guard let elements = self[key]?.elements else { return nil }
    let places = elements.compactMap(\.foundPlace)
    return places.count == elements.count ? places : nil
  }
}
