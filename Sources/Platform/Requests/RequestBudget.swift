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
  /// The requests that a query may be expected to take; `nil` for any number.
  private let allowedRequests: @Sendable () -> Int?
  /// Whether a query that is cancelled gives what it has found.
  let keepsStopped: Bool
  /// The time that each request of a large area takes at the pace of the program, where the user has set the time.
  let interval: Duration
  /// The responses that are kept for the query; `nil` where none are.
  let kept: KeptResponses?

  /// The number of requests whose waits for the pace never count.
  private static let requestsWithoutPace = 3
  /// The maximum time of a query, a year: the system's clock cannot count to a deadline much farther away.
  static let maximumTimeout = Duration.seconds(365 * 86_400)

  private struct State {
    var clock: QueryClock
    var timeout: Duration
    var requests = 0
    var end: PlaceCollection.StopReason?
    var isAnswered = false
    var expected: Int?
    /// Whether a request was sent as part of what was expected: then the search isn't refused any more.
    var isAllowed = false
  }

  private let state: Mutex<State>

  init(
    start: ContinuousClock.Instant,
    timeout: Duration,
    growth: Duration? = nil,
    interval: Duration = .zero,
    maximumRequests: Int?,
    allowedRequests: @escaping @Sendable () -> Int? = { nil },
    keepsStopped: Bool = false,
    keptIn store: (any KeepResponses)? = nil
  ) {
    kept = store.map(KeptResponses.init)
    state = Mutex(State(clock: QueryClock(start: start), timeout: min(timeout, Self.maximumTimeout)))
    self.keepsStopped = keepsStopped
    self.growth = growth
    self.interval = growth == nil ? interval : .zero
    self.maximumRequests = maximumRequests
    self.allowedRequests = allowedRequests
  }

  var timeout: Duration { state.withLock { $0.timeout } }

  /// When the time is over, unless the clock is stopped meanwhile.
  func deadline(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    state.withLock { state in
      // The waits of a query behind its own requests count, and those behind the requests of other queries don't.
      let paced = interval * max(0, state.requests - Self.requestsWithoutPace)
      return now.advanced(by: state.timeout - max(state.clock.elapsed(at: now), paced))
    }
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

  /// How many requests the query is expected to take, those sent so far included; `nil` while that is unknown.
  var expectedRequests: Int? { state.withLock { $0.expected } }

  /// Notes that the search of another category begins.
  func beginSearch() {
    state.withLock { state in
      state.expected = nil
      state.isAllowed = false
    }
  }

  /// Notes how many more requests the query is expected to take.
  func expect(_ requests: Int) {
    state.withLock { $0.expected = max($0.expected ?? 0, $0.requests + requests) }
  }

  /// Refuses to send a request of a query that is expected to take more than are allowed.
  ///
  /// Once a request was let through, a higher estimate doesn't refuse the rest, which would waste what was sent.
  func checkExpectation() throws(PlaceSearchError) {
    // Without an estimate, the calls of the day need not be read.
    let isOpen = state.withLock { !$0.isAllowed && $0.expected != nil }
    guard isOpen, let allowed = allowedRequests() else { return }
    let refused = state.withLock { state -> Int? in
      guard !state.isAllowed, let expected = state.expected else { return nil }
      state.isAllowed = expected <= allowed
      return state.isAllowed ? nil : expected
    }
    if let refused { throw .tooManyRequests(expected: refused, allowed: allowed) }
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
