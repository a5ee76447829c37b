import Domain
import Synchronization

/// What one question has cost so far, against what it may cost.
///
/// One ledger lives as long as one question; every request of the question, whichever part of it asks, is booked here.
final class QuestionLedger: Sendable {
  /// When the question must be answered.
  let deadline: ContinuousClock.Instant
  /// The time the question was given.
  let timeout: Duration
  /// Requests the question may cost; `nil` for no bound.
  let maximumRequests: Int?
  private let booked = Mutex(0)

  init(start: ContinuousClock.Instant, timeout: Duration, maximumRequests: Int?) {
    deadline = start.advanced(by: timeout)
    self.timeout = timeout
    self.maximumRequests = maximumRequests
  }

  /// Requests sent so far, retries included.
  var requests: Int { booked.withLock { $0 } }

  /// Whether the budget is used up.
  var isSpent: Bool { maximumRequests.map { requests >= $0 } ?? false }

  /// Books one request; `false` when the budget is used up.
  func book() -> Bool {
    booked.withLock { count in
      if let maximumRequests, count >= maximumRequests { return false }
      count += 1
      return true
    }
  }
}
