import System

/// The clock and random numbers as dependencies, so that tests need not wait.
struct Timekeeper: Sendable {
  let now: @Sendable () -> ContinuousClock.Instant
  /// Waits until a time; throws if the task is cancelled.
  let sleep: @Sendable (ContinuousClock.Instant) async throws -> Void
  /// A number in 0..<1.
  let jitter: @Sendable () -> Double
  /// Calls back at a time, for a wait that usually ends earlier; a simulated clock may omit it.
  var alarm: @Sendable (ContinuousClock.Instant, @escaping @Sendable () -> Void) -> Void = { _, _ in }

  /// The system's clock and random numbers.
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

  /// The system's clock.
  static let system = WallClock(now: { Int64(time(nil)) })
}
