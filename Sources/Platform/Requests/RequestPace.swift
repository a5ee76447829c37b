/// When the next request may be sent: evenly spaced, and slower while the service is overloaded.
///
/// A pure state machine. Slots are one interval apart from the start on, so there is never a burst; a slot is taken
/// when it has come, never ahead. An overload halves the rate, once for all the requests that were in progress
/// together; each success after that raises it a little. Source: the additive-increase, multiplicative-decrease rule
/// of Chiu and Jain (1989).
struct RequestPace: Sendable {
  /// The minimum rate under overload, in requests per second.
  static let minimumRate = 0.5
  /// The rate to which an unlimited pace falls when the service is overloaded, in requests per second.
  static let firstReducedRate = 16.0
  /// The rate above which an unlimited pace is unlimited again, in requests per second.
  static let unlimitedRate = 512.0

  /// The minimum rate that can be asked for, in requests per second: one in eleven days, so that the interval is
  /// finite.
  static let minimumRequestsPerSecond = 1e-6

  /// The rate asked for, in requests per second; `nil` for no limit.
  let ceiling: Double?
  /// The present rate, in requests per second; `nil` for no limit.
  private(set) var rate: Double?
  /// How late a slot may be taken without delaying the next ones.
  private static let maximumLateness = Duration.milliseconds(50)

  private var nextSlot: ContinuousClock.Instant?
  /// Until when the service asked to wait.
  private var resumption: ContinuousClock.Instant?
  private var brakedAt: ContinuousClock.Instant?

  init(requestsPerSecond: Double) {
    ceiling = requestsPerSecond > 0 ? max(requestsPerSecond, Self.minimumRequestsPerSecond) : nil
    rate = ceiling
  }

  /// What the next request has to wait for.
  enum Wait: Sendable, Hashable {
    case nothing
    /// The service asked for this pause.
    case service(Duration)
    /// Requests are this far apart.
    case interval(Duration)
  }

  /// What a request has to wait for, at a moment.
  func wait(at now: ContinuousClock.Instant) -> Wait {
    if let resumption, resumption > now { return .service(now.duration(to: resumption)) }
    if let nextSlot, nextSlot > now { return .interval(now.duration(to: nextSlot)) }
    return .nothing
  }

  /// Takes the slot that has come, and leaves the next one to the next request.
  ///
  /// - Parameters:
  ///   - now: The moment, at which there is nothing to wait for.
  ///   - arrival: Since when the request waits.
  mutating func take(at now: ContinuousClock.Instant, waitingSince arrival: ContinuousClock.Instant) {
    // Whoever waited for a slot takes it as if it had come in time, so that late timers do not slow the pace down.
    let slot = max(nextSlot ?? now, arrival, now.advanced(by: .zero - Self.maximumLateness))
    nextSlot = rate.map { slot.advanced(by: .seconds(1 / $0)) }
  }

  /// Notes that the service asked to wait.
  mutating func hold(at now: ContinuousClock.Instant, for pause: Duration) {
    let resumption = max(self.resumption ?? now, now.advanced(by: pause))
    self.resumption = resumption
    nextSlot = max(nextSlot ?? resumption, resumption)
  }

  /// Notes that the service is overloaded.
  mutating func brake(at now: ContinuousClock.Instant, pause: Duration?) {
    hold(at: now, for: pause ?? .zero)
    // Requests that were sent together fail together: that is one overload, not several.
    if let brakedAt, brakedAt.duration(to: now) < .seconds(1 / (rate ?? Self.firstReducedRate)) { return }
    brakedAt = now
    rate = max(min(Self.minimumRate, ceiling ?? Self.minimumRate), rate.map { $0 / 2 } ?? Self.firstReducedRate)
  }

  /// Notes a success: speeds up by a fiftieth of the ceiling until the rate asked for is reached again.
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
