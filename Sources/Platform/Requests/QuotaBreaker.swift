import Domain
import Synchronization

/// A circuit breaker for a used-up quota: after one refusal nothing else is sent until a single probe has decided.
///
/// Every request of the process is admitted here. A refusal by mistake (the service has been observed to send one)
/// costs one request, not all that are in progress. Source: M. Nygard, "Release It!" (2007), 5.2.
final class QuotaBreaker: Sendable {
  enum Admission: Sendable, Hashable {
    case ordinary
    /// The single request that finds out whether the quota is back; its outcome must be noted.
    case probe
  }

  private enum State {
    case closed
    /// One request decides; the others wait.
    case probing(waiting: [Promise<Void>])
    /// Requests are refused until a moment, after which one may probe.
    case open(until: ContinuousClock.Instant, PlaceSearchError)
  }

  /// How long a refusal holds without another probe.
  static let coolDown = Duration.seconds(60)

  private let state = Mutex(State.closed)

  /// Whether requests are admitted without a probe.
  var isClosed: Bool { state.withLock { if case .closed = $0 { true } else { false } } }

  /// Admits a request, after the probe in progress, if any, has decided.
  func admission(now: @Sendable () -> ContinuousClock.Instant) async throws(PlaceSearchError) -> Admission {
    while true {
      let decision = Promise<Void>()
      let admission = try state.withLock { state throws(PlaceSearchError) -> Admission? in
        switch state {
        case .closed: return .ordinary
        case .probing(let waiting):
          state = .probing(waiting: waiting + [decision])
          return nil
        case .open(let until, let refusal):
          guard now() >= until else { throw refusal }
          state = .probing(waiting: [])
          return .probe
        }
      }
      if let admission { return admission }
      await decision.value(whenCancelled: ())
      if Task.isCancelled { throw .cancelled }
    }
  }

  /// Notes a refusal, and returns the role of the request from now on: the probe, or one that waits for it; `nil`
  /// when the refusal holds.
  func noteRefusal(
    _ refusal: PlaceSearchError,
    of admission: Admission,
    mayBeWrong: Bool,
    now: ContinuousClock.Instant
  ) -> Admission? {
    let (next, waiting) = state.withLock { state -> (Admission?, [Promise<Void>]) in
      switch (state, admission) {
      case (.closed, _) where mayBeWrong:
        state = .probing(waiting: [])
        return (.probe, [])
      case (.closed, _):
        state = .open(until: now.advanced(by: Self.coolDown), refusal)
        return (nil, [])
      case (.probing, .probe) where mayBeWrong:
        return (.probe, [])
      case (.probing(let waiting), .probe):
        state = .open(until: now.advanced(by: Self.coolDown), refusal)
        return (nil, waiting)
      case (.probing, .ordinary):
        return (mayBeWrong ? .ordinary : nil, [])
      case (.open, _):
        return (nil, [])
      }
    }
    for decision in waiting { decision.fulfill(()) }
    return next
  }

  /// Notes that the probe was answered: the quota is there.
  func noteProbeAnswered() { endProbe(as: .closed) }

  /// Notes that the probe ended without deciding: the next request becomes the probe.
  func noteProbeLost(_ error: PlaceSearchError, now: ContinuousClock.Instant) { endProbe(as: .open(until: now, error)) }

  private func endProbe(as next: State) {
    let waiting = state.withLock { state -> [Promise<Void>] in
      guard case .probing(let waiting) = state else { return [] }
      state = next
      return waiting
    }
    for decision in waiting { decision.fulfill(()) }
  }
}
