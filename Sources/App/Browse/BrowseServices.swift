import Domain

/// What the screen asks of the use cases.
struct BrowseServices: Sendable {
  /// Makes the use cases.
  let provider: any UseCaseProvider

  private static let mostCandidates = 15
  private static let mostRecents = 200

  /// Collects places.
  func places(matching query: PlaceQuery, limit: PlaceLimit) async throws(PlaceSearchError) -> PlaceCollection {
    try await provider.makeCollectPlacesUseCase().places(matching: query, limit: limit, progress: nil)
  }

  /// Finds the places that a text names.
  func candidates(for text: SearchText) async throws(PlaceSearchError) -> LocatedPlaces {
    try await provider.makeLocateTextUseCase().candidates(for: text, limit: Self.mostCandidates)
  }

  /// The searches of earlier runs, newest first.
  func recentSearches() throws(StoreError) -> [RecentSearch] {
    try provider.makeReviewHistoryUseCase().entries().prefix(Self.mostRecents).map { entry in
      RecentSearch(label: QueryText.sentence(of: entry.asked.query), query: entry.asked.query)
    }
  }

  /// The ids of the places that are kept.
  func savedIdentifiers() throws(StoreError) -> Set<String> {
    Set(try provider.makeSavePlacesUseCase().savedPlaces().map(\.id))
  }

  /// Keeps a place.
  func save(_ found: FoundPlace, of query: PlaceQuery, _ provenance: Provenance) throws(StoreError) {
    let place = RecalledPlace(
      found: found,
      center: query.area.center,
      bearing: nil,
      source: provenance.source,
      attribution: provenance.attribution,
      origin: .answer
    )
    try provider.makeSavePlacesUseCase().save(place, note: nil)
  }

  /// Keeps a place no more.
  func remove(id: String) throws(StoreError) { try provider.makeSavePlacesUseCase().remove(id: id) }
}
