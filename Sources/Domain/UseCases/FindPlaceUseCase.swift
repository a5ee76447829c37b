/// Finds the places that match a query.
public protocol FindPlaceUseCase: Sendable {
  /// Finds one page, exactly as the source divides its answer into pages.
  ///
  /// - Parameters:
  ///   - query: What to look for and where.
  ///   - page: Which page.
  /// - Returns: The page; an empty one when nothing is found.
  /// - Throws: When the source cannot be asked, cannot answer, or answers what cannot be trusted.
  /// - Complexity: One request to a service, or one look into an index.
  func places(matching query: PlaceQuery, on page: PageRequest) async throws(PlaceSearchError) -> PlacePage

  /// Collects places across as many pages as it takes, and reports whether they are complete.
  ///
  /// - Parameters:
  ///   - query: What to look for and where.
  ///   - limit: How many places are wanted.
  ///   - progress: Called from time to time with the progress of a long search, on any thread. A search with it that is
  ///     cancelled returns what it has found so far, if anything, with ``PlaceCollection/StopReason/stopped``.
  /// - Returns: The places; an empty, complete collection when nothing is found.
  /// - Throws: When the source cannot be asked, cannot answer, or answers what cannot be trusted.
  func places(
    matching query: PlaceQuery,
    limit: PlaceLimit,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection
}

/// The progress of a search.
public struct SearchProgress: Sendable {
  /// Requests sent so far.
  public let requests: Int
  /// Distinct places seen so far.
  public let places: Int
  /// Parts of the area finished so far.
  public let cellsDone: Int
  /// Parts of the area known so far; grows as crowded parts are split.
  public let cellsKnown: Int
  /// How many requests the search is expected to take in all; `nil` while that is unknown.
  public let expectedRequests: Int?
  /// Returns the places of the area found so far, in no order; none from a source that knows them only at the end.
  ///
  /// Whoever keeps it makes the next page copy what was found before it.
  ///
  /// - Complexity: Linear in the number of places.
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
