import Domain
import PlaceIndex

extension IndexedPlaces: LocateTextUseCase {
  func candidates(for text: SearchText, limit: Int) async throws(PlaceSearchError) -> LocatedPlaces {
    try readingIndex { () throws(IndexFileError) in
      let found = try index.places(named: text, limit: limit)
      return LocatedPlaces(
        candidates: found.places,
        totalCount: found.totalCount,
        similarNames: found.places.isEmpty ? try index.names(similarTo: text, limit: 3) : [],
        provenance: ownProvenance
      )
    }
  }
}

extension IndexedPlaces: DescribeCoordinateUseCase {
  /// The maximum distance of the place whose address is given.
  private static let maximumDistanceInMeters = 2_000.0

  /// Returns the address of the nearest place that has one: an index knows no others.
  func address(of coordinate: Coordinate) async throws(PlaceSearchError) -> CoordinateAddress {
    var address = CoordinateAddress(coordinate: coordinate, provenance: ownProvenance)
    let found = try readingIndex { () throws(IndexFileError) in
      try index.nearestPlace(to: coordinate, within: Self.maximumDistanceInMeters) {
        $0.roadAddress != nil || $0.lotAddress != nil
      }
    }
    address.lotAddress = found?.place.lotAddress
    address.roadAddress = found?.place.roadAddress
    address.nearest = found
    return address
  }
}

extension IndexedPlaces {
  func place(withID id: String) throws(PlaceSearchError) -> RecalledPlace? {
    try readingIndex { () throws(IndexFileError) in
      try index.place(withID: id).map {
        RecalledPlace(FoundPlace(place: $0, distance: nil), from: nil, provenance: ownProvenance, origin: .index)
      }
    }
  }
}
