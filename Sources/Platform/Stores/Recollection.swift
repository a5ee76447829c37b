import Domain

/// Finds earlier places: in the last answers, among the saved places, in the index in use.
struct Recollection: RecallPlaceUseCase {
  let answers: AnswerStore
  let saved: SavedPlaceStore
  /// Finds a place in the index in use; `nil` when a service is.
  let indexed: @Sendable (_ id: String) throws(PlaceSearchError) -> RecalledPlace?

  func lastAnswer() throws(StoreError) -> [RecalledPlace] { try answers.lastAnswer() }

  func place(withID id: String) throws(StoreError) -> RecalledPlace? {
    for answer in try answers.answers() {
      if let place = answer.first(where: { $0.found.place.id == id }) { return place }
    }
    return try saved.savedPlaces().first { $0.id == id }?.place
  }

  func indexedPlace(withID id: String) throws(PlaceSearchError) -> RecalledPlace? {
    try indexed(id)
  }
}

/// The direction in which one point lies from another.
enum Bearing {
  /// Returns the initial direction of the great circle between two points, in degrees clockwise from north, 0..<360.
  static func degrees(from start: Coordinate, to end: Coordinate) -> Double {
    let (first, second) = (start.latitude * .pi / 180, end.latitude * .pi / 180)
    let east = (end.longitude - start.longitude) * .pi / 180
    let y = sin(east) * cos(second)
    let x = cos(first) * sin(second) - sin(first) * cos(second) * cos(east)
    let degrees = atan2(y, x) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}
