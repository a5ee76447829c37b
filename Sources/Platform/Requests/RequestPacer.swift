import Domain
import Synchronization

/// The pace of this process: when its next request may be sent, and in which line it waits until then.
final class RequestPacer: Sendable {
  /// What a request has to wait for.
  enum Wait: Sendable, Hashable {
    case nothing
    /// The service asked for this pause, with this refusal.
    case service(Duration, PlaceSearchError)
    /// The requests of this process are this far apart.
    case interval(Duration)
  }

  private struct State {
    var pace: RequestPace
    /// The service's last refusal that asked to slow down.
    var lastRefusal: PlaceSearchError?
    /// The last refusal that no waiting helps against, and when it came.
    var finalRefusal: (error: PlaceSearchError, at: ContinuousClock.Instant)?
  }

  private let state: Mutex<State>
  private let time: Timekeeper
  private let common = WaitingLine()
  /// The lines of kinds of request that are sent one at a time, by their names.
  private let lines = Mutex<[String: WaitingLine]>([:])

  init(requestsPerSecond: Double, time: Timekeeper) {
    state = Mutex(State(pace: RequestPace(requestsPerSecond: requestsPerSecond)))
    self.time = time
  }

  /// The line for a kind of request: one of its own where it is sent one at a time, so that others do not wait for it.
  func line(of call: Service.Call) -> WaitingLine {
    guard call.sharedInterval != nil else { return common }
    return lines.withLock { lines in
      if let line = lines[call.name] { return line }
      let line = WaitingLine()
      lines[call.name] = line
      return line
    }
  }

  /// Returns what the next request has to wait for.
  func wait(at now: ContinuousClock.Instant) -> Wait {
    state.withLock { state in
      switch state.pace.wait(at: now) {
      case .nothing: .nothing
      case .interval(let wait): .interval(wait)
      case .service(let wait): .service(wait, Self.error(state.lastRefusal, wait: wait))
      }
    }
  }

  /// Takes the turn that has come.
  ///
  /// - Parameters:
  ///   - now: The moment.
  ///   - arrival: Since when the request waits.
  /// - Returns: `false`, and it takes none, when there is something to wait for.
  func take(at now: ContinuousClock.Instant, waitingSince arrival: ContinuousClock.Instant) -> Bool {
    state.withLock { state in
      guard state.pace.wait(at: now) == .nothing else { return false }
      state.pace.take(at: now, waitingSince: arrival)
      return true
    }
  }

  private static func error(_ refusal: PlaceSearchError?, wait: Duration) -> PlaceSearchError {
    switch refusal {
    case .quotaExhausted(let service, let status, _, let message):
      .quotaExhausted(service, status: status, retryAfter: wait, message: message)
    case .throttled(let status, _): .throttled(status: status, retryAfter: wait)
    default: refusal ?? .timedOut(after: wait)
    }
  }

  /// Notes that the service is overloaded or asks to wait.
  func brake(after refusal: PlaceSearchError, pause: Duration?) {
    state.withLock { state in
      state.pace.brake(at: time.now(), pause: pause)
      state.lastRefusal = refusal
    }
  }

  /// Notes a refusal that every request would meet: those that wait are not sent any more.
  func noteFinalRefusal(_ refusal: PlaceSearchError) {
    state.withLock { $0.finalRefusal = (refusal, time.now()) }
  }

  /// The refusal that came while a request waited, and that it would meet as well; `nil` for none.
  func finalRefusal(since arrival: ContinuousClock.Instant) -> PlaceSearchError? {
    state.withLock { state in state.finalRefusal.flatMap { $0.at >= arrival ? $0.error : nil } }
  }

  func release() { state.withLock { $0.pace.release() } }
}
