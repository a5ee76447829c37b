import Domain

/// A decorator that answers from the cache, or asks the service and caches its answer.
///
/// Only complete answers are cached: no errors, none that ended because time or requests ran out, and none that may
/// lack nearer places. An index needs no cache, since it answers faster than a file can be read.
struct CachingPlaces: FindPlaceUseCase, CollectPlacesUseCase, LocateUseCases {
  /// The source of answers that are not cached.
  let source: any PlaceSource
  let cached: CachedAnswers

  private func answer<Answer: CacheableAnswer>(
    to key: JSONTree,
    isName: Bool = false,
    isWhole: (Answer) -> Bool,
    asking ask: () async throws(PlaceSearchError) -> Answer
  ) async throws(PlaceSearchError) -> Answer {
    if let answer: Answer = cached.answer(to: key, isName: isName) { return answer }
    let answer = try await ask()
    cached.keep(answer, isWhole: isWhole(answer), to: key)
    return answer
  }

  func places(matching query: PlaceQuery, on page: PageRequest) async throws(PlaceSearchError) -> PlacePage {
    // When the budget ran out before the page came, the page is empty and not the last one.
    try await answer(
      to: cached.key("page", .asked(AskedQuery(query: query, amount: .page(page)), isKey: true)),
      isWhole: { page in
        page.droppedCount == 0 && (!page.places.isEmpty || page.isLast) && page.gap.map { $0.cachedName != nil } ?? true
      },
      asking: { () throws(PlaceSearchError) in try await source.places(matching: query, on: page) }
    )
  }

  func places(
    matching query: PlaceQuery,
    limit: PlaceLimit,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    if let collection = cached.collection(matching: query, limit: limit) { return collection }
    // Where every place comes at once, one answer serves all limits.
    let asked = cached.service.reachableCount == .max ? .all : limit
    let collection = try await source.places(matching: query, limit: asked, progress: progress)
    cached.keep(collection, matching: query, limit: asked)
    return collection.first(limit)
  }

  func candidates(for text: SearchText, limit: Int) async throws(PlaceSearchError) -> LocatedPlaces {
    // A page costs one request whatever its size, so every limit shares a full one.
    let located = try await answer(
      to: cached.key("near", .members(["text": .text(text.value)])),
      isName: true,
      isWhole: { _ in true },
      asking: { () throws(PlaceSearchError) in
        try await source.candidates(for: text, limit: cached.service.pages.sizes.upperBound)
      }
    )
    return LocatedPlaces(
      candidates: Array(located.candidates.prefix(limit)),
      totalCount: located.totalCount,
      similarNames: located.similarNames,
      provenance: located.provenance
    )
  }

  func address(of coordinate: Coordinate) async throws(PlaceSearchError) -> CoordinateAddress {
    try await answer(
      to: cached.key("where", .coordinate(coordinate)),
      isName: true,
      isWhole: { $0.regionError == nil },
      asking: { () throws(PlaceSearchError) in try await source.address(of: coordinate) }
    )
  }
}
