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
      self.init("fetch_too_large", .usage) {
        "The area holds \(elements.groupedText) elements, some \(max(1, bytes / 1_000_000)) MB, and the servers of \(service.title) are "
          + "shared by all: name a smaller area, or categories with -c; --yes fetches it nevertheless. Extracts of whole "
          + "countries are at https://download.geofabrik.de: \(Self.byOsmium("COUNTRY.osm.pbf")) && placefind index build poi.geojsonseq"
      }
    case .running(let path):
      self.init("fetch_running", .fileFailed, retryable: true) {
        "Another process is fetching the same area (\(path)); wait until it has ended."
      }
    case .file(let error): self.init(error)
    }
  }

  static var fetchWithoutArea: Failure {
    Failure("usage", .usage) {
      "`placefind index fetch` needs an area: --near TEXT or --at LAT,LNG with --radius, or --bbox W,S,E,N."
    }
  }

  static var nothingFetched: Failure {
    Failure("usage", .usage) {
      "There is no fetched index to ask for again. Fetch one: placefind index fetch --near TEXT -r 5km"
    }
  }

  static func notFetched(_ path: String) -> Failure {
    Failure(
      "usage",
      .usage,
      "\(path) was not fetched, so its places cannot be asked for again; build it again instead."
    )
  }
}
