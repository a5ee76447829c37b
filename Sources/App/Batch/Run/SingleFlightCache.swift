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

  /// The maximum number of cached results; at least half of it is used.
  private let capacity: Int
  private var waiting: [RowQuery: [Int]] = [:]
  private var recent: [RowQuery: RowResult] = [:]
  private var older: [RowQuery: RowResult] = [:]

  init(capacity: Int) { self.capacity = max(2, capacity) }

  mutating func lookUp(_ query: RowQuery, row: Int) -> Lookup {
    if let result = recent[query] { return .hit(result) }
    if let result = older[query] {
      store(result, of: query)
      return .hit(result)
    }
    if waiting[query]?.append(row) != nil { return .inFlight }
    waiting[query] = []
    return .miss
  }

  /// Adds the result of a query, `nil` if it failed; returns the rows that waited for it.
  mutating func complete(_ query: RowQuery, with result: RowResult?) -> [Int] {
    if let result { store(result, of: query) }
    return waiting.removeValue(forKey: query) ?? []
  }

  private mutating func store(_ result: RowResult, of query: RowQuery) {
    // Two generations instead of a list by age: when the recent one is full, it replaces the older one, and a hit moves
    // its result to the recent one.
    if recent.count >= capacity / 2 {
      older = recent
      recent = [:]
    }
    recent[query] = result
  }
}
