import Domain

/// The requests to a service, its quota and its cached responses.
struct ServiceAccount: AccountUseCase {
  let gate: RequestGate
  let calls: CallCounts
  /// The counts of the other services.
  var otherCalls: [CallCounts] = []
  let responses: ResponseStore
  let layer: TransferLayer?
  /// Checks the addresses of the service.
  let checkAddresses: @Sendable () throws(PlaceSearchError) -> Void
  /// Makes a source that sends nothing and needs no key.
  let makeSilentSource: @Sendable () throws(PlaceSearchError) -> any FindPlaceUseCase

  func statistics() -> RequestStatistics { gate.statistics() }

  func observeWaits(_ report: @escaping @Sendable (Duration) -> Void) { gate.observeWaits(report) }

  func quota() throws(StoreError) -> QuotaReport { try calls.report() }

  func otherQuotas() throws(StoreError) -> [QuotaReport] {
    try otherCalls.map { (calls) throws(StoreError) in try calls.report() }
  }

  func cache() throws(StoreError) -> CacheSummary { try responses.summary() }

  @discardableResult
  func clearCache() async throws(StoreError) -> Int { try await responses.clear() }

  /// Computes the result from cached responses only.
  func isCached(_ query: PlaceQuery) async -> Bool {
    guard let source = try? makeSilentSource(),
      let found = try? await source.places(matching: query, progress: nil)
    else { return false }
    let isEnough = found.isComplete || found.gap != nil || query.limit.count.map { found.places.count >= $0 } ?? false
    // A gap of the source or a dropped place would remain after another request.
    let isLasting = found.gap != nil || found.droppedCount > 0
    return found.provenance.age != nil && found.earlyEnd == nil && isEnough && (found.isNearest != false || isLasting)
  }

  func networkProblem() -> NetworkSetupProblem? { layer?.setupProblem() }

  func addressProblem() -> PlaceSearchError? {
    do throws(PlaceSearchError) { try checkAddresses() } catch { return error }
    return nil
  }
}
