import Domain

/// A circuit breaker for a used-up quota: after one refusal nothing else is sent until a single probe has decided.
///
/// A pure state machine. A refusal by mistake (a service has been observed to send one) costs one request, not all
/// that are in progress. Source: M. Nygard, "Release It!" (2007), 5.2.
struct QuotaBreaker: Sendable {
  /// What a request is for the quota.
  enum Role: Sendable, Hashable {
    case ordinary
    /// The single request that finds out whether the quota is back; its outcome must be noted.
    case probe
  }

  /// Whether a request may be sent.
  enum Admission: Sendable, Hashable {
    case admitted(Role)
    /// A probe decides, which is not sent before a moment; until then the refusal stands.
    case waits(until: ContinuousClock.Instant, PlaceSearchError)
    case refused(PlaceSearchError)
  }

  private enum State {
    case closed
    /// One request decides, which is sent at a moment; the others wait.
    case probing(at: ContinuousClock.Instant, PlaceSearchError)
    /// Requests are refused until a moment, after which one may probe.
    case open(until: ContinuousClock.Instant, PlaceSearchError)
  }

  /// How long a refusal holds without another probe.
  static let coolDown = Duration.seconds(60)

  private var state = State.closed

  /// Whether a probe is under way, for which others wait.
  var isProbing: Bool { if case .probing = state { true } else { false } }

  /// Decides about a request that is not the probe; the one that is admitted as the probe from now on is.
  mutating func admission(at now: ContinuousClock.Instant) -> Admission {
    switch state {
    case .closed: return .admitted(.ordinary)
    case .probing(let moment, let refusal): return .waits(until: max(moment, now), refusal)
    case .open(let until, let refusal):
      guard now >= until else { return .refused(refusal) }
      state = .probing(at: now, refusal)
      return .admitted(.probe)
    }
  }

  /// Notes a refusal.
  ///
  /// - Parameters:
  ///   - refusal: The refusal.
  ///   - role: The role of the request so far.
  ///   - isDoubtful: Whether it may be a mistake; one that is none decides for the probe too.
  ///   - repetition: When the request is repeated, because the refusal may be wrong; `nil` when it is not.
  ///   - now: The moment.
  /// - Returns: The role of the request from now on: the probe, or one that waits for it; `nil` when the refusal holds.
  mutating func noteRefusal(
    _ refusal: PlaceSearchError,
    of role: Role,
    isDoubtful: Bool = true,
    repeatedAt repetition: ContinuousClock.Instant?,
    at now: ContinuousClock.Instant
  ) -> Role? {
    switch (state, role) {
    case (.closed, _), (.probing, .probe):
      guard let repetition else {
        state = .open(until: now.advanced(by: Self.coolDown), refusal)
        return nil
      }
      state = .probing(at: repetition, refusal)
      return .probe
    case (.probing, .ordinary):
      if !isDoubtful { state = .open(until: now.advanced(by: Self.coolDown), refusal) }
      return repetition == nil ? nil : .ordinary
    case (.open, _): return nil
    }
  }

  /// Notes that the probe was answered: the quota is there.
  mutating func noteProbeAnswered() { if isProbing { state = .closed } }

  /// Notes that the probe ended without deciding: the next request becomes the probe.
  mutating func noteProbeLost(_ error: PlaceSearchError, at now: ContinuousClock.Instant) {
    if isProbing { state = .open(until: now, error) }
  }
}
