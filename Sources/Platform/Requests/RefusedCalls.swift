import Domain

/// The APIs that have refused a request; requests to other APIs continue.
struct RefusedCalls: Sendable {
  /// The state of an API.
  struct RefusedCall: Sendable {
    let name: String
    var breaker = QuotaBreaker()
    /// The end of the pause that the service requested.
    private(set) var resumption: ContinuousClock.Instant?
    /// The error with the pause.
    private(set) var refusal: PlaceSearchError?

    init(name: String) { self.name = name }

    /// Makes requests to the API wait as an error requires.
    mutating func notePause(after refusal: Refusal, at now: ContinuousClock.Instant) {
      resumption = max(resumption ?? now, now.advanced(by: refusal.wait ?? .zero))
      self.refusal = refusal.error
    }
  }

  /// A short list.
  private var calls: [RefusedCall] = []

  subscript(call: Service.Call) -> RefusedCall {
    get { calls.first { $0.name == call.name } ?? RefusedCall(name: call.name) }
    set {
      if let index = calls.firstIndex(where: { $0.name == call.name }) {
        calls[index] = newValue
      } else {
        calls.append(newValue)
      }
    }
  }
}
