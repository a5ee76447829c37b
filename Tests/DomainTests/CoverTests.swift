import Foundation
import TestSupport
import Testing

@testable import Domain

/// Areas that cover a circle together.
struct CoverTests {
  /// The south-western corner of a map of regions, and the size of each region in degrees.
  struct Map: Sendable, CustomTestStringConvertible {
    let name: String
    let west: Double
    let south: Double
    let degrees: Double

    var testDescription: String { name }
  }

  static let maps = [
    Map(name: "a country", west: 6, south: 45, degrees: 0.5),
    Map(name: "the antimeridian", west: 177.6, south: -18, degrees: 1),
    Map(name: "the far north", west: -20, south: 78, degrees: 1.5),
  ]
  private static let size = 5

  private static func coordinate(_ x: Double, _ y: Double) throws -> Coordinate {
    try Coordinate(latitude: y, longitude: x > 180 ? x - 360 : x)
  }

  /// The borders of a map: the corners of its regions, and crooked lines between neighbouring corners.
  private struct Borders {
    /// The lines to the east and to the north of each corner, from west to east and from south to north.
    var lines: [[[(x: Double, y: Double)]]] = []

    init(_ map: Map, _ random: inout SeededRandom) {
      func moved(_ x: Double, _ y: Double, by share: Double) -> (x: Double, y: Double) {
        let reach = share * map.degrees
        return (
          map.west + x * map.degrees + reach * (random.unit() - 0.5),
          map.south + y * map.degrees + reach * (random.unit() - 0.5)
        )
      }
      let count = size + 1
      let corners = (0..<count * count).map { moved(Double($0 % count), Double($0 / count), by: 0.3) }
      for (right, up) in [(1, 0), (0, 1)] {
        lines.append(
          (0..<count * count).map { number in
            let (column, row) = (number % count, number / count)
            guard column + right < count, row + up < count else { return [] }
            let steps = 1 + Int(random.unit() * 6)
            let between = (1..<steps + 1).map { step in
              let share = Double(step) / Double(steps + 1)
              return moved(Double(column) + share * Double(right), Double(row) + share * Double(up), by: 0.15)
            }
            return [corners[number]] + between + [corners[(row + up) * count + column + right]]
          }
        )
      }
    }

    /// Returns the ring of a region.
    func ring(_ column: Int, _ row: Int) -> [(x: Double, y: Double)] {
      let count = size + 1
      let corner = row * count + column
      let sides = [
        lines[0][corner], lines[1][corner + 1], Array(lines[0][corner + count].reversed()),
        Array(lines[1][corner].reversed()),
      ]
      return sides.flatMap { $0.dropLast() } + sides[0].prefix(1)
    }
  }

  private static func circle(_ x: Double, _ y: Double, _ meters: Double) throws -> Circle {
    let radius = try #require(Distance(meters: meters).flatMap(SearchRadius.init))
    return Circle(center: try coordinate(x, y), radius: radius)
  }

  /// Returns the point at a distance and a bearing, on the sphere.
  private static func point(_ meters: Double, from center: Coordinate, bearing: Double) throws -> Coordinate {
    let angle = meters / GreatCircle.earthRadiusMeters
    let latitude = center.latitude * .pi / 180
    let sine = sin(latitude) * cos(angle) + cos(latitude) * sin(angle) * cos(bearing)
    let turn = atan2(sin(bearing) * sin(angle) * cos(latitude), cos(angle) - sin(latitude) * sine)
    let longitude = (center.longitude + turn * 180 / .pi).remainder(dividingBy: 360)
    return try Coordinate(latitude: asin(min(1, max(-1, sine))) * 180 / .pi, longitude: longitude)
  }

  private static func isInside(_ areas: [SearchArea], _ circle: Circle, steps: Int) throws -> Bool {
    for ring in 0...steps {
      for turn in 0..<6 * max(1, ring) {
        let meters = circle.radius.meters * Double(ring) / Double(steps)
        let bearing = .pi / 3 * Double(turn) / Double(max(1, ring))
        let point = try Self.point(meters, from: circle.center, bearing: bearing)
        if !areas.contains(where: { $0.contains(point) }) { return false }
      }
    }
    return true
  }

