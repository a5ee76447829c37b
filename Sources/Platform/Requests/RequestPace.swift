/// The pace of requests: evenly spaced, and slower while the service is overloaded.
///
/// A pure state machine. Slots are one interval apart from the start, so there are no bursts; a slot is taken when it
/// has come, never in advance. An overload halves the rate, once for all requests that were in flight together; each
/// later success raises it slightly. Source: the additive-increase, multiplicative-decrease rule of Chiu and Jain
/// (1989).
struct RequestPace: Sendable {
  /// The minimum rate under overload in requests per second.
  static let minimumRate = 0.5
  /// The rate in requests per second to which an unlimited pace falls when the service is overloaded.
  static let firstReducedRate = 16.0
  /// The rate in requests per second above which an unlimited pace is unlimited again.
  static let unlimitedRate = 512.0

  /// The minimum configurable rate in requests per second: one in eleven days, so that the interval is finite.
  static let minimumRequestsPerSecond = 1e-6

  /// The configured rate in requests per second; `nil` if unlimited.
  let ceiling: Double?
  /// The current rate in requests per second; `nil` if unlimited.
  private(set) var rate: Double?
  /// The lateness up to which taking a slot doesn't delay the next ones.
  private static let maximumLateness = Duration.milliseconds(50)

  private var nextSlot: ContinuousClock.Instant?
  /// The end of the pause requested by the service.
  private var resumption: ContinuousClock.Instant?
  private var brakedAt: ContinuousClock.Instant?

  init(requestsPerSecond: Double) {
    ceiling = requestsPerSecond > 0 ? max(requestsPerSecond, Self.minimumRequestsPerSecond) : nil
    rate = ceiling
  }

  /// The reason why the next request waits.
  enum Wait: Sendable, Hashable {
    case nothing
    /// The service requested this pause.
    case service(Duration)
    /// The interval between requests.
    case interval(Duration)
  }

  /// Returns the wait of the next request.
  func wait(at now: ContinuousClock.Instant) -> Wait {
    if let resumption, resumption > now { return .service(now.duration(to: resumption)) }
    if let nextSlot, nextSlot > now { return .interval(now.duration(to: nextSlot)) }
    return .nothing
  }

  /// Takes the current slot, leaving the next one to the next request.
  ///
  /// - Parameters:
  ///   - now: The current time, at which no wait is left.
  ///   - arrival: The time since which the request waits.
  mutating func take(at now: ContinuousClock.Instant, waitingSince arrival: ContinuousClock.Instant) {
    // A slot that was awaited counts as taken in time, so that late timers don't slow down the pace.
    let slot = max(nextSlot ?? now, arrival, now.advanced(by: .zero - Self.maximumLateness))
    nextSlot = rate.map { slot.advanced(by: .seconds(1 / $0)) }
  }

  /// Records a pause requested by the service.
  mutating func hold(at now: ContinuousClock.Instant, for pause: Duration) {
    let resumption = max(self.resumption ?? now, now.advanced(by: pause))
    self.resumption = resumption
    nextSlot = max(nextSlot ?? resumption, resumption)
  }

  /// Records an overload of the service.
  mutating func brake(at now: ContinuousClock.Instant, pause: Duration?) {
    hold(at: now, for: pause ?? .zero)
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
