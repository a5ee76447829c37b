package import Domain

/// The layer between URLSession and libcurl: the target `CurlShim`, on Linux.
///
/// It takes a transfer from ``TransferRegistry`` by its number, observes it, and ends it if it is abandoned.
package protocol TransferLayer: Sendable {
  /// The reason why no request can be made; `nil` if there is none.
  var setupProblem: NetworkSetupProblem? { get }

  /// Returns the failure that the layer recorded; `nil` if URLSession's error is as precise.
  func failure(of record: Transfer.Record, detail: String, isAtDeadline: Bool) -> HTTPFailure?
}
