import Domain

extension Failure {
  /// Reports why an area was not fetched.
  init(_ error: IndexFetchError) {
    switch error {
    case .stopped(let cause, let progress):
      let failure = Failure(cause)
      self.init(failure.code, failure.status, retryable: failure.isRetryable, failure.message + Self.state(progress))
    case .requestsSpent(let limit, let progress):
      self.init(named: "fetchRequestsSpent", PartialAnswer.spent(limit, of: "--max-requests"), Self.state(progress))
    case .areaTooLarge(let service, let size, let requests):
      let size = Int(size.rounded()).groupedText
      let commands = Self.byOsmium("COUNTRY.osm.pbf")
      self.init(named: "fetchAreaTooLarge", size, requests, service.title, commands)
    case .tooLarge(let service, let elements, let bytes):
      let megabytes = max(1, bytes / 1_000_000)
      let commands = Self.byOsmium("COUNTRY.osm.pbf")
      self.init(named: "fetchTooLarge", elements.groupedText, megabytes, service.title, commands)
    case .running(let path): self.init(named: "fetchRunning", path)
    case .file(let error): self.init(error)
    }
  }

  /// What waits for the next try.
  private static func state(_ progress: IndexFetchProgress) -> String {
    guard progress.partsDone > 0 else { return "" }
    let wait = progress.partsDone == 1 ? "waits" : "wait"
    let them = progress.partsDone == 1 ? "it" : "them"
    return
      " \(progress.partsDone) of \(counted(progress.partsKnown, "part")) \(wait) on this machine; the same command "
      + "goes on behind \(them)."
  }

  /// Some of the indexes that were to be fetched again were not.
  static func someFetchesFailed(_ paths: [String], of count: Int) -> Failure {
    let isOne = paths.count == 1
    let (were, have, they) = isOne ? ("was", "has", "it") : ("were", "have", "they")
    let names = paths.joined(separator: ", ")
    return Failure(named: "someFetchesFailed", paths.count, "\(count) indexes \(were)", have, they, names)
  }

  /// The notices about an area that was fetched.
  static func sentences(forFetched report: IndexBuildReport) -> [String] {
    let lost = report.skipped.filter { !$0.reason.isByChoice }
    var sentences = lost.map { sentence(for: $0) }
    if !lost.isEmpty {
      sentences.append("Places may be missing for that, so no answer of \(report.summary.path) is complete.")
    }
    if let times = report.summary.timesOfParts {
      sentences.append("The parts of \(report.summary.path) are of different times, \(times); answers name the first.")
    }
    return sentences
  }

  static var fetchWithoutArea: Failure { Failure(named: "fetchWithoutArea") }
  static var nothingFetched: Failure { Failure(named: "nothingFetched") }
  static func notFetched(_ path: String) -> Failure { Failure(named: "notFetched", path) }
}

extension IndexSummary {
  /// The times of the data of its oldest and its newest part; `nil` where all are of one.
  var timesOfParts: String? {
    guard let release, let latestRelease else { return nil }
    return "\(release) to \(latestRelease)"
  }

  /// How many elements came without a position.
  var unplacedCount: Int { inputs.reduce(0) { $0 + $1.unplacedCount } }
}
