import Domain

/// A search result and everything that is printed with it.
@dynamicMemberLookup
struct Answer: Sendable {
  let query: QueryJSON
  /// The places and their metadata.
  ///
  /// Dynamic member lookup forwards to this collection.
  private(set) var collection: PlaceCollection
  /// The page of the service that this result holds; `nil` for a collection.
  let page: Page?
  /// The reason why there are no places, for formats without notices; `nil` if there are places.
  var emptySentence: String?
  /// The map context, drawn in addition to the places.
  var ground = MapGround.none
  /// A name for places that belong to no query; `nil` for the result of a query.
  var name: String?

  /// The title of the document: ``name``, or the query as a sentence.
  var title: String { name ?? QueryFormatter.sentence(of: query.query) }

  struct Page: Sendable {
    let request: PageRequest
    let isLast: Bool
    /// The number of places that can be reached by paging.
    let pageableCount: Int
  }

  subscript<Value>(dynamicMember member: KeyPath<PlaceCollection, Value>) -> Value { collection[keyPath: member] }

  /// Whether no places match, as far as the source knows.
  var isEmpty: Bool { collection.places.isEmpty && !(query.limit == 0 && page == nil && collection.totalCount != 0) }

  func adding(requests: Int) -> Answer {
    var answer = self
    answer.collection.provenance.requests += requests
    return answer
  }

  init(_ collection: PlaceCollection, to query: PlaceQuery, limit: PlaceLimit) {
    self.query = QueryJSON(query: query, limit: limit.count)
    self.collection = collection
    page = nil
  }

  /// Makes a result of a single page.
  ///
  /// It is complete only if that page is the first and the last and holds every match.
  init(_ page: PlacePage, to query: PlaceQuery, on request: PageRequest) {
    self.query = QueryJSON(query: query, limit: nil)
    collection = PlaceCollection(
      places: page.places,
      totalCount: page.totalCount,
      isComplete: request.number == 1 && page.isLast && page.places.count == page.totalCount && page.gap == nil
        && page.droppedCount == 0,
      isNearest: page.isNearest,
      gap: page.gap,
      droppedCount: page.droppedCount,
      absent: page.absent,
      provenance: page.provenance
    )
    self.page = Page(request: request, isLast: page.isLast, pageableCount: page.pageableCount)
  }
}
