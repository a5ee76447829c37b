import TestSupport
import Testing

@testable import Domain

struct OpeningHoursTests {
  private static let seoul = Locality(
    coordinate: Coordinate(validLatitude: 37.5665, longitude: 126.978),
    holidays: HolidayCalendar(country: "KR"),
    zone: TimeZoneRules(secondsAheadOfUTC: 9 * 3600)
  )
  /// A place in a country whose holidays are unknown.
  private static let elsewhere = Locality(coordinate: seoul.coordinate, holidays: nil, zone: seoul.zone)

  private static func status(_ hours: String, at time: String, in locality: Locality = seoul) throws -> String {
    let status = try #require(OpeningHours(hours), "\(hours)").status(
      at: try #require(LocalTime(time)).minute,
      in: locality
    )
    guard let change = status.change else { return "\(status.state)" }
    return "\(status.state), \(change.state) \(LocalTime(minute: change.minute).text)"
  }

  // 2026-11-28 is a Saturday.
  @Test(arguments: [
    ("24/7", "2026-11-28T12:00", "open"),
    ("off", "2026-11-28T12:00", "closed"),
    ("Mo-Fr 09:00-18:00", "2026-11-27T17:59", "open, closed 2026-11-27T18:00"),
    ("Mo-Fr 09:00-18:00", "2026-11-27T18:00", "closed, open 2026-11-30T09:00"),
    ("Fr-Mo 10:00-12:00", "2026-11-29T11:00", "open, closed 2026-11-29T12:00"),
    ("Mo-Fr 08:00-18:00; 12:00-13:00 off", "2026-11-27T12:30", "closed, open 2026-11-27T13:00"),
    ("Mo-Su 10:00-20:00; Sa 12:00-14:00", "2026-11-28T11:00", "closed, open 2026-11-28T12:00"),
    ("Mo-Su 10:00-12:00, Sa 14:00-16:00", "2026-11-28T13:00", "closed, open 2026-11-28T14:00"),
    ("Mo-Fr 10:00-18:00 || \"by appointment\"", "2026-11-27T19:00", "unknown, open 2026-11-30T10:00"),
    ("22:00-02:00", "2026-11-28T01:00", "open, closed 2026-11-28T02:00"),
    ("Fr 22:00-26:00", "2026-11-28T01:59", "open, closed 2026-11-28T02:00"),
    ("Mo-Th 18:00-02:00; Fr,Sa 18:00-04:00; Su off", "2026-11-29T03:00", "open, closed 2026-11-29T04:00"),
    ("00:00-00:00", "2026-11-28T00:00", "open"),
    ("Sa[-1] 10:00-12:00", "2026-11-28T10:30", "open, closed 2026-11-28T12:00"),
    ("Sa[1,3] 10:00-12:00", "2026-11-28T10:30", "closed, open 2026-12-05T10:00"),
    ("Sa[4] +1 day 10:00-12:00", "2026-11-29T10:30", "open, closed 2026-11-29T12:00"),
    ("Oct-Mar 10:00-16:00; Apr-Sep 09:00-20:00", "2026-11-28T17:00", "closed, open 2026-11-29T10:00"),
    ("Dec 24-Jan 02 off; Mo-Su 10:00-12:00; Dec 24-Jan 02 off", "2027-01-02T11:00", "closed, open 2027-01-03T10:00"),
    ("2026 Dec 24-2027 Jan 06 10:00-12:00", "2027-01-06T11:00", "open, closed 2027-01-06T12:00"),
    ("2020-2025 10:00-12:00", "2026-11-28T11:00", "closed"),
    ("2027+ 10:00-12:00", "2026-11-28T11:00", "closed, open 2027-01-01T10:00"),
    ("week 1-53/2 Sa 10:00-12:00", "2026-11-28T11:00", "closed, open 2026-12-05T10:00"),
    ("week 48 Sa 10:00-12:00", "2026-11-28T11:00", "open, closed 2026-11-28T12:00"),
    ("easter +1 day 10:00-12:00", "2027-03-29T11:00", "open, closed 2027-03-29T12:00"),
    ("Mar Su[-1]-Oct Su[-1] 10:00-12:00", "2026-10-25T11:00", "open, closed 2026-10-25T12:00"),
    ("Feb 29 10:00-12:00", "2027-02-28T11:00", "closed, open 2028-02-29T10:00"),
    ("10:00-17:00+", "2026-11-28T18:00", "unknown, closed 2026-11-29T03:00"),
    ("Sa 10:00-12:00 unknown", "2026-11-28T11:00", "unknown, closed 2026-11-28T12:00"),
    ("\"by appointment\"", "2026-11-28T11:00", "unknown"),
    ("Sa \"by appointment\"", "2026-11-28T11:00", "unknown, closed 2026-11-29T00:00"),
    ("SH Mo-Fr 10:00-12:00", "2026-11-27T11:00", "unknown, closed 2026-11-27T12:00"),
    ("SH Mo-Fr 10:00-12:00", "2026-11-28T11:00", "closed, unknown 2026-11-30T10:00"),
  ])
  func `opening hours give the state at a time and its next change`(hours: String, time: String, expected: String)
    throws
  {
    #expect(try Self.status(hours, at: time) == expected, "\(hours)")
  }

  @Test func `the hours of holidays are unknown where the holidays aren't known`() throws {
    let hours = "Mo-Su 10:00-20:00; PH off"
    // Chuseok.
    #expect(try Self.status(hours, at: "2026-09-25T11:00") == "closed, open 2026-09-27T10:00")
    #expect(try Self.status(hours, at: "2026-09-28T11:00") == "open, closed 2026-09-28T20:00")
    #expect(try Self.status(hours, at: "2026-09-28T11:00", in: Self.elsewhere) == "unknown, closed 2026-09-28T20:00")
    #expect(try Self.status(hours, at: "2026-09-28T21:00", in: Self.elsewhere) == "closed, unknown 2026-09-29T10:00")
    #expect(try Self.status("Mo-Su,PH 10:00-20:00", at: "2026-09-28T11:00", in: Self.elsewhere).hasPrefix("open"))
  }

  @Test func `the sun decides by the day and the coordinate`() throws {
    #expect(try Self.status("sunrise-sunset", at: "2026-06-21T12:00") == "open, closed 2026-06-21T19:57")
    #expect(
      try Self.status("(sunrise+01:00)-(sunset-00:30)", at: "2026-12-21T12:00") == "open, closed 2026-12-21T16:47"
    )
    let north = Locality(
      coordinate: Coordinate(validLatitude: 78, longitude: 16),
      holidays: nil,
      zone: TimeZoneRules(secondsAheadOfUTC: 3600)
    )
    #expect(try Self.status("sunrise-sunset", at: "2026-06-21T12:00", in: north).hasPrefix("unknown"))
    let withoutZone = Locality(coordinate: Self.seoul.coordinate, holidays: nil, zone: nil)
    #expect(try Self.status("sunrise-sunset", at: "2026-06-21T12:00", in: withoutZone) == "unknown")
  }

  @Test(arguments: trials)
  func `a week of bits has the states of hours that repeat weekly`(seed: UInt64) throws {
    var random = RandomHours(seed)
    let text = random.weeklyValue()
    let hours = try #require(OpeningHours(text), "\(text)")
    let week = try #require(WeekOfStates(hours), "\(text)")
    let start = try #require(LocalTime("2026-11-01T00:00")).minute
    for minute in stride(from: start, to: start + 8 * 1440, by: 13) {
      #expect(week.state(at: minute) == hours.state(at: minute, in: Self.seoul), "\(text)")
    }
    #expect(WeekOfStates(try #require(OpeningHours("Mo-Fr 10:00-12:00; PH off"))) == nil)
    #expect(WeekOfStates(try #require(OpeningHours("sunrise-sunset"))) == nil)
  }

  private static let trials: [UInt64] = Seeds.some(of: Array(0..<400))

  @Test(arguments: trials)
  func `the next change is the first minute with another state`(seed: UInt64) throws {
    var random = RandomHours(seed)
    let text = random.value()
    let hours = try #require(OpeningHours(text), "\(text)")
    let locality = random.isHolidayKnown ? Self.seoul : Self.elsewhere
    let start = try #require(LocalTime("2026-01-01T00:00")).minute + random.number(below: 2 * 365 * 1440)
    let status = hours.status(at: start, in: locality)
    let end = min(status.change?.minute ?? .max, start + 20 * 1440)
    for minute in stride(from: start, to: end, by: 7) {
      #expect(hours.state(at: minute, in: locality) == status.state, "\(text) at \(LocalTime(minute: minute).text)")
    }
    guard let change = status.change else { return }
    #expect(change.minute > start && change.state != status.state, "\(text)")
    #expect(hours.state(at: change.minute - 1, in: locality) == status.state, "\(text)")
    #expect(hours.state(at: change.minute, in: locality) == change.state, "\(text)")
  }
}
