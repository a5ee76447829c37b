/// A calendar day, without a time zone.
///
/// Algorithm: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms" (2013), which needs no tables.
public struct CivilDay: Sendable, Hashable {
  public let year: Int
  /// The month, 1...12.
  public let month: Int
  /// The day of the month, 1...31.
  public let day: Int

  /// Makes the day at a number of days after 1970-01-01; years 0...9999.
  public init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  }

  /// The day as `2026-11-22`.
  public var text: String { "\(year.text(ofDigits: 4))-\(month.text(ofDigits: 2))-\(day.text(ofDigits: 2))" }

  /// The month as `2026-11`.
  public var monthText: String { String(text.dropLast(3)) }
}
