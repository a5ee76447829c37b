/// When the next request may be sent: evenly spaced, and slower while the service is overloaded.
///
/// A pure state machine. Slots are one interval apart from the start on, so there is never a burst. An overload halves the
/// rate, once for all the requests that were in progress together; each success after that raises it a little. Source: the additive-increase, multiplicative-decrease rule of Chiu and Jain (1989).
struct RequestPace: Sendable {
  /// The minimum rate under overload, in requests per second.
  static let minimumRate = 0.5
  /// The rate to which an unlimited pace falls when the service is overloaded, in requests per second.
  static let firstReducedRate = 16.0
  /// The rate above which an unlimited pace is unlimited again, in requests per second.
  static let unlimitedRate = 512.0

  /// The minimum rate that can be asked for, in requests per second: one in eleven days, so that the interval is finite.
  static let minimumRequestsPerSecond = 1e-6

  /// The rate asked for, in requests per second; `nil` for no limit.
  let ceiling: Double?
  /// The present rate, in requests per second; `nil` for no limit.
  private(set) var rate: Double?
  private var nextSlot: ContinuousClock.Instant?
  private var brakedAt: ContinuousClock.Instant?

  init(requestsPerSecond: Double) {
    ceiling = requestsPerSecond > 0 ? max(requestsPerSecond, Self.minimumRequestsPerSecond) : nil
    rate = ceiling
  }

  /// Whether the service has slowed the pace down and it has not recovered.
  var isBraked: Bool { rate != ceiling }

  /// Returns the time until the next slot.
  func wait(at now: ContinuousClock.Instant) -> Duration { max(.zero, nextSlot.map { now.duration(to: $0) } ?? .zero) }

  /// Takes the next slot; returns `nil`, and takes none, when it is after a deadline.
  mutating func slot(
    at now: ContinuousClock.Instant,
    before deadline: ContinuousClock.Instant
  ) -> ContinuousClock.Instant? {
    let slot = nextSlot.map { max($0, now) } ?? now
    guard slot < deadline else { return nil }
    nextSlot = rate.map { slot.advanced(by: .seconds(1 / $0)) } ?? (slot > now ? slot : nil)
    return slot
  }

  /// Notes that the service is overloaded.
  mutating func brake(at now: ContinuousClock.Instant, pause: Duration?) {
    let resumption = now.advanced(by: pause ?? .zero)
    nextSlot = nextSlot.map { max($0, resumption) } ?? resumption
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
