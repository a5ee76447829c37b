import Domain

/// Asks identical queries once: it coalesces those in flight, and keeps a bounded number of recent answers.
///
/// Pure. Each query that is not asked saves requests, of which a day has a limited number. Failures are not kept: the
/// next row asks again.
struct SingleFlightCache<Answer: Sendable & Hashable>: Sendable {
  enum Lookup: Sendable, Hashable {
    /// Ask it: no other row does.
    case miss
    /// It is in flight; the row is returned with those that wait when the answer comes.
    case inFlight
    /// It was answered recently.
    case hit(Answer)
  }

  /// How many answers are kept: between half of this number and all of it.
  private let capacity: Int
  private var waiting: [RowQuery: [Int]] = [:]
  private var recent: [RowQuery: Answer] = [:]
  private var older: [RowQuery: Answer] = [:]

  init(capacity: Int) { self.capacity = max(2, capacity) }

  mutating func lookUp(_ query: RowQuery, row: Int) -> Lookup {
    if let answer = recent[query] { return .hit(answer) }
    if let answer = older[query] {
      store(answer, to: query)
      return .hit(answer)
    }
    if waiting[query]?.append(row) != nil { return .inFlight }
    waiting[query] = []
    return .miss
  }

  /// Takes the answer to a query that was asked, `nil` when it failed; returns the rows that waited for it.
  mutating func complete(_ query: RowQuery, with answer: Answer?) -> [Int] {
    if let answer { store(answer, to: query) }
    return waiting.removeValue(forKey: query) ?? []
  }

  private mutating func store(_ answer: Answer, to query: RowQuery) {
    // Two generations instead of a list by age: a full one replaces the older, and a hit moves an answer to the
    // recent one.
    if recent.count >= capacity / 2 {
      older = recent
      recent = [:]
    }
    recent[query] = answer
  }
}
