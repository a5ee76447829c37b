import Domain

/// Geocodes the names and addresses of rows; a repeated text is geocoded once.
actor RowLocator {
  enum Location: Sendable {
    case found(Query.Center)
    /// No place matches, or several distant places match equally well.
    case refused(RowResult)
  }

  /// The result of geocoding, independent of a row's radius.
  private enum GeocodingResult: Sendable {
    case center(LocatedCenter)
    case nothing(Failure)
  }

  private typealias Geocoding = Task<Result<GeocodingResult, PlaceSearchError>, Never>
  private typealias Source = (places: any LocateUseCase, costs: any EstimateUseCase)

  /// The maximum number of cached texts, which take some megabytes.
  private static let maximumCount = 1 << 16

  private let provider: any UseCaseProvider
  private let services: [Service]
  /// The saved locations, whose names take precedence over places.
  private let savedLocations: SavedLocations
  /// The closure that receives each saved location when it is first used.
  private let onTaken: @Sendable (SavedLocation) -> Void
  private var taken: Set<String> = []
  private var opened: Source?
  private var geocodings: [SearchText: Geocoding] = [:]

  init(
    _ provider: any UseCaseProvider,
    services: [Service],
    savedLocations: SavedLocations = SavedLocations(),
    onTaken: @escaping @Sendable (SavedLocation) -> Void = { _ in }
  ) {
    self.provider = provider
    self.services = services
    self.savedLocations = savedLocations
    self.onTaken = onTaken
  }

  /// Geocodes the text for a query around it; errors aren't cached.
  func location(of text: SearchText, for query: RowQuery) async throws(PlaceSearchError) -> Location {
    if let location = savedLocations[text.value] {
      if taken.insert(location.name).inserted { onTaken(location) }
      return .found(.resolved(location.coordinate, name: location.name, isSaved: true))
    }
    let source = try open()
    // Reject queries the source can't answer anywhere before spending a geocoding request.
    _ = try source.costs.cost(of: query.query)
    if geocodings.count >= Self.maximumCount, geocodings[text] == nil { geocodings.removeAll() }
    let geocoding =
      geocodings[text] ?? Task { [services] in await Self.look(up: text, in: source.places, services: services) }
    geocodings[text] = geocoding
    // All rows of a run are cancelled together, including others that wait for this text.
    let result = await withTaskCancellationHandler {
      await geocoding.value
    } onCancel: {
      geocoding.cancel()
    }
    if case .failure = result, geocodings[text] == geocoding { geocodings[text] = nil }
    switch try result.get() {
    case .center(let center):
      do throws(Failure) {
        let place = try center.place(within: query.query.area.radius)
        return .found(.resolved(place.coordinate, name: place.name ?? text.value, isSaved: false))
      } catch {
        return .refused(.invalid(error))
      }
    case .nothing(let failure): return .refused(.failed(failure))
    }
  }

  private func open() throws(PlaceSearchError) -> Source {
    if let opened { return opened }
    let source = (places: try provider.makeLocateUseCase(), costs: try provider.makeEstimateUseCase())
    opened = source
    return source
  }

  private static func look(
    up text: SearchText,
    in places: any LocateUseCase,
    services: [Service]
  ) async -> Result<GeocodingResult, PlaceSearchError> {
    do throws(PlaceSearchError) {
      let located = try await places.candidates(for: text, where: [], limit: LocatedPlaces.standardLimit)
      if !located.candidates.isEmpty {
        // Nobody sees the place of a row before it is used.
        guard located.isCertain else { return .success(.nothing(.uncertainPlace(text.value, located))) }
        return .success(.center(LocatedCenter(located, of: text)))
      }
      let names = located.similarNames
      let source = located.provenance.source
      return .success(.nothing(.notLocated(text.value, similarNames: names, source: source, services: services)))
    } catch {
      return .failure(error)
    }
  }
}
