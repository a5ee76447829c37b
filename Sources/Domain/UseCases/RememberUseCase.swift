/// Remembers things for the user on this machine: saved locations, past queries with their results, and saved places.
///
/// No file is opened before a method needs it.
public protocol RememberUseCase: Sendable {
  // MARK: Saved locations

  /// The saved locations; none when there is no file of them.
  ///
  /// - Throws: When the file cannot be read or is not this program's.
  func locations() throws(StoreError) -> NamedPositions

  /// Changes the saved locations; other processes wait until it is done.
  ///
  /// - Parameter change: Changes the locations.
  /// - Returns: The locations after the change.
  /// - Throws: When the file cannot be read or written, or is not this program's.
  @discardableResult
  func updateLocations(_ change: (inout NamedPositions) -> Void) async throws(StoreError) -> NamedPositions

  // MARK: Past queries

  /// Records a query and its result, if the configuration allows it; an error becomes one of ``storeErrors()``.
  func record(_ query: AskedQuery, _ places: [FoundPlace], totalCount: Int?, from provenance: Provenance) async

  /// Records candidates for a text as the latest result, under the same conditions; no candidates are not recorded.
  func record(_ candidates: LocatedPlaces) async

  /// The recorded queries, newest first, each once with its latest result.
  ///
  /// - Throws: When the file cannot be read or is not this program's.
  func history() throws(StoreError) -> [HistoryEntry]

  /// Removes the recorded queries and results.
  ///
  /// - Returns: How many queries were removed.
  /// - Throws: When the file cannot be written or is not this program's.
  @discardableResult
  func clearHistory() async throws(StoreError) -> Int

  /// The places of the latest result, in its order; none when there is no result.
  ///
  /// - Throws: When the file cannot be read or is not this program's.
  func lastAnswer() throws(StoreError) -> [RecalledPlace]

  /// The place with an id, from the latest results and the saved places, the newest first.
  ///
  /// - Throws: When a file cannot be read or is not this program's.
  func place(withID id: String) throws(StoreError) -> RecalledPlace?

  /// The place with an id in the index or the sample in use; `nil` when a service is in use, which cannot look up an
  /// id.
  ///
  /// - Throws: When the index cannot be read.
  /// - Complexity: One look at every place.
  func indexedPlace(withID id: String) throws(PlaceSearchError) -> RecalledPlace?

  /// The place with an id from the cached responses of services, or from the service in use if it can look up an id;
  /// `nil` when there is none.
  ///
  /// - Throws: When the service cannot be reached, or refuses.
  /// - Complexity: Every cached response is read; at most one request is sent.
  func servedPlace(withID id: String) async throws(PlaceSearchError) -> RecalledPlace?

  /// Places in a rectangle, of the index in use or of the latest results of a service, for the background of a map.
  ///
  /// - Parameters:
  ///   - box: The rectangle.
  ///   - center: The point that they are nearest to.
  /// - Returns: Landmarks first, at most 2,300; none where nothing is at hand. No request is sent and nothing is
  ///   recorded.
  func surroundings(in box: BoundingBox, around center: Coordinate) async -> [Place]

  // MARK: Saved places

  /// The saved places, in the order in which they were saved.
  ///
  /// - Throws: When the file cannot be read or is not this program's.
  func savedPlaces() throws(StoreError) -> [SavedPlace]

  /// The saved place of an id; `nil` when there is none.
  ///
  /// - Throws: As ``savedPlaces()``.
  /// - Complexity: The file is searched, and only the lines that may hold the id are read.
  func savedPlace(withID id: String) throws(StoreError) -> SavedPlace?

  /// Saves a place; one with the same id is replaced and keeps its note unless there is a new one.
  ///
  /// - Returns: What was saved, and whether it replaced something.
  /// - Throws: When the file cannot be written or is not this program's.
  @discardableResult
  func save(_ place: RecalledPlace, note: String?) async throws(StoreError) -> (saved: SavedPlace, isReplacement: Bool)

  /// Removes a saved place.
  ///
  /// - Parameter id: The id under which the place is saved: the source's own key, or the name of an address.
  /// - Returns: The removed place; `nil` when there is no such place.
  /// - Throws: When the file cannot be written or is not this program's.
  @discardableResult
  func removeSavedPlace(withID id: String) async throws(StoreError) -> SavedPlace?

  // MARK: Notices

  /// Whether a notice is due in this terminal's session, and marks it as given; `true` where nothing can be remembered.
  func isNew(_ notice: Notice) -> Bool

  /// The errors of stores so far, each once; none of them prevents a result.
  func storeErrors() -> [StoreError]
}

/// A notice that a terminal's user needs once.
public enum Notice: String, Sendable, Hashable {
  /// The places of an answer are those of the sample, which are made up.
  case sample
}
