import Domain
import Synchronization

/// The requests and the time used by a query, and their limits.
///
/// A budget lives as long as its query. Only the gate counts its requests and stops its clock: waiting for this
/// program's pace doesn't count.
final class RequestBudget: Sendable {
  /// The number of requests that a query may be estimated to need.
  struct Allowance: Sendable {
    let requests: Int
    /// The rest of today's calls; `nil` if it doesn't matter.
    var left: Int?
  }

  /// The time that each request of a large area adds to the limit; `nil` if the user has set the limit.
  let growth: Duration?
  /// The maximum number of requests of the query; `nil` if unlimited.
  let maximumRequests: Int?
  /// The allowance of the query; `nil` if it is unlimited.
  private let allowance: @Sendable () -> Allowance?
  /// Whether a cancelled query returns the places found so far.
  let keepsStopped: Bool
  /// The interval of requests at the program's pace, if the user has set the time limit.
  let interval: Duration
  /// The cached responses for the query; `nil` if there is no cache.
  let responses: QueryResponses?

  /// The number of requests whose waits for the pace never count.
  private static let requestsWithoutPace = 3
  /// The maximum time limit of a query: a year, because the system's clock can't represent much later deadlines.
  static let maximumTimeout = Duration.seconds(365 * 86_400)

  private struct State {
    let start: ContinuousClock.Instant
    /// The number of requests that are in flight or waiting.
    private var pending = 0
    /// The number of requests that wait for the pace.
    private var waiting = 0
    /// The time at which the clock was stopped; `nil` while it runs.
    private var stoppedAt: ContinuousClock.Instant?
    /// The total time of earlier stops.
    private var stopped = Duration.zero
    var timeout: Duration
    var requests = 0
    var end: PlaceCollection.StopReason?
    var hasResponse = false
    var expected: Int?
    /// The expected number of requests of later categories.
    var expectedLater = 0
    /// Whether a request was sent within the expectation.
    ///
    /// From then on, the search isn't rejected.
    var isAllowed = false

    init(start: ContinuousClock.Instant, timeout: Duration) {
      self.start = start
      self.timeout = timeout
    }

    /// Updates the clock when requests begin, end or wait.
    ///
    /// It stops while all requests wait for this program's pace. Waits requested by the service count as elapsed time.
    mutating func change(pending: Int = 0, waiting: Int = 0, at now: ContinuousClock.Instant) {
      self.pending += pending
      self.waiting += waiting
      let isStopped = self.waiting > 0 && self.waiting >= self.pending
      if let since = stoppedAt, !isStopped {
        stopped += since.duration(to: now)
        stoppedAt = nil
      } else if isStopped, stoppedAt == nil {
        stoppedAt = now
      }
    }

    func elapsed(at now: ContinuousClock.Instant) -> Duration { start.duration(to: stoppedAt ?? now) - stopped }
  }

  private let state: Mutex<State>

  init(
    start: ContinuousClock.Instant,
    timeout: Duration,
    growth: Duration? = nil,
    interval: Duration = .zero,
    maximumRequests: Int?,
    allowance: @escaping @Sendable () -> Allowance? = { nil },
    keepsStopped: Bool = false,
    cache store: ResponseStore? = nil
  ) {
    responses = store.map(QueryResponses.init)
    state = Mutex(State(start: start, timeout: min(timeout, Self.maximumTimeout)))
    self.keepsStopped = keepsStopped
    self.growth = growth
    self.interval = growth == nil ? interval : .zero
    self.maximumRequests = maximumRequests
    self.allowance = allowance
  }

  var timeout: Duration { state.withLock { $0.timeout } }

  /// Returns the deadline, unless the clock is stopped meanwhile.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - added: The number of requests to count in addition to those sent or about to be sent.
  /// - Returns: The deadline.
  func deadline(at now: ContinuousClock.Instant, addingRequests added: Int = 0) -> ContinuousClock.Instant {
    state.withLock { state in
      // Waits for the pace of the query's own requests count; waits for other queries' requests don't.
      let paced = interval * max(0, state.requests + added - Self.requestsWithoutPace)
      return now.advanced(by: state.timeout - max(state.elapsed(at: now), paced))
    }
  }

