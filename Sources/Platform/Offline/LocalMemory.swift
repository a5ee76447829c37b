import Domain
import PlaceIndex

/// The stores of this machine, and the places of the index or service in use.
struct LocalMemory: RememberUseCase {
  let stores: Stores
  /// Finds a place in the cached responses of services, or requests it from the service in use.
  var findServicePlace: @Sendable (String) async throws(PlaceSearchError) -> StoredPlace? = { _ in nil }
  /// The path of the index whose streets a map shows first; `nil` if the user named none.
  var groundPath: String?
  /// The paths of indexes, besides the one in use, whose streets a map may show.
  var groundPaths: [String] = []
  /// The address of the service in use that the user chose; `nil` for its public address.
  var endpoint: String?
  /// Opens the index in use; `nil` if a service is in use.
  let index: @Sendable () throws(PlaceSearchError) -> IndexedPlaces?

  func locations() throws(StoreError) -> SavedLocations { try stores.savedLocations.locations() }

  @discardableResult
  func updateLocations(_ change: (inout SavedLocations) -> Void) async throws(StoreError) -> SavedLocations {
    try await stores.savedLocations.update(change)
  }

  func savedPlaces() throws(StoreError) -> [SavedPlace] { try stores.saved.savedPlaces() }

  func savedPlace(withID id: String) throws(StoreError) -> SavedPlace? { try stores.saved.savedPlace(withID: id) }

  @discardableResult
  func save(_ place: StoredPlace, note: String?) async throws(StoreError) -> (saved: SavedPlace, isReplacement: Bool) {
    try await stores.saved.save(place, note: note)
  }

  @discardableResult
  func removeSavedPlace(withID id: String) async throws(StoreError) -> SavedPlace? {
    try await stores.saved.remove(id: id)
  }

  func storeErrors() -> [StoreError] { stores.log.storeErrors() }
}

// MARK: - Past queries

extension LocalMemory {
  func record(_ query: PlaceQuery, _ places: [FoundPlace], totalCount: Int?, from provenance: Provenance) async {
    guard stores.recordsHistory else { return }
    let entry = HistoryEntry(
      queriedAtSeconds: stores.clock.now(),
      query: query,
      source: provenance.source.recorded,
      endpoint: provenance.source.service == nil ? nil : endpoint,
      returned: places.count,
      totalCount: totalCount
    )
    await attempt { () async throws(StoreError) in try await stores.history.record(entry) }
    // A count has no places, so the numbers of the earlier result stay valid.
    guard query.limit != .nothing else { return }
    await record(places, center: query.area.center, from: provenance)
  }

  func record(_ candidates: LocatedPlaces) async {
    guard stores.recordsHistory, !candidates.candidates.isEmpty else { return }
    let places = candidates.candidates.map { FoundPlace(place: $0, distance: nil) }
    await record(places, center: nil, from: candidates.provenance)
  }

  private func record(_ places: [FoundPlace], center: Coordinate?, from provenance: Provenance) async {
    await attempt { () async throws(StoreError) in
      try await stores.recentResults.record(places, center: center, provenance: provenance)
    }
  }

  /// Runs a body and records its error instead of throwing it.
  private func attempt(_ body: () async throws(StoreError) -> Void) async {
    do throws(StoreError) { try await body() } catch { stores.log.note(error) }
  }

  func history() throws(StoreError) -> [HistoryEntry] { try stores.history.entries() }

  @discardableResult
  func clearHistory() async throws(StoreError) -> Int { try await stores.history.clear() }

  func lastResult() throws(StoreError) -> [StoredPlace]? { try stores.recentResults.lastResult() }

  func place(withID id: String) throws(StoreError) -> StoredPlace? {
    for result in try stores.recentResults.results() {
      if let place = result.first(where: { $0.found.place.id == id }) { return place }
    }
    return try stores.saved.savedPlace(withID: id)?.place
  }
}

// MARK: - Places of the source in use

extension LocalMemory {
  func indexedPlace(withID id: String) throws(PlaceSearchError) -> StoredPlace? {
    try index()?.place(withID: id)
  }

  func servicePlace(withID id: String) async throws(PlaceSearchError) -> StoredPlace? { try await findServicePlace(id) }

  func surroundings(in box: BoundingBox, around center: Coordinate) async -> [Place] {
    do {
      guard let index = try index() else {
        let places = try stores.recentResults.results().joined().map(\.found.place).filter {
          box.contains($0.coordinate)
        }
        return places.filter(\.isLandmark) + places.filter { !$0.isLandmark }
      }
      var places: [Place] = []
      // The other places only supply addresses: about three for each road of a neighbourhood.
      for (categories, limit) in [(PlaceCategory.landmarks, 300), ([.any], 2_000)] {
        guard let limit = PlaceCount(limit).map(PlaceLimit.first) else { continue }
        let query = try PlaceQuery(categories: categories, area: .box(box, center: center), limit: limit)
        places += try await index.places(matching: query, progress: nil).places.map(\.place)
      }
      return places
    } catch {
      // A map without its context is still a result.
      return []
    }
  }
}

// MARK: - The ground of maps

extension LocalMemory {
  func ground(in box: BoundingBox, isMainOnly: Bool) async -> Ground {
    func ground(of index: PlaceIndex?) -> Ground? {
      // A damaged index is reported by the queries of its places.
      guard let index, index.hasGround, let ground = try? index.ground(in: box, isMainOnly: isMainOnly) else {
        return nil
      }
      return ground.isEmpty ? nil : ground
    }
    func ground(at path: String) -> Ground? { ground(of: try? PlaceIndex(contentsOf: path)) }
    if let found = groundPath.flatMap(ground(at:)) { return found }
    for index in (try? index()).map({ [$0.index] + $0.others }) ?? [] {
      if let found = ground(of: index) { return found }
    }
    for path in groundPaths {
      if let found = ground(at: path) { return found }
    }
    return .none
  }
}

extension Source {
  /// The source as the next process can open it, wherever it is started: with absolute paths; without paths if one is a
  /// pipe.
  fileprivate var recorded: Source {
    guard case .index(let paths) = self else { return self }
    let isPipe = paths.contains { $0 == "-" || $0.hasPrefix("/dev/") }
    return .index(isPipe ? [] : paths.map(NamedInput.absolute))
  }
}
