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
      try checkKeys(conditions.map(\.key))
      let found = try merged(named: text, where: conditions, limit: limit)
      let candidates = found.places.map(\.place)
      return LocatedPlaces(
        candidates: candidates,
        totalCount: found.totalCount,
        rivals: NameGrade.rivals(among: candidates, for: text),
        similarNames: found.places.isEmpty ? try similarNames(to: text) : [],
        provenance: provenance(saying: found.attribution)
      )
    }
  }

  /// The most similar names, alternating between indexes.
  private func similarNames(to text: SearchText) throws(IndexFileError) -> [String] {
    var lists: [[String]] = []
    for index in all { lists.append(try index.names(similarTo: text, limit: Self.similarCount)) }
    var names: [String] = []
    for place in 0..<Self.similarCount {
      for list in lists where place < list.count && !names.contains(list[place]) { names.append(list[place]) }
    }
    return Array(names.prefix(Self.similarCount))
  }
}

extension IndexedPlaces {
  /// The maximum distance of the place whose address is returned.
  private static let maximumDistanceInMeters = 2_000.0

  /// Returns the address of the nearest place with one, because an index has no other addresses.
  func address(of coordinate: Coordinate) async throws(PlaceSearchError) -> CoordinateAddress {
    try readingIndex { () throws(IndexFileError) in
      var nearest: (found: FoundPlace, attribution: String?)?
      for index in all {
        let answer = try index.nearestPlace(to: coordinate, within: Self.maximumDistanceInMeters) {
          $0.roadAddress != nil || $0.lotAddress != nil
        }
        guard let answer, let found = answer.places.first, let distance = found.distance else { continue }
        if let best = nearest?.found.distance, best <= distance { continue }
        nearest = (found, index.attribution(of: answer))
      }
      let said = nearest.map { provenance(saying: $0.attribution) }
      var address = CoordinateAddress(coordinate: coordinate, provenance: said ?? ownProvenance)
      address.lotAddress = nearest?.found.place.lotAddress
      address.roadAddress = nearest?.found.place.roadAddress
      address.nearest = nearest?.found
      return address
    }
  }
}

extension IndexedPlaces {
  /// Returns the place with an id.
  func place(withID id: String) throws(PlaceSearchError) -> RecalledPlace? {
    try readingIndex { () throws(IndexFileError) in
      for index in try joined.joined() {
        guard let answer = try index.place(withID: id), let found = answer.places.first else { continue }
        return RecalledPlace(
          found,
          from: nil,
          provenance: provenance(saying: index.attribution(of: answer)),
          origin: .index
        )
      }
      return nil
    }
  }
}
