/// The settings for storage on this machine, with their defaults.
public struct StoreConfiguration: Sendable, Hashable {
  /// The directory of the user's own data: saved locations and places; `nil` if there is none.
  public var configDirectory: String?
  /// The directory of the program's state: history, last results, request counts; `nil` if there is none.
  public var stateDirectory: String?
  /// The directory of the cache of responses; `nil` if there is none.
  public var cacheDirectory: String?
  /// The time for which a cached response is used; zero or less disables the cache.
  public var cacheLifetime = StoreConfiguration.standardCacheLifetime
  /// The lifetime of geocoding and reverse geocoding responses; `nil` for ``cacheLifetime``.
  public var nameCacheLifetime: Duration?
  /// Whether to use cached responses.
  public var readsCache = true
  /// Whether to record queries in the history, and their results as the last results.
  public var recordsHistory = false

  /// The default cache lifetime: 10 minutes.
  public static let standardCacheLifetime = Duration.seconds(600)

  public init() {}
}
