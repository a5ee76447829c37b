/// Collects places as ``CollectPlacesUseCase`` does, into memory that is used again.
///
/// There for speed alone: a batch over a file of places takes a fifth longer with a value for each place.
public protocol PackPlacesUseCase: Sendable {
  /// Collects places.
  ///
  /// - Parameters:
  ///   - query: What to look for and where.
  ///   - limit: How many places are wanted.
  ///   - collection: Takes the answer in place of the one before; what it holds after an error means nothing.
  /// - Throws: When the source cannot be asked, cannot answer, or answers what cannot be trusted.
  /// - Complexity: A source on this machine allocates nothing once the memory is large enough.
  func packPlaces(
    matching query: PlaceQuery,
    limit: PlaceLimit,
    into collection: inout PackedCollection
  ) async throws(PlaceSearchError)
}
