import Domain
import Synchronization

/// Holds every request of the process back until its turn.
final class RequestPacer: Sendable {
  private let pace: Mutex<RequestPace>
  private let time: Timekeeper

  init(requestsPerSecond: Double, time: Timekeeper) {
    pace = Mutex(RequestPace(requestsPerSecond: requestsPerSecond))
    self.time = time
  }

  /// Waits for the next turn.
  ///
  /// - Parameter deadline: The latest turn that is of use.
  /// - Returns: Whether there is one.
  /// - Throws: `.cancelled` when the waiting task is cancelled.
  func turn(before deadline: ContinuousClock.Instant) async throws(PlaceSearchError) -> Bool {
    let now = time.now()
    guard let slot = pace.withLock({ $0.slot(at: now, before: deadline) }) else { return false }
    guard slot > now else { return true }
    do {
      try await time.sleep(slot)
    } catch {
      throw .cancelled
    }
    return true
  }

  /// Notes that the service is overloaded.
  func brake(pause: Duration?) { pace.withLock { $0.brake(at: time.now(), pause: pause) } }

  /// Notes a success.
  func release() { pace.withLock { $0.release() } }
}
