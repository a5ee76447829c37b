/// A query in the history, with a summary of its result.
public struct HistoryEntry: Sendable, Hashable {
  /// The time of the query, in seconds since 1970-01-01 00:00 UTC.
  public let askedAtSeconds: Int64
  /// The query as the user wrote it.
  public let asked: AskedQuery
  /// The source of the result.
  public let source: Provenance.Source
  /// The absolute paths of the index files that the query named.
  public let indexPaths: [String]
  /// The number of places in the result.
  public let returned: Int
  /// The number of places that match, according to the source.
  public let totalCount: Int?

  public init(
    askedAtSeconds: Int64,
    asked: AskedQuery,
    source: Provenance.Source,
    indexPaths: [String] = [],
    returned: Int,
    totalCount: Int?
  ) {
    self.askedAtSeconds = askedAtSeconds
    self.asked = asked
    self.source = source
    self.indexPaths = indexPaths
    self.returned = returned
    self.totalCount = totalCount
  }
}
