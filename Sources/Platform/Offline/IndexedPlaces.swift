import Domain
import PlaceIndex

/// Answers queries from an index.
struct IndexedPlaces: FindPlaceUseCase, CollectPlacesUseCase, EstimateCostUseCase, DescribeSourceUseCase {
  let index: PlaceIndex
  let ownProvenance: Provenance

  init(index: PlaceIndex, source: Provenance.Source, reading: SourceReading? = nil) {
    self.index = index
    ownProvenance = Provenance(source: source, attribution: index.description.attribution, reading: reading)
  }

  func places(matching query: PlaceQuery, on page: PageRequest) async throws(PlaceSearchError) -> PlacePage {
    let offset = (page.number - 1) * page.size
    let answer = try ask(query, offset: offset, limit: page.size)
    return PlacePage(
      places: answer.places,
      totalCount: answer.totalCount,
      pageableCount: min(answer.totalCount, PageLimits.standard.numbers.upperBound * page.size),
      isLast: offset + answer.places.count >= answer.totalCount
        || page.number == PageLimits.standard.numbers.upperBound,
      gap: index.gap(for: query),
      provenance: ownProvenance
    )
  }

  func places(
    matching query: PlaceQuery,
    limit: PlaceLimit,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    let answer = try ask(query, offset: 0, limit: limit.count)
    let gap = index.gap(for: query)
    return PlaceCollection(
      places: answer.places,
      totalCount: answer.totalCount,
      isComplete: answer.places.count == answer.totalCount && gap == nil,
      gap: gap,
      provenance: ownProvenance
    )
  }

  func cost(of query: PlaceQuery, limit: PlaceLimit) throws(PlaceSearchError) -> SearchCost {
    // Only the index knows whether it has a word that is none of ours.
    if !query.categories.allSatisfy(\.isKnown) { _ = try ask(query, offset: 0, limit: 0) }
    return SearchCost(requests: 0...0)
  }

  func provenance() -> Provenance { ownProvenance }

  private func ask(
    _ query: PlaceQuery,
    offset: Int,
    limit: Int?
  ) throws(PlaceSearchError) -> PlaceIndexAnswer {
    try readingIndex { () throws(IndexFileError) in
      try index.places(matching: query, offset: offset, limit: limit)
    }
  }
}
