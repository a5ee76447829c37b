/// Finds a place again that was in an answer before.
public protocol RecallPlaceUseCase: Sendable {
  /// The places of the last answer, in its order; none when there was no answer.
  ///
  /// - Throws: When the file cannot be read or is somebody else's.
  func lastAnswer() throws(StoreError) -> [RecalledPlace]

  /// The place with an id, from the last answers and the saved places, the newest first.
  ///
  /// - Throws: When a file cannot be read or is somebody else's.
  func place(withID id: String) throws(StoreError) -> RecalledPlace?

  /// The place with an id in the index or the sample that answers; `nil` when a service answers, which has no such
  /// query.
  ///
  /// - Throws: When the index cannot be read.
  /// - Complexity: One look at every place.
  func indexedPlace(withID id: String) throws(PlaceSearchError) -> RecalledPlace?
}
