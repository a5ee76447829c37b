#if canImport(Glibc)
  import CurlFunctions
  import Domain

  /// libcurl, loaded at the first request.
  enum CurlLibrary {
    /// The reason why this process has no usable library; `nil` if it has one.
    static var problem: NetworkSetupProblem? {
      problem(shim_setup(), detail: unsafe String(cString: shim_setup_detail()))
    }

    /// Returns the reason why no library of a list is usable.
    ///
    /// - Parameter names: File names for the loader, the preferred one first.
    /// - Returns: The fault of the first library that is installed; `nil` if a library is usable.
    static func problem(of names: [String]) -> NetworkSetupProblem? {
      let size = 512
      return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { detail in
        guard let start = detail.baseAddress else { return .libraryMissing }
        let result = unsafe shim_load(names.joined(separator: ":"), start, size)
        return problem(result, detail: unsafe String(cString: start))
      }
    }

    private static func problem(_ result: shim_load_result, detail: String) -> NetworkSetupProblem? {
      switch result {
      case shim_loaded: nil
      case shim_damaged: .libraryDamaged(detail: detail)
      case shim_too_old: .libraryTooOld(version: detail)
      default: .libraryMissing
      }
    }
  }
#endif
