/// The offsets of results in a file of records, and the results claimed by rows.
///
/// A query is identified by the fingerprint of its key. Each takes about 50 bytes of memory.
struct RecordClaims: Sendable {
  private struct Entry {
    /// The offset of the record; its complement if the query must be sent again.
    var offset: Int
    /// The number of earlier records that stay.
    var results: Int32 = 0
    /// The number of rows with the query.
    var claims: Int32 = 0

    /// Whether another row must have the query, so that all its results stay in the file.
    var isUnclaimed: Bool { claims < max(1, results) }
  }

  private var entries: [Int: Entry] = [:]
  /// The number of results of queries that must be sent again; one row claims all results of its query.
  private var outdated: [Int: Int] = [:]
  /// The number of results from an earlier run.
  private(set) var resultCount = 0
  /// The number of these results that no row has claimed.
  private(set) var unclaimed = 0

  /// Adds a result of an earlier run; if it isn't current, its query must be sent again.
  mutating func insert(_ fingerprint: Int, at offset: Int, isCurrent: Bool) {
    resultCount += 1
    let isFirst = !hasCurrent(fingerprint)
    if isCurrent {
      if isFirst { entries[fingerprint] = Entry(offset: offset) }
      entries[fingerprint]?.results += 1
    } else {
      outdated[fingerprint, default: 0] += 1
      if isFirst { entries[fingerprint] = Entry(offset: ~offset) }
    }
  }

  /// Adds a result of this run, unless there is one that stays.
  mutating func insertNew(_ fingerprint: Int, at offset: Int) {
    guard !hasCurrent(fingerprint) else { return }
    let earlier = entries[fingerprint]
    entries[fingerprint] = Entry(offset: offset, results: earlier?.results ?? 0, claims: earlier?.claims ?? 0)
  }

  /// Returns the offset of a query's record, whether or not it stays.
  func offset(of fingerprint: Int) -> Int? {
    entries[fingerprint].map { $0.offset < 0 ? ~$0.offset : $0.offset }
  }

  /// Returns whether a query has a result that no row has claimed.
  func isUnclaimed(_ fingerprint: Int) -> Bool { entries[fingerprint]?.isUnclaimed == true }

  /// Claims the result of a row's query; returns whether the result stays.
  mutating func claim(_ fingerprint: Int) -> Bool {
    guard let index = entries.index(forKey: fingerprint) else { return false }
    entries.values[index].claims += 1
    let entry = entries.values[index]
    if entry.claims <= entry.results { unclaimed -= 1 }
    if entry.claims == 1, let replaced = outdated[fingerprint] { unclaimed -= replaced }
    return entry.offset >= 0
  }

  /// Discards all claims.
  mutating func forgetClaims() {
    for index in entries.indices { entries.values[index].claims = 0 }
    unclaimed = resultCount
  }

  private func hasCurrent(_ fingerprint: Int) -> Bool { entries[fingerprint].map { $0.offset >= 0 } ?? false }
}
