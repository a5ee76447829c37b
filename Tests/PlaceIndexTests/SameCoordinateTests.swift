import Domain
import Testing

@testable import PlaceIndex

/// Many places at one coordinate, as in a mall or where a file is coarse.
@Suite struct SameCoordinateTests {
  private static func index(_ count: Int) throws -> PlaceIndex {
    let builder = PlaceIndexBuilder()
    let coordinate = try Coordinate(latitude: 37.5, longitude: 127)
    for number in 0..<count {
      // Three partitions, and ids that are in no order.
      let group = [CategoryGroup.cafe, .bank, .gas][number % 3]
      let place = Place(
        id: String(number * 7919 % 1_000_003, radix: 36),
        name: "곳",
        coordinate: coordinate,
        group: group
      )
      try builder.add(place, groups: [.cafe])
    }
    return try builder.makeIndex()
  }

  @Test(arguments: [0, 1, 15, 599, 600, 900])
  func `the first by id come first, however many share the coordinate`(limit: Int) throws {
    let index = try Self.index(600)
    try index.verify()
    let ids = (0..<600).map { String($0 * 7919 % 1_000_003, radix: 36) }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    let center = try Coordinate(latitude: 37.5, longitude: 127)
    for area in [
      SearchArea.anywhere(center: center), .circle(center: center, radius: .maximum), .anywhere(center: nil),
    ] {
      let query = try PlaceQuery(categories: [.group(.cafe)], area: area)
      let answer = try index.places(matching: query, limit: limit)
      #expect(answer.places.map(\.place.id) == Array(ids.prefix(limit)))
      #expect(answer.totalCount == 600)
    }
  }
}
