import Domain
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
}
