public import Domain

/// The configuration of the provider.
public struct PlatformConfiguration: Sendable {
  /// Which source to ask, and its limits.
  public var source: SourceConfiguration
  /// The `User-Agent` of requests to a service, such as `placefind/1.0`.
  public var userAgent: String
  /// What the program put between URLSession and libcurl; `nil` for URLSession as it is.
  package var transferLayer: (any TransferLayer)?

  /// Makes a configuration.
  ///
  /// - Parameters:
  ///   - source: Which source to ask, and its limits.
  ///   - userAgent: The `User-Agent` of requests to a service.
  public init(source: SourceConfiguration, userAgent: String = "placefind") {
    self.source = source
    self.userAgent = userAgent
  }
}

extension SourceRoute {
  /// The source that was decided on, or else is by the files on this machine.
  init(choosing configuration: SourceConfiguration) throws(PlaceSearchError) {
    if let route = configuration.route {
      self = route
    } else {
      self = try SourceDecision(of: configuration, among: UseCaseProvider.services, fileExists: Self.hasFile).route
    }
  }

  /// Returns whether there is a file at a path, readable or not, or a link to one that is missing, as on a disk that
  /// is not mounted: opening it then reports the reason.
  static func hasFile(at path: String) -> Bool { (try? FileStatus(path: path)) != nil }
}
