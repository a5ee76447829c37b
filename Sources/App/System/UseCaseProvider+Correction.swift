import Domain

extension UseCaseProvider {
  /// Returns a query with the corrected text; `nil` if the query has no text or no typing error.
  func corrected(_ query: PlaceQuery) throws(PlaceSearchError) -> PlaceQuery? {
    try query.text.flatMap { (text) throws(PlaceSearchError) in try makeLocateUseCase().correction(of: text) }
      .map(query.searching)
  }
}
