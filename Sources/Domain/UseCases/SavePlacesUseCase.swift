/// Keeps places that a person wants again.
public protocol SavePlacesUseCase: Sendable {
  /// The places that are kept, in the order in which they were saved.
  ///
  /// - Throws: When the file cannot be read or is somebody else's.
  func savedPlaces() throws(StoreError) -> [SavedPlace]

  /// Saves a place; one with the same id is replaced and keeps its note unless there is a new one.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - note: What the person writes beside it.
  /// - Returns: What was saved, and whether it replaced something.
  /// - Throws: When the file cannot be written or is somebody else's.
  @discardableResult
  func save(_ place: RecalledPlace, note: String?) throws(StoreError) -> (saved: SavedPlace, isReplacement: Bool)

  /// Removes a saved place.
  ///
  /// - Parameter id: The source's own key of the place.
  /// - Returns: What was removed; `nil` when there is no such place.
  /// - Throws: When the file cannot be written or is somebody else's.
  @discardableResult
  func remove(id: String) throws(StoreError) -> SavedPlace?
}
