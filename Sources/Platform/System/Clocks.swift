import System

/// The clock and random numbers as dependencies, so that tests need not wait.
struct Timekeeper: Sendable {
  let now: @Sendable () -> ContinuousClock.Instant
  /// Waits until a moment; throws when the waiting task is cancelled.
  let sleep: @Sendable (ContinuousClock.Instant) async throws -> Void
  /// A number in 0..<1.
  let jitter: @Sendable () -> Double
  /// Calls back at a moment, for a wait that mostly ends before; a made-up clock may leave it out.
  var alarm: @Sendable (ContinuousClock.Instant, @escaping @Sendable () -> Void) -> Void = { _, _ in }

  /// The machine's own clock and random numbers.
  static let system = Timekeeper(
    now: { .now },
    sleep: { try await Task.sleep(until: $0, clock: .continuous) },
    jitter: { .random(in: 0..<1) },
    alarm: { moment, ring in
      Task.detached {
        try? await Task.sleep(until: moment, clock: .continuous)
        ring()
      }
    }
  )
}

/// The time of day as a dependency, so that tests can set it.
struct WallClock: Sendable {
  /// Seconds since 1970-01-01 00:00 UTC.
  let now: @Sendable () -> Int64

  /// The machine's own clock.
  static let system = WallClock(now: { Int64(time(nil)) })
}
