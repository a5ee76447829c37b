import Domain

/// What the screen needs of the use cases.
struct BrowseServices: Sendable {
  /// Makes the use cases.
  let provider: any UseCaseProvider

  /// The places that a text names.
  private static let mostCandidates = 15

  /// Collects places.
  func places(matching query: PlaceQuery, limit: PlaceLimit) async throws(PlaceSearchError) -> PlaceCollection {
    try await provider.makeCollectPlacesUseCase().places(matching: query, limit: limit, progress: nil)
  }

  /// Finds the places that a text names.
  func candidates(for text: SearchText) async throws(PlaceSearchError) -> [Place] {
    guard let query = try? PlaceQuery(text: text, area: .anywhere(center: nil)),
      let count = PlaceCount(Self.mostCandidates)
    else { return [] }
    return try await places(matching: query, limit: .first(count)).places.map(\.place)
  }
}
