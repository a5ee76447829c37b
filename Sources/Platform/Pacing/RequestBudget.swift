import Domain
import Synchronization

/// What one query has cost so far, against what it may cost.
///
/// One budget lives as long as one query; every request of the query, whichever part of it asks, is reserved here.
final class RequestBudget: Sendable {
  /// Time that is added for each request that a large area is found to take; `nil` when the user has said how long.
  let growth: Duration?
  /// Requests the query may cost; `nil` for no bound.
  let maximumRequests: Int?
  /// When the query began.
  let start: ContinuousClock.Instant

  /// The maximum time of a query, a year: the system's clock cannot count to a deadline much farther away.
  static let maximumTimeout = Duration.seconds(365 * 86_400)

  private let given: Mutex<Duration>
  private let reserved = Mutex(0)
  private let end = Mutex<PlaceCollection.EarlyEnd?>(nil)

  init(start: ContinuousClock.Instant, timeout: Duration, growth: Duration? = nil, maximumRequests: Int?) {
    self.start = start
    self.growth = growth
    self.maximumRequests = maximumRequests
    given = Mutex(min(timeout, Self.maximumTimeout))
  }

  /// The time the query is given.
  var timeout: Duration { given.withLock { $0 } }
  /// When the query must be answered.
  var deadline: ContinuousClock.Instant { start.advanced(by: timeout) }

  /// Gives the query the time that more requests take than anybody waits for by default.
  ///
  /// - Parameter requests: How many requests are still to come.
  func grant(timeFor requests: Int) {
    guard let growth else { return }
    let requests = max(0, min(requests, maximumRequests ?? .max))
    given.withLock { $0 += growth * requests }
  }

  /// Why no more could be asked; `nil` while nothing prevented it.
  var earlyEnd: PlaceCollection.EarlyEnd? { end.withLock { $0 } }

  /// Notes why no more could be asked; the first reason stays.
  func note(_ reason: PlaceCollection.EarlyEnd) { end.withLock { $0 = $0 ?? reason } }

  /// Requests sent so far, retries included.
  var requests: Int { reserved.withLock { $0 } }

  /// Whether the budget is used up.
  var isSpent: Bool { maximumRequests.map { requests >= $0 } ?? false }

  /// Reserves one request; `false` when the budget is used up.
  func reserve() -> Bool {
    reserved.withLock { count in
      if let maximumRequests, count >= maximumRequests { return false }
      count += 1
      return true
    }
  }

  /// Releases a reservation: the request could not be sent.
  func release() { reserved.withLock { $0 -= 1 } }
}

/// The requests that all queries of a run together may cost.
final class RunBudget: Sendable {
  /// How many; `nil` for no bound.
  let limit: Int?
  private let taken = Mutex(0)

  /// Sets a bound.
  init(limit: Int?) { self.limit = limit }

  /// Takes one request out of the budget; `false` when it is used up.
  func take() -> Bool {
    guard let limit else { return true }
    return taken.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
  }

  /// Takes one back: the request could not be sent.
  func giveBack() {
    guard limit != nil else { return }
    taken.withLock { $0 -= 1 }
  }
}
