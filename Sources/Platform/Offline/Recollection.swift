import Domain

/// Finds earlier places: in the last answers, among the saved places, in the index in use.
struct Recollection: RecallPlaceUseCase {
  let answers: AnswerStore
  let saved: SavedPlaceStore
  /// Finds a place by what services answered or answer.
  var served: @Sendable (String) async throws(PlaceSearchError) -> RecalledPlace? = { _ in nil }
  /// Opens the index in use; `nil` when a service is.
  let index: @Sendable () throws(PlaceSearchError) -> IndexedPlaces?

  func lastAnswer() throws(StoreError) -> [RecalledPlace] { try answers.lastAnswer() }

  func place(withID id: String) throws(StoreError) -> RecalledPlace? {
    for answer in try answers.answers() {
      if let place = answer.first(where: { $0.found.place.id == id }) { return place }
    }
    return try saved.savedPlace(withID: id)?.place
  }

  func indexedPlace(withID id: String) throws(PlaceSearchError) -> RecalledPlace? {
    try index()?.place(withID: id)
  }

  func servedPlace(withID id: String) async throws(PlaceSearchError) -> RecalledPlace? { try await served(id) }

  func surroundings(in box: BoundingBox, around center: Coordinate) async -> [Place] {
    do {
      guard let index = try index() else {
        let kept = try answers.answers().joined().map(\.found.place).filter { box.contains($0.coordinate) }
        return kept.filter(\.isLandmark) + kept.filter { !$0.isLandmark }
      }
      var places: [Place] = []
      // Of the rest the addresses are read: as many as give each road of a quarter its three.
      for (categories, limit) in [(PlaceCategory.landmarks, 300), ([.any], 2_000)] {
        let query = try PlaceQuery(categories: categories, area: .box(box, center: center))
        guard let count = PlaceCount(limit) else { continue }
        places += try await index.places(matching: query, limit: .first(count), progress: nil).places.map(\.place)
      }
      return places
    } catch {
      // The ground is not what was asked for: a map without it is still the answer.
      return []
    }
  }
}
