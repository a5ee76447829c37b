/// Keeps positions by name, so that coordinates are typed once.
public protocol KeepPositionsUseCase: Sendable {
  /// The positions that are kept; none when there is no file of them.
  ///
  /// - Throws: When the file cannot be read or is somebody else's.
  func positions() throws(StoreError) -> NamedPositions

  /// Changes the positions; other processes wait until it is done.
  ///
  /// - Parameter change: Changes what is kept.
  /// - Returns: What is kept now.
  /// - Throws: When the file cannot be read or written, or is somebody else's.
  @discardableResult
  func update(_ change: (inout NamedPositions) -> Void) throws(StoreError) -> NamedPositions
}

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
  /// - Parameter id: What the place is saved under: the source's own key, or the name of an address.
  /// - Returns: What was removed; `nil` when there is no such place.
  /// - Throws: When the file cannot be written or is somebody else's.
  @discardableResult
  func remove(id: String) throws(StoreError) -> SavedPlace?
}

/// Looks back on the queries that were asked.
public protocol ReviewHistoryUseCase: Sendable {
  /// The queries that were asked, newest first, each once with its latest answer.
  ///
  /// - Throws: When the file cannot be read or is somebody else's.
  func entries() throws(StoreError) -> [HistoryEntry]

  /// Forgets the queries and the last answers.
  ///
  /// - Returns: How many queries were forgotten.
  /// - Throws: When the file cannot be written or is somebody else's.
  @discardableResult
  func clear() throws(StoreError) -> Int
}

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

/// Looks after the cache of answers.
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
  func clear() throws(StoreError) -> Int
}

/// Tells whether a query of a service would cost nothing, because its answer is kept on this machine.
public protocol CheckCacheUseCase: Sendable {
  /// Whether the answer to a query is kept and would be given again.
  ///
  /// - Parameters:
  ///   - query: What to look for and where.
  ///   - limit: How many places are wanted.
  /// - Returns: Whether it is; `false` in doubt.
  func isKept(_ query: PlaceQuery, limit: PlaceLimit) -> Bool
}

/// Tells how much of the service's allowance was used from this machine.
public protocol InspectQuotaUseCase: Sendable {
  /// The calls that were counted, by all processes together.
  ///
  /// - Throws: When a file cannot be read or is somebody else's.
  func report() throws(StoreError) -> QuotaReport
}

/// Tells what could not be kept or read on this machine while queries were answered.
public protocol ReportStoreErrorsUseCase: Sendable {
  /// The errors that were met so far, each once; none of them costs an answer.
  func storeErrors() -> [StoreError]
}
