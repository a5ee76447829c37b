import Domain

/// The cached answers of one service, by query.
///
/// Of a query, the newest answer within the reach of paging is kept, and the newest beyond it. The newest that serves a limit
/// is used, so that nothing older is told after an answer that was refreshed.
struct KeptAnswers: Sendable {
  /// The cache.
  let cache: AnswerCache
  /// The service.
  let service: Service
  /// The address that it is asked at, which is part of the key.
  let address: String

  /// Returns the key of an answer.
  func key(_ api: String, _ query: JSONTree) -> JSONTree {
    .members(["service": .text(address), "kind": .text(api), "asked": query])
  }

  private func key(matching query: PlaceQuery, isPaged: Bool) -> JSONTree {
    key(isPaged ? "paged places" : "places", .query(query, isKey: true))
  }

  /// Returns a cached collection; `nil` when none is fresh and certain to be what the service would answer.
  func collection(matching query: PlaceQuery, limit: PlaceLimit) -> PlaceCollection? {
    let kept = [true, false].compactMap { isPaged in
      cache.answer(to: key(matching: query, isPaged: isPaged))
        .flatMap { KeptCollection($0.answer, of: query, by: service, age: $0.age) }
    }
    return kept.sorted { $0.age < $1.age }.lazy.compactMap { $0.places(upTo: limit) }.first
  }

  /// Caches a collection, the newest of the query.
  func keep(_ collection: PlaceCollection, matching query: PlaceQuery, limit: PlaceLimit) {
    let kept = KeptCollection(collection, of: query, by: service, limit: limit)
    // The older one within the reach of paging is replaced too. One beyond it cost many requests, and serves the limits that
    // this one does not, unless the service was to be asked again.
    if !kept.isAskedInPages || !cache.isRead { cache.forget(key(matching: query, isPaged: !kept.isAskedInPages)) }
    cache.keep(kept.stored, to: key(matching: query, isPaged: kept.isAskedInPages))
  }

  /// Removes the collections of a query.
  func forget(_ query: PlaceQuery) {
    for isPaged in [true, false] { cache.forget(key(matching: query, isPaged: isPaged)) }
  }
}

extension KeptAnswers: CheckCacheUseCase {
  func isKept(_ query: PlaceQuery, limit: PlaceLimit) -> Bool { collection(matching: query, limit: limit) != nil }
}
