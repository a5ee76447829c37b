import Domain
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a source of places answers: every query there is.
typealias PlaceSource = FindPlaceUseCase & CollectPlacesUseCase & PackPlacesUseCase & LocateTextUseCase
  & DescribeCoordinateUseCase

/// Everything that is kept on this machine, by one design: plain files in the XDG directories, of mode 0600 in
/// directories of mode 0700, appended to or replaced under one lock a directory, and opened when they are needed.
struct Stores: Sendable {
  /// What may be kept, and where.
  let configuration: StoreConfiguration
  /// The key of the service, which is kept nowhere.
  let key: APIKey?
  /// When it is.
  let clock: WallClock
  /// Takes what could not be kept.
  let log: StoreErrorLog
  /// Counts calls of the service.
  let calls: CallCounts

  /// The maximum wait for a lock of what only accompanies an answer.
  private let lockTimeout = LockTimeout(limit: .seconds(2))
  /// The terminal's session, or whatever else began this process together with others.
  private let session: Int32

  /// Names everything; nothing is opened.
  ///
  /// - Parameters:
  ///   - configuration: What may be kept, and where.
  ///   - key: What is kept nowhere.
  ///   - clock: When it is.
  ///   - session: Who asks, as far as the system can tell one terminal from another.
  init(configuration: StoreConfiguration, key: APIKey?, clock: WallClock, session: Int32 = getsid(0)) {
    self.session = session
    self.configuration = configuration
    self.key = key
    self.clock = clock
    log = StoreErrorLog()
    calls = CallCounts(
      directory: StoreDirectory(
        path: configuration.stateDirectory.map { $0 + "/calls" },
        secret: key,
        lockTimeout: lockTimeout
      ),
      clock: clock,
      log: log
    )
  }

  /// A directory of what a person made, which is waited for.
  private func ownDirectory(_ path: String?) -> StoreDirectory { StoreDirectory(path: path, secret: key) }

  private func directory(_ path: String?) -> StoreDirectory {
    StoreDirectory(path: path, secret: key, lockTimeout: lockTimeout)
  }

  /// The positions by name.
  var positions: PositionStore { PositionStore(directory: ownDirectory(configuration.configDirectory), log: log) }
  /// The saved places.
  var saved: SavedPlaceStore {
    SavedPlaceStore(directory: ownDirectory(configuration.configDirectory), clock: clock, log: log)
  }
  /// The queries that were asked.
  var history: HistoryStore { HistoryStore(directory: directory(configuration.stateDirectory), answers: answers) }
  /// The last answers.
  var answers: AnswerStore {
    AnswerStore(directory: directory(configuration.stateDirectory), session: session)
  }

  /// Makes the cache of answers.
  func makeCache() -> AnswerCache {
    AnswerCache(
      directory: directory(configuration.cacheDirectory.map { $0 + "/answers" }),
      configuration: configuration,
      clock: clock,
      log: log
    )
  }

  /// Wraps a source in a recorder, when the places that a text may mean are an answer to be kept.
  func recordingCandidates(_ source: any LocateTextUseCase) -> any LocateTextUseCase {
    guard configuration.recordsCandidates, configuration.stateDirectory != nil else { return source }
    return RecordingCandidates(source: source, answers: answers, log: log)
  }

  /// Wraps a source in a recorder, when queries are kept.
  func recording(_ source: any PlaceSource) -> any FindPlaceUseCase & CollectPlacesUseCase {
    guard configuration.recordsHistory, configuration.stateDirectory != nil else { return source }
    return RecordingPlaces(source: source, history: history, answers: answers, clock: clock, log: log)
  }
}

/// What could not be kept or read while queries were answered; each once.
final class StoreErrorLog: ReportStoreErrorsUseCase {
  private let noted = Mutex<[StoreError]>([])

  func storeErrors() -> [StoreError] { noted.withLock { $0 } }

  /// Notes an error.
  func note(_ error: StoreError) {
    noted.withLock { errors in
      if !errors.contains(error) { errors.append(error) }
    }
  }

  /// Does something that may fail and costs no answer.
  @discardableResult
  func attempt<Result>(_ body: () throws(StoreError) -> Result) -> Result? {
    do { return try body() } catch {
      note(error)
      return nil
    }
  }
}
