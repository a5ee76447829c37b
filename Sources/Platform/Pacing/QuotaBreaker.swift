import Domain
import Synchronization

/// A circuit breaker for a used-up quota: after one refusal nothing else is sent until a single probe has decided.
///
/// Every request of the process is admitted here. A quota that ended by mistake (the service has been seen to say so) is
/// detected by one request, and not by all that are under way. Source: M. Nygard, "Release It!" (2007), 5.2.
final class QuotaBreaker: Sendable {
  /// What a request is sent as.
  enum Admission: Sendable, Hashable {
    case ordinary
    /// The one request that finds out whether the quota is back; its outcome must be told.
    case probe
  }

  private enum State {
    case closed
    /// One request decides; the others wait.
    case probing(waiting: [Int: CheckedContinuation<Void, Never>])
    /// Refused until a moment, after which one request may probe.
    case open(until: ContinuousClock.Instant, PlaceSearchError)
  }

  private struct Shared {
    var state = State.closed
    var nextNumber = 0
    /// Waits that were given up before they began.
    var givenUp: Set<Int> = []
  }

  /// How long a refusal is believed without asking again.
  static let coolDown = Duration.seconds(60)

  private let shared = Mutex(Shared())

  /// Whether a request may leave now without asking for admission.
  var isClosed: Bool { shared.withLock { if case .closed = $0.state { true } else { false } } }

  /// Admits a request, after the probe under way has decided.
  ///
  /// - Parameter now: Tells the present moment.
  /// - Returns: What the request is sent as.
  /// - Throws: The refusal while it is believed; `.cancelled` when the waiting task is cancelled.
  func admission(now: @Sendable () -> ContinuousClock.Instant) async throws(PlaceSearchError) -> Admission {
    while true {
      let admission = try shared.withLock { shared throws(PlaceSearchError) -> Admission? in
        switch shared.state {
        case .closed: return .ordinary
        case .probing: return nil
        case .open(let until, let refusal):
          guard now() >= until else { throw refusal }
          shared.state = .probing(waiting: [:])
          return .probe
        }
      }
      if let admission { return admission }
      await waitForProbe()
      if Task.isCancelled { throw .cancelled }
    }
  }

  /// Notes a refusal.
  ///
  /// - Parameters:
  ///   - refusal: What the service said.
  ///   - admission: What the request was sent as.
  ///   - mayBeWrong: Whether the request can be tried again to find out.
  ///   - now: The present moment.
  /// - Returns: What the request is from now on: the probe, or one of those that wait; `nil` when the refusal stands.
  func noteRefusal(
    _ refusal: PlaceSearchError,
    of admission: Admission,
    mayBeWrong: Bool,
    now: ContinuousClock.Instant
  ) -> Admission? {
    let (next, waiting) = shared.withLock { shared -> (Admission?, [CheckedContinuation<Void, Never>]) in
      switch (shared.state, admission) {
      case (.closed, _) where mayBeWrong:
        shared.state = .probing(waiting: [:])
        return (.probe, [])
      case (.closed, _):
        shared.state = .open(until: now.advanced(by: Self.coolDown), refusal)
        return (nil, [])
      case (.probing, .probe) where mayBeWrong:
        return (.probe, [])
      case (.probing(let waiting), .probe):
        shared.state = .open(until: now.advanced(by: Self.coolDown), refusal)
        return (nil, Array(waiting.values))
      case (.probing, .ordinary):
        return (mayBeWrong ? .ordinary : nil, [])
      case (.open, _):
        return (nil, [])
      }
    }
    for continuation in waiting { continuation.resume() }
    return next
  }

  /// Notes that the probe was answered: the quota is there.
  func noteProbeAnswered() { endProbe { .closed } }

  /// Notes that the probe ended without an answer either way: the next request becomes the probe.
  func noteProbeLost(_ error: PlaceSearchError, now: ContinuousClock.Instant) { endProbe { .open(until: now, error) } }

  private func endProbe(as next: () -> State) {
    let waiting = shared.withLock { shared -> [CheckedContinuation<Void, Never>] in
      guard case .probing(let waiting) = shared.state else { return [] }
      shared.state = next()
      return Array(waiting.values)
    }
    for continuation in waiting { continuation.resume() }
  }

  private func waitForProbe() async {
    let number = shared.withLock { shared in
      shared.nextNumber += 1
      return shared.nextNumber
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = shared.withLock { shared -> Bool in
          guard shared.givenUp.remove(number) == nil, case .probing(var waiting) = shared.state else { return false }
          waiting[number] = continuation
          shared.state = .probing(waiting: waiting)
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      let continuation = shared.withLock { shared -> CheckedContinuation<Void, Never>? in
        guard case .probing(var waiting) = shared.state else { return nil }
        guard let continuation = waiting.removeValue(forKey: number) else {
          shared.givenUp.insert(number)
          return nil
        }
        shared.state = .probing(waiting: waiting)
        return continuation
      }
      continuation?.resume()
    }
    shared.withLock { _ = $0.givenUp.remove(number) }
  }
}
