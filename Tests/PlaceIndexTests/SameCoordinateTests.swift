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
      let query = try PlaceQuery(categories: [.cafe], area: area)
      let answer = try index.places(matching: query, limit: limit)
      #expect(answer.places.map(\.place.id) == Array(ids.prefix(limit)))
      #expect(answer.totalCount == 600)
    }
  }

  @Test func `fifteen of many at one coordinate cost one comparison each`() throws {
    let count = 8000
    let index = try Self.index(count)
    let center = try Coordinate(latitude: 37.5, longitude: 127)
    var state = SearchState()
    let query = try PlaceQuery(categories: [.cafe], area: .anywhere(center: center))
    let total = try PlaceSearch(content: index.content).run(query, limit: 15, &state)
    #expect(total == count)
    #expect(state.hits.count == 15)
    #expect(state.comparisonCount < 2 * count)
  }

  @Test func `keys with every bit are sorted`() {
    let keys: [UInt64] = [.max, 0, 1 << 63, (1 << 63) - 1, 1 << 46, 131_073 << 46, 131_071 << 46, 262_143 << 46]
    for threads in [1, 2] {
      let column = SharedArray(repeating: PlaceKey(key: 0, number: 0), count: keys.count)
      for (index, key) in keys.enumerated() { column[index] = PlaceKey(key: key, number: UInt32(index)) }
      let sorted = RadixSort.sorted(column, threads: threads)
      #expect((0..<keys.count).map { sorted[$0].key } == keys.sorted())
    }
  }
}
