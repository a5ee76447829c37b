import Domain
import Foundation
import TestSupport
import Testing

@testable import PlaceIndex
@testable import Platform

/// A result over an index of a part of the world claims the nearest places only if the whole world agrees.
struct NearestProofTests {
  private static let groups: [CategoryGroup] = [.cafe, .bank, .pharmacy]

  /// The region of a test's places.
  struct Region: Sendable, CustomTestStringConvertible {
    let name: String
    let latitudes: ClosedRange<Double>
    let longitudes: ClosedRange<Double>

    var testDescription: String { name }
  }

  static let regions = [
    Region(name: "a country", latitudes: 45...48, longitudes: 6...10),
    Region(name: "the antimeridian", latitudes: -20...(-14), longitudes: 176...184),
    Region(name: "the north pole", latitudes: 84...90, longitudes: -180...180),
  ]

  private static func coordinate(_ region: Region, _ random: inout SeededRandom) throws -> Coordinate {
    let height = region.latitudes.upperBound - region.latitudes.lowerBound
    let width = region.longitudes.upperBound - region.longitudes.lowerBound
    let longitude = region.longitudes.lowerBound + random.unit() * width
    return try Coordinate(
      latitude: region.latitudes.lowerBound + random.unit() * height,
      longitude: longitude > 180 ? longitude - 360 : longitude
    )
  }

  private static func coverage(_ region: Region, _ number: Int, _ random: inout SeededRandom) throws -> SearchArea {
    let center = try coordinate(region, &random)
    switch number % 4 {
    case 0:
      let radius = try #require(Distance(meters: 20_000 + 90_000 * random.unit()).flatMap(SearchRadius.init))
      return .circle(center: center, radius: radius)
    case 1:
      let box = BoundingBox(
        west: center.longitude - 1.5 * random.unit(),
        south: max(-90, center.latitude - random.unit()),
        width: 0.3 + 1.5 * random.unit(),
        north: min(90, center.latitude + random.unit())
      )
      return .box(box, center: nil)
    default:
      return .polygons(PolygonArea(random.polygons(around: center, degrees: 1.2).map { Polygon($0) }), center: nil)
    }
  }

  private static func index(_ places: [Place], _ inputs: [(area: SearchArea, groups: [CategoryGroup])]) throws
    -> PlaceIndex
  {
    var description = IndexDescription()
    description.inputs = inputs.enumerated().map { number, input in
      var made = IndexInput("\(number)")
      made.coverage = [input.area]
      made.coveredCategories = input.groups.map(\.slug)
      return made
    }
    let builder = PlaceIndexBuilder(description: description)
    for place in places {
      let isHeld = inputs.contains { input in
        input.area.contains(place.coordinate)
          && (input.groups.isEmpty || place.group.map(input.groups.contains) ?? false)
      }
      if isHeld { try builder.add(place) }
    }
    return try builder.makeIndex()
  }

  @Test(arguments: regions)
  func `a result that is proven nearest equals the result over the whole world`(region: Region) async throws {
    var random = SeededRandom(50)
    let world = try (0..<4_000).map { number in
      Place(
        id: "p\(number)",
        name: "곳",
        coordinate: try Self.coordinate(region, &random),
        group: Self.groups[number % 3]
      )
    }
    let whole = IndexedPlaces(index: try Self.index(world, [(.anywhere(center: nil), [])]), source: .index)
    var counts: [Bool: Int] = [:]
    for number in 0..<ShapeTrials.count(usually: Seeds.count(of: 45), ofCases: Self.regions.count) {
      var inputs: [(area: SearchArea, groups: [CategoryGroup])] = []
      for input in 0..<1 + number % 3 {
        let groups = input == 2 ? [CategoryGroup.cafe] : input == 1 && number % 2 == 0 ? [.cafe, .bank] : []
        inputs.append((try Self.coverage(region, number / 3 + input, &random), groups))
      }
      let part = IndexedPlaces(index: try Self.index(world, inputs), source: .index)
      let files = try inputs.map { try Self.index(world, [$0]) }
      let several = IndexedPlaces(index: files[0], others: Array(files.dropFirst()), source: .index)
      for trial in 0..<12 {
        let center = try Self.coordinate(region, &random)
        let radius = try #require(Distance(meters: 500_000).flatMap(SearchRadius.init))
        let area: SearchArea =
          trial % 3 == 0 ? .anywhere(center: center) : .circle(center: center, radius: radius)
        let categories: [PlaceCategory] = trial % 4 == 0 ? [.group(.cafe), .group(.bank)] : [.group(.cafe)]
        let query = try PlaceQuery(categories: trial % 5 == 0 ? [.any] : categories, area: area)
        for limit in [1, 4].compactMap(PlaceCount.init).map(PlaceLimit.first) {
          let expected = try await whole.places(matching: query.limited(to: limit), progress: nil)
          #expect(expected.isNearest == true)
          for source in [part, several] {
            let found = try await source.places(matching: query.limited(to: limit), progress: nil)
            guard let isNearest = found.isNearest else {
              Issue.record("\(query) has no order by distance")
              continue
            }
            counts[isNearest, default: 0] += 1
            guard isNearest else { continue }
            #expect(found.places.map(\.place.id) == expected.places.map(\.place.id), "\(query) \(inputs)")
          }
        }
      }
    }
    #expect(counts[true, default: 0] > 10 && counts[false, default: 0] > 10, "\(counts)")
  }