  @Test(arguments: maps)
  func `regions with common borders cover together what none covers alone, and nothing else`(map: Map) throws {
    var random = SeededRandom(7)
    var (held, ofSeveral, open) = (0, 0, 0)
    for _ in 0..<Seeds.count(of: 24) {
      let borders = Borders(map, &random)
      // Every seventh region is missing, and each of the others belongs to one of three areas.
      var parts: [[Polygon]] = [[], [], []]
      for number in 0..<Self.size * Self.size where random.unit() > 1 / 7 {
        let ring = try borders.ring(number % Self.size, number / Self.size).map { try Self.coordinate($0.x, $0.y) }
        parts[Int(random.unit() * 3)].append(Polygon([random.unit() < 0.5 ? ring : ring.reversed()]))
      }
      let areas = parts.filter { !$0.isEmpty }.map { SearchArea.polygons(PolygonArea($0), center: nil) }
      for _ in 0..<40 {
        let circle = try Self.circle(
          map.west + map.degrees * Double(Self.size) * random.unit(),
          map.south + map.degrees * Double(Self.size) * random.unit(),
          1_000 + 60_000 * map.degrees * random.unit()
        )
        let area = SearchArea.circle(center: circle.center, radius: circle.radius)
        if areas.cover(area) {
          #expect(try Self.isInside(areas, Self.shrunk(circle, by: 0.9999), steps: 24), "\(circle)")
          held += 1
          ofSeveral += areas.contains { $0.covers(area) } ? 0 : 1
        } else {
          #expect(try !Self.isInside(areas, Self.shrunk(circle, by: 1.1), steps: 48), "\(circle)")
          open += 1
        }
      }
    }
    #expect(held > 20 && ofSeveral > 10 && open > 50, "\(held), \(ofSeveral), \(open)")
  }

  private static func shrunk(_ circle: Circle, by share: Double) throws -> Circle {
    let radius = try #require(Distance(meters: circle.radius.meters * share).flatMap(SearchRadius.init))
    return Circle(center: circle.center, radius: radius)
  }

  /// Returns an area with a corner at each longitude and latitude.
  private static func area(_ numbers: [Double]) throws -> SearchArea {
    var points: [Coordinate] = []
    for number in stride(from: 0, to: numbers.count, by: 2) {
      points.append(try coordinate(numbers[number], numbers[number + 1]))
    }
    return .polygons(PolygonArea([Polygon([points])]), center: nil)
  }

  @Test func `a rectangle may touch the edges of polygons from inside`() throws {
    let south = try Self.area([126.9, 37.4, 127.1, 37.4, 127.1, 37.5, 126.9, 37.5])
    let north = SearchArea.box(try BoundingBox(west: 127, south: 37.5, east: 127.2, north: 37.7), center: nil)
    func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> SearchArea {
      .box(try BoundingBox(west: west, south: south, east: east, north: north), center: nil)
    }
    #expect([south, north].cover(try box(127.02, 37.49, 127.05, 37.51)))
    #expect([south, north].cover(try box(127, 37.4, 127.1, 37.7)))
    #expect(![south, north].cover(try box(126.999, 37.49, 127.05, 37.51)))
    #expect(south.covers(try box(126.9, 37.4, 127.1, 37.5)))
    #expect(!south.covers(try box(126.9, 37.4, 127.1, 37.500_001)))
    #expect(!south.covers(try box(126.9, 37.4, 127.100_000_001, 37.5)))
  }

  /// A border from (8.5, 46) to (8.5, 48), whose middle part differs in the eastern area.
  @Test(
    arguments: [
      ([8.5, 47.5, 8.45, 47, 8.5, 46.5], true), ([8.5, 47.5, 8.475, 47.25, 8.45, 47, 8.5, 46.5], true),
      ([8.5, 47.5, 8.45, 47.000_000_05, 8.5, 46.5], true), ([8.5, 47.5, 8.44, 47, 8.5, 46.5], true),
      ([8.5, 47.5, 8.450_01, 47, 8.5, 46.5], false), ([8.5, 47.5, 8.5, 46.5], false),
      ([8.5, 47.5, 8.465, 47.1, 8.45, 47, 8.46, 46.9, 8.5, 46.5], false),
    ] as [([Double], Bool)]
  )
  func `the lines of a border may have different points, but no gap`(east: [Double], isCovered: Bool) throws {
    let west = try Self.area([8, 46, 8.5, 46, 8.5, 46.5, 8.45, 47, 8.5, 47.5, 8.5, 48, 8, 48])
    let other = try Self.area([8.5, 46, 9, 46, 9, 48, 8.5, 48] + east)
    for longitude in [8.44, 8.46] {
      let center = try Self.coordinate(longitude, 47)
      let radius = try #require(Distance(meters: 12_000).flatMap(SearchRadius.init))
      #expect([west, other].cover(.circle(center: center, radius: radius)) == isCovered, "\(longitude)")
      let wide = try #require(Distance(meters: 50_000).flatMap(SearchRadius.init))
      #expect(![west, other].cover(.circle(center: center, radius: wide)))
    }
  }
}
