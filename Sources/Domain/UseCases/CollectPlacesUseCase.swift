/// Collects the places that match a question, up to a limit or all of them, and tells whether they are complete.
public protocol CollectPlacesUseCase: RequestReporting {
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

  /// Collects places as ``places(matching:limit:progress:)`` does, into memory that is used again: for millions of
  /// questions, one after the other.
  ///
  /// - Parameters:
  ///   - query: What to look for and where.
  ///   - limit: How many places are wanted.
  ///   - answer: Takes the answer in place of the one before; what it holds after an error means nothing.
  /// - Throws: When the source cannot be asked, cannot answer, or answers what cannot be trusted.
  /// - Complexity: A source on this machine allocates nothing.
  func collectPlaces(
    matching query: PlaceQuery,
    limit: PlaceLimit,
    into answer: inout PackedAnswer
  ) async throws(PlaceSearchError)

  /// Tells what a question would cost, without asking it.
  ///
  /// - Parameters:
  ///   - query: What to look for and where.
  ///   - limit: How many places are wanted.
  /// - Returns: The cost; ``SearchCost/unknown`` from a source that does not say.
  func cost(of query: PlaceQuery, limit: PlaceLimit) -> SearchCost
}

extension CollectPlacesUseCase {
  /// Packs the places that were collected one by one.
  public func collectPlaces(
    matching query: PlaceQuery,
    limit: PlaceLimit,
    into answer: inout PackedAnswer
  ) async throws(PlaceSearchError) {
    answer.take(try await places(matching: query, limit: limit, progress: nil))
  }

  /// Nothing is known: a source that does not say is taken to cost requests.
  public func cost(of query: PlaceQuery, limit: PlaceLimit) -> SearchCost { .unknown }
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
