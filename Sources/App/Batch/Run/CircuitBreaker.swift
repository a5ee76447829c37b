import Domain

/// Distinguishes a service that is down from a row that it cannot answer.
///
/// Pure. A row without a response is a pending failure. When a later query is answered, the service is up and the
/// pending rows have failed. When enough of them gather and nothing is answered, it is down: the run stops, and those
/// rows have no record, so that `--resume` asks them. Otherwise an outage at night would make a million rows fail.
struct CircuitBreaker: Sendable {
  /// What a result means for the pending failures.
  enum Verdict: Sendable, Hashable {
    case undecided
    /// The service is up: these rows failed.
    case failed([Int])
    case outage
  }

  private struct PendingFailure {
    var rows: [Int]
    /// How many queries had been asked when this one got no response.
    var queriesAsked: Int
    /// Why the service rejected it; `nil` if it did not.
    var rejection: PlaceSearchError?
  }

  /// Equal rejections in a row that mean that the service rejects every row.
  private static let maximumEqualRejections = 8

  /// Queries without a response, one after the other, that make an outage.
  private let threshold: Int
  private var pendingFailures: [PendingFailure] = []
  private var hasResponse = false

  init(threshold: Int) { self.threshold = max(1, threshold) }

  /// Counts a response, even with an error of its own.
  ///
  /// Only the response to a query that was asked after one without a response shows that the service is up; an
  /// earlier one may have been its last.
  mutating func noteResponse(to query: Int) -> Verdict {
    hasResponse = true
    let failed = pendingFailures.filter { $0.queriesAsked < query }
    guard !failed.isEmpty else { return .undecided }
    pendingFailures.removeAll { $0.queriesAsked < query }
    return .failed(failed.flatMap(\.rows))
  }

  /// Counts a query without a response; with contact, the service responded at least that it is failing.
  mutating func noteNoResponse(rows: [Int], queriesAsked: Int, hasContact: Bool = false) -> Verdict {
    if hasContact { hasResponse = true }
    pendingFailures.append(PendingFailure(rows: rows, queriesAsked: queriesAsked))
    return pendingFailures.count >= threshold ? .outage : .undecided
  }

  /// Counts a query that the service rejected: the row explains it if another row gets a response.
  mutating func noteRejection(_ error: PlaceSearchError, rows: [Int], queriesAsked: Int) -> Verdict {
    hasResponse = true
    pendingFailures.append(PendingFailure(rows: rows, queriesAsked: queriesAsked, rejection: error))
    let equal = pendingFailures.reversed().prefix { $0.rejection == error }.count
    return equal >= Self.maximumEqualRejections ? .outage : .undecided
  }

  /// Decides when nothing more is asked: an outage when the service never responded.
  mutating func finish() -> Verdict {
    guard !pendingFailures.isEmpty else { return .undecided }
    guard hasResponse else { return .outage }
    defer { pendingFailures = [] }
    return .failed(pendingFailures.flatMap(\.rows))
  }
}

/// What a failed query means for its row and for the run.
enum FailureDisposition: Sendable, Hashable {
  /// The source can never answer this row.
  case invalid
  /// This row failed; the service is up.
  case failed
  /// No response, or only one that nothing works: this row has failed or there is an outage, as the next rows will
  /// show.
  case noResponse(hasContact: Bool)
  /// The service rejects the query: this row is wrong, or every query is.
  case rejected
  /// No row can be answered.
  case stop
  case cancelled

  init(_ error: PlaceSearchError) {
    self =
      switch error {
      case .unsupported: .invalid
      // A service that asks everybody to wait has not looked at the row.
      case .unreachable, .timedOut, .throttled(_, _?, isAsked: true): .noResponse(hasContact: false)
      // What cannot be read at all, or points elsewhere, says no more of the row than a failure does.
      case .throttled, .serviceFailing, .untrustworthy(.contentType), .untrustworthy(.notUTF8),
        .untrustworthy(.unreadable), .untrustworthy(.redirected), .untrustworthy(.status):
        .noResponse(hasContact: true)
      case .requestRejected: .rejected
      case .untrustworthy, .tooManyRequests: .failed
      case .keyMissing, .keyRefused, .clientRefused, .quotaExhausted, .allowanceSpent, .budgetSpent, .endpointUnusable,
        .networkNotSetUp,
        .fileUnreadable,
        .dataUnusable, .foreignFile, .archiveUnusable, .sourceMissing:
        .stop
      case .cancelled: .cancelled
      }
  }
}
