/// Which source to ask and how: every setting, with its default.
///
/// A setting that concerns one source only says so; the other sources ignore it.
public struct SourceConfiguration: Sendable, Hashable {
  /// The sources a user can name.
  public enum Choice: String, Sendable, Hashable, CaseIterable {
    /// The index named, else Kakao when there is a key, else the default index file, else the sample.
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
  /// File of places: the one that the user names for this query.
  public var indexPath: String?
  /// File of places: the default index, used when nothing else is named; the file may be missing.
  public var defaultIndexPath: String?
  /// File of places: the language of the names that are shown, such as `ko`; `nil` for the local ones.
  public var language: String?
  /// Kakao Local: the service's address; `nil` for Kakao's own.
  public var endpoint: String?
  /// Kakao Local: the key.
  public var key: APIKey?
  /// Kakao Local: the time that one whole query may take; more than a year counts as a year.
  public var timeout: Duration = .seconds(10)
  /// Kakao Local: whether a query that turns out to need many requests gets more time.
  public var timeoutGrows = true
  /// Kakao Local: the maximum number of retries of one request, 0...100.
  public var retries = 4
  /// Kakao Local: requests per second of the whole process; 0 for no limit.
  public var requestsPerSecond = 10.0
  /// Kakao Local: requests that one query may cost; `nil` for no bound.
  public var maximumRequests: Int?
  /// Kakao Local: requests that all queries together may cost; `nil` for no bound.
  public var requestBudget: Int?
  /// What may be stored on this machine, and where.
  public var stores = StoreConfiguration()

  /// The address of the Kakao Local service.
  public static let standardEndpoint = "https://dapi.kakao.com"
  /// The centre of the bundled sample, latitude first, in degrees.
  public static let sampleCenter = "37.4979,127.0276"

  /// Makes a configuration with every default.
  public init() {}
}

/// The pages that can be asked for.
public struct PageLimits: Sendable, Hashable {
  /// Page numbers.
  public let numbers: ClosedRange<Int>
  /// Page sizes, in places.
  public let sizes: ClosedRange<Int>

  /// The pages of the Kakao Local service.
  ///
  /// An index has the same limits, so that a script can change its source.
  /// Source: developers.kakao.com, Local, search by category (read 2026-11-21).
  public static let kakaoLocal = PageLimits(numbers: 1...45, sizes: 1...15)

  /// Makes limits.
  ///
  /// - Parameters:
  ///   - numbers: Page numbers, from 1 on.
  ///   - sizes: Page sizes in places, from 1 on.
  public init(numbers: ClosedRange<Int>, sizes: ClosedRange<Int>) {
    self.numbers = numbers
    self.sizes = sizes
  }
}
