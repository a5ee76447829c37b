import Domain

/// The rules for resuming an earlier output.
struct ResumeRules: Sendable, Hashable {
  /// Whether results without a row, and lines that aren't records, may be removed.
  var mayPrune = false
  var retriesFailed = false
  /// Whether queries with incomplete results must be sent again.
  var requiresComplete = false
  /// Whether queries whose results aren't proven to contain the nearest places must be sent again.
  var requiresNearest = false
  /// The current maximum number of requests per query; `nil` if unlimited.
  var maximumRequests: Int?

  /// Returns whether the record of a result stays.
  func keeps(_ meta: RecordMeta) -> Bool {
    if requiresComplete, !meta.isComplete { return false }
    if requiresNearest, meta.isNearest != true { return false }
    switch meta.earlyEnd {
    case .timeUp, .putOff, .budgetSpent, .stopped, .noResponse: return false
    // Without a larger limit, the result would be the same.
    case .maximumSent(let requests): return (maximumRequests ?? .max) <= requests
    case nil: return true
    }
  }

  /// Whether the records of failed rows stay.
  var keepsFailures: Bool { !retriesFailed && !requiresNearest }
}
