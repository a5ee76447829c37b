import Domain

/// How an earlier output is resumed.
struct ResumeRules: Sendable, Hashable {
  /// Whether answers that no row asks for, and lines that are not records, may be removed.
  var mayPrune = false
  var retriesFailed = false
  /// Whether an answer that lacks places is not one.
  var requiresComplete = false
  /// Whether an answer that isn't proven to hold the nearest places is not one.
  var requiresNearest = false
  /// How many requests a query may take now; `nil` for no bound.
  var maximumRequests: Int?

  func keeps(_ row: RowOutcome) -> Bool {
    if requiresComplete, !row.isComplete { return false }
    if requiresNearest, row.isNearest != true { return false }
    switch row.earlyEnd {
    case .timeUp, .putOff, .budgetSpent, .stopped, .unanswered: return false
    // With no more requests than then, the answer would be the same.
    case .maximumSent(let requests): return (maximumRequests ?? .max) <= requests
    case nil: return !(retriesFailed && row.status == .failed)
    }
  }
}
