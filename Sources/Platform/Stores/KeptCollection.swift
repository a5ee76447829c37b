import Domain

/// A cached answer to a query with one limit, and what it says of other limits.
///
/// It serves another limit only where the service would certainly be told to give the same places in the same order.
struct KeptCollection {
  /// The answer; complete, or as long as was asked.
  private let collection: PlaceCollection
  private let query: PlaceQuery
  /// The limit that was asked for.
  private let limit: PlaceLimit
  /// Whether no more requests were sent than paging takes, so that no area was searched.
  private let isFromPages: Bool
  /// How long ago it was given.
  let age: Duration

  /// Makes an answer to be cached.
  init(_ collection: PlaceCollection, of query: PlaceQuery, limit: PlaceLimit) {
    (self.collection, self.query, self.limit, age) = (collection, query, limit, .zero)
    let counts = query.categories.map { group in collection.places.count { $0.place.group == group } }
    let requests = (counts.isEmpty ? [collection.places.count] : counts).reduce(0) { $0 + Self.pages(for: $1) }
    isFromPages =
      Self.isWithinPages(limit) || collection.isComplete && collection.provenance.requests <= requests
  }

  /// Reads a cached answer.
  init?(_ stored: JSONTree, of query: PlaceQuery, age: Duration) {
    guard let limit = stored["limit"]?.limit, let isFromPages = stored["paged"]?.isTrue,
      let collection = stored["answer"]?.collection(age: age)
    else { return nil }
    (self.collection, self.query, self.limit, self.age) = (collection, query, limit, age)
    self.isFromPages = isFromPages
  }

  /// The answer as it is cached.
  var stored: JSONTree {
    .members(["limit": .limit(limit), "paged": .bool(isFromPages), "answer": .collection(collection)])
  }

  /// Whether no more was asked for than paging can reach.
  var isAskedInPages: Bool { Self.isWithinPages(limit) }

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
    guard Self.isWithinPages(wanted) else {
      // Exactly as many as paging reaches may be a wrong count, which only a search of the area shows.
      if isFromPages, collection.isComplete, count < KakaoSearch.reachableCount { return true }
      guard !isAskedInPages else { return false }
      guard let wanted = wanted.count else { return collection.isComplete }
      // In the service's own order, an area is searched until any so many places are found.
      guard query.sort == .distance else { return false }
      return wanted < count ? holdsAllAsNear(asPlaceNumber: wanted) : collection.isComplete
    }
    guard let wanted = wanted.count else { return false }
    let pages = Self.pages(for: wanted)
    // Then the same pages are asked for.
    let pagesOfAnswer = Self.pages(for: limit.count)
    let areSamePages =
      collection.isComplete
      ? pages >= min(pagesOfAnswer, Self.pages(for: count)) : pages == pagesOfAnswer && wanted <= count
    if isFromPages, areSamePages { return true }
    // How many of the later pages there are, only asking tells.
    guard wanted < count, isFromPages || pages == 1 else { return false }
    switch query.sort {
    case .distance:
      // Pages of a text are not always in order. Places as near as the last one must not lie on a later page.
      guard query.text == nil, holdsAllAsNear(asPlaceNumber: wanted) else { return false }
      return countAsNear(asPlaceNumber: wanted) <= pages * KakaoSearch.pageSize
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

  private static func isWithinPages(_ limit: PlaceLimit) -> Bool {
    limit.count.map { $0 <= KakaoSearch.reachableCount } ?? false
  }

  /// The pages that are asked for to get so many places.
  private static func pages(for count: Int?) -> Int {
    let reached = min(max(count ?? .max, 1), KakaoSearch.reachableCount)
    return (reached + KakaoSearch.pageSize - 1) / KakaoSearch.pageSize
  }
}
