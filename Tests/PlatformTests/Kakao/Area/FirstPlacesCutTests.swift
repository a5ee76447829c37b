import Domain
import TestSupport
import Testing

@testable import Platform

struct FirstPlacesCutTests {
  @Test(arguments: [100.0, 400, 700, 900, 990], [0, 45, 400])
  func `the rest of a rectangle has every point beyond the distance that was seen`(meters: Double, count: Int) throws {
    let query = try PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle(1_000)).limited(to: .all)
    let (center, cut) = (try Fixture.seoul(), FirstPlacesCut(query))
    let circle = GreatCircle(from: center)
    for whole in cut.whole {
      let rest = cut.rest(of: whole, seenUpTo: meters, from: 0, holding: count, [center]) ?? [whole]
      var points: [Coordinate] = []
      for row in 0...40 {
        for column in 0...40 {
          let latitude = whole.south + Double(row) / 40 * (whole.north - whole.south)
          let longitude = whole.west + Double(column) / 40 * (whole.east - whole.west)
          points.append(try Coordinate(latitude: latitude, longitude: longitude))
        }
      }
      let unseen = points.filter { (meters...1_000).contains(circle.meters(to: $0)) }
      #expect(!unseen.isEmpty && unseen.allSatisfy { point in rest.contains { $0.contains(point) } })
    }
  }

  /// The four documents at the end of a keyword's page may be out of order.
  @Test(arguments: [(145, 110.0), (155, 165)])
  func `only a page that begins beyond the end of the previous one proves more`(first: Int, proven: Double) throws {
    let query = try PlaceQuery(text: SearchText("가짜장소"), area: Fixture.circle(1_000)).limited(to: .all)
    let center = try Fixture.seoul()
    let pages = try [Array(stride(from: 10, through: 150, by: 10)), [first, 160, 165, 170, 175, 180, 185]].map { page in
      try page.map { meters in
        let stub = StubPlace.at(Double(meters), from: center, bearing: 1, id: "\(meters)")
        let coordinate = try Coordinate(latitude: stub.latitude, longitude: stub.longitude)
        let place = Place(id: stub.id, name: stub.name, coordinate: coordinate, group: .gas)
        return FoundPlace(place: place, distance: Distance(meters: Double(meters)))
      }
    }
    guard case .seenUpTo(let meters, _) = FirstPlacesCut(query).proof(of: pages, isKeyword: true) else {
      Issue.record("unordered")
      return
    }
    #expect(abs(meters - proven) < 0.5, "\(meters)")
  }
}
