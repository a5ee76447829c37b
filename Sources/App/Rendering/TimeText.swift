import Domain

/// Writes moments for people and programs.
enum TimeText {
  /// A moment as RFC 3339 in UTC, such as `2026-11-21T02:40:00Z`.
  static func utc(secondsSince1970 seconds: Int64) -> String {
    // Years 0...9999; anything else is no moment that a file was made.
    guard (-62_167_219_200...253_402_300_799).contains(seconds) else { return "unknown" }
    let day = Int(seconds.quotientDown(86_400))
    let second = Int(seconds - Int64(day) * 86_400)
    let date = CivilDay(daysSince1970: day).text
    return "\(date)T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))Z"
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

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Int64 {
  /// The quotient rounded towards the past, also before 1970.
  fileprivate func quotientDown(_ divisor: Int64) -> Int64 { (self >= 0 ? self : self - divisor + 1) / divisor }
}
