package import Domain

/// The layer between URLSession and libcurl: the target `CurlShim`, on Linux.
///
/// It takes a transfer from ``TransferRegistry`` by its number, observes it, and ends it if it is abandoned.
package struct TransferLayer: Sendable {
  /// Returns the reason why no request can be made; `nil` if there is none.
  let setupProblem: @Sendable () -> NetworkSetupProblem?
  /// Returns the failure that the layer recorded; `nil` if URLSession's error is as precise.
  let failure: @Sendable (_ record: Transfer.Record, _ detail: String, _ isAtDeadline: Bool) -> HTTPFailure?

  package init(
    setupProblem: @escaping @Sendable () -> NetworkSetupProblem?,
    failure: @escaping @Sendable (_ record: Transfer.Record, _ detail: String, _ isAtDeadline: Bool) -> HTTPFailure?
  ) {
    self.setupProblem = setupProblem
    self.failure = failure
  }
}
