/// A query in the history, with a summary of its result.
public struct HistoryEntry: Sendable, Hashable {
  /// The time of the query, in seconds since 1970-01-01 00:00 UTC.
  public let queriedAtSeconds: Int64
  /// The query as the user wrote it.
  public let query: PlaceQuery
  /// The source of the result; the paths of index files are absolute.
  public let source: Source
  /// The address of the service that the user chose; `nil` for its public address.
  public let endpoint: String?
  /// The number of places in the result.
  public let returned: Int
  /// The number of places that match, according to the source.
  public let totalCount: Int?

  public init(
    queriedAtSeconds: Int64,
    query: PlaceQuery,
    source: Source,
    endpoint: String? = nil,
    returned: Int,
    totalCount: Int?
  ) {
    self.queriedAtSeconds = queriedAtSeconds
    self.query = query
    self.source = source
    self.endpoint = endpoint
    self.returned = returned
    self.totalCount = totalCount
  }
}
