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
  @Test(
    arguments: [
      ("24/7", "2026-11-28T12:00", "open"),
      ("off", "2026-11-28T12:00", "closed"),
      ("off, 10:00-12:00", "2026-11-28T11:00", "open, closed 2026-11-28T12:00"),
      // Closed days alone say nothing about the other days.
      ("Su off", "2026-11-28T12:00", "unknown, closed 2026-11-29T00:00"),
      ("Mo-Su off", "2026-11-28T12:00", "closed"),
      ("PH off", "2026-11-28T12:00", "unknown, closed 2026-12-25T00:00"),
      ("Mo 10:00-12:00", "2026-11-30T13:00", "closed, open 2026-12-07T10:00"),
      ("Mo-Fr 09:00-18:00", "2026-11-27T17:59", "open, closed 2026-11-27T18:00"),
      ("Mo-Fr 09:00-18:00", "2026-11-27T18:00", "closed, open 2026-11-30T09:00"),
      ("Fr-Mo 10:00-12:00", "2026-11-29T11:00", "open, closed 2026-11-29T12:00"),
      ("Mo-Fr 08:00-18:00; 12:00-13:00 off", "2026-11-27T12:30", "closed, open 2026-11-27T13:00"),
      ("Mo-Su 10:00-20:00; Sa 12:00-14:00", "2026-11-28T11:00", "closed, open 2026-11-28T12:00"),
      ("Mo-Su 10:00-12:00, Sa 14:00-16:00", "2026-11-28T13:00", "closed, open 2026-11-28T14:00"),
      ("Mo-Fr 10:00-18:00 || \"by appointment\"", "2026-11-27T19:00", "unknown, open 2026-11-30T10:00"),
      ("Mo-Fr || 10:00-18:00", "2026-11-27T09:00", "open, closed 2026-11-28T00:00"),
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
      // Days before the new year belong to the next one.
      ("Jan 01 -7 days 10:00-12:00", "2026-12-25T11:00", "open, closed 2026-12-25T12:00"),
      ("10:00-17:00+", "2026-11-28T18:00", "unknown, closed 2026-11-29T03:00"),
      ("10:00-22:00+", "2026-11-28T23:00", "unknown, closed 2026-11-29T06:00"),
      ("Sa 10:00-12:00 unknown", "2026-11-28T11:00", "unknown, closed 2026-11-28T12:00"),
      ("\"by appointment\"", "2026-11-28T11:00", "unknown"),
      // Days without times, after other hours, don't say when.
      ("Mo-Fr 09:00-17:00; Sa", "2026-11-28T11:00", "unknown, closed 2026-11-29T00:00"),
      ("Sep-Dec; Mo-Fr 09:00-13:00", "2026-11-28T11:00", "unknown, closed 2026-11-30T00:00"),
      ("Mo-Fr 09:00-13:00; daily 14:00-18:00", "2026-11-28T15:00", "open, closed 2026-11-28T18:00"),
      ("Sa off, 11:00-21:00", "2026-11-27T12:00", "open, closed 2026-11-27T21:00"),
      ("Fr 09:00-12:00; Su off; 14:00-18:00", "2026-11-27T15:00", "open, closed 2026-11-27T18:00"),
      ("Mo-Sa; 12:00-13:00 off", "2026-11-28T11:00", "open, closed 2026-11-28T12:00"),
      ("Mo-Fr 09:00-17:00; Sa 24/7", "2026-11-28T11:00", "open, closed 2026-11-29T00:00"),
      ("Mo-Fr 09:00-17:00; Sa open", "2026-11-28T11:00", "open, closed 2026-11-29T00:00"),
      ("Sa", "2026-11-28T11:00", "open, closed 2026-11-29T00:00"),
      ("Mo-Fr 18:00-20:00; We-Su 11:00-22:00; Nov-Dec", "2026-11-28T03:00", "unknown, closed 2027-01-01T00:00"),
      ("11:00-12:00; 14:00-16:00", "2026-11-28T11:30", "open, closed 2026-11-28T12:00"),
      ("Sa \"by appointment\"", "2026-11-28T11:00", "unknown, closed 2026-11-29T00:00"),
      ("SH Mo-Fr 10:00-12:00", "2026-11-27T11:00", "unknown, closed 2026-11-27T12:00"),
      ("SH Mo-Fr 10:00-12:00", "2026-11-28T11:00", "closed, unknown 2026-11-30T10:00"),
      // The night belongs to the evening, unless closed times say otherwise.
      ("Fr 18:00-03:00; Sa 12:00-14:00", "2026-11-28T01:00", "open, closed 2026-11-28T03:00"),
      ("Fr 18:00-03:00; Sa off", "2026-11-28T01:00", "open, closed 2026-11-28T03:00"),
      ("Mo-Su 18:00-03:00; PH off", "2026-12-25T01:00", "open, closed 2026-12-25T03:00"),
      ("Mo-Su 18:00-03:00; Sa 00:00-02:00 off", "2026-11-28T01:00", "closed, open 2026-11-28T02:00"),
      ("24/7; Fr 22:00-06:00 off", "2026-11-28T01:00", "closed, open 2026-11-28T06:00"),
      // An open end lasts at most until the next span.
      ("07:00+,12:00-16:00", "2026-11-28T17:00", "closed, unknown 2026-11-29T07:00"),
      ("07:15-17:45,10:00+", "2026-11-28T11:00", "open, unknown 2026-11-28T17:45"),
      ("17:00+ off", "2026-11-28T18:00", "closed, unknown 2026-11-29T03:00"),
      // Easter is on 5 April 2026 and on 28 March 2027.
      ("easter-Apr 01 10:00-18:00", "2026-11-28T11:00", "closed, open 2027-03-28T10:00"),
      ("Apr 02-easter 10:00-18:00", "2027-04-03T19:00", "closed, open 2028-04-02T10:00"),
      ("Nov 01-easter 10:00-18:00", "2027-03-28T11:00", "open, closed 2027-03-28T18:00"),
      ("17:00 till late", "2026-11-28T18:00", "unknown, closed 2026-11-29T03:00"),
      // The sun sets at 17:15; a span that would be negative is empty.
      ("sunset-16:00", "2026-11-28T18:00", "open, closed 2026-11-29T16:00"),
      ("sunset-20:00", "2026-06-21T23:00", "closed, open 2026-06-22T19:57"),
      ("07:45-sunrise", "2026-06-21T12:00", "open, closed 2026-06-22T05:11"),
      ("sunrise-07:00", "2026-12-21T12:00", "closed, open 2027-03-05T06:59"),
      ("Jan 20-Jan Su[-1]", "2026-01-21T12:00", "open, closed 2026-01-26T00:00"),
      ("Nov 28: 10:00-12:00", "2026-11-28T11:00", "open, closed 2026-11-28T12:00"),
      // The whole Saturday, and another rule for every day.
      ("Nov 28+ Mo 10:00-12:00", "2026-11-28T11:00", "closed, open 2026-11-30T10:00"),
      ("10:00-12:00; Sa", "2026-11-28T13:00", "unknown, closed 2026-11-29T00:00"),
      ("Sa open; 10:00-12:00", "2026-11-27T11:00", "open, closed 2026-11-27T12:00"),
      ("sunrise-sunrise", "2026-11-28T11:00", "open, closed 2026-11-29T07:25"),
      // A fallback applies within a break, too.
      ("10:00-18:00; 12:00-13:00 off || \"by appointment\"", "2026-11-28T12:30", "unknown, open 2026-11-28T13:00"),
      ("Tu[-1] 10:00-12:00", "2026-11-24T11:00", "open, closed 2026-11-24T12:00"),
      ("07:00+,12:00-16:00,20:00-22:00", "2026-11-28T17:00", "closed, open 2026-11-28T20:00"),
      // A rule adds to the rules whose days it covers, and replaces the others.
      ("Su 08:00-09:00; Mo-Sa 08:00-12:00; Fr-Su 10:00-18:00", "2026-11-28T08:30", "closed, open 2026-11-28T10:00"),
      ("Su 08:00-09:00; Mo-Sa 08:00-12:00; Fr-Su 10:00-18:00", "2026-11-29T08:30", "open, closed 2026-11-29T09:00"),
      ("Su 13:00-14:00; Nov 09:30-11:15; Su-Fr 16:45-21:00", "2026-11-27T10:00", "closed, open 2026-11-27T16:45"),
      ("Mo-Sa 07:00-08:00, Sa 09:00-10:00; We-Sa 13:00-18:00", "2026-11-28T07:30", "closed, open 2026-11-28T09:00"),
      ("Sa 08:00-09:00; Fr-Sa 08:30-12:00; We-Sa 13:00-18:00", "2026-11-28T08:15", "closed, open 2026-11-28T08:30"),
      ("Sa 08:00-12:00; Sa 10:00-11:00 off; We-Sa 13:00-18:00", "2026-11-28T10:30", "closed, open 2026-11-28T11:00"),
    ] as [(String, String, String)]
  )
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
    #expect(try Self.status("10:00-14:00,sunset-20:00", at: "2026-06-21T12:00", in: north).hasPrefix("open"))
    // In a night without darkness, dawn minus two hours and a half is before dusk.
    let helsinki = Locality(
      coordinate: Coordinate(validLatitude: 60.17, longitude: 24.94),
      holidays: nil,
      zone: TimeZoneRules(secondsAheadOfUTC: 3 * 3600)
    )
    #expect(try Self.status("dusk-(dawn-02:30)", at: "2026-06-12T12:00", in: helsinki).hasPrefix("closed"))
    #expect(try Self.status("(dusk+24:59)+", at: "2026-06-12T12:00", in: helsinki).hasPrefix("closed"))
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

  /// Places on both hemispheres, with and without daylight saving and known holidays.
  private static let localities: [Locality] = [
    (37.57, 126.98, "KR", "KST-9"), (60.17, 24.94, "FI", "EET-2EEST,M3.5.0/3,M10.5.0/4"),
    (-33.87, 151.2, "AU", "AEST-10AEDT,M10.1.0,M4.1.0/3"), (40.7, -74, nil, "EST5EDT,M3.2.0,M11.1.0"),
    (-23.5, -46.6, "BR", "<-03>3"), (64.1, -21.9, "IS", "GMT0"),
  ].map { latitude, longitude, country, rule in
    Locality(
      coordinate: Coordinate(validLatitude: latitude, longitude: longitude),
      holidays: country.flatMap(HolidayCalendar.init),
      zone: TimeZoneRules(TimeZoneTests.file(rule))
    )
  }
  /// The days on which clocks change in 2026, and their neighbours.
  private static let clockChanges = [
    "2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01",
  ]

  @Test(arguments: trials)
  func `the next change is the first minute with another state`(seed: UInt64) throws {
    var random = RandomHours(seed)
    let text = random.value()
    let hours = try #require(OpeningHours(text), "\(text)")
    let locality = Self.localities[random.number(below: Self.localities.count)]
    let change = Self.clockChanges[random.number(below: Self.clockChanges.count)]
    let clockChange = try #require(LocalTime("\(change)T00:00")).minute + random.number(below: 2 * 1440) - 720
    let anyTime = try #require(LocalTime("2026-01-01T00:00")).minute + random.number(below: 2 * 365 * 1440)
    for start in [clockChange, anyTime] {
      let status = hours.status(at: start, in: locality)
      let end = min(status.change?.minute ?? .max, start + 20 * 1440)
      // Every minute of a day and a half, or every third, then fewer.
      let first = stride(from: start, to: min(end, start + 2160), by: Seeds.areAll ? 1 : 3)
      let minutes = Array(first) + Array(stride(from: start + 2160, to: end, by: 17))
      let differing = minutes.filter { hours.state(at: $0, in: locality) != status.state }
      #expect(differing.isEmpty, "\(text) at \(differing.first.map { LocalTime(minute: $0).text } ?? "")")
      guard let change = status.change else { continue }
      #expect(change.minute > start && change.state != status.state, "\(text)")
      #expect(hours.state(at: change.minute - 1, in: locality) == status.state, "\(text)")
      #expect(hours.state(at: change.minute, in: locality) == change.state, "\(text)")
    }
  }

  @Test(arguments: trials)
  func `the time of the change is the first moment with another state, also when clocks change`(seed: UInt64) throws {
    var random = RandomHours(seed)
    let text = random.weeklyValue()
    let hours = try #require(OpeningHours(text), "\(text)")
    let locality = Self.localities[random.number(below: 4)]
    let zone = try #require(locality.zone)
    let change = Self.clockChanges[random.number(below: Self.clockChanges.count)]
    let midnight = zone.secondsSince1970(ofLocalMinute: try #require(LocalTime("\(change)T00:00")).minute)
    let start = midnight + Int64(random.number(below: 300) * 60)
    func state(at seconds: Int64) -> OpeningState {
      hours.state(at: zone.localMinute(atSecondsSince1970: seconds), in: locality)
    }
    let minute = zone.localMinute(atSecondsSince1970: start)
    let opening = PlaceOpening(hours.status(at: minute, in: locality), at: minute, since: start, in: zone)
    guard let time = opening.openUntil ?? opening.opensAt,
      case .moment(let end)? = OpeningCondition.Time(time)
    else { return }
    let seconds = stride(from: start, to: end, by: 60)
    #expect(end > start && seconds.allSatisfy { state(at: $0) == opening.state }, "\(text) until \(time)")
    #expect(state(at: end) != opening.state, "\(text) until \(time)")
  }

  @Test func `a change too far away isn't shown`() throws {
    let hours = try #require(OpeningHours("08:00-20:00"))
    for (time, until) in [("6000-07-01T12:00", "6000-07-01T20:00+09:00"), ("9999-07-01T12:00", nil)] {
      let minute = try #require(LocalTime(time)).minute
      let status = hours.status(at: minute, in: Self.seoul)
      #expect(PlaceOpening(status, at: minute, since: nil, in: Self.seoul.zone).openUntil == until)
    }
  }

  @Test func `a place that closes in the hour that is repeated closes in the current one`() throws {
    let zone = try #require(TimeZoneRules(TimeZoneTests.file("EST5EDT,M3.2.0,M11.1.0")))
    let locality = Locality(
      coordinate: Coordinate(validLatitude: 40.7, longitude: -74),
      holidays: nil,
      zone: zone
    )
    let hours = try #require(OpeningHours("Sa 20:00-01:30"))
    // On 1 November 2026, clocks are turned back from 2 to 1 o'clock.
    let minute = try #require(LocalTime("2026-11-01T01:10")).minute
    let first = zone.secondsSince1970(ofLocalMinute: minute)
    let status = hours.status(at: minute, in: locality)
    for (seconds, end) in [(first, "2026-11-01T01:30-04:00"), (first + 3600, "2026-11-01T01:30-05:00")] {
      #expect(PlaceOpening(status, at: minute, since: seconds, in: zone).openUntil == end)
    }
  }
}
