import Domain

/// A decorator that records queries and answers, for `history` and `show`.
struct RecordingPlaces: FindPlaceUseCase, CollectPlacesUseCase, LocateUseCases {
  let source: any PlaceSource
  /// The index files that the user named.
  let indexPaths: [String]
  let history: HistoryStore
  let clock: WallClock
  let log: StoreErrorLog

  /// Records, and notes an error instead of throwing it.
  private func attempt(_ record: () async throws(StoreError) -> Void) async {
    do throws(StoreError) { try await record() } catch { log.note(error) }
  }

  private func record(_ asked: AskedQuery, _ places: [FoundPlace], totalCount: Int?, _ provenance: Provenance) async {
    let entry = HistoryEntry(
      askedAtSeconds: clock.now(),
      asked: asked,
      source: provenance.source,
      indexPaths: indexPaths,
      returned: places.count,
      totalCount: totalCount
    )
    await attempt { () async throws(StoreError) in try await history.record(entry) }
    await record(places, center: asked.query.area.center, provenance)
  }

  private func record(_ places: [FoundPlace], center: Coordinate?, _ provenance: Provenance) async {
    await attempt { () async throws(StoreError) in
      try await history.answers.record(places, center: center, provenance: provenance)
    }
  }

  func places(matching query: PlaceQuery, on page: PageRequest) async throws(PlaceSearchError) -> PlacePage {
    let answer = try await source.places(matching: query, on: page)
    let asked = AskedQuery(query: query, amount: .page(page))
    await record(asked, answer.places, totalCount: answer.totalCount, answer.provenance)
    return answer
  }

  func places(
    matching query: PlaceQuery,
    limit: PlaceLimit,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    let answer = try await source.places(matching: query, limit: limit, progress: progress)
    let asked = AskedQuery(query: query, amount: .collection(limit))
    await record(asked, answer.places, totalCount: answer.totalCount, answer.provenance)
    return answer
  }

  func candidates(
    for text: SearchText,
    where conditions: [AttributeCondition],
    limit: Int
  ) async throws(PlaceSearchError) -> LocatedPlaces {
    let located = try await source.candidates(for: text, where: conditions, limit: limit)
    // They are the last list.
    let places = located.candidates.map { FoundPlace(place: $0, distance: nil) }
    if !places.isEmpty { await record(places, center: nil, located.provenance) }
    return located
  }

  func address(of coordinate: Coordinate) async throws(PlaceSearchError) -> CoordinateAddress {
    try await source.address(of: coordinate)
  }
}
