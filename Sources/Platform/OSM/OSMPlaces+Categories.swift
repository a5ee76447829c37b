import Domain
import PlaceIndex

extension OSMPlaces {
  /// Refuses an answer whose elements are all of other categories, as that of a cache that ignores the query.
  ///
  /// The search of what came would leave all of them out, and say that there is nothing.
  ///
  /// - Throws: `.untrustworthy` with the first of the elements.
  func checkCategories(of answer: OverpassAnswer, for query: PlaceQuery) throws(PlaceSearchError) {
    // What a text or a tag asks for is told by more than the category.
    let isKnown = query.categories.allSatisfy { $0.isKnown && $0 != .any }
    guard isKnown, !query.categories.isEmpty, query.text == nil else { return }
    // A cut answer is not relied on anyway. Mostly the first elements tell.
    guard answer.count > 0, answer.shortage == nil,
      try stranger(among: answer.firstElements, for: query) != nil,
      let stranger = try stranger(among: answer.elements, for: query)
    else { return }
    throw .untrustworthy(.otherQuestion(place: stranger.id, .category(code: stranger.categoryPath)))
  }

  /// One of some elements, if none is of the categories of a query.
  private func stranger(
    among elements: ArraySlice<UInt8>,
    for query: PlaceQuery
  ) throws(PlaceSearchError) -> Place? {
    let index = try read(Array(elements)).index
    return try readingIndex { () throws(IndexFileError) in
      func first(of categories: [PlaceCategory]) throws(IndexFileError) -> Place? {
        guard let wanted = try? PlaceQuery(categories: categories, area: .anywhere(center: nil)) else { return nil }
        return try index.places(matching: wanted, limit: 1).places.first?.place
      }
      return try first(of: query.categories) == nil ? first(of: [.any]) : nil
    }
  }
}
