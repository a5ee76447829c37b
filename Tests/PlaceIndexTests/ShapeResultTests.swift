import Domain
import TestSupport
import Testing

@testable import PlaceIndex

/// Polygons and corridors with many places, compared with an independent computation.
@Suite struct ShapeResultTests {
  /// The region of a test's places.
  struct Region: Sendable, CustomTestStringConvertible {
    let name: String
    let latitudes: ClosedRange<Double>
    let longitudes: ClosedRange<Double>

    var testDescription: String { name }
  }

  static let regions = [
    Region(name: "a country", latitudes: 34...38, longitudes: 126...129.5),
    Region(name: "the antimeridian", latitudes: -20...(-14), longitudes: 176...184),
    Region(name: "the north pole", latitudes: 84...90, longitudes: -180...180),
    Region(name: "the south pole", latitudes: -90...(-83), longitudes: -180...180),
  ]

  private struct World {
    let places: [Place]
    let index: PlaceIndex
  }

  private static func coordinate(_ region: Region, _ random: inout SeededRandom) throws -> Coordinate {
    let latitude =
      region.latitudes.lowerBound + random.unit() * (region.latitudes.upperBound - region.latitudes.lowerBound)
    let longitude =
      region.longitudes.lowerBound + random.unit() * (region.longitudes.upperBound - region.longitudes.lowerBound)
    let wrapped = longitude > 180 ? longitude - 360 : longitude
    return try Coordinate(latitude: (latitude * 1e7).rounded() / 1e7, longitude: (wrapped * 1e7).rounded() / 1e7)
  }

  private static func world(_ region: Region, count: Int, _ random: inout SeededRandom) throws -> World {
    let builder = PlaceIndexBuilder()
    var places: [Place] = []
    for number in 0..<count {
      let group = CategoryGroup.allCases[number % 2]
      let place = Place(
        id: "p\(number)",
        name: "곳 \(number % 7)",
        coordinate: try coordinate(region, &random),
        group: group,
        kind: nil
      )
      try builder.add(place, groups: [group])
      places.append(place)
    }
    return World(places: places, index: try builder.makeIndex())
  }

  private static func area(_ region: Region, _ number: Int, _ random: inout SeededRandom) throws -> SearchArea {
    let center = try coordinate(region, &random)
    let degrees = [0.05, 0.2, 0.6][number % 3]
    if number % 2 == 0 {
      let polygons = random.polygons(around: center, degrees: degrees).map { Polygon($0) }
      return .polygons(PolygonArea(polygons), center: number % 4 == 0 ? try coordinate(region, &random) : nil)
    }
    let radius = try #require(Distance(meters: [300.0, 2_000, 9_000][number % 3]).flatMap(SearchRadius.init))
    return .corridor(Corridor(along: RouteLine(random.lines(around: center, degrees: degrees)), radius: radius))
  }

  @Test(arguments: regions) func `every result of an index equals brute force`(region: Region) throws {
    var random = SeededRandom(3)
    let world = try Self.world(region, count: 20_000, &random)
    var foundCount = 0
    for number in 0..<ShapeTrials.count(usually: Seeds.count(of: 48), ofCases: Self.regions.count) {
      let area = try Self.area(region, number, &random)
      let oracle = try #require(ShapeOracle(area))
      let box = try #require(area.enclosingBox).grown(byDegrees: 1e-6)
      let category = number % 5 == 0 ? PlaceCategory.any : .group(CategoryGroup.allCases[0])
      let sort: PlaceQuery.Sort? = number % 6 == 1 ? .distance : nil
      let text = number % 9 == 2 ? SearchText("곳 3") : nil
      let query = try PlaceQuery(categories: [category], text: text, area: area, sort: sort)
      var sure: Set<String> = []
      var unsure: Set<String> = []
      for place in world.places where box.contains(place.coordinate) {
        guard category == .any || place.group == CategoryGroup.allCases[0] else { continue }
        guard text == nil || place.name == "곳 3" else { continue }
        switch oracle.contains(place.coordinate) {
        case true?: sure.insert(place.id)
        case false?: break
        case nil: unsure.insert(place.id)
        }
      }
      let result = try world.index.places(matching: query)
      let ids = Set(result.places.map(\.place.id))
      foundCount += ids.count
      #expect(ids.count == result.places.count && result.totalCount == ids.count)
      #expect(ids.isSuperset(of: sure), "\(query) misses \(sure.subtracting(ids))")
      #expect(ids.isSubset(of: sure.union(unsure)), "\(query) has \(ids.subtracting(sure.union(unsure)))")
      try check(result.places, query, oracle)
      for limit in [0, 1, 7] {
        let first = try world.index.places(matching: query, limit: limit)
        #expect(first.places == Array(result.places.prefix(limit)), "\(query) \(limit)")
        #expect(first.totalCount == result.totalCount, "\(query) \(limit)")
      }
    }
    #expect(foundCount > 250, "\(foundCount)")
  }

