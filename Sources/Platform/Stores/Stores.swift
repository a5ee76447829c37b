import Domain
import Synchronization
import System

/// The use cases of a source of places.
typealias PlaceSource = FindPlaceUseCase & LocateUseCase

/// Everything that is saved on this machine: text files of mode 0600 in XDG directories of mode 0700, appended to or
/// replaced under one lock per directory, and opened on demand.
struct Stores: Sendable {
  /// The settings of what is saved, and where.
  let configuration: StoreConfiguration
  /// The key of the service, which is never saved.
  let key: APIKey?
  /// The time of day.
  let clock: WallClock
  let log: StoreErrorLog
  let calls: CallCounts
  /// Makes the counts of a service.
  let makeCalls: @Sendable (Service) -> CallCounts

  /// The timeout for locks of stores that only accompany a result.
  private let lockTimeout = Duration.seconds(2)
  /// The clock for waiting for locks.
  var time = Timekeeper.system
  /// The session of the process, shared by the processes of a terminal.
  private let session: Int32

  init(
    configuration: StoreConfiguration,
    service: Service,
    key: APIKey?,
    clock: WallClock,
    isBounded: Bool = true,
    session: Int32 = getsid(0)
  ) {
    self.session = session
    self.configuration = configuration
    self.key = key
    self.clock = clock
    log = StoreErrorLog()
    let directory = configuration.stateDirectory.map { $0 + "/calls" }
    makeCalls = { [log, lockTimeout] service in
      let store = StoreDirectory(path: directory, secret: key, lockTimeout: lockTimeout)
      return CallCounts(of: service, directory: store, clock: clock, log: log, isBounded: isBounded)
    }
    calls = makeCalls(service)
  }

  /// Returns a directory of the user's own data, with the full timeout for its lock.
  private func ownDirectory(_ path: String?) -> StoreDirectory {
    StoreDirectory(path: path, secret: key)
  }

  private func directory(_ path: String?) -> StoreDirectory {
    var directory = StoreDirectory(path: path, secret: key, lockTimeout: lockTimeout)
    directory.time = time
    return directory
  }

  var savedLocations: SavedLocationStore {
    SavedLocationStore(directory: ownDirectory(configuration.configDirectory), log: log)
  }
  var saved: SavedPlaceStore {
    SavedPlaceStore(directory: ownDirectory(configuration.configDirectory), clock: clock, log: log)
  }
  var history: HistoryStore {
    HistoryStore(directory: directory(configuration.stateDirectory), recentResults: recentResults, log: log)
  }
  var recentResults: RecentResultStore {
    RecentResultStore(directory: directory(configuration.stateDirectory), session: session, log: log)
  }

  func makeResponses() -> ResponseStore {
    ResponseStore(
      directory: directory(configuration.cacheDirectory.map { $0 + "/responses" }),
      limits: ResponseStore.Limits(configuration),
      clock: clock,
      log: log
    )
  }

  /// Whether queries and their results are recorded.
  var recordsHistory: Bool { configuration.recordsHistory }
}

/// The distinct errors of stores during queries.
final class StoreErrorLog: Sendable {
  private let noted = Mutex<[StoreError]>([])

  func storeErrors() -> [StoreError] { noted.withLock { $0 } }

  func note(_ error: StoreError) {
    noted.withLock { errors in
      if !errors.contains(error) { errors.append(error) }
    }
  }

  /// Runs a body and records its error instead of throwing it.
  @discardableResult
  func attempt<Result>(_ body: () throws(StoreError) -> Result) -> Result? {
    do { return try body() } catch {
      note(error)
      return nil
    }
  }
}
