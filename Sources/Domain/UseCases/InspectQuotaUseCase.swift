/// Tells how much of the service's allowance was used from this machine.
public protocol InspectQuotaUseCase: Sendable {
  /// The calls that were counted, by all processes together.
  ///
  /// - Throws: When a file cannot be read or is somebody else's.
  func report() throws(StoreError) -> QuotaReport
}
