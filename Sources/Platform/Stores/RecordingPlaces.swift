import Domain

/// A decorator that keeps what was asked and answered, for `history` and `show`.
struct RecordingPlaces: Sendable {
  /// Who answers.
  let source: any FindPlaceUseCase & CollectPlacesUseCase
  /// Where queries are kept.
  let history: HistoryStore
  /// Where answers are kept.
  let answers: AnswerStore
  /// When it is.
  let clock: WallClock
  /// Takes what could not be kept.
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

/// A decorator that keeps the places that a text may mean, for `show`: they are what was listed last.
struct RecordingCandidates: LocateTextUseCase {
  /// Who answers.
  let source: any LocateTextUseCase
  /// Where answers are kept.
  let answers: AnswerStore
  /// Takes what could not be kept.
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
}