  /// Returns the elapsed time.
  func elapsed(at now: ContinuousClock.Instant) -> Duration { state.withLock { $0.elapsed(at: now) } }

  /// Records the start of a request.
  func beginRequest(at now: ContinuousClock.Instant) { state.withLock { $0.change(pending: 1, at: now) } }

  /// Records the end of a request.
  func endRequest(at now: ContinuousClock.Instant) { state.withLock { $0.change(pending: -1, at: now) } }

  /// Records that a request waits for this program's pace.
  func beginWait(at now: ContinuousClock.Instant) { state.withLock { $0.change(waiting: 1, at: now) } }

  /// Records that a request no longer waits.
  func endWait(at now: ContinuousClock.Instant) { state.withLock { $0.change(waiting: -1, at: now) } }

  /// Extends the time limit of a query with many requests.
  func grant(timeFor requests: Int) {
    guard let growth else { return }
    let requests = max(0, min(requests, maximumRequests ?? .max))
    state.withLock { $0.timeout += growth * requests }
  }

  /// The expected number of requests, including those already sent, at most the maximum; `nil` while it is unknown.
  var expectedRequests: Int? { state.withLock(\.expected).map { min($0, maximumRequests ?? .max) } }

  /// Whether the query has sent more requests than expected.
  var exceedsExpectation: Bool { state.withLock { state in state.expected.map { state.requests > $0 } ?? false } }

  /// Records that the search of a category begins, and the expected number of requests of later categories.
  func beginSearch(before requests: Int) { state.withLock { $0.expectedLater = requests } }

  /// Records how many more requests of this category are expected.
  func expect(_ requests: Int) {
    state.withLock { $0.expected = max($0.expected ?? 0, $0.requests + requests + $0.expectedLater) }
  }

  /// Rejects a query that is expected to take more requests than allowed.
  ///
  /// After the first request, a higher estimate doesn't reject the rest, which would waste the requests already sent.
  func checkExpectation() throws(PlaceSearchError) {
    // Without an estimate, the day's calls need not be read.
    let isOpen = state.withLock { !$0.isAllowed && $0.expected != nil }
    guard isOpen, let allowance = allowance() else { return }
    let refused = state.withLock { state -> Int? in
      guard !state.isAllowed, let expected = state.expected else { return nil }
      state.isAllowed = expected <= allowance.requests
      return state.isAllowed ? nil : expected
    }
    if let refused { throw .tooManyRequests(expected: refused, allowed: allowance.requests, left: allowance.left) }
  }

  /// The reason why no more requests could be sent; `nil` while they can.
  var earlyEnd: PlaceCollection.StopReason? { state.withLock { $0.end } }

  /// Records why no more requests could be sent; the first reason wins.
  func note(_ reason: PlaceCollection.StopReason) { state.withLock { $0.end = $0.end ?? reason } }

  /// Returns whether the places found before an error are a partial result: time or requests ran out, or the caller
  /// cancelled and keeps them.
  func leavesPart(after error: PlaceSearchError) -> Bool {
    guard error == .cancelled else { return earlyEnd != nil }
    if keepsStopped { note(.stopped) }
    return keepsStopped
  }

  /// The number of requests sent or about to be sent, including retries.
  var requests: Int { state.withLock { $0.requests } }

  /// The age of a result that was computed only from cached responses; `nil` for a new result.
  var age: Duration? { requests == 0 ? responses?.age : nil }

  /// The number of requests left; `Int.max` if unlimited.
  var requestsLeft: Int { maximumRequests.map { max(0, $0 - requests) } ?? .max }

  var isSpent: Bool { requestsLeft == 0 }

  var hasResponse: Bool { state.withLock { $0.hasResponse } }

  func noteResponse() { state.withLock { $0.hasResponse = true } }

  /// Records that the budget was used up before the search was finished, if it was.
  func noteIfSpent() { if isSpent, let maximumRequests { note(.maximumSent(requests: maximumRequests)) } }

  /// Counts a request that is about to be sent.
  func reserve() { state.withLock { $0.requests += 1 } }

  /// Cancels a reservation, because the request wasn't sent.
  func release() { state.withLock { $0.requests -= 1 } }
}
