/// Which source to ask and how patiently: what a user may say about it, with every default.
public struct SourceOptions: Sendable, Hashable {
  /// The sources a user can name.
  public enum Choice: String, Sendable, Hashable, CaseIterable {
    /// The index named, else Kakao when there is a key, else the usual index file, else the sample.
    case auto
    /// The Kakao Local service.
    case kakao
    /// A file of places.
    case index
    /// The bundled, fictional sample.
    case sample
  }

  /// The source wanted.
  public var choice: Choice = .auto
  /// A file of places that the user named for this question.
  public var indexPath: String?
  /// The index file that is used when nothing else is named; it may be missing.
  public var usualIndexPath: String?
  /// The language of the names that a file of places shows, such as `ko`; `nil` for the local ones.
  public var language: String?
  /// The service's address, `nil` for the real one.
  public var endpoint: String?
  /// The key for the service.
  public var key: APIKey?
  /// The time one whole question may take.
  public var timeout: Duration = .seconds(10)
  /// Whether a question that turns out to take many requests is given more time than that.
  public var timeoutGrows = true
  /// How often one request is tried again, 0...100.
  public var retries = 4
  /// Requests a second over the whole process; 0 for no limit.
  public var requestsPerSecond = 10.0
  /// Requests one question may cost; `nil` for no bound.
  public var maximumRequests: Int?

  /// The address of the Kakao Local service.
  public static let standardEndpoint = "https://dapi.kakao.com"
  /// The centre of the bundled sample, latitude first, in degrees.
  public static let sampleCenter = "37.4979,127.0276"

  /// Makes options with every default.
  public init() {}
}
