import Domain

/// A decorator that answers from the cache, or asks the service and caches its answer.
///
/// Only complete answers are cached: no errors, none that ended because time or requests ran out, and none that may lack
/// nearer places. An index needs no cache, since it answers faster than a file can be read.
struct CachingPlaces: Sendable {
  /// The source of answers that are not cached.
  let source: any PlaceSource
  /// The cached answers.
  let kept: KeptAnswers
}

extension CachingPlaces: FindPlaceUseCase {
  func places(matching query: PlaceQuery, on page: PageRequest) async throws(PlaceSearchError) -> PlacePage {
    let key = kept.key("page", .asked(AskedQuery(query: query, amount: .page(page)), isKey: true))
    if let kept = kept.cache.answer(to: key)?.page { return kept }
    let answer = try await source.places(matching: query, on: page)
    // When the budget ran out before the page came, the page is empty and not the last one.
    if !answer.places.isEmpty || answer.isLast { kept.cache.keep(.page(answer), to: key) }
    return answer
  }
}

extension CachingPlaces: CollectPlacesUseCase {
  func places(
    matching query: PlaceQuery,
    limit: PlaceLimit,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    if let kept = kept.collection(matching: query, limit: limit) { return kept }
    let answer = try await source.places(matching: query, limit: limit, progress: progress)
    let isWhole = answer.isComplete || limit.count.map { answer.places.count >= $0 } ?? false
    if isWhole, answer.earlyEnd == nil, !answer.mayLackNearer {
      kept.keep(answer, matching: query, limit: limit)
    }
    return answer
  }
}

extension CachingPlaces: LocateTextUseCase {
  func candidates(for text: SearchText, limit: Int) async throws(PlaceSearchError) -> LocatedPlaces {
    // A page costs one request whatever its size, so every limit shares a full one.
    let key = kept.key("near", .members(["text": .text(text.value)]))
    if let cached = kept.cache.answer(to: key)?.located { return cached.first(limit) }
    let answer = try await source.candidates(for: text, limit: KakaoSearch.pageSize)
    kept.cache.keep(.located(answer), to: key)
    return answer.first(limit)
  }
}

extension CachingPlaces: DescribeCoordinateUseCase {
  func address(of coordinate: Coordinate) async throws(PlaceSearchError) -> CoordinateAddress {
    let key = kept.key("where", .coordinate(coordinate))
    if let kept = kept.cache.answer(to: key)?.address { return kept }
    let answer = try await source.address(of: coordinate)
    kept.cache.keep(.address(answer), to: key)
    return answer
  }
}

extension LocatedPlaces {
  /// Returns the same answer with at most so many candidates.
  fileprivate func first(_ limit: Int) -> LocatedPlaces {
    LocatedPlaces(
      candidates: Array(candidates.prefix(limit)),
      totalCount: totalCount,
      similarNames: similarNames,
      provenance: provenance
    )
  }
}

/// The cached answers of one service, by query.
struct KeptAnswers: Sendable {
  /// The cache.
  let cache: AnswerCache
  /// The address of the service, which is part of the key.
  let service: String

  /// Returns the key of an answer.
  func key(_ api: String, _ query: JSONTree) -> JSONTree {
    .members(["service": .text(service), "kind": .text(api), "asked": query])
  }

  /// Returns the key of a collection.
  func key(matching query: PlaceQuery, limit: PlaceLimit) -> JSONTree {
    key("places", .asked(AskedQuery(query: query, amount: .collection(limit)), isKey: true))
  }

  /// Returns a cached collection; `nil` when it is not cached or not fresh.
  ///
  /// A complete answer holds the places of every limit.
  func collection(matching query: PlaceQuery, limit: PlaceLimit) -> PlaceCollection? {
    if let kept = cache.answer(to: key(matching: query, limit: limit))?.collection { return kept }
    guard let count = limit.count, let whole = cache.answer(to: key(matching: query, limit: .all))?.collection,
      whole.isComplete
    else { return nil }
    return PlaceCollection(
      places: Array(whole.places.prefix(count)),
      totalCount: whole.totalCount,
      isComplete: whole.places.count <= count,
      provenance: whole.provenance
    )
  }

  /// Caches a collection; a complete one for every limit.
  func keep(_ collection: PlaceCollection, matching query: PlaceQuery, limit: PlaceLimit) {
    cache.keep(.collection(collection), to: key(matching: query, limit: collection.isComplete ? .all : limit))
  }
}

extension KeptAnswers: CheckCacheUseCase {
  func isKept(_ query: PlaceQuery, limit: PlaceLimit) -> Bool { collection(matching: query, limit: limit) != nil }
}
