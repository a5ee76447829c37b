/// A query that was asked, and a summary of its answer.
public struct HistoryEntry: Sendable, Hashable {
  /// When, in seconds since 1970-01-01 00:00 UTC.
  public let askedAtSeconds: Int64
  /// What was asked.
  public let asked: AskedQuery
  /// Who answered.
  public let source: Provenance.Source
  /// The index files that were named, as absolute paths.
  public let indexPaths: [String]
  /// How many places the answer held.
  public let returned: Int
  /// How many places matched, according to the source.
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
