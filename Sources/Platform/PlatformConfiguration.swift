public import Domain

/// The configuration of the provider.
public struct PlatformConfiguration: Sendable {
  /// The source to query, and its limits.
  public var source: SourceConfiguration
  /// The `User-Agent` of requests to a service, such as `placefind/1.0`.
  public var userAgent: String
  /// The layer between URLSession and libcurl; `nil` if there is none.
  package var transferLayer: TransferLayer?

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
