import Domain
import Foundation
import TestSupport
import Testing

/// Polygons and corridors, compared with independently computed points.
struct ShapeTests {
  private static func center(_ random: inout SeededRandom) throws -> Coordinate {
    let latitudes = [0, 37.5, 88, -87, 70 * random.unit(), -70 * random.unit(), 86]
    let longitudes = [0, 127, 180, -179.9, 360 * random.unit() - 180, 179]
    return try Coordinate(
      latitude: try #require(latitudes.randomElement(using: &random)),
      longitude: try #require(longitudes.randomElement(using: &random))
    )
  }

  private static func area(_ random: inout SeededRandom) throws -> (area: SearchArea, degrees: Double) {
    let degrees = pow(10, 3.5 * random.unit() - 2.5)
    let center = try center(&random)
    if random.unit() < 0.5 {
      let polygons = random.polygons(around: center, degrees: degrees).map { Polygon($0) }
      return (.polygons(PolygonArea(polygons), center: nil), degrees)
    }
    let meters = max(1, min(20_000, degrees * 111_000 * pow(10, 2 * random.unit() - 2)))
    let radius = try #require(Distance(meters: meters).flatMap(SearchRadius.init))
    let line = RouteLine(random.lines(around: center, degrees: degrees))
    return (.corridor(Corridor(along: line, radius: radius)), degrees)
  }

  private static func point(_ random: inout SeededRandom, near box: BoundingBox) throws -> Coordinate {
    let longitude = box.west + box.width * (1.2 * random.unit() - 0.1)
    let latitude = box.south + box.height * (1.2 * random.unit() - 0.1)
    let wrapped = longitude - 360 * ((longitude + 180) / 360).rounded(.down)
    return try Coordinate(latitude: min(90, max(-90, latitude)), longitude: wrapped)
  }

  @Test(arguments: 1...UInt64(Seeds.count(of: 4)))
  func `a shape contains the points that brute force finds inside`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    var insideCount = 0
    for _ in 0..<250 {
      let (area, _) = try Self.area(&random)
      let oracle = try #require(ShapeOracle(area))
      let box = try #require(area.enclosingBox)
      for _ in 0..<20 {
        let point = try Self.point(&random, near: box)
        guard let expected = oracle.contains(point) else { continue }
        insideCount += expected ? 1 : 0
        #expect(area.contains(point) == expected, "\(area) \(point)")
        if expected { #expect(box.grown(byDegrees: 1e-10).contains(point), "\(area) \(point) \(box)") }
      }
    }
    #expect(insideCount > 500)
  }

