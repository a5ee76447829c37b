import Domain

/// An answer, with everything that is printed.
struct Answer: Sendable {
  /// The query it answers.
  let query: QueryJSON
  /// The places, in order.
  let places: [FoundPlace]
  /// How many places match in all, as far as the source says.
  let totalCount: Int
  /// Whether the places are everything that matches.
  let isComplete: Bool
  /// Why places are missing that the source could have given; `nil` when none are.
  let earlyEnd: PlaceCollection.EarlyEnd?
  /// Whether a place that is missing may be nearer than one that is there.
  let mayLackNearer: Bool
  /// How many places were dropped because they belong to another question.
  let droppedCount: Int
  /// Whether one spot holds more places than the source shows of it.
  let hasCrowdedSpot: Bool
  /// Where the places came from.
  private(set) var provenance: Provenance
  /// Which page of the service this is; `nil` for a collection.
  let page: Page?

  /// One page of a service.
  struct Page: Sendable {
    /// The page asked for.
    let request: PageRequest
    /// Whether no page comes after it.
    let isLast: Bool
    /// How many places can be reached by paging.
    let pageableCount: Int
  }

  /// The answer with the requests that finding its centre took.
  func adding(requests: Int) -> Answer {
    var answer = self
    answer.provenance = Provenance(
      source: provenance.source,
      requests: provenance.requests + requests,
      attribution: provenance.attribution,
      reading: provenance.reading,
      age: provenance.age
    )
    return answer
  }

  /// An answer made of a collection.
  init(_ collection: PlaceCollection, to query: PlaceQuery, limit: PlaceLimit) {
    self.query = QueryJSON(query: query, limit: limit.count)
    places = collection.places
    totalCount = collection.totalCount
    isComplete = collection.isComplete
    earlyEnd = collection.earlyEnd
    mayLackNearer = collection.mayLackNearer
    droppedCount = collection.droppedCount
    hasCrowdedSpot = collection.hasCrowdedSpot
    provenance = collection.provenance
    page = nil
  }

  /// An answer made of a single page; complete only when it is the first and the last, with every match.
  init(_ page: PlacePage, to query: PlaceQuery, on request: PageRequest) {
    self.query = QueryJSON(query: query, limit: nil)
    places = page.places
    totalCount = page.totalCount
    isComplete = request.number == 1 && page.isLast && page.places.count == page.totalCount
    earlyEnd = nil
    mayLackNearer = false
    droppedCount = page.droppedCount
    hasCrowdedSpot = false
    provenance = page.provenance
    self.page = Page(request: request, isLast: page.isLast, pageableCount: page.pageableCount)
  }
}
