import Domain

/// Writes points in time and lengths of it.
struct TimeFormatter: Sendable {
  /// How many seconds east of UTC the clocks of this machine are at a moment, in seconds since 1970.
  var secondsEastOfUTC: @Sendable (Int64) -> Int = { _ in 0 }

  /// A point in time as RFC 3339, such as `2026-11-21T11:40:00+09:00`.
  func stamp(_ seconds: Int64) -> String {
    let minutes = abs(secondsEastOfUTC(seconds)) / 60
    let sign = secondsEastOfUTC(seconds) < 0 ? "-" : "+"
    let zone = minutes == 0 ? "Z" : "\(sign)\(Self.padded(minutes / 60, 2)):\(Self.padded(minutes % 60, 2))"
    return text(seconds, between: "T").map { $0 + zone } ?? "unknown"
  }

  /// The same for a person, such as `2026-11-21 11:40:00`.
  func local(_ seconds: Int64) -> String { text(seconds, between: " ") ?? "unknown" }

  /// The time in a list: for a program with the offset, for a person without.
  func value(_ seconds: Int64) -> Listing.Value { .time(stamp(seconds), shown: local(seconds)) }

  private func text(_ seconds: Int64, between separator: String) -> String? {
    // RFC 3339 has the years 0 to 9999, of which the zones take a day at either end.
    guard (-62_167_132_800...253_402_214_399).contains(seconds) else { return nil }
    let seconds = seconds + Int64(secondsEastOfUTC(seconds))
    let day = Int(seconds.quotientDown(86_400))
    let time = Int(seconds - Int64(day) * 86_400)
    let parts = [time / 3600, time / 60 % 60, time % 60].map { Self.padded($0, 2) }
    return CivilDay(daysSince1970: day).text + separator + parts.joined(separator: ":")
  }

  /// A time in the unit that fits: `45 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`.
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

  /// A wait in the unit that fits, rounded up; `nil` for none.
  static func wait(_ wait: Duration) -> String? {
    let seconds = wait / .seconds(1)
    return seconds <= 0 ? nil : seconds > 366 * 86_400 ? "more than a year" : rough(seconds: seconds)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension TimeFormatter {
  /// Writes times in the zone of this machine.
  init(in world: World) { self.init(secondsEastOfUTC: world.secondsEastOfUTC) }
}

extension Int64 {
  /// The quotient rounded down, also before 1970.
  fileprivate func quotientDown(_ divisor: Int64) -> Int64 { (self >= 0 ? self : self - divisor + 1) / divisor }
}