  @Test(arguments: 1...UInt64(Seeds.count(of: 4)))
  func `a rectangle inside a shape has only points in it, and one outside has none`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed)
    var counts: [BoxRelation: Int] = [:]
    for _ in 0..<400 {
      let (area, degrees) = try Self.area(&random)
      let oracle = try #require(ShapeOracle(area))
      let whole = try #require(area.enclosingBox)
      for _ in 0..<4 {
        let corner = try Self.point(&random, near: whole)
        let size = degrees * pow(10, 2 * random.unit() - 2.5)
        let wide = min(360, size / max(0.01, cos(corner.latitude * .pi / 180)))
        let box = BoundingBox(
          west: corner.longitude - wide / 2,
          south: corner.latitude - size / 2,
          width: wide,
          north: corner.latitude + size / 2
        )
        let relation = area.relation(to: box)
        counts[relation, default: 0] += 1
        guard relation != .across else { continue }
        for _ in 0..<12 {
          let longitude = box.west + box.width * random.unit()
          let point = try Coordinate(
            latitude: box.south + box.height * random.unit(),
            longitude: longitude > 180 ? longitude - 360 : longitude
          )
          if let expected = oracle.contains(point) { #expect(expected == (relation == .inside), "\(area) \(box)") }
        }
      }
    }
    for relation in [BoxRelation.inside, .across, .outside] { #expect(counts[relation, default: 0] > 50, "\(counts)") }
  }

  @Test(arguments: 1...3) func `the offset of a point along a line equals brute force`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    for _ in 0..<150 {
      let center = try Self.center(&random)
      let lines = random.lines(around: center, degrees: pow(10, 3 * random.unit() - 2))
      let line = RouteLine(lines)
      let oracle = ShapeOracle(lines: lines, radius: 1)
      let box = try #require(Corridor(along: line, radius: .maximum).enclosingBox)
      for _ in 0..<8 {
        let point = try Self.point(&random, near: random.unit() < 0.5 ? box : Self.box(around: lines))
        let expected = try #require(oracle.offset(of: point))
        let position = try #require(line.offset(of: point))
        #expect(abs(position.meters - expected.meters) < 1e-3, "\(lines) \(point)")
        // If two points of the line are equally far, rounding decides. From the pole of an arc, all of its points are.
        guard expected.meters < 1_000_000 else { continue }
        let isElsewhere = abs(position.metersAlong - expected.along) > 1 + expected.meters * 1e-3
        if isElsewhere { #expect(abs(position.meters - expected.meters) < 1e-5, "\(lines) \(point)") }
        #expect(position.metersAlong >= 0 && position.metersAlong <= line.meters)
      }
    }
  }

  private static func box(around lines: [[Coordinate]]) -> BoundingBox {
    let points = Array(lines.joined())
    let south = points.map(\.latitude).min() ?? 0
    let north = points.map(\.latitude).max() ?? 0
    return BoundingBox(west: points[0].longitude - 1, south: south, width: 2, north: north)
  }

  private func points(_ pairs: [(Double, Double)]) throws -> [Coordinate] {
    try pairs.map { try Coordinate(latitude: $0.1, longitude: $0.0) }
  }

  @Test func `edges and corners belong to a polygon, also the edges of its holes`() throws {
    let outer = try points([(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)])
    let hole = try points([(4, 4), (6, 4), (6, 6), (4, 6), (4, 4)])
    let area = PolygonArea([Polygon([outer, hole])])
    for (longitude, latitude) in [(0.0, 0.0), (10, 10), (5, 0), (0, 3.3), (4, 4), (5, 4), (6, 5.7), (2, 2)] {
      #expect(area.contains(try Coordinate(latitude: latitude, longitude: longitude)))
    }
    #expect(!area.contains(try Coordinate(latitude: 5, longitude: 5)))
    let slanted = PolygonArea([Polygon([try points([(0, 0), (3, 1), (0, 1), (0, 0)])])])
    #expect(slanted.contains(try Coordinate(latitude: 0.1, longitude: 0.3)))
    #expect(slanted.contains(try Coordinate(latitude: 1 / 3, longitude: 1)))
  }

  @Test func `parts that touch or overlap are one area, and a doubly enclosed area is outside`() throws {
    let square = try points([(0, 0), (2, 0), (2, 2), (0, 2), (0, 0)])
    let adjacent = try points([(1, 1), (3, 1), (3, 3), (1, 3), (1, 1)])
    let both = PolygonArea([Polygon([square]), Polygon([adjacent])])
    let middle = try Coordinate(latitude: 1.5, longitude: 1.5)
    #expect(both.contains(middle))
    // The same rings in one polygon: a point inside both is outside.
    #expect(!PolygonArea([Polygon([square, adjacent])]).contains(middle))
  }

  @Test func `a polygon goes the shorter way round, and holds the pole that it goes around`() throws {
    let fiji = PolygonArea([Polygon([try points([(177, -19), (-178, -19), (-178, -15), (177, -15), (177, -19)])])])
    #expect(fiji.contains(try Coordinate(latitude: -17, longitude: 180)))
    #expect(fiji.contains(try Coordinate(latitude: -17, longitude: -180)))
    #expect(fiji.contains(try Coordinate(latitude: -17, longitude: -179)))
    #expect(!fiji.contains(try Coordinate(latitude: -17, longitude: 0)))
    #expect(fiji.enclosingBox == BoundingBox(validWest: 177, south: -19, east: -178, north: -15))
    #expect(fiji.relation(to: BoundingBox(validWest: 179, south: -18, east: -179, north: -16)) == .inside)
    let antarctica = PolygonArea([
      Polygon([
        try points([(-180, -90), (-180, -84), (-90, -75), (0, -70), (90, -66), (180, -84), (180, -90), (-180, -90)])
      ])
    ])
    #expect(antarctica.contains(try Coordinate(latitude: -90, longitude: 12)))
    #expect(antarctica.contains(try Coordinate(latitude: -85, longitude: 100)))
    #expect(!antarctica.contains(try Coordinate(latitude: -60, longitude: 100)))
    #expect(antarctica.enclosingBox == BoundingBox(validWest: -180, south: -90, east: 180, north: -66))
  }

  @Test func `on a line there and back the way there wins, gaps don't count, and ties go to the first offset`() throws {
    let there = try points([(127, 37), (127.1, 37), (127.2, 37)])
    let line = RouteLine([there + there.reversed().dropFirst()])
    let near = try Coordinate(latitude: 37.001, longitude: 127.05)
    let position = try #require(line.offset(of: near))
    #expect(position.metersAlong < line.meters / 2)
    let apart = RouteLine([try points([(127, 37), (127.1, 37)]), try points([(128, 37), (128.1, 37)])])
    let second = try #require(apart.offset(of: try Coordinate(latitude: 37, longitude: 128)))
    #expect(abs(second.metersAlong - apart.meters / 2) < 1e-3 && second.meters < 1e-3)
  }

  @Test func `a point at a vertex of a line is exactly at its offset`() throws {
    var random = SeededRandom(7)
    for _ in 0..<200 {
      let ends = try points(
        (0..<2).map { _ in (.random(in: 127...127.1, using: &random), .random(in: 37...37.1, using: &random)) }
      )
      let line = RouteLine([ends])
      #expect(line.offset(of: ends[0])?.metersAlong == 0 && line.offset(of: ends[1])?.metersAlong == line.meters)
    }
  }

  @Test func `the outline of a corridor is at its distance from the line`() throws {
    var random = SeededRandom(4)
    for _ in 0..<20 {
      let lines = random.lines(around: try Coordinate(latitude: 37, longitude: 127), degrees: 0.1)
      let radius = try #require(Distance(meters: 500).flatMap(SearchRadius.init))
      let corridor = Corridor(along: RouteLine(lines), radius: radius)
      let outline = corridor.outline(steps: 24)
      #expect(!outline.isEmpty)
      for point in outline.joined() {
        let position = try #require(corridor.offset(of: point))
        #expect(abs(position.meters - 500) < 12, "\(position)")
      }
    }
  }

  @Test func `the outline of a corridor has no gaps`() throws {
    var random = SeededRandom(5)
    for _ in 0..<20 {
      let lines = random.lines(around: try Coordinate(latitude: 37, longitude: 127), degrees: 0.05)
      let radius = try #require(Distance(meters: 500).flatMap(SearchRadius.init))
      let outline = Corridor(along: RouteLine(lines), radius: radius).outline(steps: 32)
      let ends = outline.flatMap { [$0.first, $0.last] }.compactMap(\.self)
      for (index, end) in ends.enumerated() {
        let others = ends.enumerated().filter { $0.offset != index }.map(\.element)
        let nearest = others.map { GreatCircle(from: end).meters(to: $0) }.min()
        #expect(try #require(nearest) < 40, "\(end)")
      }
    }
  }
}

