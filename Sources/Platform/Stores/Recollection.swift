import Domain

/// Finds places again: in the last answers, among the saved places, in the index that answers.
struct Recollection: RecallPlaceUseCase {
  let answers: AnswerStore
  let saved: SavedPlaceStore
  /// Opens the index that answers; `nil` when a service does.
  let openIndex: @Sendable () throws(PlaceSearchError) -> IndexedPlaces?

  func lastAnswer() throws(StoreError) -> [RecalledPlace] { try answers.lastAnswer() }

  func place(withID id: String) throws(StoreError) -> RecalledPlace? {
    for answer in try answers.answers() {
      if let place = answer.first(where: { $0.found.place.id == id }) { return place }
    }
    return try saved.savedPlaces().first { $0.id == id }?.place
  }

  func indexedPlace(withID id: String) throws(PlaceSearchError) -> RecalledPlace? {
    try openIndex()?.place(withID: id)
  }
}
