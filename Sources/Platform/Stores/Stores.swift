import Domain

/// What a source of places answers: every question there is.
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

  /// Names everything; nothing is opened.
  init(configuration: StoreConfiguration, key: APIKey?, clock: WallClock) {
    self.configuration = configuration
    self.key = key
    self.clock = clock
    log = StoreErrorLog()
    calls = CallCounts(
      directory: StoreDirectory(path: configuration.stateDirectory.map { $0 + "/calls" }, secret: key),
      clock: clock,
      log: log
    )
  }

  private func directory(_ path: String?) -> StoreDirectory { StoreDirectory(path: path, secret: key) }

  /// The positions by name.
  var positions: PositionStore { PositionStore(directory: directory(configuration.configDirectory)) }
  /// The saved places.
  var saved: SavedPlaceStore {
    SavedPlaceStore(directory: directory(configuration.configDirectory), clock: clock)
  }
  /// The queries that were asked.
  var history: HistoryStore { HistoryStore(directory: directory(configuration.stateDirectory)) }
  /// The last answers.
  var answers: AnswerStore { AnswerStore(directory: directory(configuration.stateDirectory)) }

  /// Makes the cache of answers.
  func makeCache() -> AnswerCache {
    AnswerCache(
      directory: directory(configuration.cacheDirectory.map { $0 + "/answers" }),
      configuration: configuration,
      clock: clock,
      log: log
    )
  }

  /// Puts the recorder before a source, when questions are kept.
  func recording(_ source: any PlaceSource) -> any FindPlaceUseCase & CollectPlacesUseCase {
    guard configuration.recordsHistory, configuration.stateDirectory != nil else { return source }
    return RecordingPlaces(source: source, history: history, answers: answers, clock: clock, log: log)
  }
}
