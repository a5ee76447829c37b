/// Finds the places that match a query.
public protocol FindPlaceUseCase: Sendable {
  /// Finds places, on one page or on as many as needed, and reports whether they are complete.
  ///
  /// - Parameters:
  ///   - query: The query, with its limit.
  ///   - progress: Called occasionally during a long search, on any thread. If it is given, a cancelled search returns
  ///     the places found so far, if any, with ``PlaceCollection/StopReason/stopped``.
  /// - Returns: The places; an empty, complete collection if nothing matches.
  /// - Throws: An error if the source is unavailable, rejects the query, or returns an invalid response.
  /// - Complexity: For ``PlaceLimit/page(_:)``, one request to a service or one search of an index.
  func places(
    matching query: PlaceQuery,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection
}

/// The progress of a search.
public struct SearchProgress: Sendable {
  /// The number of requests sent.
  public let requests: Int
  /// The number of distinct places found.
  public let places: Int
  /// The number of parts of the area that are finished.
  public let cellsDone: Int
  /// The number of known parts of the area; it grows when crowded parts are divided.
  public let cellsKnown: Int
  /// The expected total number of requests; `nil` if unknown.
  public let expectedRequests: Int?
  /// Returns the places found so far, unordered; empty for a source that finds places only at the end.
  ///
  /// Retaining the closure makes the next page copy the earlier places.
  ///
  /// - Complexity: O(*n*) in the number of places.
  public let found: @Sendable () -> [FoundPlace]

  public init(
    requests: Int,
    places: Int,
    cellsDone: Int,
    cellsKnown: Int,
    expectedRequests: Int? = nil,
    found: @escaping @Sendable () -> [FoundPlace] = { [] }
  ) {
    self.requests = requests
    self.places = places
    self.cellsDone = cellsDone
    self.cellsKnown = cellsKnown
    self.expectedRequests = expectedRequests
    self.found = found
  }
}
