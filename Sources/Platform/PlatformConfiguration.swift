import System

public import Domain

/// The configuration of the provider.
public struct PlatformConfiguration: Sendable {
  /// The source to query, and its limits.
  public var source: SourceConfiguration
  /// The `User-Agent` of requests to a service, such as `placefind/1.0`.
  public var userAgent: String
  /// The layer between URLSession and libcurl; `nil` if there is none.
  package var transferLayer: (any TransferLayer)?

  /// Makes a configuration.
  ///
  /// - Parameters:
  ///   - source: The source to query, and its limits.
  ///   - userAgent: The `User-Agent` of requests to a service.
  public init(source: SourceConfiguration, userAgent: String = "placefind") {
    self.source = source
    self.userAgent = userAgent
  }
}

extension SourceRoute {
  /// The selected source, or else the one determined by the files on this machine.
  init(choosing configuration: SourceConfiguration) throws(PlaceSearchError) {
    if let route = configuration.route {
      self = route
    } else {
      self = try SourceDecision(of: configuration, among: UseCaseProvider.services, fileExists: Self.hasFile).route
    }
  }

  /// Whether there is a file at a path, readable or not.
  ///
  /// A link to a missing file counts too, as on an unmounted disk, because opening it reports the reason.
  static func hasFile(at path: String) -> Bool { (try? FileStatus(path: path, followsLink: false)) != nil }
}
