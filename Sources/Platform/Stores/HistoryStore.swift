import Domain
import Tables

/// The past queries, in one file, and their results in another.
struct HistoryStore: Sendable {
  /// The size in bytes, about 2,500 queries, above which the older half is removed.
  static let queryBytes = 1 << 19
  /// The maximum number of points in the shape of a recorded query, about 60 kB.
  ///
  /// A larger one would displace all other queries.
  private static let maximumPoints = 1_500

  private let file: RecordFile
  let recentResults: RecentResultStore
  /// Records the number of unreadable lines.
  private let log: StoreErrorLog

  init(directory: StoreDirectory, recentResults: RecentResultStore, log: StoreErrorLog) {
    self.log = log
    file = RecordFile(directory: directory, name: "history", isSynced: false)
    self.recentResults = recentResults
  }

  func record(_ entry: HistoryEntry) async throws(StoreError) {
    if let form = entry.query.area.drawn?.form {
      let points = form.points.count
      guard points <= Self.maximumPoints else {
        throw .shapeTooLarge(name: form.name, points: points, limit: Self.maximumPoints)
      }
    }
    let record = JSONValue.members([
      "at": .integer(entry.queriedAtSeconds), "asked": .query(entry.query), "source": .text(entry.source.name),
      "indexes": entry.source.indexPaths.isEmpty ? nil : .list(entry.source.indexPaths.map(JSONValue.text)),
      "endpoint": entry.endpoint.map(JSONValue.text), "returned": .integer(entry.returned),
      "total_count": entry.totalCount.map { .integer($0) },
    ])
    try await file.append([record], limit: Self.queryBytes)
  }

  func entries() throws(StoreError) -> [HistoryEntry] {
    var seen: [PlaceQuery: Set<Source>] = [:]
    return file.values(of: try file.lines(), log: log, Self.entry).reversed()
      .filter { seen[$0.query, default: []].insert($0.source).inserted }
  }

  @discardableResult
  func clear() async throws(StoreError) -> Int {
    let count = try entries().count
    // Including unreadable lines, which are queries too.
    try await file.clear()
    try await recentResults.clear()
    return count
  }

  private static func entry(_ record: JSONValue) -> HistoryEntry? {
    guard let time = record["at"]?.integer, let query = record["asked"]?.query,
      let source = record["source"]?.string.flatMap(Source.init(named:))
    else { return nil }
    return HistoryEntry(
      queriedAtSeconds: Int64(time),
      query: query,
      source: source == .index ? .index(record["indexes"]?.elements.compactMap(\.string) ?? []) : source,
      endpoint: record["endpoint"]?.string,
      returned: record["returned"]?.integer ?? 0,
      totalCount: record["total_count"]?.integer
    )
  }
}
