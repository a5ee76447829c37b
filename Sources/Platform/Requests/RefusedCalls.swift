import Domain

/// The APIs that have refused a request; requests to other APIs continue.
struct RefusedCalls: Sendable {
  /// The circuit breaker of each refused API; an array, because there are only a few.
  private var breakers: [(name: String, breaker: QuotaBreaker)] = []

  subscript(call: Service.Call) -> QuotaBreaker {
    get { breakers.first { $0.name == call.name }?.breaker ?? QuotaBreaker() }
    set {
      if let index = breakers.firstIndex(where: { $0.name == call.name }) {
        breakers[index].breaker = newValue
      } else {
        breakers.append((call.name, newValue))
      }
    }
  }
}
