/// The choice of a source and all of its settings, with their defaults.
///
/// "Service" or "Index" in a comment limits a setting to that type of source; other sources ignore it.
public struct SourceConfiguration: Sendable, Hashable {
  /// The source; `nil` if only the stores of this machine are used.
  public var source: Source?
  /// Index: the directory of downloaded indexes, in which names are looked up too; `nil` to search only the source.
  public var fetchedDirectory: String?
  /// Index: the coverage of files that are read without an index.
  public var coverages: [DeclaredCoverage] = []
  /// Index: the language of displayed names, such as `ko`; `nil` for local names.
  public var language: String?
  /// The services with settings that differ from the defaults.
  var settings: [SettingsOfService] = []
  /// Service: the time limit of a connection attempt.
  public var connectTimeout = Duration.seconds(10)
  /// Service: the time limit of a query; at most a year.
  public var timeout: Duration = .seconds(10)
  /// Service: whether a query that needs many requests gets more time.
  public var timeoutGrows = true
  /// Service: the maximum number of retries per request, 0...100.
  public var retries = 4
  /// Service: the maximum number of requests per query; `nil` without a limit.
  public var maximumRequests: Int?
  /// Service: the maximum number of requests of all queries; `nil` without a limit.
  public var requestBudget: Int?
  /// Service: whether to send requests beyond the daily allowance, which may cost money.
  public var sendsBeyondAllowance = false
  /// The index that the user named for the streets of maps; `nil` to use any index with streets.
  public var groundPath: String?
  /// The indexes whose streets a map may show, besides the indexes of the source.
  public var groundPaths: [String] = []
  /// The directory of further indexes whose streets a map may show; `nil` if there is none.
  public var groundDirectory: String?
  /// The settings for storage on this machine.
  public var stores = StoreConfiguration()

  /// The file name of the default index in the directory of the downloaded indexes.
  public static let defaultIndexName = "places.pfx"
  /// The centre of the bundled sample: latitude, longitude in degrees.
  public static let sampleCenter = "37.4979,127.0276"

  public init() {}
}

/// The available pages.
public struct PageLimits: Sendable, Hashable {
  /// The page numbers, from 1.
  public let numbers: ClosedRange<Int>
  /// The page sizes in places, from 1.
  public let sizes: ClosedRange<Int>

  /// The pages of an index.
  ///
  /// They have the narrow limits of a service, so that a script works with every source.
  public static let standard = PageLimits(numbers: 1...45, sizes: 1...15)

  public init(numbers: ClosedRange<Int>, sizes: ClosedRange<Int>) {
    self.numbers = numbers
    self.sizes = sizes
  }

  /// Returns whether a page is available.
  public func contains(_ page: PageRequest) -> Bool { numbers.contains(page.number) && sizes.contains(page.size) }
}
