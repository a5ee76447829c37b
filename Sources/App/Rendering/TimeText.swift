/// Writes moments for people and programs.
enum TimeText {
  /// A moment as RFC 3339 in UTC, such as `2026-11-21T02:40:00Z`.
  ///
  /// Method: Howard Hinnant's days-to-civil, which needs no tables.
  static func utc(secondsSince1970 seconds: Int64) -> String {
    // Years 0...9999; anything else is no moment that a file was made.
    guard (-62_167_219_200...253_402_300_799).contains(seconds) else { return "unknown" }
    let day = Int(seconds.quotientDown(86_400))
    let second = Int(seconds - Int64(day) * 86_400)
    let shifted = day + 719_468
    let era = Int(Int64(shifted).quotientDown(146_097))
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, 2))"
    return "\(date)T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))Z"
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
