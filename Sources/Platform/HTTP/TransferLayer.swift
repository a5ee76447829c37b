package import Domain

/// What the program put between URLSession and libcurl: the target `CurlShim`, on Linux.
///
/// It takes a transfer from ``TransferRegistry`` by its number, observes it and ends it when it is abandoned.
package protocol TransferLayer: Sendable {
  /// Why no request can be made; `nil` when one can.
  var setupProblem: NetworkSetupProblem? { get }

  /// Returns the failure as the layer recorded it; `nil` when URLSession's error is as good.
  func failure(of record: Transfer.Record, detail: String, isAtDeadline: Bool) -> HTTPFailure?
}
