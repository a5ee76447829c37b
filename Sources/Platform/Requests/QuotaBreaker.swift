import Domain

/// A circuit breaker for an exhausted quota: after an error, nothing else is sent until a single probe has decided.
///
/// A pure state machine. A wrong quota error, which a service has been observed to send, costs one request instead of
/// all requests in flight. Source: M. Nygard, "Release It!" (2007), 5.2.
struct QuotaBreaker: Sendable {
  /// The role of a request for the quota.
  enum Role: Sendable, Hashable {
    case ordinary
    /// The only request that tests whether the quota is available; its outcome must be reported.
    case probe
  }

  /// The decision about a request.
  enum Admission: Sendable, Hashable {
    case admitted(Role)
    /// A probe decides, which isn't sent before this time.
    ///
    /// Until then, the error applies.
    case waits(until: ContinuousClock.Instant, PlaceSearchError)
    case refused(PlaceSearchError)
  }

  private enum State {
    case closed
    /// A probe is sent at this time; other requests wait.
    case probing(at: ContinuousClock.Instant, PlaceSearchError)
    /// Requests fail until this time; then one may be the probe.
    case open(until: ContinuousClock.Instant, PlaceSearchError)
  }

  /// The time that an error applies without another probe.
  static let coolDown = Duration.seconds(60)

  private var state = State.closed

  /// Whether a probe is in progress, for which other requests wait.
  var isProbing: Bool { if case .probing = state { true } else { false } }

  /// Decides about a request that isn't the probe.
  ///
  /// A request admitted as the probe is the probe from then on.
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

  /// Records a quota error.
  ///
  /// - Parameters:
  ///   - refusal: The error.
  ///   - role: The current role of the request.
  ///   - isDoubtful: Whether the error may be wrong; if it isn't, it also decides for the probe.
  ///   - repetition: The time of the retry if the error may be wrong; `nil` for no retry.
  ///   - now: The current time.
  /// - Returns: The new role of the request: the probe, or one that waits for it; `nil` if the error applies.
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

  /// Starts a probe of a quota that another process found exhausted.
  mutating func beginProbe(after refusal: PlaceSearchError, at now: ContinuousClock.Instant) {
    state = .probing(at: now, refusal)
  }

  /// Records a response to the probe: the quota is available.
  mutating func noteProbeResponse() { if isProbing { state = .closed } }

  /// Records that the probe ended without a decision: the next request becomes the probe.
  mutating func noteProbeLost(_ error: PlaceSearchError, at now: ContinuousClock.Instant) {
    if isProbing { state = .open(until: now, error) }
  }
}
