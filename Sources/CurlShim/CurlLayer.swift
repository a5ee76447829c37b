import Domain
package import Platform

/// The layer that Platform puts between URLSession and libcurl.
package enum CurlLayer {
  /// The layer of this process; `nil` on macOS, which needs none.
  package static var installed: (any TransferLayer)? {
    #if canImport(Glibc)
      Shim()
    #else
      nil
    #endif
  }
}

#if canImport(Glibc)
  private struct Shim: TransferLayer {
    var setupProblem: NetworkSetupProblem? { CurlLibrary.problem }

    func failure(of record: Transfer.Record, detail: String, isAtDeadline: Bool) -> HTTPFailure? {
      HTTPFailure(record, detail: detail, isAtDeadline: isAtDeadline)
    }
  }
#endif
