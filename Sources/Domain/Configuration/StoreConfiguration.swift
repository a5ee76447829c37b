/// What may be stored on this machine, and where: every setting, with its default.
public struct StoreConfiguration: Sendable, Hashable {
  /// The directory of the user's own data: positions and saved places; `nil` when there is none.
  public var configDirectory: String?
  /// The directory of the program's state: history, last answers, counts of calls; `nil` when there is none.
  public var stateDirectory: String?
  /// The directory of the cache: answers of a service; `nil` when there is none.
  public var cacheDirectory: String?
  /// How long a cached answer of a service is used; zero or less for no cache.
  public var cacheLifetime = StoreConfiguration.standardCacheLifetime
  /// The same for the place of a name and the address of a point; `nil` for as long as any answer.
  public var nameCacheLifetime: Duration?
  /// Whether cached answers may be used.
  public var readsCache = true
  /// Whether queries are recorded in the history, and their answers as the last answers.
  public var recordsHistory = false
  /// Whether the places that match a text are recorded as an answer: true where they are what the user asked for.
  public var recordsCandidates = false

  /// How long a cached answer of a service is used by default: 10 minutes.
  public static let standardCacheLifetime = Duration.seconds(600)

  public init() {}
}
