import Domain

/// A decorator that records queries and answers, for `history` and `show`.
struct RecordingPlaces: Sendable {
  /// The source of the answers.
  let source: any FindPlaceUseCase & CollectPlacesUseCase
  /// The store of queries.
  let history: HistoryStore
  /// The store of answers.
  let answers: AnswerStore
  /// The time of day.
  let clock: WallClock
  /// Notes what could not be stored.
  let log: StoreErrorLog

  private func record(_ asked: AskedQuery, _ places: [FoundPlace], totalCount: Int, _ provenance: Provenance) {
    let entry = HistoryEntry(
      askedAtSeconds: clock.now(),
      asked: asked,
      source: provenance.source,
      returned: places.count,
      totalCount: totalCount
    )
    log.attempt { () throws(StoreError) in try history.record(entry) }
    log.attempt { () throws(StoreError) in
      try answers.record(places, center: asked.query.area.center, provenance: provenance)
    }
  }
}

extension RecordingPlaces: FindPlaceUseCase {
  func places(matching query: PlaceQuery, on page: PageRequest) async throws(PlaceSearchError) -> PlacePage {
    let answer = try await source.places(matching: query, on: page)
    let asked = AskedQuery(query: query, amount: .page(page))
    record(asked, answer.places, totalCount: answer.totalCount, answer.provenance)
    return answer
  }
}

extension RecordingPlaces: CollectPlacesUseCase {
  func places(
    matching query: PlaceQuery,
    limit: PlaceLimit,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    let answer = try await source.places(matching: query, limit: limit, progress: progress)
    let asked = AskedQuery(query: query, amount: .collection(limit))
    record(asked, answer.places, totalCount: answer.totalCount, answer.provenance)
    return answer
  }
}

/// A decorator that records the places that match a text, for `show`: they are the last list.
struct RecordingCandidates: LocateUseCases {
  /// The source of the answers.
  let source: any LocateUseCases
  /// The store of answers.
  let answers: AnswerStore
  /// Notes what could not be stored.
  let log: StoreErrorLog

  func candidates(for text: SearchText, limit: Int) async throws(PlaceSearchError) -> LocatedPlaces {
    let located = try await source.candidates(for: text, limit: limit)
    guard !located.candidates.isEmpty else { return located }
    let places = located.candidates.map { FoundPlace(place: $0, distance: nil) }
    log.attempt { () throws(StoreError) in
      try answers.record(places, center: nil, provenance: located.provenance)
    }
    return located
  }

  func address(of coordinate: Coordinate) async throws(PlaceSearchError) -> CoordinateAddress {
    try await source.address(of: coordinate)
  }
}
