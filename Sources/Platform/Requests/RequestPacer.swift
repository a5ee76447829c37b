import Domain
import Synchronization

/// Delays every request of the process until its slot.
final class RequestPacer: Sendable {
  private struct State {
    var pace: RequestPace
    /// The service's last refusal that asked to slow down.
    var lastRefusal: PlaceSearchError?
  }

  private let state: Mutex<State>
  private let time: Timekeeper

  init(requestsPerSecond: Double, time: Timekeeper) {
    state = Mutex(State(pace: RequestPace(requestsPerSecond: requestsPerSecond)))
    self.time = time
  }

  /// Waits for the next slot.
  ///
  /// - Parameters:
  ///   - deadline: The deadline of the query.
  ///   - timeout: The time limit of the whole query, for the error.
  /// - Throws: When the slot is after the deadline: the service's refusal when it has slowed the pace down, `.paceTooSlow`
  ///   when it is the pace asked for; `.cancelled` when the waiting task is cancelled.
  func turn(before deadline: ContinuousClock.Instant, of timeout: Duration) async throws(PlaceSearchError) {
    let now = time.now()
    guard now < deadline else { throw .timedOut(after: timeout) }
    let slot = try state.withLock { state throws(PlaceSearchError) in
      guard let slot = state.pace.slot(at: now, before: deadline) else {
        throw Self.error(state, at: now, timeout: timeout)
      }
      return slot
    }
    guard slot > now else { return }
    do {
      try await time.sleep(slot)
    } catch {
      throw .cancelled
    }
  }

  private static func error(_ state: State, at now: ContinuousClock.Instant, timeout: Duration) -> PlaceSearchError {
    let wait = state.pace.wait(at: now)
    guard state.pace.isBraked, let refusal = state.lastRefusal else {
      return .paceTooSlow(wait: wait, timeout: timeout)
    }
    return switch refusal {
    case .throttled(let status, _): .throttled(status: status, retryAfter: wait)
    case .quotaExhausted(let service, let status, _, let message):
      .quotaExhausted(service, status: status, retryAfter: wait, message: message)
    default: refusal
    }
  }

  /// Notes that the service is overloaded or asks to wait.
  func brake(after refusal: PlaceSearchError, pause: Duration?) {
    state.withLock { state in
      state.pace.brake(at: time.now(), pause: pause)
      state.lastRefusal = refusal
    }
  }

  func release() { state.withLock { $0.pace.release() } }
}
