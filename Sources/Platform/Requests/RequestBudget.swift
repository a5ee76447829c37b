import Domain
import Synchronization

/// The requests and the time that one query has used, and their limits.
///
/// A budget lives as long as its query. The gate alone counts its requests and stops its clock: its time is that of the
/// service, and waiting for the pace of this program does not count.
final class RequestBudget: Sendable {
  /// The time that each request of a large area adds; `nil` when the user has set the time.
  let growth: Duration?
  /// The maximum number of requests of the query; `nil` for no bound.
  let maximumRequests: Int?
  /// Whether a query that is cancelled gives what it has found.
  let keepsStopped: Bool
  /// The responses that are kept for the query; `nil` where none are.
  let kept: KeptResponses?

  /// The maximum time of a query, a year: the system's clock cannot count to a deadline much farther away.
  static let maximumTimeout = Duration.seconds(365 * 86_400)

  private struct State {
    var clock: QueryClock
    var timeout: Duration
    var requests = 0
    var end: PlaceCollection.StopReason?
    var isAnswered = false
  }

  private let state: Mutex<State>

  init(
    start: ContinuousClock.Instant,
    timeout: Duration,
    growth: Duration? = nil,
    maximumRequests: Int?,
    keepsStopped: Bool = false,
    keptIn store: (any KeepResponses)? = nil
  ) {
    kept = store.map(KeptResponses.init)
    state = Mutex(State(clock: QueryClock(start: start), timeout: min(timeout, Self.maximumTimeout)))
    self.keepsStopped = keepsStopped
    self.growth = growth
    self.maximumRequests = maximumRequests
  }

  var timeout: Duration { state.withLock { $0.timeout } }

  /// When the time is over, unless the clock is stopped meanwhile.
  func deadline(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    now.advanced(by: state.withLock { $0.timeout - $0.clock.elapsed(at: now) })
  }

  /// The time used so far.
  func elapsed(at now: ContinuousClock.Instant) -> Duration { state.withLock { $0.clock.elapsed(at: now) } }

  /// Notes that a request begins.
  func beginRequest(at now: ContinuousClock.Instant) { state.withLock { $0.clock.change(requests: 1, at: now) } }

  /// Notes that a request was answered, or given up.
  func endRequest(at now: ContinuousClock.Instant) { state.withLock { $0.clock.change(requests: -1, at: now) } }

  /// Notes that a request begins to wait for the pace of this program.
  func beginWait(at now: ContinuousClock.Instant) { state.withLock { $0.clock.change(waiting: 1, at: now) } }

  /// Notes that it waits no longer.
  func endWait(at now: ContinuousClock.Instant) { state.withLock { $0.clock.change(waiting: -1, at: now) } }

  /// Extends the time of the query when it needs many requests.
  func grant(timeFor requests: Int) {
    guard let growth else { return }
    let requests = max(0, min(requests, maximumRequests ?? .max))
    state.withLock { $0.timeout += growth * requests }
  }

  /// Why no more requests could be sent; `nil` while they can.
  var earlyEnd: PlaceCollection.StopReason? { state.withLock { $0.end } }

  /// Notes why no more requests could be sent; the first reason counts.
  func note(_ reason: PlaceCollection.StopReason) { state.withLock { $0.end = $0.end ?? reason } }

  /// Whether what was found before a failure is an answer, if a partial one: time or requests ran out, or the caller
  /// who stopped the query wants it.
  func leavesPart(after error: PlaceSearchError) -> Bool {
    guard error == .cancelled else { return earlyEnd != nil }
    if keepsStopped { note(.stopped) }
    return keepsStopped
  }

  /// The number of requests sent so far, or about to be, including retries.
  var requests: Int { state.withLock { $0.requests } }

  /// How old the answer is, where it was computed from kept responses alone; `nil` for an answer of now.
  var age: Duration? { requests == 0 ? kept?.age : nil }

  /// The number of requests that the maximum leaves; `Int.max` without one.
  var requestsLeft: Int { maximumRequests.map { max(0, $0 - requests) } ?? .max }

  var isSpent: Bool { requestsLeft == 0 }

  var isAnswered: Bool { state.withLock { $0.isAnswered } }

  func noteAnswer() { state.withLock { $0.isAnswered = true } }

  /// Notes that the budget was used up before the search was finished, if it is.
  func noteIfSpent() { if isSpent, let maximumRequests { note(.maximumSent(requests: maximumRequests)) } }

  /// Counts a request that is about to be sent.
  func reserve() { state.withLock { $0.requests += 1 } }

  /// Gives a reservation back: the request was not sent.
  func release() { state.withLock { $0.requests -= 1 } }
}
