public import Domain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the platform needs to know to answer queries.
public struct PlatformConfiguration: Sendable {
  /// Which source to ask, and its limits.
  public var source: SourceConfiguration
  /// How the program calls itself to a service, such as `placefind/1.0`.
  public var userAgent: String

  /// Makes a configuration.
  ///
  /// - Parameters:
  ///   - source: Which source to ask, and its limits.
  ///   - userAgent: How the program calls itself to a service.
  public init(source: SourceConfiguration, userAgent: String = "placefind") {
    self.source = source
    self.userAgent = userAgent
  }
}

extension SourceRoute {
  /// Decides by the files of this machine.
  init(choosing configuration: SourceConfiguration) throws(PlaceSearchError) {
    try self.init(choosing: configuration, fileExists: Self.hasFile)
  }

  /// Whether there is a file at a path; one that may not be read counts, so that opening it says why.
  static func hasFile(at path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}
