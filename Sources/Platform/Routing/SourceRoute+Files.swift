import Domain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension SourceRoute {
  /// Decides by the files of this machine.
  init(choosing configuration: SourceConfiguration) throws(PlaceSearchError) {
    try self.init(choosing: configuration, fileExists: Self.hasFile)
  }

  /// Tells whether there is a file at a path; one that may not be read counts, so that opening it says why.
  static func hasFile(at path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}
