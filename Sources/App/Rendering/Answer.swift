import Domain

/// An answer, with everything that is printed.
@dynamicMemberLookup
struct Answer: Sendable {
  let query: QueryJSON
  /// The places, and what is known about them; its members are the answer's.
  private(set) var collection: PlaceCollection
  /// Which page of the service this is; `nil` for a collection.
  let page: Page?
  /// Why there are no places, for the formats that are read alone; `nil` for an answer with places.
  var emptySentence: String?
  /// What a map shows beside the places.
  var ground = MapGround.none
  /// What the places are, where they answer no question; `nil` for an answer.
  var name: String?

  /// The title of a document of the places: the question that they answer, or what they are.
  var title: String { name ?? QueryFormatter.sentence(of: query.query) }

  struct Page: Sendable {
    let request: PageRequest
    let isLast: Bool
    /// How many places can be reached by paging.
    let pageableCount: Int
  }

  subscript<Value>(dynamicMember member: KeyPath<PlaceCollection, Value>) -> Value { collection[keyPath: member] }

  /// Whether nothing matches, as far as is known.
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

  /// An answer made of a single page; complete only when it is the first and the last, with every match.
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