  private func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> SearchArea {
    .box(try BoundingBox(west: west, south: south, east: east, north: north), center: nil)
  }

  private func place(_ id: String, _ longitude: Double) throws -> Place {
    Place(id: id, name: id, coordinate: try Coordinate(latitude: 47, longitude: longitude), group: .cafe)
  }

  private func query(_ longitude: Double, _ categories: [PlaceCategory] = [.group(.cafe)]) throws -> PlaceQuery {
    let center = try Coordinate(latitude: 47, longitude: longitude)
    return try PlaceQuery(categories: categories, area: .anywhere(center: center))
  }

  private func isNearest(_ index: PlaceIndex, _ query: PlaceQuery, _ limit: PlaceLimit) async throws -> Bool? {
    try await IndexedPlaces(index: index, source: .index).places(matching: query.limited(to: limit), progress: nil)
      .isNearest
  }

  @Test func `the nearest are proven up to the edge of the coverage, and in an order by distance`() async throws {
    let one = PlaceLimit.first(try #require(PlaceCount(1)))
    let index = try Self.index([place("a", 8.1), place("b", 8.5)], [(box(8, 46, 9, 48), [])])
    // From 8.06, the edge is farther than the place at 8.1; from 8.04, it is nearer.
    #expect(try await isNearest(index, query(8.06), one) == true)
    #expect(try await isNearest(index, query(8.04), one) == false)
    #expect(try await isNearest(index, query(7.99), one) == false)
    // With fewer places than requested, or all, only a complete result has the nearest places.
    #expect(try await isNearest(index, query(8.06), .standard) == false)
    #expect(try await isNearest(index, query(8.06), .all) == false)
    #expect(try await isNearest(index, query(8.06), .nothing) == nil)
    let center = try Coordinate(latitude: 47, longitude: 8.3)
    let near = SearchArea.circle(
      center: center,
      radius: try #require(Distance(meters: 20_000).flatMap(SearchRadius.init))
    )
    let within = try PlaceQuery(categories: [.group(.cafe)], area: near)
    #expect(try await isNearest(index, within, .all) == true)
    #expect(try await isNearest(index, within, .standard) == true)
    let loose = try PlaceQuery(categories: [.group(.cafe)], area: near, sort: .accuracy)
    #expect(try await isNearest(index, loose, one) == nil)
    let unmeasured = try PlaceQuery(categories: [.group(.cafe)], area: box(8, 46, 9, 48))
    #expect(try await isNearest(index, unmeasured, one) == nil)
  }

  @Test func `a hole in the coverage, another category and an input that was cut prove nothing`() async throws {
    let one = PlaceLimit.first(try #require(PlaceCount(1)))
    func ring(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> [Coordinate] {
      try [(west, south), (east, south), (east, north), (west, north), (west, south)].map {
        try Coordinate(latitude: $0.1, longitude: $0.0)
      }
    }
    let outer = try ring(8, 46, 9, 48)
    let holed = PolygonArea([Polygon([outer, try ring(8.55, 46.99, 8.56, 47.01)])])
    let places = try [place("a", 8.1), place("b", 8.5)]
    let index = try Self.index(places, [(.polygons(holed, center: nil), [.cafe])])
    #expect(try await isNearest(index, query(8.48), one) == true)
    #expect(try await isNearest(index, query(8.53), one) == false)
    #expect(try await isNearest(index, query(8.48, [.any]), one) == false)
    #expect(try await isNearest(index, query(8.48, [.group(.cafe), .group(.bank)]), one) == false)
    for spoil in [{ $0.unplacedCount = 1 }, { $0.remark = "timed out" }] as [(inout IndexInput) -> Void] {
      var description = IndexDescription()
      description.inputs = [IndexInput("a")]
      description.inputs[0].coverage = [.polygons(holed, center: nil)]
      spoil(&description.inputs[0])
      let builder = PlaceIndexBuilder(description: description)
      for place in places { try builder.add(place) }
      #expect(try await isNearest(try builder.makeIndex(), query(8.48), one) == false)
    }
  }

  @Test func `polygons that are cut at the antimeridian cover the area across it`() async throws {
    func part(_ west: Double, _ east: Double, north: Double = 48) throws -> Polygon {
      let corners = [(west, 46.0), (east, 46.0), (east, north), (west, north), (west, 46.0)]
      return Polygon([try corners.map { try Coordinate(latitude: $0.1, longitude: $0.0) }])
    }
    func circle(_ longitude: Double, _ meters: Double) throws -> Circle {
      let center = try Coordinate(latitude: 47, longitude: longitude)
      return Circle(center: center, radius: try #require(Distance(meters: meters).flatMap(SearchRadius.init)))
    }
    let whole = PolygonArea([try part(178, 180), try part(-180, -179)])
    #expect(try whole.holds(circle(179.9, 30_000)) && whole.holds(circle(-179.9, 30_000)))
    #expect(try whole.holds(circle(180, 60_000)) && whole.holds(circle(-180, 60_000)))
    #expect(try !whole.holds(circle(179.9, 100_000)) && !whole.holds(circle(-179.2, 30_000)))
    // The eastern part is lower, so a part of the meridian is an edge.
    let lower = PolygonArea([try part(178, 180), try part(-180, -179, north: 47.1)])
    #expect(try lower.holds(circle(179.95, 11_000)) && !lower.holds(circle(179.95, 30_000)))
    #expect(try !PolygonArea([part(178, 180)]).holds(circle(179.95, 5_000)))
    let index = try Self.index([place("a", -179.99)], [(.polygons(whole, center: nil), [])])
    let one = PlaceLimit.first(try #require(PlaceCount(1)))
    #expect(try await isNearest(index, query(179.99), one) == true)
  }

  @Test func `coverages that touch prove a nearest place together`() async throws {
    let one = PlaceLimit.first(try #require(PlaceCount(1)))
    let (west, east) = (try box(8, 46, 8.5, 48), try box(8.5, 46, 9, 48))
    let places = try [place("a", 8.4), place("b", 8.6)]
    let index = try Self.index(places, [(west, []), (east, [])])
    #expect(try await isNearest(index, query(8.49), one) == true)
    #expect(try await isNearest(index, query(8.06), one) == false)
    // A gap between the areas, or an input with other categories, prevents the proof.
    let apart = try Self.index(places, [(west, []), (box(8.5001, 46, 9, 48), [])])
    #expect(try await isNearest(apart, query(8.49), one) == false)
    let banks = try Self.index(places, [(west, []), (east, [.bank])])
    #expect(try await isNearest(banks, query(8.49), one) == false)
    // Two files.
    let files = try [Self.index(places, [(west, [])]), Self.index(places, [(east, [])])]
    let several = IndexedPlaces(index: files[0], others: [files[1]], source: .index)
    let found = try await several.places(matching: query(8.49).limited(to: one), progress: nil)
    #expect(found.isNearest == true && found.places.map(\.place.id) == ["a"])
    let near = SearchArea.circle(center: try Coordinate(latitude: 47, longitude: 8.5), radius: .standard)
    let within = try PlaceQuery(categories: [.group(.cafe)], area: near)
    #expect(try await several.places(matching: within.limited(to: .all), progress: nil).isComplete)
  }
}
