import Domain

/// An error of a request, with everything the gate needs to decide about this request and the waiting ones.
///
/// A service converts responses whose status isn't 200; transport errors are converted too.
struct Refusal: Error, Sendable, Hashable {
  /// The meaning of an error for the request, and for all others.
  enum Kind: Sendable, Hashable {
    /// The service is overloaded: all requests slow down, and this one may be retried.
    case busy
    /// The quota is exhausted; `isDoubtful` if the service is known to report this in error.
    case quota(isDoubtful: Bool)
    /// The service reports or shows a failure; other requests would fare no better.
    case failing
    /// There was no response.
    case unreached
    /// All requests would fail in the same way.
    case denied
    /// This request failed, and a retry would fail too.
    case final
  }

  /// The machine-wide pause after an error that gives no time.
  static let standardPause = Duration.seconds(1)

  let kind: Kind
  /// The status of the response; 0 if there was none.
  let status: Int
  /// The wait requested by the service, or the pause after its failure; `nil` if there is none.
  let wait: Duration?
  /// The error for the caller.
  private(set) var error: PlaceSearchError

  init(_ kind: Kind, status: Int = 0, wait: Duration? = nil, _ error: PlaceSearchError) {
    self.kind = kind
    self.status = status
    self.wait = wait
    self.error = error
  }

  /// Makes the standard interpretation of an error.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - status: The status of the response; 0 if there was none.
  ///   - rest: The pause after a failure of the service; `nil` if there is none.
  init(_ error: PlaceSearchError, status: Int = 0, rest: Duration? = nil) {
    switch error {
    case .throttled(_, let wait, _): self.init(.busy, status: status, wait: wait, error)
    case .quotaExhausted(_, _, let wait, _): self.init(.quota(isDoubtful: false), status: status, wait: wait, error)
    case .keyRefused, .clientRefused: self.init(.denied, status: status, error)
    case .serviceFailing, .untrustworthy(.contentType), .untrustworthy(.notUTF8), .untrustworthy(.unreadable):
      self.init(.failing, status: status, wait: rest, error)
    case .unreachable, .timedOut: self.init(.unreached, error)
    default: self.init(.final, status: status, error)
    }
  }

  /// The pause of all processes of the machine; `nil` if none is necessary.
  ///
  /// An exhausted daily quota causes no pause, unless the service gives a time.
  var pauseForAll: Duration? {
    switch kind {
    case .busy, .quota(isDoubtful: true): wait ?? Self.standardPause
    case .quota(isDoubtful: false), .failing: wait
    case .unreached, .denied, .final: nil
    }
  }

  /// Whether the service is overloaded, so that requests slow down.
  var isOverload: Bool { kind == .busy || kind == .failing && wait != nil }

  /// Whether the error applies only to its API, which has its own quota.
  var isOfCall: Bool { if case .quota = kind { true } else { status == 429 } }

  /// Returns the error without secrets.
  func masked(by mask: SecretMask) -> Refusal {
    var refusal = self
    refusal.error = mask.masked(error)
    return refusal
  }
}

extension PlaceSearchError {
  /// Returns the error for a request that must wait because another was refused.
  ///
  /// - Parameter wait: The wait.
  /// - Returns: The error with that wait; unchanged if it has none.
  func retrying(after wait: Duration) -> PlaceSearchError {
    switch self {
    case .quotaExhausted(let service, let status, _, let message):
      .quotaExhausted(service, status: status, retryAfter: wait, message: message)
    case .throttled(let status, let stated, let isRequested):
      .throttled(status: status, retryAfter: wait, isRequested: isRequested && stated != nil)
    default: self
    }
  }

  /// The reason why a query ends if the wait is longer than its remaining time.
  var reasonToStop: PlaceCollection.StopReason {
    switch self {
    case .throttled(_, let wait?, let isRequested): .putOff(wait, isRequested: isRequested)
    case .quotaExhausted(_, _, let wait?, _): .putOff(wait, isRequested: true)
    default: .timeUp
    }
  }
}
