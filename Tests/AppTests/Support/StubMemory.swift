import Domain
import Synchronization

/// The saved data and geocoding results of the stubs, set by a test.
final class StubMemory: RememberUseCase, AccountUseCase, LocateUseCase {
  struct State: Sendable {
    var savedLocations = SavedLocations()
    var entries: [HistoryEntry] = []
    var last: [StoredPlace]?
    var saved: [SavedPlace] = []
    var surroundings: [Place] = []
    var ground = Ground.none
    var quota: [QuotaUse] = []
    var located = LocatedPlaces.named([])
    /// The corrections of texts.
    var corrections: [String: SearchText] = [:]
    var error: StoreError?
    var networkProblem: NetworkSetupProblem?
    var addressProblem: PlaceSearchError?
    var regionError: PlaceSearchError?
    var hasNoAddress = false
    var nearest: FoundPlace?
    var errors: [StoreError] = []
    /// The queries recorded, and the lists of candidates.
    var recorded: [PlaceQuery] = []
    var recordedCandidates: [LocatedPlaces] = []
    var statistics = RequestStatistics.none
    var reportWait: (@Sendable (Duration) -> Void)?
    /// The places of an index, by id.
    var indexed: [String: StoredPlace] = [:]
    var served: [String: StoredPlace] = [:]
    /// The number of calls that depend on the source.
    var geocodingCount = 0
    var texts: [String] = []
    /// The places of some texts; `located` has the places of all other texts.
    var places: [String: Result<LocatedPlaces, PlaceSearchError>] = [:]
  }

  private let state = Mutex(State())

  /// Returns the saved data.
  func withState<Result>(_ body: (inout sending State) -> sending Result) -> sending Result { state.withLock(body) }

  private func check() throws(StoreError) {
    if let error = state.withLock({ $0.error }) { throw error }
  }

  func networkProblem() -> NetworkSetupProblem? { state.withLock { $0.networkProblem } }
  func addressProblem() -> PlaceSearchError? { state.withLock { $0.addressProblem } }

  func statistics() -> RequestStatistics { state.withLock { $0.statistics } }
  func observeWaits(_ report: @escaping @Sendable (Duration) -> Void) { state.withLock { $0.reportWait = report } }
  func otherQuotas() throws(StoreError) -> [QuotaReport] { [] }
  func clearCache() async throws(StoreError) -> Int { 2 }

  func record(_ query: PlaceQuery, _ places: [FoundPlace], totalCount: Int?, from provenance: Provenance) async {
    state.withLock { $0.recorded.append(query) }
  }

  func record(_ candidates: LocatedPlaces) async { state.withLock { $0.recordedCandidates.append(candidates) } }

  func locations() throws(StoreError) -> SavedLocations {
    try check()
    return state.withLock { $0.savedLocations }
  }

  func updateLocations(_ change: (inout SavedLocations) -> Void) throws(StoreError) -> SavedLocations {
    try check()
    var savedLocations = state.withLock { $0.savedLocations }
    change(&savedLocations)
    let changed = savedLocations
    state.withLock { $0.savedLocations = changed }
    return changed
  }

  func history() throws(StoreError) -> [HistoryEntry] {
    try check()
    return state.withLock { $0.entries }
  }

  func clearHistory() throws(StoreError) -> Int {
    try check()
    return state.withLock { state in
      defer { state.entries = [] }
      return state.entries.count
    }
  }

  func lastResult() throws(StoreError) -> [StoredPlace]? { state.withLock { $0.last } }

  func place(withID id: String) throws(StoreError) -> StoredPlace? {
    state.withLock { state in ((state.last ?? []) + state.saved.map(\.place)).first { $0.found.place.id == id } }
  }

  func indexedPlace(withID id: String) throws(PlaceSearchError) -> StoredPlace? {
    state.withLock { state in
      state.geocodingCount += 1
      return state.indexed[id]
    }
  }

  func servicePlace(withID id: String) async throws(PlaceSearchError) -> StoredPlace? {
    state.withLock { $0.served[id] }
  }

  func surroundings(in box: BoundingBox, around center: Coordinate) async -> [Place] {
    state.withLock { $0.surroundings.filter { box.contains($0.coordinate) } }
  }

  func ground(in box: BoundingBox, isMainOnly: Bool) async -> Ground { state.withLock(\.ground) }

  func savedPlace(withID id: String) throws(StoreError) -> SavedPlace? {
    state.withLock { $0.saved.first { $0.id == id } }
  }
  func savedPlaces() throws(StoreError) -> [SavedPlace] { state.withLock { $0.saved } }

  func save(_ place: StoredPlace, note: String?) throws(StoreError) -> (saved: SavedPlace, isReplacement: Bool) {
    try check()
    let saved = SavedPlace(place: place, note: note, savedAtSeconds: 0)
    return state.withLock { state in
      let isReplacement = state.saved.contains { $0.id == saved.id }
      state.saved.removeAll { $0.id == saved.id }
      state.saved.append(saved)
      return (saved, isReplacement)
    }
  }

  func removeSavedPlace(withID id: String) throws(StoreError) -> SavedPlace? {
    state.withLock { state in
      let removed = state.saved.first { $0.id == id }
      state.saved.removeAll { $0.id == id }
      return removed
    }
  }

  func cache() throws(StoreError) -> CacheSummary {
    state.withLock { $0.geocodingCount += 1 }
    return CacheSummary(
      path: "/cache",
      responses: 2,
      freshResponses: 1,
      bytes: 2_048,
      maximumBytes: 1 << 20,
      lifetime: .seconds(600)
    )
  }

  func storeErrors() -> [StoreError] { state.withLock { ($0.error.map { [$0] } ?? []) + $0.errors } }

  func quota() throws(StoreError) -> QuotaReport {
    state.withLock { $0.geocodingCount += 1 }
    return QuotaReport(
      service: .kakao,
      day: "2026-11-22",
      uses: state.withLock { $0.quota },
      resetsAtSeconds: 3_600,
      nowSeconds: 0
    )
  }

  func correction(of text: SearchText) -> SearchText? { state.withLock { $0.corrections[text.value] } }

  /// A condition removes the last place.
  func candidates(
    for text: SearchText,
    where conditions: [AttributeCondition],
    limit: Int
  ) async throws(PlaceSearchError) -> LocatedPlaces {
    // Lets other tasks query meanwhile.
    for _ in 0..<3 { await Task.yield() }
    let result = state.withLock { state in
      state.texts.append(text.value)
      state.geocodingCount += 1
      return state.places[text.value] ?? .success(state.located)
    }
    let located = try result.get()
    guard !conditions.isEmpty else { return located }
    let some = Array(located.candidates.dropLast())
    return LocatedPlaces(candidates: some, totalCount: some.count, provenance: located.provenance)
  }

  func address(of coordinate: Coordinate) async throws(PlaceSearchError) -> CoordinateAddress {
    state.withLock { $0.geocodingCount += 1 }
    var address = CoordinateAddress(coordinate: coordinate, provenance: Provenance(source: .kakao, requests: 2))
    address.lotAddress = state.withLock { $0.hasNoAddress } ? nil : "서울 강남구 역삼동 1"
    address.regionError = state.withLock { $0.regionError }
    address.nearest = state.withLock { $0.nearest }
    return address
  }
}
