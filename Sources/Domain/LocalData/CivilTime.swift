/// A date and time to the second, at an offset from UTC.
package struct CivilTime: Sendable, Hashable {
  package let day: CivilDay
  /// The second of the day, 0..<86,400.
  private let second: Int

  private static let secondsOfDay: Int64 = 86_400
  /// The years 0...9999 in seconds since 1970, minus one day at each end for the UTC offset.
  private static let range: ClosedRange<Int64> = -62_167_132_800...253_402_214_399

  /// Makes the time of a moment; `nil` outside the years 0...9999.
  ///
  /// - Parameters:
  ///   - seconds: Seconds since 1970-01-01 00:00 UTC.
  ///   - ahead: The offset from UTC in seconds, at most a day.
  package init?(secondsSince1970 seconds: Int64, secondsAheadOfUTC ahead: Int = 0) {
    guard Self.range.contains(seconds) else { return nil }
    let seconds = seconds + Int64(ahead)
    // Round down, also before 1970.
    let days = (seconds >= 0 ? seconds : seconds - Self.secondsOfDay + 1) / Self.secondsOfDay
    day = CivilDay(daysSince1970: Int(days))
    second = Int(seconds - days * Self.secondsOfDay)
  }

  /// Returns the date and time, such as `2026-11-22T07:05:09` with the separator `T`.
  package func text(between separator: String) -> String {
    let parts = [second / 3_600, second / 60 % 60, second % 60].map { $0.text(ofDigits: 2) }
    return day.text + separator + parts.joined(separator: ":")
  }
}
