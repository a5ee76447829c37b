import Domain

/// The places found in an area, in the order of discovery.
struct FoundInArea: Sendable {
  private(set) var places: [FoundPlace] = []
  private var ids: Set<String> = []

  /// Adds the places that match the search and are in the query's area, with their distances.
  mutating func add(_ new: [FoundPlace], of search: KakaoSearch, in query: PlaceQuery) {
    let middle = query.area.center.map { ProjectedPoint($0).asCenter }
    for found in new where search.keeps(found) && query.area.reaches(found) && !ids.contains(found.place.id) {
      ids.insert(found.place.id)
      let distance = middle.map { middle in
        found.distance
          ?? Distance(validMeters: middle.distance(to: ProjectedPoint(found.place.coordinate)).rounded(.down))
      }
      places.append(query.area.found(found.place, distance: distance))
    }
  }

  /// The number of places that certainly come before a position in the order of a query; all places if there is no
  /// order.
  func count(before position: Double, in query: PlaceQuery) -> Int {
    guard query.sort != .accuracy else { return places.count }
    return places.count { found in
      // Distances from a centre are truncated to whole metres.
      let own = query.sort == .route ? found.along?.meters : found.distance.map { $0.meters + 1 }
      return own.map { $0 < position } ?? false
    }
  }
}
