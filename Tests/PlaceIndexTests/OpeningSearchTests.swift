import TestSupport
import Testing

@testable import Domain
@testable import PlaceIndex

struct OpeningSearchTests {
  private static let hours: [String?] = [
    "24/7", "Mo-Fr 09:00-18:00", "Mo-Su 10:00-22:00; PH off", "22:00-02:00", "sunrise-sunset", "call us", nil, "off",
    "Sa,Su 10:00-14:00 unknown", "10:00-17:00+", "Dec-Feb 10:00-16:00", "SH 10:00-12:00",
  ]

  private static func places(_ count: Int, seed: UInt64) throws -> [Place] {
    var random = SeededRandom(seed)
    return try (0..<count).map { number in
      let hours = hours[Int.random(in: 0..<hours.count, using: &random)]
      return Place(
        id: "id\(number)",
        name: "곳 \(number % 7)",
        coordinate: try Coordinate(
          latitude: Double.random(in: 37.4...37.6, using: &random),
          longitude: Double.random(in: 126.9...127.1, using: &random)
        ),
        group: CategoryGroup.allCases[number % 18],
        attributes: hours.map { [PlaceAttribute(key: "opening_hours", value: $0)] } ?? []
      )
    }
  }

  private static let holidays = HolidayCalendar(country: "KR")

  private static func state(of place: Place, at minute: Int) -> OpeningState {
    guard let hours = place.attributes.first.flatMap({ OpeningHours($0.value) }) else { return .unknown }
    let zone = TimeZoneRules(secondsAheadOfUTC: 9 * 3600)
    let locality = Locality(coordinate: place.coordinate, holidays: holidays, zone: zone)
    return hours.state(at: minute, in: locality)
  }

  // A Saturday, Christmas, a Monday morning, and a night.
  @Test(arguments: ["2026-11-28T13:00", "2026-12-25T11:00", "2026-11-30T10:30", "2026-12-01T01:00"])
  func `a query finds and counts exactly the places that are open then`(text: String) throws {
    let places = try Self.places(2_000, seed: 3)
    let builder = PlaceIndexBuilder()
    for place in places { try builder.add(place) }
    let index = try builder.makeIndex()
    let time = try #require(LocalTime(text))
    let center = try Coordinate(latitude: 37.5, longitude: 127)
    let radius = try #require(Distance(meters: 6_000).flatMap(SearchRadius.init))
    // The same moment, for the program's clock.
    let seconds = Int64(time.minute) * 60 - 9 * 3600
    for categories in [[PlaceCategory.any], [.group(.cafe), .group(.bank)]] {
      for text in [nil, SearchText("곳 3")] {
        for form in [OpeningCondition.Time.local(time), .now(secondsSince1970: seconds)] {
          for keepsUnknown in [false, true] {
            var match = PlaceMatch(categories: categories, text: text)
            match.opening = OpeningCondition(time: form)
            match.opening.keepsUnknown = keepsUnknown
            let query = try PlaceQuery(match, area: .circle(center: center, radius: radius), limit: .all)
            let all = try index.places(matching: query.requiring(OpeningCondition())).places
            let expected = all.filter { found in
              let state = Self.state(of: found.place, at: time.minute)
              return state == .open || keepsUnknown && state == .unknown
            }
            let found = try index.places(matching: query)
            #expect(found.places.map(\.place.id) == expected.map(\.place.id))
            #expect(found.totalCount == expected.count)
            let nearest = try index.places(matching: query, limit: 5)
            #expect(nearest.places.map(\.place.id) == expected.prefix(5).map(\.place.id))
            #expect(nearest.totalCount == expected.count)
            for place in found.places {
              #expect(place.computed.opening?.state == Self.state(of: place.place, at: time.minute))
            }
            let unknown = all.count { Self.state(of: $0.place, at: time.minute) == .unknown }
            guard let ofUnknown = query.ofUndecided else { continue }
            #expect(try index.places(matching: ofUnknown, limit: 0).totalCount == unknown)
            let first = all.first { Self.state(of: $0.place, at: time.minute) == .unknown }
            #expect(try index.places(matching: ofUnknown, limit: 1).places.first?.distance == first?.distance)
          }
        }
      }
    }
  }

  @Test func `a result says until when a place is open, in its local time`() throws {
    let builder = PlaceIndexBuilder()
    let places = [
      ("a", 37.5, 127.0, "Mo-Su 10:00-22:00"), ("b", 60.17, 24.94, "22:00-02:00"), ("c", 60.17, 24.94, "24/7"),
      ("d", 40.71, -74.0, "Mo-Fr 09:00-17:00"), ("e", 40.71, -74.0, "by chance"),
    ]
    for (id, latitude, longitude, hours) in places {
      let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
      let attribute = PlaceAttribute(key: "opening_hours", value: hours)
      try builder.add(Place(id: id, name: id, coordinate: coordinate, group: .cafe, attributes: [attribute]))
    }
    var match = PlaceMatch(categories: [.any])
    // 22:00 in Seoul, 16:00 in Helsinki and 09:00 in New York on a Tuesday.
    match.opening = OpeningCondition(time: OpeningCondition.Time("2026-03-31T13:00:00Z"))
    match.opening.accepted = .openOrUnknown
    let query = try PlaceQuery(match, area: .anywhere(center: nil))
    let index = try builder.makeIndex()
    #expect(try index.places(matching: query).places.map(\.place.id) == ["c", "d", "e"])
    match.opening = OpeningCondition(time: OpeningCondition.Time("2026-03-31T12:59:00Z"))
    let open = try index.places(matching: try PlaceQuery(match, area: .anywhere(center: nil))).places
    #expect(open.map(\.place.id) == ["a", "c"])
    #expect(open.map(\.computed.opening?.openUntil) == ["2026-03-31T22:00+09:00", nil])
    match.opening = OpeningCondition(time: LocalTime("2026-03-29T01:59").map(OpeningCondition.Time.local))
    let night = try index.places(matching: try PlaceQuery(match, area: .anywhere(center: nil))).places
    #expect(night.map(\.place.id) == ["b", "c"])
    #expect(night.first?.computed.opening?.openUntil == "2026-03-29T02:00+02:00")
    match.opening.zone = "+09:00"
    let zoned = try index.places(matching: try PlaceQuery(match, area: .anywhere(center: nil))).places
    #expect(zoned.first?.computed.opening?.openUntil == "2026-03-29T02:00+09:00")
  }

  @Test func `places with the same hours are open at different moments in different time zones`() throws {
    let builder = PlaceIndexBuilder()
    for (id, latitude, longitude) in [("Seoul", 37.5, 127.0), ("New York", 40.71, -74.0)] {
      let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
      let attribute = PlaceAttribute(key: "opening_hours", value: "Mar-Oct 10:00-16:00")
      try builder.add(Place(id: id, name: id, coordinate: coordinate, group: .cafe, attributes: [attribute]))
    }
    let index = try builder.makeIndex()
    for (moment, open) in [("2026-06-01T03:00:00Z", "Seoul"), ("2026-06-01T15:00:00Z", "New York")] {
      var match = PlaceMatch(categories: [.any])
      match.opening = OpeningCondition(time: OpeningCondition.Time(moment))
      let found = try index.places(matching: try PlaceQuery(match, area: .anywhere(center: nil))).places
      #expect(found.map(\.place.id) == [open])
    }
  }
}
