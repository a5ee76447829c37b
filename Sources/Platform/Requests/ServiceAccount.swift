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

  func statistics() -> RequestStatistics { gate.statistics() }

  func observeWaits(_ report: @escaping @Sendable (Duration) -> Void) { gate.observeWaits(report) }

  func quota() throws(StoreError) -> QuotaReport { try calls.report() }

  func otherQuotas() throws(StoreError) -> [QuotaReport] {
    try otherCalls.map { (calls) throws(StoreError) in try calls.report() }
  }

  func cache() throws(StoreError) -> CacheSummary { try responses.summary() }

  @discardableResult
  func clearCache() async throws(StoreError) -> Int { try await responses.clear() }

  func networkProblem() -> NetworkSetupProblem? { layer?.setupProblem() }

  func addressProblem() -> PlaceSearchError? {
    do throws(PlaceSearchError) { try checkAddresses() } catch { return error }
    return nil
  }
}