  /// Checks distances, offsets along the line, and the order.
  private func check(_ places: [FoundPlace], _ query: PlaceQuery, _ oracle: ShapeOracle) throws {
    for found in places {
      guard query.area.corridor != nil else {
        let expected = query.area.center.map { BruteForce.meters($0, found.place.coordinate) }
        #expect(found.distance?.meters == expected && found.along == nil)
        continue
      }
      let expected = try #require(oracle.offset(of: found.place.coordinate))
      let meters = try #require(found.distance?.meters)
      let along = try #require(found.along?.meters)
      #expect(abs(meters - expected.meters) < 1e-3)
      if abs(along - expected.along) > 1 + expected.meters * 1e-3 { #expect(abs(meters - expected.meters) < 1e-5) }
    }
    for (first, second) in zip(places, places.dropFirst()) {
      if query.area.corridor != nil {
        #expect(!FoundPlace.isEarlier(second, first, by: query.sort))
      } else if query.area.center != nil {
        #expect((first.distance?.meters ?? 0) <= (second.distance?.meters ?? 0))
      } else {
        #expect(first.place.id.utf8.lexicographicallyPrecedes(second.place.id.utf8))
      }
    }
  }

  @Test(arguments: [
    (170.0, 180.0, ["E", "W", "e"]), (-180, -170, ["E", "W", "w"]), (170, -170, ["E", "W", "e", "w"]),
    (180, -170, ["E", "W", "w"]), (180, 180, ["E", "W"]), (-180, -180, ["E", "W"]), (-180, 180, ["E", "W", "e", "w"]),
    (170, 179.5, ["e"]), (-179.5, -170, ["w"]),
  ])
  func `an edge at the antimeridian has the longitudes -180 and 180`(
    west: Double,
    east: Double,
    ids: [String]
  ) throws {
    let builder = PlaceIndexBuilder()
    for (id, longitude) in [("E", 180.0), ("W", -180), ("e", 175), ("w", -175)] {
      let point = try Coordinate(latitude: 0, longitude: longitude)
      try builder.add(Place(id: id, name: id, coordinate: point, group: .cafe))
    }
    let index = try builder.makeIndex()
    let box = try BoundingBox(west: west, south: -1, east: east, north: 1)
    for center in [nil, try Coordinate(latitude: 0, longitude: 179)] {
      let query = try PlaceQuery(categories: [.group(.cafe)], area: .box(box, center: center))
      let found = try index.places(matching: query, offset: 0, limit: nil)
      #expect(found.places.map(\.place.id).sorted() == ids && found.totalCount == ids.count)
      for place in found.places { #expect(query.area.contains(place.place.coordinate)) }
    }
    for longitude in [180.0, -180] {
      let line = try BoundingBox(west: longitude, south: 0, east: longitude, north: 0)
      #expect(box.intersects(line) == ids.contains("E") && line.intersects(box) == ids.contains("E"))
    }
  }
}
