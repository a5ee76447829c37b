/// The rate of requests, which falls while the service is overloaded.
///
/// A pure state machine. An overload halves the rate, once for all requests that were in flight together; each later
/// success raises it slightly. Source: the additive-increase, multiplicative-decrease rule of Chiu and Jain (1989).
struct RequestRate: Sendable {
  /// The minimum rate under overload in requests per second.
  static let minimumRate = 0.5
  /// The rate in requests per second to which an unlimited rate falls when the service is overloaded.
  static let firstReducedRate = 16.0
  /// The rate in requests per second above which an unlimited rate is unlimited again.
  static let unlimitedRate = 512.0

  /// The minimum configurable rate in requests per second: one in eleven days, so that the interval is finite.
  private static let minimumRequestsPerSecond = 1e-6

  /// The configured rate in requests per second; `nil` if unlimited.
  let ceiling: Double?
  /// The current rate in requests per second; `nil` if unlimited.
  private(set) var rate: Double?
  private var brakedAt: ContinuousClock.Instant?

  init(requestsPerSecond: Double) {
    ceiling = requestsPerSecond > 0 ? max(requestsPerSecond, Self.minimumRequestsPerSecond) : nil
    rate = ceiling
  }

  /// The time between requests; zero if unlimited.
  var interval: Duration { rate.map { .seconds(1 / $0) } ?? .zero }

  /// Records an overload of the service.
  mutating func brake(at now: ContinuousClock.Instant) {
    // Requests that were sent together fail together, which is one overload, not several.
    if let brakedAt, brakedAt.duration(to: now) < .seconds(1 / (rate ?? Self.firstReducedRate)) { return }
    brakedAt = now
    rate = max(min(Self.minimumRate, ceiling ?? Self.minimumRate), rate.map { $0 / 2 } ?? Self.firstReducedRate)
  }

  /// Records a success, which raises the rate by a fiftieth of the ceiling up to the configured rate.
  mutating func release() {
    guard let current = rate, current != ceiling else { return }
    if let ceiling {
      rate = min(ceiling, current + max(ceiling / 50, 0.05))
    } else {
      let faster = current * 1.1
      rate = faster > Self.unlimitedRate ? nil : faster
    }
  }
}
