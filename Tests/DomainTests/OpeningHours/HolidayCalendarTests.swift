import Testing

@testable import Domain

struct HolidayCalendarTests {
  private static func isHoliday(_ date: String, in country: String) throws -> Bool? {
    let calendar = try #require(HolidayCalendar(country: country))
    return calendar.isHoliday(try #require(LocalTime("\(date)T00:00")).minute / minutesOfDay)
  }

  @Test(arguments: [
    ("KR", "2026-02-17", true), ("KR", "2026-05-25", true), ("KR", "2026-08-17", true), ("KR", "2026-11-28", false),
    ("KR", "2027-02-09", true), ("KR", "2027-12-27", true), ("KR", "2040-01-01", nil),
    ("FI", "2026-06-20", true), ("FI", "2026-06-22", false), ("FR", "2027-05-17", true), ("GR", "2027-05-03", true),
    ("US", "2026-11-26", true), ("US", "2026-11-25", false), ("DE", "2026-10-31", nil), ("DE", "2026-10-03", true),
    ("CN", "2026-10-01", true), ("CN", "2026-02-17", nil), ("FR", "2026-07-29", false), ("FR", "2026-12-26", nil),
    ("IT", "2026-12-07", nil), ("JP", "2026-03-20", true), ("JP", "2026-03-23", false), ("ES", "2026-10-12", true),
    ("ES", "2026-02-28", nil), ("ES", "2026-11-25", false), ("US", "2026-03-02", nil),
    // Korea's lunar new year of 2028 is a day after China's, and a substitute follows Chuseok.
    ("KR", "2025-01-27", true), ("KR", "2025-10-08", true), ("KR", "2028-01-28", true), ("KR", "2028-01-29", false),
    ("KR", "2028-10-05", true), ("AU", "2026-12-28", true), ("AU", "2026-04-27", nil), ("CA", "2029-07-02", nil),
    // A holiday of one town or state, a substitute of few states, and a holiday that some states don't have.
    ("IT", "2026-12-06", nil), ("PT", "2026-08-20", nil), ("CH", "2026-03-01", nil), ("GB", "2026-01-02", nil),
    ("AU", "2026-09-28", nil), ("US", "2026-10-12", nil), ("US", "2027-06-18", nil), ("US", "2027-07-05", true),
    ("AU", "2028-01-01", nil), ("AU", "2027-01-01", true), ("SE", "2026-06-19", nil),
    // Åland has a country code of its own.
    ("FI", "2026-06-09", false), ("AX", "2026-06-09", true),
  ])
  func `a day is a holiday, no holiday or unknown`(country: String, date: String, expected: Bool?) throws {
    #expect(try Self.isHoliday(date, in: country) == expected, "\(country) \(date)")
  }

  @Test(arguments: ["", "#", "kr", "QQ", "KR 2026"])
  func `an unknown country has no calendar`(country: String) {
    #expect(HolidayCalendar(country: country) == nil)
  }

  @Test func `Easter is computed for the Western and the Eastern churches`() {
    let dates = [2024, 2026, 2027, 2038].map { CivilDay(daysSince1970: CivilDay.easter(of: $0)).text }
    #expect(dates == ["2024-03-31", "2026-04-05", "2027-03-28", "2038-04-25"])
    let eastern = [2024, 2026, 2027].map { CivilDay(daysSince1970: CivilDay.orthodoxEaster(of: $0)).text }
    #expect(eastern == ["2024-05-05", "2026-04-12", "2027-05-02"])
  }
}
