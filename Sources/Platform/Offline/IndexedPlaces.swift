import Domain
import PlaceIndex

/// Searches one index, or several as one.
struct IndexedPlaces: FindPlaceUseCase, EstimateUseCase {
  let index: PlaceIndex
  /// The indexes after the first; usually none.
  let others: [PlaceIndex]
  /// The indexes as searched together, each place in only one of them.
  let joined: JoinedIndexes
  /// The provenance of all places.
  let ownProvenance: Provenance

  init(index: PlaceIndex, others: [PlaceIndex] = [], source: Source, reading: SourceReading? = nil) {
    self.index = index
    self.others = others
    joined = JoinedIndexes([index] + others)
    // The data time of a downloaded index, like that of the responses it was made from.
    let fetched = ([index] + others).map(\.description).filter { !$0.coveredCategories.isEmpty }
    ownProvenance = Provenance(
      source: source,
      attribution: IndexInput.joined(([index] + others).map(\.attribution)),
      reading: reading,
      dataTime: fetched.compactMap { DataTime.read($0.release) }.min()
    )
  }

  func places(
    matching query: PlaceQuery,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    let answer = try ask(query)
    return PlaceCollection(
      places: answer.places,
      totalCount: answer.totalCount,
      isComplete: (query.limit == .nothing || answer.places.count == answer.totalCount) && query.limit.offset == 0
        && answer.gap == nil,
      isNearest: answer.isNearest,
      gap: answer.gap,
      absent: answer.absent,
      page: query.limit.page.map { PlaceCollection.Page($0, ofLocal: answer.totalCount) },
      provenance: provenance(saying: answer.attribution)
    )
  }

  func cost(of query: PlaceQuery) throws(PlaceSearchError) -> SearchCost {
    try checkOrder(of: query)
    // Only the index knows whether it has a source category or an attribute key.
    if !query.categories.allSatisfy(\.isKnown) || !query.attributeKeys.isEmpty {
      _ = try ask(query.limited(to: .nothing))
    }
    return SearchCost(requests: 0...0)
  }

  func provenance() -> Provenance { ownProvenance }

  /// The provenance with the attribution of some places.
  func provenance(saying attribution: String?) -> Provenance {
    var provenance = ownProvenance
    provenance.attribution = attribution
    return provenance
  }

  /// Rejects an area outside the index that would be inside if latitudes and longitudes were swapped.
  private func checkOrder(of query: PlaceQuery) throws(PlaceSearchError) {
    // The coordinates of a geocoded place aren't swapped.
    guard query.near == nil, !index.concerns(query.area), !others.contains(where: { $0.concerns(query.area) }),
      let swapped = query.area.swapped, index.concerns(swapped) || others.contains(where: { $0.concerns(swapped) })
    else { return }
    throw .unsupported(.swappedCoordinates(query.area))
  }

  private func ask(_ query: PlaceQuery) throws(PlaceSearchError) -> MergedAnswer {
    try checkOrder(of: query)
    return try readingIndex { () throws(IndexFileError) in
      guard others.isEmpty else { return try merged(query) }
      let answer = try index.places(matching: query, offset: query.limit.offset, limit: query.limit.count)
      let gap = index.shortfall(for: query)
      let isComplete = gap == nil && answer.places.count == answer.totalCount
      return MergedAnswer(
        places: answer.places,
        totalCount: answer.totalCount,
        gap: gap,
        isNearest: query.isNearest(answer.places, isComplete: isComplete) { distance in
          guard gap != nil, let area = query.area(within: distance) else { return true }
          return index.shortfall(for: query, in: area) == nil
        },
        absent: answer.absent,
        attribution: index.attribution(of: answer)
      )
    }
  }
}

extension PlaceCollection.Page {
  /// The position of a page among places that are counted on this machine.
  init(_ request: PageRequest, ofLocal totalCount: Int) {
    let pageableCount = min(totalCount, PageLimits.standard.numbers.upperBound * request.size)
    self.init(request, isLast: request.number * request.size >= pageableCount, pageableCount: pageableCount)
  }
}
