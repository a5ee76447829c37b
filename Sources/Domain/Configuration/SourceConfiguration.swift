/// The choice of a source and all of its settings, with their defaults.
///
/// "Service" or "Index" in a comment limits a setting to that type of source; other sources ignore it.
public struct SourceConfiguration: Sendable, Hashable {
  /// The sources that a user can name.
  public enum Choice: Sendable, Hashable {
    /// The first available of these: the named index; the first service with a key, if it has places there; a
    /// downloaded index that contains the query; the default index file.
    ///
    /// Otherwise an error.
    case auto
    case service(Service)
    /// The file of an index.
    case index
    /// The bundled, fictional sample.
    case sample

    /// The argument of `--source`.
    public var word: String {
      switch self {
      case .auto: "auto"
      case .service(let service): service.name
      case .index: "index"
      case .sample: "sample"
      }
    }

    /// The service; `nil` for another choice.
    public var service: Service? { if case .service(let service) = self { service } else { nil } }

    /// Returns all choices, in the order of the help.
    public static func all(_ services: [Service]) -> [Choice] {
      [.auto] + services.map(Choice.service) + [.index, .sample]
    }
  }

  /// The chosen source.
  public var choice: Choice = .auto
  /// The resolved source; `nil` if it depends on the files on this machine.
  public var route: SourceRoute?
  /// Index: the files that the user names; they are searched as one index.
  public var indexPaths: [String] = []
  /// The first of ``indexPaths``.
  ///
  /// Setting it replaces all of them.
  public var indexPath: String? {
    get { indexPaths.first }
    set { indexPaths = newValue.map { [$0] } ?? [] }
  }
  /// Index: the default index, which is used if no other index is named; the file may be missing.
  public var defaultIndexPath: String?
  /// Index: whether the user names the default index, so that its absence is an error.
  public var namesDefaultIndex = false
  /// Index: the directory of the downloaded indexes, in which names are looked up too; `nil` if they aren't.
  public var fetchedDirectory: String?
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

  /// The pages of an index: the narrow limits of a service, so that scripts can switch the source.
  public static let standard = PageLimits(numbers: 1...45, sizes: 1...15)

  public init(numbers: ClosedRange<Int>, sizes: ClosedRange<Int>) {
    self.numbers = numbers
    self.sizes = sizes
  }

  /// Returns whether a page is available.
  public func contains(_ page: PageRequest) -> Bool { numbers.contains(page.number) && sizes.contains(page.size) }
}
