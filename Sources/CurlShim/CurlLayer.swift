import Domain
package import Platform

/// The layer that Platform puts between URLSession and libcurl.
package enum CurlLayer {
  /// The layer of this process; `nil` on macOS, which needs none.
  package static var installed: TransferLayer? {
    #if canImport(Glibc)
      TransferLayer(
        setupProblem: { CurlLibrary.problem },
        failure: { HTTPFailure($0, detail: $1, isAtDeadline: $2) }
      )
    #else
      nil
    #endif
  }
}
