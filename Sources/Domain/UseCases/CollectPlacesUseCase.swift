/// Collects the places that match a query, up to a limit or all of them, and tells whether they are complete.
public protocol CollectPlacesUseCase: Sendable {
  /// Collects places across as many pages as it takes.
  ///
  /// - Parameters:
  ///   - query: What to look for and where.
  ///   - limit: How many places are wanted.
  ///   - progress: Told now and then how far a long search has come; called on any thread.
  /// - Returns: The places; an empty, complete collection when nothing is found.
  /// - Throws: When the source cannot be asked, cannot answer, or answers what cannot be trusted.
  func places(
    matching query: PlaceQuery,
    limit: PlaceLimit,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection
}

/// How far a search has come.
public struct SearchProgress: Sendable, Hashable {
  /// Requests sent so far.
  public let requests: Int
  /// Distinct places seen so far.
  public let places: Int
  /// Parts of the area finished so far.
  public let cellsDone: Int
  /// Parts of the area known so far; grows while crowded parts are cut.
  public let cellsKnown: Int

  /// Makes a progress report.
  public init(requests: Int, places: Int, cellsDone: Int, cellsKnown: Int) {
    self.requests = requests
    self.places = places
    self.cellsDone = cellsDone
    self.cellsKnown = cellsKnown
  }
}
