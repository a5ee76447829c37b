import Domain
import Synchronization

/// The requests and the time that one query has used, and their limits.
///
/// A budget lives as long as its query; every request of the query is reserved here. Its time is that of the service:
/// waiting for the pace of this program does not count.
final class RequestBudget: Sendable {
  /// The time that each request of a large area adds; `nil` when the user has set the time.
  let growth: Duration?
  /// The maximum number of requests of the query; `nil` for no bound.
  let maximumRequests: Int?
  /// Whether a query that is cancelled gives what it has found.
  let keepsStopped: Bool

  /// The maximum time of a query, a year: the system's clock cannot count to a deadline much farther away.
  static let maximumTimeout = Duration.seconds(365 * 86_400)

  private let given: Mutex<Duration>
  private let clock: Mutex<QueryClock>
  private let reserved = Mutex(0)
  private let end = Mutex<PlaceCollection.StopReason?>(nil)
  private let answered = Mutex(false)

  init(
    start: ContinuousClock.Instant,
    timeout: Duration,
    growth: Duration? = nil,
    maximumRequests: Int?,
    keepsStopped: Bool = false
  ) {
    clock = Mutex(QueryClock(start: start))
    self.keepsStopped = keepsStopped
    self.growth = growth
    self.maximumRequests = maximumRequests
    given = Mutex(min(timeout, Self.maximumTimeout))
  }

  var timeout: Duration { given.withLock { $0 } }

  /// When the time is over, unless the clock is stopped meanwhile.
  func deadline(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    now.advanced(by: timeout - elapsed(at: now))
  }

  /// The time used so far.
  func elapsed(at now: ContinuousClock.Instant) -> Duration { clock.withLock { $0.elapsed(at: now) } }

  /// Notes that a request begins.
  func beginRequest(at now: ContinuousClock.Instant) { clock.withLock { $0.change(requests: 1, at: now) } }

  /// Notes that a request was answered, or given up.
  func endRequest(at now: ContinuousClock.Instant) { clock.withLock { $0.change(requests: -1, at: now) } }

  /// Notes that a request begins to wait for the pace of this program.
  func beginWait(at now: ContinuousClock.Instant) { clock.withLock { $0.change(waiting: 1, at: now) } }

  /// Notes that it waits no longer.
  func endWait(at now: ContinuousClock.Instant) { clock.withLock { $0.change(waiting: -1, at: now) } }

  /// Extends the time of the query when it needs many requests.
  func grant(timeFor requests: Int) {
    guard let growth else { return }
    let requests = max(0, min(requests, maximumRequests ?? .max))
    given.withLock { $0 += growth * requests }
  }

  /// Why no more requests could be sent; `nil` while they can.
  var earlyEnd: PlaceCollection.StopReason? { end.withLock { $0 } }

  /// Notes why no more requests could be sent; the first reason counts.
  func note(_ reason: PlaceCollection.StopReason) { end.withLock { $0 = $0 ?? reason } }

  /// Whether what was found before a failure is an answer, if a partial one: time or requests ran out, or the caller
  /// who stopped the query wants it.
  func leavesPart(after error: PlaceSearchError) -> Bool {
    guard error == .cancelled else { return earlyEnd != nil }
    if keepsStopped { note(.stopped) }
    return keepsStopped
  }

  /// The number of requests sent so far, or about to be, including retries.
  var requests: Int { reserved.withLock { $0 } }

  var isSpent: Bool { maximumRequests.map { requests >= $0 } ?? false }

  var isAnswered: Bool { answered.withLock { $0 } }

  func noteAnswer() { answered.withLock { $0 = true } }

  /// Notes that the budget was used up before the search was finished, if it is.
  func noteIfSpent() { if isSpent, let maximumRequests { note(.maximumSent(requests: maximumRequests)) } }

  /// Reserves one request; returns `false`, and notes it, when the budget is used up.
  func reserve() -> Bool {
    let isReserved = reserved.withLock { count -> Bool in
      if let maximumRequests, count >= maximumRequests { return false }
      count += 1
      return true
    }
    if !isReserved { noteIfSpent() }
    return isReserved
  }

  /// Gives a reservation back: the request was not sent.
  func release() { reserved.withLock { $0 -= 1 } }
}
