/// The clock and random numbers as inputs, so that waiting is tested without waiting.
struct Timekeeper: Sendable {
  /// The present moment.
  let now: @Sendable () -> ContinuousClock.Instant
  /// Waits until a moment; throws when the waiting task is cancelled.
  let sleep: @Sendable (ContinuousClock.Instant) async throws -> Void
  /// A number in 0..<1.
  let jitter: @Sendable () -> Double

  /// The machine's own clock and random numbers.
  static let system = Timekeeper(
    now: { .now },
    sleep: { try await Task.sleep(until: $0, clock: .continuous) },
    jitter: { .random(in: 0..<1) }
  )
}
