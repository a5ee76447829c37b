import Domain
import Testing

@testable import App

/// Opening hours in words, and where they are shown.
struct HoursTextTests {
  @Test(arguments: [
    ("Mo-Fr 09:00-18:00; Sa off", "Mon–Fri 9:00–18:00, Sat closed"),
    ("Mo-Su 09:00-22:30", "daily 9:00–22:30"), ("24/7", "always open"),
    ("Mo-Fr 09:00-12:00,13:00-18:00", "Mon–Fri 9:00–12:00 and 13:00–18:00"),
    ("Fr-Sa 18:00-02:00; PH off", "Fri–Sat 18:00–2:00, holidays closed"),
    ("Tu 00:00-24:00", "Tue 24 hours"),
    ("10:00-20:00; We 10:00-14:00", "Mon–Tue 10:00–20:00, Wed 10:00–14:00, Thu–Sun 10:00–20:00"),
    ("Mo-Su,PH 08:00-20:00", "daily 8:00–20:00"),
    ("Mo-Fr 08:00-12:00,12:00-16:00; Sa-Su off", "Mon–Fri 8:00–16:00, Sat–Sun closed"),
    ("off", "daily closed"),
  ])
  func `hours of a usual week are words`(hours: String, text: String) throws {
    #expect(try #require(OpeningHours(hours), "\(hours)").text() == text)
  }

  @Test(arguments: [
    "Apr-Oct 09:00-18:00", "sunrise-sunset", "Mo-Fr 18:00+", "Mo[1] 10:00-12:00", "SH off; Mo-Fr 9:00-12:00",
    "week 1-20 Mo 10:00-12:00", "Mo-Fr 10:00-18:00 unknown",
  ])
  func `hours that vary are shown as the source writes them`(hours: String) throws {
    #expect(try #require(OpeningHours(hours), "\(hours)").text() == nil)
    #expect(Self.place(hours).place.hoursText() == hours)
  }

  @Test func `hours of an ASCII terminal are ASCII, and a text that isn't understood stays`() throws {
    #expect(try #require(OpeningHours("Mo-Fr 09:00-18:00")).text(.ascii) == "Mon-Fri 9:00-18:00")
    #expect(Self.place("ask inside, maybe").place.hoursText() == "ask inside, maybe")
  }

  private static func place(_ hours: String) -> FoundPlace {
    let attribute = PlaceAttribute(key: "opening_hours", value: hours)
    let place = Place(id: "1", name: "a", coordinate: .gangnam, group: .cafe, attributes: [attribute])
    return FoundPlace(place: place, distance: Distance(meters: 5))
  }

  @Test(arguments: [(Int?.none, false), (80, false), (119, false), (140, true)])
  func `a wide terminal shows hours if the table has room`(columns: Int?, hasHours: Bool) {
    var bytes: [UInt8] = []
    let omission = PlaceTable(fields: nil).append(
      [Self.place("Mo-Fr 09:00-18:00"), FoundPlace.full],
      to: &bytes,
      Table.Style(terminalColumns: columns)
    )
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("HOURS") == hasHours && text.contains("Mon–Fri 9:00–18:00") == hasHours)
    #expect(omission.isNone || columns == 80)
    #expect(text.split(separator: "\n").count == 3)
  }

  @Test func `a place along a line has its offset and its distance from it`() throws {
    let place = Self.place("24/7").place
    let found = FoundPlace(place: place, distance: Distance(meters: 98.9), along: Distance(meters: 2_399))
    #expect(DistanceFormatter.way(to: found, from: nil, .unicode) == "2.3 km · 98 m off")
    #expect(DistanceFormatter.way(to: found, from: nil, .ascii) == "2.3 km, 98 m off")
    let korean = PlaceTable(fields: nil, language: .korean).table(of: [found])
    #expect(korean.rows.first?.first { $0.text.contains("2.3 km") }?.text == "2.3 km · 옆 98 m")
    let near = FoundPlace(place: place, distance: nil, along: Distance(meters: 999))
    #expect(DistanceFormatter.way(to: near, from: .gangnam, .unicode) == "999 m")
  }

  @Test(arguments: [
    ("Nov 30 10:00-12:00", "Mon 10:00"), ("Dec 05 11:59-14:00", "Sat 11:59"), ("Dec 05 12:00-14:00", "2026-12-05"),
  ])
  func `a weekday is within the next seven days, and a later day has its date`(hours: String, opens: String) throws {
    let minute = try #require(LocalTime("2026-11-28T12:00")).minute
    let zone = TimeZoneRules(secondsAheadOfUTC: 0)
    let locality = Locality(coordinate: .gangnam, holidays: nil, zone: zone)
    let status = try #require(OpeningHours(hours)).status(at: minute, in: locality)
    let found = FoundPlace.named("a").opening(PlaceOpening(status, at: minute, since: nil, in: zone))
    #expect(found.status()?.text.hasSuffix("opens \(opens)") == true, "\(found.status()?.text ?? "")")
  }
}
