import Domain

/// Sees to it that identical queries are asked once: those being asked, and a bounded number of recent answers.
///
/// Pure. Failures are not remembered: the next row asks again.
struct SingleFlightCache<Answer: Sendable & Hashable>: Sendable {
  /// What to do with a query.
  enum Advice: Sendable, Hashable {
    /// Nobody asks it: ask.
    case ask
    /// It is being asked; the row is noted and is named when the answer comes.
    case wait
    /// It was answered not long ago.
    case answered(Answer)
  }

  private let capacity: Int
  private var waiting: [RowQuery: [Int]] = [:]
  private var recent: [RowQuery: Answer] = [:]
  private var older: [RowQuery: Answer] = [:]

  /// Makes an empty memory.
  ///
  /// - Parameter capacity: Answers kept, between half of this number and all of it.
  init(capacity: Int) { self.capacity = max(2, capacity) }

  /// Tells what to do with a row's query.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - row: Whatever names the row to the caller.
  /// - Returns: Whether to ask, to wait for another row's answer, or the answer itself.
  mutating func advice(for query: RowQuery, row: Int) -> Advice {
    if let answer = recent[query] { return .answered(answer) }
    if let answer = older[query] {
      remember(answer, to: query)
      return .answered(answer)
    }
    if waiting[query]?.append(row) != nil { return .wait }
    waiting[query] = []
    return .ask
  }

  /// Takes the answer to a query that was asked, `nil` when it failed; gives the rows that waited for it.
  mutating func settle(_ query: RowQuery, with answer: Answer?) -> [Int] {
    if let answer { remember(answer, to: query) }
    return waiting.removeValue(forKey: query) ?? []
  }

  private mutating func remember(_ answer: Answer, to query: RowQuery) {
    // Two generations: when the young one is full it becomes the old one, so forgetting costs nothing a row.
    if recent.count >= capacity / 2 { (older, recent) = (recent, [:]) }
    recent[query] = answer
  }
}
