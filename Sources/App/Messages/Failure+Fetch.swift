import Domain

extension Failure {
  /// Reports why an area wasn't downloaded.
  init(_ error: IndexFetchError) {
    switch error {
    case .stopped(let cause, let progress):
      let failure = Failure(cause)
      self = failure.saying(failure.message + Self.state(progress))
    case .requestsSpent(let limit, let progress):
      let spent = PartialAnswer.spent(limit, of: "--max-requests")
      self.init(.budgetSpent, "The \(spent).\(Self.state(progress))")
    case .areaTooLarge(let service, let size, let requests):
      let size = Int(size.rounded()).groupedText
      self.init(
        .fetchTooLarge,
        """
        The area has \(size) km² and takes at least \(requests) requests, and the servers of \(service.title) are \
        shared by all: name a smaller area; --max-requests \(requests) allows it nevertheless. Extracts of whole \
        countries are at https://download.geofabrik.de: placefind index build COUNTRY.osm.pbf
        """
      )
    case .tooLarge(let service, let elements, let bytes):
      let megabytes = max(1, bytes / 1_000_000)
      self.init(
        .fetchTooLarge,
        """
        The area has \(elements.groupedText) elements, some \(megabytes) MB, and the servers of \(service.title) are \
        shared by all: name a smaller area, or categories with -c; --yes fetches it nevertheless. Extracts of whole \
        countries are at https://download.geofabrik.de: placefind index build COUNTRY.osm.pbf
        """
      )
    case .running(let path):
      self.init(.fetchRunning, "Another process is fetching the same area (\(path)); wait until it has ended.")
    case .file(let error): self.init(error)
    }
  }

  /// The progress that a later run resumes from.
  private static func state(_ progress: IndexFetchProgress) -> String {
    guard progress.partsDone > 0 else { return "" }
    let wait = progress.partsDone == 1 ? "waits" : "wait"
    let them = progress.partsDone == 1 ? "it" : "them"
    return
      " \(progress.partsDone) of \(counted(progress.partsKnown, "part")) \(wait) on this machine; the same command "
      + "goes on behind \(them)."
  }

  /// Reports that some indexes weren't updated.
  static func someFetchesFailed(_ paths: [String], of count: Int) -> Failure {
    let isOne = paths.count == 1
    let were = isOne ? "was" : "were"
    let have = isOne ? "has" : "have"
    let they = isOne ? "it" : "they"
    let names = paths.joined(separator: ", ")
    return Failure(
      .someFetchesFailed,
      """
      \(paths.count) of \(count) indexes \(were) not fetched again, and \(have) what \(they) had before: \(names). The \
      same command tries again and resumes after the downloaded parts.
      """
    )
  }

  /// The notices about a downloaded area.
  static func sentences(forFetched report: IndexBuildReport) -> [String] {
    let lost = report.skipped.filter { !$0.reason.isByChoice }
    var sentences = lost.map { sentence(for: $0) }
    if !lost.isEmpty {
      sentences.append("\(report.summary.path) may lack places, so its results are never complete.")
    }
    if let times = report.summary.timesOfParts {
      sentences.append("The parts of \(report.summary.path) are of different times, \(times); answers name the first.")
    }
    return sentences
  }

  static var fetchWithoutArea: Failure {
    Failure(
      .usage,
      "`placefind index fetch` needs an area: --near TEXT or --at LAT,LNG with --radius, or --bbox W,S,E,N."
    )
  }

  static var nothingFetched: Failure {
    Failure(.usage, "There is no fetched index to update. Fetch one: placefind index fetch --near TEXT -r 5km")
  }

  static func notFetched(_ path: String) -> Failure {
    Failure(.usage, "\(path) was not fetched, so it can't be updated. Build it again instead.")
  }
}
