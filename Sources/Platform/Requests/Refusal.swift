import Domain

/// Why a request has no answer: all that the gate has to know to decide what becomes of it, and of those that wait.
///
/// A service turns an answer with another status than 200 into one; what broke on the way is one as well.
struct Refusal: Error, Sendable, Hashable {
  /// What a refusal means for the request, and for every other one.
  enum Kind: Sendable, Hashable {
    /// The service is asked too much: everybody slows down, and the request may be repeated.
    case busy
    /// The quota is used up, or was said to be by mistake, where the service has been observed to do so.
    case quota(isDoubtful: Bool)
    /// The service is not well, by its own word or by what it sends: others would be answered no better.
    case failing
    /// No answer came.
    case unreached
    /// Every request would be refused like this one.
    case denied
    /// This request has no answer, and a repetition none either.
    case final
  }

  /// What a refusal asks for that names no time, in every process of the machine.
  static let standardPause = Duration.seconds(1)

  let kind: Kind
  /// The status of the answer; 0 for none.
  let status: Int
  /// How long the service asks everybody to wait, or is given to rest; `nil` when nothing is known of it.
  private(set) var wait: Duration?
  /// What the caller is told.
  private(set) var error: PlaceSearchError

  init(_ kind: Kind, status: Int = 0, wait: Duration? = nil, _ error: PlaceSearchError) {
    self.kind = kind
    self.status = status
    self.wait = wait
    self.error = error
  }

  /// Takes an error for what it is everywhere.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - status: The status of the answer; 0 for none.
  ///   - rest: How long a service is given that is not well; `nil` where it asks for no rest.
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

  /// How long all processes of the machine wait; `nil` when this refusal is no reason to.
  ///
  /// A quota that is used up for the day is none, unless the service names a time.
  var pauseForAll: Duration? {
    switch kind {
    case .busy, .quota(isDoubtful: true): wait ?? Self.standardPause
    case .quota(isDoubtful: false), .failing: wait
    case .unreached, .denied, .final: nil
    }
  }

  /// What another process is told that keeps the pause.
  var reasonOfPause: PauseReason {
    switch error {
    case .quotaExhausted: PauseReason(status: status, isAsked: wait != nil, isQuota: true)
    case .throttled(_, _, let isAsked): PauseReason(status: status, isAsked: wait != nil && isAsked)
    default: PauseReason(status: status, isAsked: false)
    }
  }

  /// The refusal with its error as it is told to a caller.
  func masked(by mask: SecretMask) -> Refusal {
    var refusal = self
    refusal.error = mask.masked(error)
    return refusal
  }

  /// The refusal with the wait that the service told when it was asked, where that is longer.
  func asking(for wait: Duration) -> Refusal {
    guard wait > self.wait ?? .zero else { return self }
    var refusal = self
    refusal.wait = wait
    refusal.error = error.asking(for: wait, isTold: true)
    return refusal
  }
}

extension PlaceSearchError {
  /// The error of who has to wait for a time after another request was refused.
  ///
  /// - Parameters:
  ///   - wait: The time.
  ///   - isTold: Whether the service told it when it was asked.
  /// - Returns: The error with that time; itself if none goes with it.
  func asking(for wait: Duration, isTold: Bool = false) -> PlaceSearchError {
    switch self {
    case .quotaExhausted(let service, let status, _, let message):
      .quotaExhausted(service, status: status, retryAfter: wait, message: message)
    case .throttled(let status, let asked, let isAsked):
      .throttled(status: status, retryAfter: wait, isAsked: isTold || isAsked && asked != nil)
    default: self
    }
  }

  /// Why a query ends whose time is shorter than the wait after this error.
  var reasonToStop: PlaceCollection.StopReason {
    switch self {
    case .throttled(_, let wait?, let isAsked): .putOff(wait, isAsked: isAsked)
    case .quotaExhausted(_, _, let wait?, _): .putOff(wait, isAsked: true)
    default: .timeUp
    }
  }
}

/// Why all processes of the machine wait.
struct PauseReason: Sendable, Hashable {
  /// The status of the answer, below 1000.
  var status = 0
  /// Whether the service asked for the wait.
  var isAsked = true
  /// Whether the quota is used up.
  var isQuota = false
}

/// The question that is asked after a refusal that does not say how long to wait.
struct WaitInquiry: Sendable {
  /// The status of the refusals after which it is asked.
  let status: Int
  let request: HTTPRequest
  /// The maximum time for its answer.
  let timeout: Duration
  /// Reads the answer; `nil` when it says nothing of a wait.
  let wait: @Sendable (HTTPResponse) -> Duration?
}
