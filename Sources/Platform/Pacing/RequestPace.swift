/// When the next request may leave: evenly spaced, slower while the service is overloaded.
///
/// A pure state machine. Slots are handed out one interval apart, also at the start, so there is never a burst. An
/// overload halves the rate, once for all the requests that were under way together; each success after that gives a
/// little back. Source: the additive-increase, multiplicative-decrease rule of Chiu and Jain (1989).
struct RequestPace: Sendable {
  /// The minimum rate under overload, in requests a second.
  static let minimumRate = 0.5
  /// The rate an unlimited pace falls to when the service is overloaded, in requests a second.
  static let firstReducedRate = 16.0
  /// The rate above which an unlimited pace is unlimited again, in requests a second.
  static let unlimitedRate = 512.0

  /// The minimum rate that can be asked for, in requests a second: one in eleven days, whose interval is still a time.
  static let minimumRequestsPerSecond = 1e-6

  /// The rate asked for, in requests a second; `nil` for no limit.
  let ceiling: Double?
  /// The rate at present, in requests a second; `nil` for no limit.
  private(set) var rate: Double?
  private var nextSlot: ContinuousClock.Instant?
  private var brakedAt: ContinuousClock.Instant?

  /// Starts at the rate asked for.
  ///
  /// - Parameter requestsPerSecond: 0 for no limit.
  init(requestsPerSecond: Double) {
    ceiling = requestsPerSecond > 0 ? max(requestsPerSecond, Self.minimumRequestsPerSecond) : nil
    rate = ceiling
  }

  /// Whether the service has slowed it down and it has not recovered.
  var isBraked: Bool { rate != ceiling }

  /// How long the next slot is away.
  func wait(at now: ContinuousClock.Instant) -> Duration { max(.zero, nextSlot.map { now.duration(to: $0) } ?? .zero) }

  /// Takes the next slot; `nil` when it lies after a deadline, and then nothing is taken.
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
  ///
  /// - Parameters:
  ///   - now: The present moment.
  ///   - pause: How long the service asks everybody to wait.
  mutating func brake(at now: ContinuousClock.Instant, pause: Duration?) {
    let resumption = now.advanced(by: pause ?? .zero)
    nextSlot = nextSlot.map { max($0, resumption) } ?? resumption
    // Requests that left together fail together: that is one overload, not several.
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
