import Domain

/// Formats times and durations.
struct TimeFormatter: Sendable {
  /// The machine's offset from UTC in seconds, at a time in seconds since 1970.
  var secondsEastOfUTC: @Sendable (Int64) -> Int = { _ in 0 }

  /// Returns a time in RFC 3339, such as `2026-11-21T11:40:00+09:00`.
  func stamp(_ seconds: Int64) -> String {
    let minutes = abs(secondsEastOfUTC(seconds)) / 60
    let sign = secondsEastOfUTC(seconds) < 0 ? "-" : "+"
    let zone = minutes == 0 ? "Z" : "\(sign)\((minutes / 60).text(ofDigits: 2)):\((minutes % 60).text(ofDigits: 2))"
    return text(seconds, between: "T").map { $0 + zone } ?? "unknown"
  }

  /// Returns a local time for people, such as `2026-11-21 11:40:00`.
  func local(_ seconds: Int64) -> String { text(seconds, between: " ") ?? "unknown" }

  /// Returns a time in a list: with the offset for programs, without it for people.
  func value(_ seconds: Int64) -> Listing.Value { .time(stamp(seconds), shown: local(seconds)) }

  private func text(_ seconds: Int64, between separator: String) -> String? {
    CivilTime(secondsSince1970: seconds, secondsAheadOfUTC: secondsEastOfUTC(seconds))?.text(between: separator)
  }

  /// Returns a duration in a suitable unit: `45 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`.
  static func rough(seconds: Double) -> String {
    guard seconds.isFinite, seconds < 1e10 else { return "years" }
    let whole = Int(seconds.rounded(.up))
    return switch whole {
    case ..<60: "\(whole) s"
    case ..<3_600: "\(whole / 60) min \(whole % 60) s"
    case ..<86_400: "\(whole / 3_600) h \(whole / 60 % 60) min"
    default: "\(whole / 86_400) d \(whole / 3_600 % 24) h"
    }
  }

  /// Returns a wait in a suitable unit, rounded up; `nil` if there is no wait.
  static func wait(_ wait: Duration) -> String? {
    let seconds = wait / .seconds(1)
    return seconds <= 0 ? nil : seconds > 366 * 86_400 ? "more than a year" : rough(seconds: seconds)
  }
}

extension TimeFormatter {
  /// Makes a formatter for the machine's time zone.
  init(in world: World) { self.init(secondsEastOfUTC: world.secondsEastOfUTC) }
}
