import Domain
import Synchronization
import Tables

@testable import Platform

/// Stubs of the index use cases, which record their calls.
final class StubIndexFiles: IndexUseCase, FetchIndexUseCase {
  struct State: Sendable {
    var request: IndexBuildRequest?
    var path: String?
    var error: IndexFileError?
    var skipped: [SkippedRows] = []
    var fetched: [IndexFetchRequest] = []
    /// The inputs of every index, if they differ from the standard ones.
    var sourcesOfSummary: [String]?
    /// The number of requests for categories of indexes.
    var geocodingCount = 0
    var fetchError: IndexFileError?
    /// Errors for some outputs.
    var fetchErrors: [String: IndexFileError] = [:]
    var latestRelease: String?
    var known: [IndexSummary] = []
    /// The indexes that contain the area of a query, by the latitude of its centre.
    var held: [Double: FetchedIndex] = [:]
  }

  private let record = Mutex(State())

  var state: State { record.withLock { $0 } }

  func withState(_ change: (inout State) -> Void) { record.withLock { change(&$0) } }

  func fetch(
    _ request: IndexFetchRequest,
    progress: (@Sendable (IndexFetchProgress) -> Void)?
  ) async throws(IndexFileError) -> IndexBuildReport {
    record.withLock { $0.fetched.append(request) }
    if let error = state.fetchErrors[request.output] ?? state.fetchError { throw error }
    progress?(IndexFetchProgress())
    var summary = Self.summary(path: request.output)
    summary.inputs[0].unplacedCount = state.skipped.reduce(0) { $0 + ($1.reason.isByChoice ? 0 : $1.count) }
    summary.coverage = [request.area]
    (summary.release, summary.latestRelease) = ("2026-11-20T00:00:00Z", state.latestRelease)
    return IndexBuildReport(summary: summary, rowCount: 12, mergedCount: 0, skipped: state.skipped)
  }

  func fetchedIndex(
    for queries: [PlaceQuery],
    in directory: String,
    isWhole: Bool,
    reportUnreadable: (IndexFileError) -> Void
  ) -> FetchedIndex? {
    if let error = state.error { reportUnreadable(error) }
    if queries.isEmpty { return state.held.values.first }
    return isWhole ? queries.first.flatMap { $0.area.center }.flatMap { state.held[$0.latitude] } : nil
  }

  func fetchedIndexes(in directory: String) -> [IndexSummary] { state.known }

  func fail(with error: IndexFileError) { record.withLock { $0.error = error } }

  func skip(_ rows: [SkippedRows]) { record.withLock { $0.skipped = rows } }

  func build(
    _ request: IndexBuildRequest,
    progress: (@Sendable (IndexBuildProgress) -> Void)?
  ) async throws(IndexFileError) -> IndexBuildReport {
    record.withLock { $0.request = request }
    if let error = state.error { throw error }
    progress?(IndexBuildProgress(bytesRead: 50, bytesTotal: 100, places: 7))
    return IndexBuildReport(
      summary: Self.summary(path: request.output),
      rowCount: 12,
      mergedCount: 1,
      skipped: state.skipped
    )
  }

  func indexes(in directory: String) async -> [IndexListing] {
    [
      IndexListing(path: "\(directory)/old.pfx", summary: .failure(.notAnIndex(path: "old.pfx"))),
      IndexListing(path: "\(directory)/places.pfx", summary: .success(Self.summary(path: "\(directory)/places.pfx"))),
    ]
  }

  func categories(ofIndexesAt paths: [String]) async throws(IndexFileError) -> [IndexCategory] {
    record.withLock { $0.geocodingCount += 1 }
    if let error = state.error { throw error }
    return [
      IndexCategory(category: .group(.hospital), places: 3),
      IndexCategory(category: PlaceCategory(word: "dentist"), places: 2),
      IndexCategory(category: .source("amenity=dentist"), places: 2),
    ]
  }

  func attributeKeys(ofIndexesAt paths: [String]) async throws(IndexFileError) -> [IndexKey] {
    if let error = state.error { throw error }
    return [IndexKey(key: "opening_hours", places: 2)]
  }

  func summary(ofIndexAt path: String) async throws(IndexFileError) -> IndexSummary {
    record.withLock { $0.path = path }
    if let sources = state.sourcesOfSummary {
      var summary = Self.summary(path: path)
      summary.inputs = sources.map { IndexInput($0) }
      return summary
    }
    if let error = state.error { throw error }
    return Self.summary(path: path)
  }

  func verify(indexAt path: String) async throws(IndexFileError) -> IndexSummary {
    try await summary(ofIndexAt: path)
  }

  static func summary(path: String) -> IndexSummary {
    var summary = IndexSummary(path: path, formatVersion: 1, fileBytes: 123_456, placeCount: 11)
    summary.groups = [.init(group: .gas, places: 8), .init(group: nil, places: 3)]
    summary.bounds = try? BoundingBox(west: 126.5, south: 37.25, east: 127.5, north: 37.75)
    summary.inputs = [IndexInput("/data/places.geojson", attribution: "© somebody", modifiedAtSeconds: 1_795_228_800)]
    summary.inputs[0].placeCount = 11
    summary.newestInputAtSeconds = 1_795_228_800
    summary.sections = [.init(name: "rows", bytes: 100_000)]
    return summary
  }
}
