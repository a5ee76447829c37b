/// A service that answers over the network: everything that the program says or decides about it.
///
/// Services are listed in one place, which describes each; nothing else knows one by name. A class, so that an answer
/// or an error that carries its service stays small. Two are equal when they have the same name.
public final class Service: Sendable {
  /// What `--source` and the answers call it: a lower-case word.
  public let name: String
  /// Its maker's name, as in a sentence.
  public let title: String
  /// Its own name, as on a page.
  public let fullTitle: String
  /// Its addresses, each unless the user names another: the first is that of its places.
  public let addresses: [Address]
  /// The key that it needs; `nil` when it needs none.
  public let key: ServiceKey?
  /// The kinds of request, each with what it answers and its quota.
  public let calls: [Call]
  /// Free calls per month, all kinds together; `nil` for no bound.
  public let monthlyAllowance: Int?
  /// The day that quotas are counted by.
  public let quotaDay: QuotaDay
  /// The pages that can be asked for.
  public let pages: PageLimits
  /// The maximum number of places that paging reaches; `Int.max` when every place comes at once, whatever the limit.
  public let reachableCount: Int
  /// The maximum radius.
  public let maximumRadius: Distance
  /// How it is asked unless the user says otherwise.
  public let manners: Manners
  /// The area outside of which it has no places; `nil` for the whole Earth.
  public let area: ServiceArea?
  /// The notice that the licence of its data requires; `nil` for none.
  public let attribution: String?
  /// The licence under which its data may be kept as an index; `nil` when it may not be.
  public let license: String?
  /// What it knows of categories, and says of its refusals.
  package let knowledge: Knowledge

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
    manners: Manners = Manners(),
    area: ServiceArea? = nil,
    attribution: String? = nil,
    license: String? = nil,
    knowledge: Knowledge = Knowledge()
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
    self.manners = manners
    self.area = area
    self.attribution = attribution
    self.license = license
    self.knowledge = knowledge
  }

  /// The address of its places.
  public var address: String { addresses.first?.url ?? "" }

  /// The call that answers a question; `nil` when the service cannot be asked it.
  public func call(for question: Question) -> Call? { calls.first { $0.questions.contains(question) } }

  /// The call that answers a query.
  public func call(for query: PlaceQuery) -> Call? { call(for: query.text == nil ? .categories : .text) }

  /// Free calls per day, of the kind that has the fewest; `nil` for no bound.
  public var dailyAllowance: Int? { calls.compactMap(\.dailyAllowance).min() }
}

extension Service: Hashable {
  public static func == (lhs: Service, rhs: Service) -> Bool { lhs.name == rhs.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Service {
  /// What a service can be asked.
  public enum Question: Sendable, Hashable {
    /// The places of categories.
    case categories
    /// The places that match a text.
    case text
    /// The coordinate of an address.
    case address
    /// The address of a coordinate.
    case coordinate
  }

  /// One of its addresses.
  public struct Address: Sendable, Hashable {
    /// The environment variable that names another.
    public let variable: String
    /// The address: scheme, host, perhaps a port, and a path where it takes one.
    public let url: String
    /// What is asked there, for the help.
    public let summary: String

    public init(variable: String, url: String, summary: String) {
      self.variable = variable
      self.url = url
      self.summary = summary
    }
  }

  /// How a service is asked unless the user says otherwise: what its makers ask of its users.
  public struct Manners: Sendable, Hashable {
    /// The time that one whole query may take.
    public var timeout = Duration.seconds(10)
    /// The maximum number of retries of one request.
    public var retries = 4
    /// How long an answer is used again.
    public var answerLifetime = StoreConfiguration.standardCacheLifetime
    /// The same for the place of a name and the address of a point; `nil` for as long as any answer.
    public var nameLifetime: Duration?
    /// The maximum number of distinct questions of one batch to a public instance; `nil` for no bound.
    public var batchLimit: Int?
    /// The number of requests that finding a place by name takes.
    public var requestsToLocate = 1...3

    public init() {}
  }

  /// The day at the end of which quotas reset.
  public struct QuotaDay: Sendable, Hashable {
    /// Whose day it is, as in "midnight in …".
    public let place: String
    /// How far its clock is ahead of UTC, in seconds.
    public let secondsAheadOfUTC: Int64

    public init(place: String, secondsAheadOfUTC: Int64) {
      self.place = place
      self.secondsAheadOfUTC = secondsAheadOfUTC
    }
  }

  /// A kind of request, which has a quota of its own.
  public struct Call: Sendable, Hashable {
    /// The service's name of it.
    public let name: String
    /// What it answers; a list, because the type of a set takes as long to make as a twentieth of a query.
    public let questions: [Question]
    /// Free calls per day; `nil` for no bound.
    public let dailyAllowance: Int?
    /// The least time between two of them, which all processes of a machine keep together, one call at a time; `nil`
    /// where each process keeps its own pace.
    public let sharedInterval: Duration?

    public init(
      name: String,
      questions: [Question],
      dailyAllowance: Int? = nil,
      sharedInterval: Duration? = nil
    ) {
      self.name = name
      self.questions = questions
      self.dailyAllowance = dailyAllowance
      self.sharedInterval = sharedInterval
    }
  }
}
