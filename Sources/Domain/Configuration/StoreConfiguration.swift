/// What may be kept on this machine, and where: what a user may say about it, with every default.
public struct StoreConfiguration: Sendable, Hashable {
  /// The directory of what the user made: positions and saved places; `nil` when there is none.
  public var configDirectory: String?
  /// The directory of what accrued: history, last answers, calls counted; `nil` when there is none.
  public var stateDirectory: String?
  /// The directory of what can be fetched again: answers of a service; `nil` when there is none.
  public var cacheDirectory: String?
  /// For how long an answer of a service is given again; zero or less to keep none.
  public var cacheLifetime = StoreConfiguration.standardCacheLifetime
  /// Whether answers that are kept may be given.
  public var readsCache = true
  /// Whether the queries asked are kept in the history, and their answers to be shown again.
  public var recordsHistory = false
  /// Whether the places that a text may mean are kept as an answer, to be shown again: true where they are what was asked for.
  public var recordsCandidates = false

  /// For how long an answer of a service is given again unless the user says otherwise: 10 minutes.
  public static let standardCacheLifetime = Duration.seconds(600)

  /// Makes a configuration that keeps nothing, for want of directories.
  public init() {}
}
