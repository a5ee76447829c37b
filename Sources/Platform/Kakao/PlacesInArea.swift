import Domain

/// The places found in an area, in the order of discovery.
struct PlacesInArea: Sendable {
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

  /// Returns the number of places that certainly come before a position in the order of a query; all places if there is
  /// no order.
  func count(before position: Double, in query: PlaceQuery) -> Int {
    guard query.sort != .accuracy else { return places.count }
    return places.count { found in
      // Distances from a centre are truncated to whole metres.
      let own = query.sort == .route ? found.along?.meters : found.distance.map { $0.meters + 1 }
      return own.map { $0 < position } ?? false
    }
  }
}

extension SearchArea {
  /// Returns whether a place is in the query's area.
  ///
  /// The service may have been queried for more: radii are rounded up to whole metres, and other shapes are searched in
  /// their bounding box.
  func reaches(_ found: FoundPlace) -> Bool {
    if let radius { return found.distance.map { $0.meters <= radius.meters } ?? true }
    // For a rectangle, the service decides, because it knows its places to the centimetre.
    guard let requiredBox, relation(to: requiredBox) != .inside else { return true }
    return contains(found.place.coordinate)
  }
}
