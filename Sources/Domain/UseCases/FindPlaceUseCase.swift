/// Finds one page of the places that match a query.
public protocol FindPlaceUseCase: Sendable {
  /// Answers one page, exactly as the source cuts its pages.
  ///
  /// - Parameters:
  ///   - query: What to look for and where.
  ///   - page: Which page.
  /// - Returns: The page; an empty one when nothing is found.
  /// - Throws: When the source cannot be asked, cannot answer, or answers what cannot be trusted.
  /// - Complexity: One request to a service, or one look into an index.
  func places(matching query: PlaceQuery, on page: PageRequest) async throws(PlaceSearchError) -> PlacePage
}
