#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The time of day as an input, so that a day passes in a test without waiting.
struct WallClock: Sendable {
  /// Seconds since 1970-01-01 00:00 UTC.
  let now: @Sendable () -> Int64

  /// The machine's own clock.
  static let system = WallClock(now: { Int64(time(nil)) })
}
