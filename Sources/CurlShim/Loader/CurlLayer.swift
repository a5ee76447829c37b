import Domain
package import Platform

/// What Platform has to know of the shim.
package enum CurlLayer {
  /// The layer of this process; `nil` where URLSession is used as it is: on macOS and on other processors.
  package static var installed: (any TransferLayer)? {
    #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
      Shim()
    #else
      nil
    #endif
  }
}

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  private struct Shim: TransferLayer {
    var setupProblem: NetworkSetupProblem? {
      if case .failure(let failure) = CurlLibrary.shared { failure.problem } else { nil }
    }

    func failure(of record: Transfer.Record, detail: String, isAtDeadline: Bool) -> HTTPFailure? {
      HTTPFailure(record, detail: detail, isAtDeadline: isAtDeadline)
    }
  }
#endif
