import Domain
import Synchronization

/// A circuit breaker for a used-up quota: after one refusal nothing else is sent until a single probe has decided.
///
/// Every request of the process is admitted here. A refusal by mistake (the service has been observed to send one) costs
/// one request, not all that are in progress. Source: M. Nygard, "Release It!" (2007), 5.2.
final class QuotaBreaker: Sendable {
  /// The role of a request.
  enum Admission: Sendable, Hashable {
    case ordinary
    /// The single request that finds out whether the quota is back; its outcome must be noted.
    case probe
  }

  private enum State {
    case closed
    /// One request decides; the others wait.
    case probing(waiting: [Int: CheckedContinuation<Void, Never>])
    /// Requests are refused until a moment, after which one may probe.
    case open(until: ContinuousClock.Instant, PlaceSearchError)
  }

  private struct Shared {
    var state = State.closed
    var nextNumber = 0
    /// Waits that were cancelled before they began.
    var givenUp: Set<Int> = []
  }

  /// How long a refusal holds without another probe.
  static let coolDown = Duration.seconds(60)

  private let shared = Mutex(Shared())

  /// Whether requests are admitted without a probe.
  var isClosed: Bool { shared.withLock { if case .closed = $0.state { true } else { false } } }

  /// Admits a request, after the probe in progress, if any, has decided.
  ///
  /// - Parameter now: Returns the present moment.
  /// - Returns: The role of the request.
  /// - Throws: The refusal while it holds; `.cancelled` when the waiting task is cancelled.
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
  ///   - admission: The role of the request.
  ///   - mayBeWrong: Whether the request can be tried again to find out.
  ///   - now: The present moment.
  /// - Returns: The role of the request from now on: the probe, or one that waits for it; `nil` when the refusal holds.
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

  /// Notes that the probe ended without deciding: the next request becomes the probe.
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
