import Domain

/// Sends identical queries once: combines those in flight, and caches a limited number of recent results.
///
/// Pure. Each cached query saves requests, which are limited per day. Failures aren't cached, so the next row sends its
/// query again.
struct SingleFlightCache: Sendable {
  enum Lookup: Sendable, Hashable {
    /// The query must be sent, because no other row sends it.
    case miss
    /// The query is in flight.
    ///
    /// The row is returned with the other waiting rows when the result arrives.
    case inFlight
    /// The query has a recent result.
    case hit(RowResult)
  }

  /// The maximum number of cached results.
  private let capacity: Int
  private var waiting: [RowQuery: [Int]] = [:]
  private var recent: [RowQuery: RowResult] = [:]

  init(capacity: Int) { self.capacity = capacity }

  mutating func lookUp(_ query: RowQuery, row: Int) -> Lookup {
    if let result = recent[query] { return .hit(result) }
    if waiting[query]?.append(row) != nil { return .inFlight }
    waiting[query] = []
    return .miss
  }

  /// Adds the result of a query, `nil` if it failed; returns the rows that waited for it.
  mutating func complete(_ query: RowQuery, with result: RowResult?) -> [Int] {
    if let result {
      // Simpler than a list by age; equal rows are usually near each other.
      if recent.count >= capacity { recent = [:] }
      recent[query] = result
    }
    return waiting.removeValue(forKey: query) ?? []
  }
}
