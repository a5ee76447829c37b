import Domain

/// Distinguishes an unavailable service from a row that the service can't answer.
///
/// Pure. A row without a response is a pending failure. If a later query gets a response, the service is available and
/// the pending rows have failed. If enough rows are pending and nothing gets a response, the service is unavailable:
/// the run stops, and those rows have no record, so that `--resume` queries them. Otherwise a nightly outage would make
/// a million rows fail.
struct CircuitBreaker: Sendable {
  /// The meaning of a result for the pending failures.
  enum Verdict: Sendable, Hashable {
    case undecided
    /// The service is available, so these rows failed.
    case failed([Int])
    case outage
  }

  private struct PendingFailure {
    var rows: [Int]
    /// The number of queries sent before this one got no response.
    var queriesSent: Int
    /// The error with which the service rejected the query; `nil` if it didn't.
    var rejection: PlaceSearchError?
  }

  /// The number of equal consecutive rejections that mean that the service rejects every row.
  private static let maximumEqualRejections = 8

  /// The number of consecutive queries without a response that mean an outage.
  private let threshold: Int
  private var pendingFailures: [PendingFailure] = []
  private var hasResponse = false

  init(threshold: Int) { self.threshold = max(1, threshold) }

  /// Counts a response, even if it is an error.
  ///
  /// Only a response to a later query than the one without a response shows that the service is available; an earlier
  /// response may have been its last.
  mutating func noteResponse(to query: Int) -> Verdict {
    hasResponse = true
    let failed = pendingFailures.filter { $0.queriesSent < query }
    guard !failed.isEmpty else { return .undecided }
    pendingFailures.removeAll { $0.queriesSent < query }
    return .failed(failed.flatMap(\.rows))
  }

  /// Counts a query without a response.
  ///
  /// With contact, the service at least responded that it is failing.
  mutating func noteNoResponse(rows: [Int], queriesSent: Int, hasContact: Bool = false) -> Verdict {
    if hasContact { hasResponse = true }
    pendingFailures.append(PendingFailure(rows: rows, queriesSent: queriesSent))
    return pendingFailures.count >= threshold ? .outage : .undecided
  }

  /// Counts a query that the service rejected.
  ///
  /// The row is the reason if another row gets a response.
  mutating func noteRejection(_ error: PlaceSearchError, rows: [Int], queriesSent: Int) -> Verdict {
    hasResponse = true
    pendingFailures.append(PendingFailure(rows: rows, queriesSent: queriesSent, rejection: error))
    let equal = pendingFailures.reversed().prefix { $0.rejection == error }.count
    return equal >= Self.maximumEqualRejections ? .outage : .undecided
  }

  /// Decides when no more queries are sent: an outage if the service never responded.
  mutating func finish() -> Verdict {
    guard !pendingFailures.isEmpty else { return .undecided }
    guard hasResponse else { return .outage }
    defer { pendingFailures = [] }
    return .failed(pendingFailures.flatMap(\.rows))
  }
}

/// The meaning of a failed query for its row and for the run.
enum FailureDisposition: Sendable, Hashable {
  /// The source can never answer this row.
  case invalid
  /// This row failed, but the service is available.
  case failed
  /// There was no response, or only a general failure.
  ///
  /// Later rows show whether this row failed or there is an outage.
  case noResponse(hasContact: Bool)
  /// The service rejects the query: either this row is wrong, or every query is.
  case rejected
  /// No row that needs the same requests can be answered: their quota is used up.
  case exhausted
  /// No row can be answered.
  case stop
  case cancelled

  init(_ error: PlaceSearchError) {
    self =
      switch error {
      case .unsupported: .invalid
      // A service that asks everyone to wait hasn't examined the row.
      case .unreachable, .timedOut, .throttled(_, _?, isRequested: true): .noResponse(hasContact: false)
      // An unreadable response or a redirect says no more about the row than a failure does.
      case .throttled, .serviceFailing, .untrustworthy(.contentType), .untrustworthy(.notUTF8),
        .untrustworthy(.unreadable), .untrustworthy(.redirected), .untrustworthy(.status):
        .noResponse(hasContact: true)
      case .requestRejected: .rejected
      case .untrustworthy, .tooManyRequests, .maximumSent: .failed
      case .quotaExhausted, .allowanceSpent: .exhausted
      case .keyMissing, .keyRefused, .clientRefused, .budgetSpent, .endpointUnusable,
        .networkNotSetUp, .index, .sourceMissing:
        .stop
      case .cancelled: .cancelled
      }
  }
}
