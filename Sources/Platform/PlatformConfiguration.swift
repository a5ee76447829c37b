public import Domain

/// What the platform needs to know to answer queries.
public struct PlatformConfiguration: Sendable {
  /// Which source to ask and how patiently.
  public var source: SourceConfiguration
  /// How the program calls itself to a service, such as `placefind/1.0`.
  public var userAgent: String

  /// Makes a configuration.
  ///
  /// - Parameters:
  ///   - source: Which source to ask and how patiently.
  ///   - userAgent: How the program calls itself to a service.
  public init(source: SourceConfiguration, userAgent: String = "placefind") {
    self.source = source
    self.userAgent = userAgent
  }
}
