import EmbeddedFiles

/// The public holidays of a country, from `Holidays.txt`.
package struct HolidayCalendar: Sendable {
  /// The years of the table.
  private static let years = 2024...2035

  private var holidays: Set<Int> = []
  /// The days that are holidays in a part of the country.
  private var regional: Set<Int> = []
  private var hasUnlisted = false

  /// Reads the holidays of a country; `nil` if the table doesn't have the country.
  ///
  /// - Parameter country: The code of ISO 3166-1, such as `KR`.
  package init?(country: String) {
    let code = Array("\(country) ".utf8)
    let row = EmbeddedFile(.holidays).parts(between: UInt8(ascii: "\n")).first { $0.starts(with: code) }
    guard code.count == 3, let row else { return nil }
    for word in row.words.dropFirst() {
      if word == "*" {
        hasUnlisted = true
      } else if word.hasSuffix("?") {
        regional.formUnion(Self.days(of: String(word.dropLast())))
      } else {
        holidays.formUnion(Self.days(of: word))
      }
    }
  }

  /// Returns whether a day, in days since 1970-01-01, is a holiday; `nil` if unknown.
  func isHoliday(_ day: Int) -> Bool? {
    if holidays.contains(day) { return true }
    guard !hasUnlisted, !regional.contains(day), Self.years.contains(CivilDay(daysSince1970: day).year) else {
      return nil
    }
    return false
  }

  /// Returns the days that a word of the table means, in days since 1970-01-01.
  private static func days(of word: String) -> [Int] {
    if word.count == 8, let number = Int(word) {
      return [CivilDay.daysSince1970(year: number / 10_000, month: number / 100 % 100, day: number % 100)]
    }
    return years.compactMap { day(of: word, in: $0) }
  }

  private static func day(of word: String, in year: Int) -> Int? {
    if let number = Int(word.suffix(4)), word.count == 4 || word.count == 7 {
      let day = CivilDay.daysSince1970(year: year, month: number / 100, day: number % 100)
      guard word.count == 7, let weekday = weekdays.firstIndex(of: String(word.prefix(2))) else { return day }
      return day + (weekday - CalendarDay.weekday(of: day) + 7) % 7
    }
    guard let offset = Int(word.dropFirst()) else { return nil }
    return (word.hasPrefix("e") ? CivilDay.easter(of: year) : CivilDay.orthodoxEaster(of: year)) + offset
  }

  private static let weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
}
