import Domain
import PlaceIndex

extension IndexedPlaces: LocateUseCase {
  /// The maximum number of similar names.
  private static let similarCount = 3

  func candidates(
    for text: SearchText,
    where conditions: [AttributeCondition],
    limit: Int
  ) async throws(PlaceSearchError) -> LocatedPlaces {
    try readingIndex { () throws(IndexFileError) in
      let index = try joinedIndex()
      let found = try index.places(named: text, where: conditions, limit: limit)
      let candidates = found.places.map(\.place)
      let similar = found.places.isEmpty ? try index.names(similarTo: text, limit: Self.similarCount) : []
      return LocatedPlaces(
        candidates: candidates,
        totalCount: found.totalCount,
        rivals: NameGrade.rivals(among: candidates, for: text),
        isCertain: found.isFirstCertain,
        similarNames: similar,
        provenance: provenance(attribution: index.attribution(of: found))
      )
    }
  }
}

extension IndexedPlaces {
  func correction(of text: SearchText) throws(PlaceSearchError) -> SearchText? {
    try readingIndex { () throws(IndexFileError) in try joinedIndex().correction(of: text) }
  }

  /// The maximum distance of the place whose address is returned.
  private static let maximumDistanceInMeters = 2_000.0

  /// Returns the address of the nearest place with one, because an index has no other addresses.
  func address(of coordinate: Coordinate) async throws(PlaceSearchError) -> CoordinateAddress {
    try readingIndex { () throws(IndexFileError) in
      let index = try joinedIndex()
      let result = try index.nearestPlace(to: coordinate, within: Self.maximumDistanceInMeters) {
        $0.roadAddress != nil || $0.lotAddress != nil
      }
      let nearest = result?.places.first
      let found = result.map { provenance(attribution: index.attribution(of: $0)) }
      var address = CoordinateAddress(coordinate: coordinate, provenance: found ?? ownProvenance)
      address.lotAddress = nearest?.place.lotAddress
      address.roadAddress = nearest?.place.roadAddress
      address.nearest = nearest
      return address
    }
  }
}

extension IndexedPlaces {
  /// Returns the place with an id.
  func place(withID id: String) throws(PlaceSearchError) -> StoredPlace? {
    try readingIndex { () throws(IndexFileError) in
      let index = try joinedIndex()
      guard let result = try index.place(withID: id), let found = result.places.first else { return nil }
      return StoredPlace(
        found,
        from: nil,
        provenance: provenance(attribution: index.attribution(of: result)),
        origin: .index
      )
    }
  }
}
