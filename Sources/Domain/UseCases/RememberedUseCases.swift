/// Stores positions by name, so that coordinates are typed only once.
public protocol KeepPositionsUseCase: Sendable {
  /// The stored positions; none when there is no file of them.
  ///
  /// - Throws: When the file cannot be read or is not this program's.
  func positions() throws(StoreError) -> NamedPositions

  /// Changes the positions; other processes wait until it is done.
  ///
  /// - Parameter change: Changes the positions.
  /// - Returns: The positions after the change.
  /// - Throws: When the file cannot be read or written, or is not this program's.
  @discardableResult
  func update(_ change: (inout NamedPositions) -> Void) async throws(StoreError) -> NamedPositions
}

/// Stores the places that a user saves.
public protocol SavePlacesUseCase: Sendable {
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
  /// - Parameter id: What the place is saved under: the source's own key, or the name of an address.
  /// - Returns: What was removed; `nil` when there is no such place.
  /// - Throws: When the file cannot be written or is not this program's.
  @discardableResult
  func remove(id: String) async throws(StoreError) -> SavedPlace?
}

/// Lists the queries that were asked.
public protocol ReviewHistoryUseCase: Sendable {
  /// The queries that were asked, newest first, each once with its latest answer.
  ///
  /// - Throws: When the file cannot be read or is not this program's.
  func entries() throws(StoreError) -> [HistoryEntry]

  /// Removes the queries and the last answers.
  ///
  /// - Returns: How many queries were removed.
  /// - Throws: When the file cannot be written or is not this program's.
  @discardableResult
  func clear() async throws(StoreError) -> Int
}

/// Finds a place that an earlier answer held.
public protocol RecallPlaceUseCase: Sendable {
  /// The places of the last answer, in its order; none when there was no answer.
  ///
  /// - Throws: When the file cannot be read or is not this program's.
  func lastAnswer() throws(StoreError) -> [RecalledPlace]

  /// The place with an id, from the last answers and the saved places, the newest first.
  ///
  /// - Throws: When a file cannot be read or is not this program's.
  func place(withID id: String) throws(StoreError) -> RecalledPlace?

  /// The place with an id in the index or the sample in use; `nil` when a service is in use, which cannot look up an
  /// id.
  ///
  /// - Throws: When the index cannot be read.
  /// - Complexity: One look at every place.
  func indexedPlace(withID id: String) throws(PlaceSearchError) -> RecalledPlace?

  /// The place with an id from what services have answered and is still kept, or from the service in use, where it can
  /// be asked for an id; `nil` when there is none.
  ///
  /// - Throws: When the service cannot be reached, or refuses.
  /// - Complexity: Every response that is kept is read; at most one request is sent.
  func servedPlace(withID id: String) async throws(PlaceSearchError) -> RecalledPlace?

  /// Places in a rectangle, of the index in use or of the last answers of a service, for the ground of a map.
  ///
  /// - Parameters:
  ///   - box: The rectangle.
  ///   - center: The point that they are nearest to.
  /// - Returns: Landmarks first, at most 2,300; none where nothing is at hand. No request is sent and nothing is
  ///   recorded.
  func surroundings(in box: BoundingBox, around center: Coordinate) async -> [Place]
}

/// A notice that a terminal's user needs once.
public enum Notice: String, Sendable, Hashable {
  /// The places of an answer are those of the sample, which are made up.
  case sample
}

/// Remembers which notices were given in a terminal.
public protocol RememberNoticesUseCase: Sendable {
  /// Whether a notice is to be given in this terminal's session, which then counts as done; `true` where nothing can be
  /// remembered.
  func isNew(_ notice: Notice) -> Bool
}

/// Manages the cache of answers.
public protocol ManageCacheUseCase: Sendable {
  /// What the cache holds.
  ///
  /// - Throws: When the directory cannot be read.
  func summary() throws(StoreError) -> CacheSummary

  /// Removes every answer.
  ///
  /// - Returns: How many there were.
  /// - Throws: When an answer cannot be removed.
  @discardableResult
  func clear() async throws(StoreError) -> Int
}

/// Checks whether a query of a service would cost nothing, because its answer is cached on this machine.
public protocol CheckCacheUseCase: Sendable {
  /// Whether the answer to a query is cached and still fresh; `false` in doubt.
  func isKept(_ query: PlaceQuery, limit: PlaceLimit) async -> Bool
}

/// Reports how much of the service's quota was used from this machine.
public protocol InspectQuotaUseCase: Sendable {
  /// The calls that were counted, by all processes together.
  ///
  /// - Throws: When a file cannot be read or is not this program's.
  func report() throws(StoreError) -> QuotaReport
}

/// Reports what could not be stored or read on this machine while queries were answered.
public protocol ReportStoreErrorsUseCase: Sendable {
  /// The errors so far, each once; none of them prevents an answer.
  func storeErrors() -> [StoreError]
}
