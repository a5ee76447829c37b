import Domain

/// The cached answers of one service, by query.
struct CachedAnswers: Sendable {
  let cache: AnswerCache
  let service: Service
  /// The address that it is asked at, which is part of the key.
  let address: String

  /// Returns the key of an answer.
  func key(_ kind: String, _ query: JSONTree) -> JSONTree {
    .members(["service": .text(address), "kind": .text(kind), "asked": query])
  }

  /// Returns the key of the collections of a query: those within the reach of paging replace each other, and so do
  /// those beyond it, which cost many requests.
  private func key(_ query: PlaceQuery, isPaged: Bool) -> JSONTree {
    key(isPaged ? "paged places" : "places", .query(query, isKey: true))
  }

  /// Returns the cached answer; `nil` when there is none or it cannot be read.
  func answer<Answer: CacheableAnswer>(to key: JSONTree, isName: Bool = false) -> Answer? {
    guard let (stored, age) = cache.answer(to: key, isName: isName), let provenance = stored.provenance(age: age) else {
      return nil
    }
    return Answer(stored: stored, provenance)
  }

  /// Caches a whole answer; another one removes an earlier answer when that may not be used.
  func keep(_ answer: some CacheableAnswer, isWhole: Bool, to key: JSONTree) {
    if isWhole {
      cache.keep(.members(answer.stored, from: answer.provenance), to: key)
    } else if !cache.isRead {
      cache.forget(key)
    }
  }
}

// MARK: - Collections

extension CachedAnswers: CheckCacheUseCase {
  func isKept(_ query: PlaceQuery, limit: PlaceLimit) -> Bool { collection(matching: query, limit: limit) != nil }

  /// Returns the newest cached collection that serves a limit.
  func collection(matching query: PlaceQuery, limit: PlaceLimit) -> PlaceCollection? {
    guard cache.isUsed, cache.isRead else { return nil }
    let found = [true, false].compactMap { isPaged -> LimitedPlaces? in answer(to: key(query, isPaged: isPaged)) }
    let newest = found.sorted { ($0.provenance.age ?? .zero) < ($1.provenance.age ?? .zero) }
    return newest.lazy.compactMap { $0.places(of: query, upTo: limit, reachableCount: service.reachableCount) }.first
  }

  /// Caches a collection, unless it is not whole; when the cache is not to be read, no older one stays.
  func keep(_ collection: PlaceCollection, matching query: PlaceQuery, limit: PlaceLimit) {
    guard cache.isUsed else { return }
    let isEnough =
      collection.isComplete || collection.gap != nil || limit.count.map { collection.places.count >= $0 } ?? false
    let isSafe = collection.gap.map { $0.cachedName != nil } ?? true
    let isWhole =
      isEnough && isSafe && collection.earlyEnd == nil && !collection.mayLackNearer && collection.droppedCount == 0
    let isPaged = limit.count.map { $0 <= service.reachableCount } ?? false
    if !cache.isRead || (isWhole && !isPaged) { cache.forget(key(query, isPaged: !isPaged)) }
    keep(LimitedPlaces(collection: collection, limit: limit), isWhole: isWhole, to: key(query, isPaged: isPaged))
  }
}

/// A cached collection with the limit that was asked for.
private struct LimitedPlaces: CacheableAnswer {
  let collection: PlaceCollection
  let limit: PlaceLimit

  var provenance: Provenance { collection.provenance }
  var stored: KeyValuePairs<String, JSONTree?> {
    ["limit": .limit(limit), "answer": .members(collection.stored, from: provenance)]
  }

  init(collection: PlaceCollection, limit: PlaceLimit) { (self.collection, self.limit) = (collection, limit) }

  init?(stored: JSONTree, _ provenance: Provenance) {
    guard let limit = stored["limit"]?.limit,
      let collection = stored["answer"].flatMap({ PlaceCollection(stored: $0, provenance) })
    else { return nil }
    self.init(collection: collection, limit: limit)
  }

  /// Returns what the service would answer for a limit; `nil` when only asking tells.
  ///
  /// All that there is serves a larger limit, and in the order of distances a smaller one that ends between two
  /// distances. Exactly as many as paging reaches may be a wrong count, which only a search of the area shows.
  func places(of query: PlaceQuery, upTo wanted: PlaceLimit, reachableCount: Int) -> PlaceCollection? {
    if wanted == limit { return collection }
    // Every place came at once, whatever the limit.
    if reachableCount == .max, limit == .all { return collection.first(wanted) }
    let places = collection.places
    guard collection.isComplete, places.count < reachableCount else { return nil }
    guard let count = wanted.count, count < places.count, count > 0 else { return collection.first(wanted) }
    guard query.sort == .distance, query.text == nil, let last = places[count - 1].distance,
      let next = places[count].distance, last.wholeMeters < next.wholeMeters
    else { return nil }
    return PlaceCollection(
      places: Array(places.prefix(count)),
      totalCount: collection.totalCount,
      isComplete: false,
      provenance: provenance
    )
  }
}
