/// An online service, with all facts and decisions about it.
///
/// All services are described in one list; no other code refers to a service by name. A class, so that a result or an
/// error with its service stays small. Services with the same name are equal.
public final class Service: Sendable {
  /// The name in `--source` and in results: a lower-case word.
  public let name: String
  /// The provider's name in a sentence.
  public let title: String
  /// The full name of the service, for headings.
  public let fullTitle: String
  /// The default addresses; the first is the address for places.
  public let addresses: [Address]
  /// The required key; `nil` if the service needs none.
  public let key: ServiceKey?
  /// The kinds of requests, with their purposes and quotas.
  public let calls: [Call]
  /// The free requests per month, of all kinds together; `nil` without a limit.
  public let monthlyAllowance: Int?
  /// The day by which quotas are counted.
  public let quotaDay: QuotaDay
  /// The available pages.
  public let pages: PageLimits
  /// The number of places that paging can reach; `Int.max` if the service returns all places at once.
  public let reachableCount: Int
  /// The maximum radius.
  public let maximumRadius: Distance
  /// The request defaults.
  public let requestDefaults: RequestDefaults
  /// The area that has places; `nil` for the whole Earth.
  public let area: ServiceArea?
  /// The attribution that the licence of the data requires; `nil` if there is none.
  public let attribution: String?
  /// The licence that permits storing the data as an index; `nil` if storing isn't permitted.
  public let license: String?
  /// The functions for categories and refusals.
  package let hooks: Hooks

  package init(
    name: String,
    title: String,
    fullTitle: String,
    addresses: [Address],
    key: ServiceKey? = nil,
    calls: [Call],
    monthlyAllowance: Int? = nil,
    quotaDay: QuotaDay,
    pages: PageLimits,
    reachableCount: Int,
    maximumRadius: Distance,
    requestDefaults: RequestDefaults = RequestDefaults(),
    area: ServiceArea? = nil,
    attribution: String? = nil,
    license: String? = nil,
    hooks: Hooks = Hooks()
  ) {
    self.name = name
    self.title = title
    self.fullTitle = fullTitle
    self.addresses = addresses
    self.key = key
    self.calls = calls
    self.monthlyAllowance = monthlyAllowance
    self.quotaDay = quotaDay
    self.pages = pages
    self.reachableCount = reachableCount
    self.maximumRadius = maximumRadius
    self.requestDefaults = requestDefaults
    self.area = area
    self.attribution = attribution
    self.license = license
    self.hooks = hooks
  }

  /// The address for places.
  public var address: String { addresses.first?.url ?? "" }

  /// Returns the kind of request for a purpose; `nil` if the service has none.
  public func call(for purpose: Purpose) -> Call? { calls.first { $0.purposes.contains(purpose) } }

  /// Returns the kind of request that answers a query.
  public func call(for query: PlaceQuery) -> Call? { call(for: query.text == nil ? .categories : .text) }

  /// The smallest number of free requests per day of any kind; `nil` without a limit.
  public var dailyAllowance: Int? { calls.compactMap(\.dailyAllowance).min() }
}

extension Service: Hashable {
  public static func == (lhs: Service, rhs: Service) -> Bool { lhs.name == rhs.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Service {
  /// The purposes of requests to a service.
  public enum Purpose: Sendable, Hashable {
    /// The places of categories.
    case categories
    /// The places that match a text.
    case text
    /// The coordinate of an address.
    case address
    /// The address of a coordinate.
    case coordinate
  }

  /// An address of a service.
  public struct Address: Sendable, Hashable {
    /// The environment variable that overrides the address.
    public let variable: String
    /// The default URL: scheme, host, optionally a port and a path.
    public let url: String
    /// The purpose of the address, for the help.
    public let summary: String

    public init(variable: String, url: String, summary: String) {
      self.variable = variable
      self.url = url
      self.summary = summary
    }
  }

  /// The request defaults of a service, from its operators' usage policy.
  public struct RequestDefaults: Sendable, Hashable {
    /// The time limit of a query.
    public var timeout = Duration.seconds(10)
    /// The maximum number of retries per request.
    public var retries = 4
    /// The time for which a cached response is used.
    public var responseLifetime = StoreConfiguration.standardCacheLifetime
    /// The lifetime of geocoding and reverse geocoding responses; `nil` for ``responseLifetime``.
    public var nameLifetime: Duration?
    /// The maximum number of distinct queries per batch at a public instance; `nil` without a limit.
    public var batchLimit: Int?
    /// The number of requests to geocode a name.
    public var requestsToLocate = 1...3

    public init() {}
  }

  /// The day whose end resets the quotas.
  public struct QuotaDay: Sendable, Hashable {
    /// The words after a time of the day's time zone: "midnight in Korea", "midnight UTC".
    public let clock: String
    /// The offset from UTC in seconds.
    public let secondsAheadOfUTC: Int64

    public init(clock: String, secondsAheadOfUTC: Int64) {
      self.clock = clock
      self.secondsAheadOfUTC = secondsAheadOfUTC
    }

    /// Returns the seconds until the day ends, at a time in seconds since 1970.
    package func secondsLeft(at now: Int64) -> Int64 { 86_400 - (now + secondsAheadOfUTC) % 86_400 }
  }

  /// A kind of request with its own quota.
  public struct Call: Sendable, Hashable {
    /// The service's name of the kind.
    public let name: String
    /// The purposes of the request.
    ///
    /// An array: a set's metadata would be instantiated at launch (Decisions).
    public let purposes: [Purpose]
    /// The free requests per day; `nil` without a limit.
    public let dailyAllowance: Int?
    /// The minimum interval between requests; `nil` if each process has its own pace.
    ///
    /// All processes of the machine share the interval and send one request at a time.
    public let sharedInterval: Duration?

    public init(
      name: String,
      purposes: [Purpose],
      dailyAllowance: Int? = nil,
      sharedInterval: Duration? = nil
    ) {
      self.name = name
      self.purposes = purposes
      self.dailyAllowance = dailyAllowance
      self.sharedInterval = sharedInterval
    }
  }
}
