import Testing

@testable import Domain

struct TimeZoneTests {
  private static let table = TimeZoneTable()

  @Test(arguments: [
    (37.5665, 126.978, "Asia/Seoul", "KR"), (33.5, 126.5, "Asia/Seoul", "KR"), (37.24, 131.87, "Asia/Seoul", "KR"),
    (60.17, 24.94, "Europe/Helsinki", "FI"), (43.737, 7.42, "Europe/Monaco", "MC"), (46.2, 6.15, "Europe/Zurich", "CH"),
    (-33.87, 151.2, "Australia/Sydney", "AU"), (-36.85, 174.76, "Pacific/Auckland", "NZ"),
    (40.71, -74.01, "America/New_York", "US"), (21.03, 105.85, "Asia/Bangkok", "VN"),
    (1.3, 103.8, "Asia/Singapore", "SG"),
  ])
  func `a coordinate has a zone and a country`(latitude: Double, longitude: Double, name: String, country: String) {
    let zone = Self.table.zone(at: Coordinate(validLatitude: latitude, longitude: longitude))
    #expect(zone == TimeZoneTable.Zone(name: name, country: country))
  }

  @Test func `every country of the zones is two letters, and every polygon is read`() {
    for latitude in stride(from: -85.0, through: 85, by: 5) {
      for longitude in stride(from: -177.5, through: 180, by: 5) {
        let zone = Self.table.zone(at: Coordinate(validLatitude: latitude, longitude: longitude))
        #expect(zone?.country.utf8.count == 2, "\(latitude),\(longitude)")
      }
    }
  }

  /// Returns a zone file whose only content is the rule.
  static func file(_ rule: String) -> [UInt8] {
    func head(_ counts: [UInt8]) -> [UInt8] {
      Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap { [0, 0, 0, $0] }
    }
    let type: [UInt8] = [0, 0, 0, 0, 0, 0, 85, 84, 67, 0]
    let part = head([0, 0, 0, 0, 1, 4]) + type
    return part + part + Array("\n\(rule)\n".utf8)
  }

  @Test(arguments: [
    ("KST-9", "2026-11-28T12:00", 9), ("EET-2EEST,M3.5.0/3,M10.5.0/4", "2026-03-29T02:59", 2),
    ("EET-2EEST,M3.5.0/3,M10.5.0/4", "2026-03-29T04:00", 3), ("EET-2EEST,M3.5.0/3,M10.5.0/4", "2026-10-25T02:59", 3),
    ("EET-2EEST,M3.5.0/3,M10.5.0/4", "2026-10-25T04:01", 2), ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-01T00:00", 11),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-07-01T00:00", 10), ("<+1245>-12:45", "2026-07-01T00:00", 12),
  ])
  func `the rule of a zone file has the offset of a local time`(rule: String, time: String, hours: Int) throws {
    let zone = try #require(TimeZoneRules(Self.file(rule)))
    let minute = try #require(LocalTime(time)).minute
    let seconds = zone.secondsSince1970(ofLocalMinute: minute)
    #expect(zone.secondsAheadOfUTC(atSecondsSince1970: seconds) / 3600 == hours)
    #expect(zone.localMinute(atSecondsSince1970: seconds) == minute)
  }

  @Test(arguments: [
    // The clocks skip 3:00 to 4:00, and show it twice.
    ("2026-03-29T03:30", "", "2026-03-29T01:00:00Z"), ("2026-10-25T03:30", "", "2026-10-25T00:30:00Z"),
    ("2026-10-25T03:30", "2026-10-25T00:50:00Z", "2026-10-25T01:30:00Z"),
    ("2026-10-25T03:30", "2026-10-25T00:30:00Z", "2026-10-25T00:30:00Z"),
  ])
  func `a local time that is skipped or repeated is a moment`(time: String, earliest: String, expected: String) throws {
    let zone = try #require(TimeZoneRules(Self.file("EET-2EEST,M3.5.0/3,M10.5.0/4")))
    let minute = try #require(LocalTime(time)).minute
    let earliest = OpeningCondition(time: OpeningCondition.Time(earliest)).moment ?? .min
    let seconds = zone.secondsSince1970(ofLocalMinute: minute, notBefore: earliest)
    #expect(OpeningCondition(time: .moment(secondsSince1970: seconds)).timeText == expected)
  }

  @Test func `a damaged zone file isn't read`() {
    let file = Self.file("KST-9")
    #expect(TimeZoneRules([]) == nil)
    #expect(TimeZoneRules(Array("TZif".utf8)) == nil)
    for length in [10, 44, 60, 90, 97] { #expect(TimeZoneRules(Array(file.prefix(length))) == nil, "\(length)") }
    var counts = file
    counts[54 + 32] = 0x7F
    #expect(TimeZoneRules(counts) == nil)
  }

  @Test(arguments: ["2026-12-24T18:00", "2024-02-29 00:00", "2026-12-24T18:00:59"])
  func `a local time is read`(text: String) throws {
    #expect(try #require(LocalTime(text)).text.prefix(10) == text.prefix(10))
  }

  @Test(arguments: [
    "", "2026-12-24", "2026-13-01T00:00", "2026-02-29T00:00", "2100-02-29T00:00", "2026-12-24T24:00",
    "2026-12-24T18:00Z",
    "24.12.2026 18:00",
  ])
  func `any other text isn't a local time`(text: String) { #expect(LocalTime(text) == nil) }
}
