import Domain

extension Failure {
  /// Reports why an area was not fetched.
  init(_ error: IndexFetchError) {
    switch error {
    case .stopped(let cause, let progress):
      let failure = Failure(cause)
      let state =
        progress.partsDone == 0
        ? ""
        : " \(progress.partsDone) of \(counted(progress.partsKnown, "part")) wait on this machine; the same command goes on "
          + "behind them."
      self.init(failure.code, failure.status, retryable: failure.isRetryable, failure.message + state)
    case .tooLarge(let service, let elements, let bytes):
      let (megabytes, commands) = (max(1, bytes / 1_000_000), Self.byOsmium("COUNTRY.osm.pbf"))
      self.init(named: "fetchTooLarge", elements.groupedText, megabytes, service.title, commands)
    case .running(let path): self.init(named: "fetchRunning", path)
    case .file(let error): self.init(error)
    }
  }

  static var fetchWithoutArea: Failure { Failure(named: "fetchWithoutArea") }
  static var nothingFetched: Failure { Failure(named: "nothingFetched") }
  static func notFetched(_ path: String) -> Failure { Failure(named: "notFetched", path) }
}
