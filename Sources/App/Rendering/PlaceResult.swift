import Domain

/// A search result and everything that is printed with it.
@dynamicMemberLookup
struct PlaceResult: Sendable {
  let query: PlaceQuery
  /// The places and their metadata.
  ///
  /// Dynamic member lookup forwards to this collection.
  private(set) var collection: PlaceCollection
  /// The reason why there are no places, for formats without notices; `nil` if there are places.
  var emptySentence: String?
  /// The text that was typed, if the query has a correction of it; `nil` without a correction.
  var typedText: SearchText?
  /// Whether the source reaches the area only with latitudes and longitudes swapped.
  var mayBeSwapped = false
  /// The map context, drawn in addition to the places.
  var ground = MapContext.none
  /// A name for places that belong to no query; `nil` for the result of a query.
  var name: String?

  /// Returns the title of the document: ``name``, or the query as a sentence.
  func title(in language: Language = .english) -> String { name ?? query.sentence(in: language) }

  subscript<Value>(dynamicMember member: KeyPath<PlaceCollection, Value>) -> Value { collection[keyPath: member] }

  /// Whether no places match, as far as the source knows.
  var isEmpty: Bool { collection.places.isEmpty && !(query.limit == .nothing && collection.totalCount != 0) }

  func adding(requests: Int) -> PlaceResult {
    var result = self
    result.collection.provenance.requests += requests
    return result
  }

  init(_ collection: PlaceCollection, to query: PlaceQuery) {
    self.query = query
    self.collection = collection
  }
}