/// Whether an area covers a shape.
struct ShapeCoverageTests {
  private func points(_ pairs: [(Double, Double)]) throws -> [Coordinate] {
    try pairs.map { try Coordinate(latitude: $0.1, longitude: $0.0) }
  }

  @Test func `an area covers itself, and a shape whose parts it holds`() throws {
    let corner = try points([
      (127, 37), (127.2, 37), (127.2, 37.02), (127.02, 37.02), (127.02, 37.2), (127, 37.2), (127, 37),
    ])
    let area = SearchArea.polygons(PolygonArea([Polygon([corner])], name: "a"), center: nil)
    #expect(area.covers(.polygons(PolygonArea([Polygon([corner])], name: "b"), center: corner[0])))
    let line = RouteLine([try points([(127.01, 37.15), (127.01, 37.01), (127.15, 37.01)])])
    let radius = try #require(Distance(meters: 200).flatMap(SearchRadius.init))
    // The bounding box of the line isn't in the area, but the line is.
    let corridor = SearchArea.corridor(Corridor(along: line, radius: radius))
    #expect(area.covers(corridor))
    #expect(!area.covers(.corridor(Corridor(along: line, radius: .maximumCorridor))))
    let wide = SearchArea.corridor(Corridor(along: line, radius: .standardCorridor))
    #expect(wide.covers(corridor) && !corridor.covers(wide))
    let box = try #require(area.enclosingBox)
    #expect(SearchArea.box(box, center: nil).covers(area) && !area.covers(.box(box, center: nil)))
  }

  @Test(arguments: 1...3) func `an area that covers a shape contains every point of it`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    var coveredCount = 0
    for _ in 0..<150 {
      let center = try Coordinate(latitude: 37 + random.unit(), longitude: 127 + random.unit())
      let area = SearchArea.polygons(
        PolygonArea(random.polygons(around: center, degrees: 1).map { Polygon($0) }),
        center: nil
      )
      let radius = try #require(Distance(meters: 50).flatMap(SearchRadius.init))
      let line = RouteLine(random.lines(around: center, degrees: 0.1))
      let other = SearchArea.corridor(Corridor(along: line, radius: radius))
      guard area.covers(other) else { continue }
      coveredCount += 1
      for point in line.parts.joined() { #expect(area.contains(point)) }
    }
    #expect(coveredCount > 20, "\(coveredCount)")
  }
}
