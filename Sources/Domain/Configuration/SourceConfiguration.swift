/// Which source to ask and how: every setting, with its default.
///
/// A setting that concerns one source only says so; the other sources ignore it.
public struct SourceConfiguration: Sendable, Hashable {
  /// The sources a user can name.
  public enum Choice: Sendable, Hashable {
    /// The index named, else the first service with a key where it has places, else the fetched index that holds the
    /// question, else the default index file, else an error.
    case auto
    /// A service.
    case service(Service)
    /// A file of places.
    case index
    /// The bundled, fictional sample.
    case sample

    /// The word for it.
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

    /// Every choice, in the order of the help.
    public static func all(_ services: [Service]) -> [Choice] {
      [.auto] + services.map(Choice.service) + [.index, .sample]
    }
  }

  /// The source wanted.
  public var choice: Choice = .auto
  /// The source that was decided on; `nil` where the files on this machine are still to decide.
  public var route: SourceRoute?
  /// Files of places: those that the user names for this query, which are asked as one.
  public var indexPaths: [String] = []
  /// The first of them; none is left beside one that is set.
  public var indexPath: String? {
    get { indexPaths.first }
    set { indexPaths = newValue.map { [$0] } ?? [] }
  }
  /// File of places: the default index, used when nothing else is named; the file may be missing.
  public var defaultIndexPath: String?
  /// File of places: whether the user names the default index, so that it must be there.
  public var namesDefaultIndex = false
  /// File of places: the directory of the fetched indexes, in which names are looked up too; `nil` where they are not.
  public var fetchedDirectory: String?
  /// File of places: the language of the names that are shown, such as `ko`; `nil` for the local ones.
  public var language: String?
  /// What is set of each service that is not asked as usual.
  var settings: [SettingsOfService] = []
  /// Service: the time that a connection may take.
  public var connectTimeout = Duration.seconds(10)
  /// Service: the time that one whole query may take; more than a year counts as a year.
  public var timeout: Duration = .seconds(10)
  /// Service: whether a query that turns out to need many requests gets more time.
  public var timeoutGrows = true
  /// Service: the maximum number of retries of one request, 0...100.
  public var retries = 4
  /// Service: requests that one query may cost; `nil` for no bound.
  public var maximumRequests: Int?
  /// Service: requests that all queries together may cost; `nil` for no bound.
  public var requestBudget: Int?
  /// Service: whether requests are sent beyond the daily allowance, which may cost money.
  public var sendsBeyondAllowance = false
  /// What may be stored on this machine, and where.
  public var stores = StoreConfiguration()

  /// The name of the file of the default index, in the directory of the fetched ones.
  public static let defaultIndexName = "places.pfx"
  /// The centre of the bundled sample, latitude first, in degrees.
  public static let sampleCenter = "37.4979,127.0276"

  public init() {}
}

/// The pages that can be asked for.
public struct PageLimits: Sendable, Hashable {
  /// Page numbers, from 1 on.
  public let numbers: ClosedRange<Int>
  /// Page sizes in places, from 1 on.
  public let sizes: ClosedRange<Int>

  /// The pages of an index: those of a service that has narrow limits, so that a script can change its source.
  public static let standard = PageLimits(numbers: 1...45, sizes: 1...15)

  public init(numbers: ClosedRange<Int>, sizes: ClosedRange<Int>) {
    self.numbers = numbers
    self.sizes = sizes
  }

  /// Whether a page can be asked for.
  public func contains(_ page: PageRequest) -> Bool { numbers.contains(page.number) && sizes.contains(page.size) }
}
