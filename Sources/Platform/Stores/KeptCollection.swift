import Domain

/// A cached answer to a query with one limit, and what it says of other limits.
///
/// It serves another limit only where the service would certainly be told to give the same places in the same order.
struct KeptCollection {
  /// The answer; complete, or as long as was asked.
  private let collection: PlaceCollection
  private let query: PlaceQuery
  private let service: Service
  /// The limit that was asked for.
  private let limit: PlaceLimit
  /// Whether no more requests were sent than paging takes, so that no area was searched.
  private let isFromPages: Bool
  /// How long ago it was given.
  let age: Duration

  /// Makes an answer to be cached.
  init(_ collection: PlaceCollection, of query: PlaceQuery, by service: Service, limit: PlaceLimit) {
    (self.collection, self.query, self.service, self.limit, age) = (collection, query, service, limit, .zero)
    let counts = query.categories.map { group in collection.places.count { $0.place.group == group } }
    let requests = (counts.isEmpty ? [collection.places.count] : counts).reduce(0) { $0 + service.pageCount(for: $1) }
    isFromPages =
      service.reachesByPages(limit) || collection.isComplete && collection.provenance.requests <= requests
  }

  /// Reads a cached answer.
  init?(_ stored: JSONTree, of query: PlaceQuery, by service: Service, age: Duration) {
    guard let limit = stored["limit"]?.limit, let isFromPages = stored["paged"]?.isTrue,
      let collection = stored["answer"]?.collection(age: age)
    else { return nil }
    (self.collection, self.query, self.service, self.limit, self.age) = (collection, query, service, limit, age)
    self.isFromPages = isFromPages
  }

  /// The answer as it is cached.
  var stored: JSONTree {
    .members(["limit": .limit(limit), "paged": .bool(isFromPages), "answer": .collection(collection)])
  }

  /// Whether no more was asked for than paging can reach.
  var isAskedInPages: Bool { service.reachesByPages(limit) }

  /// Returns the answer for a limit; `nil` when it does not serve it.
  func places(upTo wanted: PlaceLimit) -> PlaceCollection? {
    guard serves(wanted) else { return nil }
    let count = wanted.count ?? .max
    return PlaceCollection(
      places: Array(collection.places.prefix(count)),
      totalCount: collection.totalCount,
      isComplete: collection.isComplete && collection.places.count <= count,
      provenance: collection.provenance
    )
  }

  private func serves(_ wanted: PlaceLimit) -> Bool {
    if wanted == limit { return true }
    let count = collection.places.count
    guard service.reachesByPages(wanted) else {
      // Exactly as many as paging reaches may be a wrong count, which only a search of the area shows.
      if isFromPages, collection.isComplete, count < service.reachableCount { return true }
      guard !isAskedInPages else { return false }
      guard let wanted = wanted.count else { return collection.isComplete }
      // In the service's own order, an area is searched until any so many places are found.
      guard query.sort == .distance else { return false }
      return wanted < count ? holdsAllAsNear(asPlaceNumber: wanted) : collection.isComplete
    }
    guard let wanted = wanted.count else { return false }
    let pages = service.pageCount(for: wanted)
    // Then the same pages are asked for.
    let pagesOfAnswer = service.pageCount(for: limit.count)
    let areSamePages =
      collection.isComplete
      ? pages >= min(pagesOfAnswer, service.pageCount(for: count)) : pages == pagesOfAnswer && wanted <= count
    if isFromPages, areSamePages { return true }
    // How many of the later pages there are, only asking tells.
    guard wanted < count, isFromPages || pages == 1 else { return false }
    switch query.sort {
    case .distance:
      // Pages of a text are not always in order. Places as near as the last one must not lie on a later page.
      guard query.text == nil, holdsAllAsNear(asPlaceNumber: wanted) else { return false }
      return countAsNear(asPlaceNumber: wanted) <= pages * service.pages.sizes.upperBound
    case .accuracy:
      // Places beyond a radius are left out of the pages, and those of several categories are taken in turns.
      if case .circle = query.area { return false }
      return query.categories.count <= 1
    }
  }

  /// Whether every place that is as near as a place of the answer is in it.
  private func holdsAllAsNear(asPlaceNumber number: Int) -> Bool {
    guard let distance = collection.places[number - 1].distance, let last = collection.places.last?.distance else {
      return false
    }
    return collection.isComplete || distance.wholeMeters < last.wholeMeters
  }

  /// The number of places that are as near as a place of the answer.
  private func countAsNear(asPlaceNumber number: Int) -> Int {
    let distance = collection.places[number - 1].distance?.wholeMeters ?? .max
    return collection.places.count { $0.distance?.wholeMeters ?? .max <= distance }
  }
}

extension Service {
  /// Whether paging reaches as many places as a limit asks for.
  fileprivate func reachesByPages(_ limit: PlaceLimit) -> Bool { limit.count.map { $0 <= reachableCount } ?? false }

  /// The pages that are asked for to get so many places.
  fileprivate func pageCount(for count: Int?) -> Int {
    let size = pages.sizes.upperBound
    return (min(max(count ?? .max, 1), reachableCount) + size - 1) / size
  }
}
