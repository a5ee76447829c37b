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
    if let (kept, age) = kept.cache.answer(to: key), let page = kept.page(age: age) { return page }
    let answer = try await source.places(matching: query, on: page)
    // When the budget ran out before the page came, the page is empty and not the last one.
    if answer.droppedCount == 0, !answer.places.isEmpty || answer.isLast {
      kept.cache.keep(.page(answer), to: key)
    } else if !kept.cache.isRead {
      kept.cache.forget(key)
    }
    return answer
  }
}

extension CachingPlaces: CollectPlacesUseCase {
  func places(
    matching query: PlaceQuery,
    limit: PlaceLimit,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    if let cached = kept.collection(matching: query, limit: limit) { return cached }
    let answer = try await source.places(matching: query, limit: limit, progress: progress)
    let isWhole = answer.isComplete || limit.count.map { answer.places.count >= $0 } ?? false
    if isWhole, answer.earlyEnd == nil, !answer.mayLackNearer, answer.droppedCount == 0 {
      kept.keep(answer, matching: query, limit: limit)
    } else if !kept.cache.isRead {
      kept.forget(query)
    }
    return answer
  }
}

extension CachingPlaces: LocateTextUseCase {
  func candidates(for text: SearchText, limit: Int) async throws(PlaceSearchError) -> LocatedPlaces {
    // A page costs one request whatever its size, so every limit shares a full one.
    let key = kept.key("near", .members(["text": .text(text.value)]))
    if let (kept, age) = kept.cache.answer(to: key), let located = kept.located(age: age) {
      return located.first(limit)
    }
    let answer = try await source.candidates(for: text, limit: kept.service.pages.sizes.upperBound)
    kept.cache.keep(.located(answer), to: key)
    return answer.first(limit)
  }
}

extension CachingPlaces: DescribeCoordinateUseCase {
  func address(of coordinate: Coordinate) async throws(PlaceSearchError) -> CoordinateAddress {
    let key = kept.key("where", .coordinate(coordinate))
    if let (kept, age) = kept.cache.answer(to: key), let address = kept.address(age: age) { return address }
    let answer = try await source.address(of: coordinate)
    if answer.regionError == nil { kept.cache.keep(.address(answer), to: key) }
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
