import Domain

/// Tells a service that is gone from a row that it cannot answer.
///
/// Pure. A row that got no answer is a pending failure. When another row is answered, the service lives and the pending
/// ones failed for themselves; when enough of them gather and nothing is answered, the service is gone, and they are rows
/// that were never answered rather than failures.
struct CircuitBreaker: Sendable {
  /// What a result means for the pending failures.
  enum Verdict: Sendable, Hashable {
    /// Nothing is decided yet.
    case undecided
    /// The service lives: these rows failed.
    case failed([Int])
    /// The service is gone: stop.
    case outage
  }

  private struct PendingFailure {
    var rows: [Int]
    /// How many queries had been asked when this one got no answer.
    var queriesAsked: Int
  }

  private let threshold: Int
  private var pendingFailures: [PendingFailure] = []
  private var hasAnswered = false

  /// Makes a breaker.
  ///
  /// - Parameter threshold: Queries without an answer, one after the other, that make an outage; 1 or more.
  init(threshold: Int) { self.threshold = max(1, threshold) }

  /// Takes note that the service answeredeven with an error of its own.
  ///
  /// - Parameter query: The query's number in the order of asking, from 1. Only an answer to a query asked
  ///   after one without an answer tells that the service lives; one that was under way may have been its last.
  /// - Returns: The rows that failed for themselves.
  mutating func noteAnswer(to query: Int) -> Verdict {
    hasAnswered = true
    let cleared = pendingFailures.filter { $0.queriesAsked < query }
    guard !cleared.isEmpty else { return .undecided }
    pendingFailures.removeAll { $0.queriesAsked < query }
    return .failed(cleared.flatMap(\.rows))
  }

  /// Takes note of a query that was not answered.
  ///
  /// - Parameters:
  ///   - rows: The rows that asked it.
  ///   - queriesAsked: How many queries have been asked so far.
  ///   - hasContact: Whether the service said at least that it fails.
  /// - Returns: An outage when enough queries in a row were not answered.
  mutating func noteNoResponse(rows: [Int], queriesAsked: Int, hasContact: Bool = false) -> Verdict {
    if hasContact { hasAnswered = true }
    pendingFailures.append(PendingFailure(rows: rows, queriesAsked: queriesAsked))
    return pendingFailures.count >= threshold ? .outage : .undecided
  }

  /// Decides when nothing more is asked: an outage when nothing was ever heard from the service.
  mutating func finish() -> Verdict {
    guard !pendingFailures.isEmpty else { return .undecided }
    guard hasAnswered else { return .outage }
    defer { pendingFailures = [] }
    return .failed(pendingFailures.flatMap(\.rows))
  }
}

/// What a failed query means for its row and for the run.
enum FailureDisposition: Sendable, Hashable {
  /// The source can never answer this row.
  case invalid
  /// This row failed; the service is well.
  case failed
  /// Nobody answered, or only to say that nothing works: this row's fault or an outage, the next rows will tell.
  case noResponse(hasContact: Bool)
  /// No row can be answered.
  case stop
  /// The query was called off.
  case cancelled

  /// Judges an error.
  init(_ error: PlaceSearchError) {
    self =
      switch error {
      case .unsupported: .invalid
      case .requestRejected, .untrustworthy: .failed
      case .unreachable, .timedOut: .noResponse(hasContact: false)
      case .throttled, .serviceFailing, .paceTooSlow: .noResponse(hasContact: true)
      case .keyMissing, .keyRefused, .quotaExhausted, .budgetSpent, .endpointUnusable, .networkNotSetUp,
        .fileUnreadable,
        .dataUnusable, .foreignFile, .archiveUnusable:
        .stop
      case .cancelled: .cancelled
      }
  }
}
