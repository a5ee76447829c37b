/// Reports on requests to services: their statistics, the remaining quota, and the cached responses.
public protocol AccountUseCase: Sendable {
  /// Returns statistics of the requests sent by the provider's use cases.
  ///
  /// - Returns: The statistics; ``RequestStatistics/none`` for a source without requests.
  func statistics() -> RequestStatistics

  /// Registers a callback for waits because the service is busy or failing, replacing any earlier callback.
  ///
  /// - Parameter report: Receives the duration of the wait, at least a second; called once for all requests that wait
  ///   together.
  func observeWaits(_ report: @escaping @Sendable (Duration) -> Void)

  /// Returns the calls to the selected service, or else the first one, counted for all processes on this machine.
  ///
  /// - Throws: An error if a file can't be read or isn't this program's.
  func quota() throws(StoreError) -> QuotaReport

  /// Returns the calls to the other services.
  ///
  /// - Throws: The errors of ``quota()``.
  func otherQuotas() throws(StoreError) -> [QuotaReport]

  /// Returns a summary of the response cache.
  ///
  /// - Throws: An error if the directory can't be read.
  func cache() throws(StoreError) -> CacheSummary

  /// Removes every cached response.
  /// - Returns: The number of removed responses.
  /// - Throws: An error if a response can't be removed.
  @discardableResult
  func clearCache() async throws(StoreError) -> Int

  /// Returns the reason why this machine can't send requests; `nil` if it can.
  func networkProblem() -> NetworkSetupProblem?

  /// Returns the reason why no request can be sent to the service's address; `nil` if there is none.
  func addressProblem() -> PlaceSearchError?
}
