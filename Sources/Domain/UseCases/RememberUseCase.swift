/// Remembers saved locations, past queries with their results, and saved places on this machine.
///
/// A file is opened only when a method needs it.
public protocol RememberUseCase: Sendable {
  // MARK: Saved locations

  /// Returns the saved locations; empty without a file.
  ///
  /// - Throws: An error if the file can't be read or isn't this program's.
  func locations() throws(StoreError) -> SavedLocations

  /// Changes the saved locations under a lock.
  ///
  /// - Parameter change: Changes the locations.
  /// - Returns: The locations after the change.
  /// - Throws: An error if the file can't be read or written, or isn't this program's.
  @discardableResult
  func updateLocations(_ change: (inout SavedLocations) -> Void) async throws(StoreError) -> SavedLocations

  // MARK: Past queries

  /// Records a query and its result, if the configuration allows it; an error is added to ``storeErrors()``.
  func record(_ query: PlaceQuery, _ places: [FoundPlace], totalCount: Int?, from provenance: Provenance) async

  /// Records the candidates for a text as the latest result, like the places of a query; without candidates, records
  /// nothing.
  func record(_ candidates: LocatedPlaces) async

  /// Returns the recorded queries, newest first, each once for every source with its latest result.
  ///
  /// - Throws: An error if the file can't be read or isn't this program's.
  func history() throws(StoreError) -> [HistoryEntry]

  /// Removes the recorded queries and results.
  ///
  /// - Returns: The number of removed queries.
  /// - Throws: An error if the file can't be written or isn't this program's.
  @discardableResult
  func clearHistory() async throws(StoreError) -> Int

  /// Returns the places of the latest result, in its order; `nil` if no result is recorded.
  ///
  /// - Throws: An error if the file can't be read or isn't this program's.
  func lastResult() throws(StoreError) -> [StoredPlace]?

  /// Returns the newest place with an id among the latest results and the saved places.
  ///
  /// - Throws: An error if a file can't be read or isn't this program's.
  func place(withID id: String) throws(StoreError) -> StoredPlace?

  /// Returns the place with an id in the selected index or the sample; `nil` for a service.
  ///
  /// - Throws: An error if the index can't be read.
  /// - Complexity: O(*n*) in the number of places.
  func indexedPlace(withID id: String) throws(PlaceSearchError) -> StoredPlace?

  /// Returns the place with an id from the cached responses, or from the selected service if it supports ids; `nil` if
  /// there is none.
  ///
  /// - Throws: An error if the service is unavailable or rejects the request.
  /// - Complexity: Reads every cached response and sends at most one request.
  func servicePlace(withID id: String) async throws(PlaceSearchError) -> StoredPlace?

  /// Returns places in a rectangle for the background of a map, from the selected index or the latest results of a
  /// service.
  ///
  /// - Parameters:
  ///   - box: The rectangle.
  ///   - center: The point to which the places are nearest.
  /// - Returns: Landmarks first, at most 2,300; empty if none are available. No request is sent, and nothing is
  ///   recorded.
  func surroundings(in box: BoundingBox, around center: Coordinate) async -> [Place]

  /// Returns the streets, water and parks in a rectangle for the background of a map, from the index that the user
  /// named for them, or else the first index on this machine that has any there.
  ///
  /// - Parameters:
  ///   - box: The rectangle.
  ///   - isMainOnly: Whether to leave out minor streets.
  /// - Returns: The ground; empty if no index has any. No request is sent.
  func ground(in box: BoundingBox, isMainOnly: Bool) async -> Ground

  // MARK: Saved places

  /// Returns the saved places, in the order in which they were saved.
  ///
  /// - Throws: An error if the file can't be read or isn't this program's.
  func savedPlaces() throws(StoreError) -> [SavedPlace]

  /// Returns the saved place with an id; `nil` if there is none.
  ///
  /// - Throws: The errors of ``savedPlaces()``.
  /// - Complexity: Searches the file, and parses only lines that may contain the id.
  func savedPlace(withID id: String) throws(StoreError) -> SavedPlace?

  /// Saves a place, replacing any place with the same id, whose note is kept unless there is a new note.
  ///
  /// - Returns: The saved place, and whether it replaced another.
  /// - Throws: An error if the file can't be written or isn't this program's.
  @discardableResult
  func save(_ place: StoredPlace, note: String?) async throws(StoreError) -> (saved: SavedPlace, isReplacement: Bool)

  /// Removes a saved place.
  ///
  /// - Parameter id: The id of the saved place: the source's own id, or the name of an address.
  /// - Returns: The removed place; `nil` if there is none.
  /// - Throws: An error if the file can't be written or isn't this program's.
  @discardableResult
  func removeSavedPlace(withID id: String) async throws(StoreError) -> SavedPlace?

  /// Returns the errors of stores so far, each once; none of them prevents a result.
  func storeErrors() -> [StoreError]
}
