import Domain
import Foundation
import TestSupport
import Testing

/// Properties of areas, compared with points computed independently, with vectors from the centre of the earth.
struct SearchAreaTests {
  private static let earthRadius = 6_371_008.8

  // MARK: - Independent computation

  private static func direction(_ point: Coordinate) -> SIMD3<Double> {
    let latitude = point.latitude * .pi / 180
    let longitude = point.longitude * .pi / 180
    return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  /// Returns the distance between two points in metres, from the sine and the cosine of their angle: exact at any
  /// distance.
  private static func meters(_ first: Coordinate, _ second: Coordinate) -> Double {
    let (a, b) = (direction(first), direction(second))
    let cross = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    return earthRadius * atan2((cross * cross).sum().squareRoot(), (a * b).sum())
  }

  /// Returns the point at a distance from another in a direction.
  private static func point(_ meters: Double, from center: Coordinate, bearing: Double) -> Coordinate? {
    let up = direction(center)
    let turn = center.longitude * .pi / 180
    let east = SIMD3(-sin(turn), cos(turn), 0)
    let north = SIMD3(-up.z * cos(turn), -up.z * sin(turn), cos(center.latitude * .pi / 180))
    let angle = meters / earthRadius
    let found = up * cos(angle) + (east * sin(bearing) + north * cos(bearing)) * sin(angle)
    let across = (found.x * found.x + found.y * found.y).squareRoot()
    return try? Coordinate(latitude: atan2(found.z, across) * 180 / .pi, longitude: atan2(found.y, found.x) * 180 / .pi)
  }

  private static func isIn(_ point: Coordinate, _ box: BoundingBox) -> Bool {
    let width = box.west > box.east ? box.east - box.west + 360 : box.east - box.west
    let turn = point.longitude - box.west
    return box.south <= point.latitude && point.latitude <= box.north && (turn < 0 ? turn + 360 : turn) <= width
  }

  // MARK: - Random areas

  private static func center(_ random: inout SeededRandom) throws -> Coordinate {
    let latitudes = [0, 37.5, 89.99, -89.9, 90, -90, 70 * random.unit(), -85 + 10 * random.unit()]
    let longitudes = [0, 127, 180, -180, 179.999, -179.9, 360 * random.unit() - 180, 170 + 10 * random.unit()]
    return try Coordinate(
      latitude: latitudes[Int(random.unit() * 8)],
      longitude: longitudes[Int(random.unit() * 8)]
    )
  }

  private static func circle(_ random: inout SeededRandom) throws -> SearchArea {
    let meters = min(20_040_000, pow(10, 7.4 * random.unit()))
    let radius = try #require(Distance(meters: meters).flatMap(SearchRadius.init))
    return .circle(center: try center(&random), radius: radius)
  }

  /// Returns a rectangle of some size around a point, clipped at the poles, often across the antimeridian.
  private static func box(_ random: inout SeededRandom, around point: Coordinate, degrees: Double) -> BoundingBox {
    let height = degrees * random.unit()
    let width = min(360, degrees * random.unit() / max(0.01, cos(point.latitude * .pi / 180)))
    return BoundingBox(
      west: point.longitude - width * random.unit(),
      south: point.latitude - height * random.unit(),
      width: width,
      north: point.latitude + height * random.unit()
    )
  }

  private static func boxArea(_ random: inout SeededRandom) throws -> SearchArea {
    let degrees = pow(10, 6.2 * random.unit() - 4)
    return .box(box(&random, around: try center(&random), degrees: degrees), center: nil)
  }

  private static func area(_ random: inout SeededRandom) throws -> SearchArea {
    random.unit() < 0.6 ? try circle(&random) : try boxArea(&random)
  }

  /// Points of a rectangle: its corners, points of its edges, and others.
  private static func points(of box: BoundingBox, _ random: inout SeededRandom, count: Int) -> [Coordinate] {
    let width = box.west > box.east ? box.east - box.west + 360 : box.east - box.west
    return (0..<count).compactMap { number in
      var share = (random.unit(), random.unit())
      if number < 4 { share = (number < 2 ? 0 : 1, number % 2 == 0 ? 0 : 1) }
      if number >= 4, number % 3 == 0 { share.0 = number % 2 == 0 ? 0 : 1 }
      if number >= 4, number % 3 == 1 { share.1 = number % 2 == 0 ? 0 : 1 }
      var longitude = share.0 == 1 ? box.east : box.west + share.0 * width
      if longitude > 180 { longitude -= 360 }
      let latitude = share.1 == 1 ? box.north : box.south + share.1 * (box.north - box.south)
      return try? Coordinate(latitude: latitude, longitude: longitude)
    }
  }

  /// Points of an area, including its edge.
  private static func points(of area: SearchArea, _ random: inout SeededRandom, count: Int) -> [Coordinate] {
    switch area.shape {
    case .circle(let circle):
      return (0..<count).compactMap { number in
        let share = number % 2 == 0 ? 1 - 1e-9 : random.unit()
        let meters = min(circle.radius.meters * share, .pi * earthRadius)
        return point(meters, from: circle.center, bearing: 2 * .pi * random.unit())
      }
    case .box(let box): return points(of: box, &random, count: count)
    case .drawn, .anywhere: return (0..<count).compactMap { _ in try? center(&random) }
    }
  }

  // MARK: - Tests

  @Test(arguments: 1...UInt64(Seeds.count(of: 4)))
  func `an area contains a circle exactly if it reaches no edge`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    var counts: [Bool: Int] = [:]
    for number in 0..<90 {
      let middle = try Self.center(&random)
      let area: SearchArea
      var rings: [[Coordinate]] = []
      if number % 3 == 0 {
        area = .box(Self.box(&random, around: middle, degrees: 3), center: nil)
      } else {
        guard let polygon = random.polygons(around: middle, degrees: 2).first, abs(middle.latitude) < 80 else {
          continue
        }
        rings = polygon
        area = .polygons(PolygonArea([Polygon(polygon)]), center: nil)
      }
      let box = try #require(area.enclosingBox)
      for _ in 0..<20 {
        let center = try #require(Self.points(of: box, &random, count: 6).last)
        let meters = 1 + pow(10, 5.3 * random.unit())
        let circle = Circle(center: center, radius: try #require(Distance(meters: meters).flatMap(SearchRadius.init)))
        let isHeld = area.shape.form.holds(circle)
        counts[isHeld, default: 0] += 1
        for step in 0..<24 where isHeld {
          let point = try #require(Self.point(meters * 0.999, from: center, bearing: .pi / 12 * Double(step)))
          #expect(area.contains(point), "\(area) \(circle) \(point)")
        }
        guard !isHeld, !rings.isEmpty, area.contains(center) else { continue }
        // Then an edge is nearer, except for the step size of this search.
        var nearest = Double.infinity
        for (start, end) in rings.flatMap({ zip($0, $0.dropFirst()) }) {
          var width = end.longitude - start.longitude
          if abs(width) > 180 { width -= width > 0 ? 360 : -360 }
          for step in 0...100 {
            let share = Double(step) / 100
            let longitude = (start.longitude + share * width + 540).truncatingRemainder(dividingBy: 360) - 180
            let latitude = start.latitude + share * (end.latitude - start.latitude)
            nearest = min(nearest, Self.meters(center, try Coordinate(latitude: latitude, longitude: longitude)))
          }
        }
        #expect(nearest < meters * 1.01 + 4_000, "\(area) \(circle) \(nearest)")
      }
    }
    #expect(counts[true, default: 0] > 100 && counts[false, default: 0] > 100, "\(counts)")
  }

  @Test func `an area contains the points inside it, at poles and across the antimeridian too`() throws {
    var random = SeededRandom(1)
    for _ in 0..<2_000 {
      let circle = try Self.circle(&random)
      let center = try #require(circle.center)
      let radius = try #require(circle.radius?.meters)
      let length = min(radius * 2 * random.unit(), .pi * Self.earthRadius)
      let point = try #require(Self.point(length, from: center, bearing: 7 * random.unit()))
      let meters = Self.meters(center, point)
      let isNearEdge = abs(meters - radius) < (meters > 19_000_000 ? 1 : 1e-3)
      if !isNearEdge { #expect(circle.contains(point) == (meters <= radius), "\(circle) \(point)") }
      guard case .box(let box) = try Self.boxArea(&random).shape else { continue }
      // 180 and -180 are one meridian with two numbers.
      for point in [try Self.center(&random), box.middle] where abs(point.longitude) < 180 {
        #expect(SearchArea.box(box, center: nil).contains(point) == Self.isIn(point, box), "\(box) \(point)")
      }
    }
    #expect(SearchArea.anywhere(center: nil).contains(try Self.center(&random)))
  }

  @Test(arguments: 1...UInt64(Seeds.count(of: 4)))
  func `a rectangle inside an area has only points in it, and one outside has none`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed)
    var counts: [BoxRelation: Int] = [:]
    for _ in 0..<1_000 {
      let area = try Self.area(&random)
      let reach = area.radius.map { $0.meters / 111_000 } ?? area.enclosingBox.map { max($0.width, $0.height) } ?? 10
      let bounds = area.enclosingBox ?? .globe
      let near = Self.points(of: bounds, &random, count: 9).last ?? bounds.middle
      let box = Self.box(&random, around: near, degrees: reach * pow(10, 2.5 * random.unit() - 2))
      let relation = area.relation(to: box)
      counts[relation, default: 0] += 1
      guard relation != .across else { continue }
      for point in Self.points(of: box, &random, count: 60) {
        #expect(area.contains(point) == (relation == .inside), "\(area) \(box) \(point)")
      }
    }
    for relation in [BoxRelation.inside, .across, .outside] { #expect(counts[relation, default: 0] > 50, "\(counts)") }
  }

  @Test func `the nearest and the farthest point of a rectangle equal those of its sampled points`() throws {
    var random = SeededRandom(7)
    for _ in 0..<300 {
      let center = try Self.center(&random)
      let box = Self.box(&random, around: try Self.center(&random), degrees: pow(10, 5 * random.unit() - 2.5))
      // The nearest point of a grid is at most one step farther than the nearest point of all.
      let lines = 60
      let width = box.width / Double(lines)
      let height = box.height / Double(lines)
      var found = (least: Double.infinity, most: 0.0)
      for column in 0...lines {
        for row in 0...lines {
          let longitude = box.west + width * Double(column)
          let point = try Coordinate(
            latitude: min(box.north, box.south + height * Double(row)),
            longitude: longitude > 180 ? max(-180, longitude - 360) : longitude
          )
          let meters = Self.meters(center, point)
          found = (min(found.least, meters), max(found.most, meters))
        }
      }
      let step = (width * width + height * height).squareRoot() * 111_200 + 0.2
      let circle = GreatCircle(from: center)
      let nearest = circle.nearestMeters(in: box)
      let farthest = circle.farthestMeters(in: box)
      #expect(nearest <= found.least + 0.2 && nearest >= found.least - step, "\(center) \(box)")
      #expect(farthest >= found.most - 0.2 && farthest <= found.most + step, "\(center) \(box)")
    }
  }

  @Test func `the rectangles of an area cover it, and none crosses the antimeridian`() throws {
    var random = SeededRandom(3)
    for _ in 0..<500 {
      let area = try Self.area(&random)
      let boxes = try #require(area.enclosingBox).parts
      #expect((1...2).contains(boxes.count))
      #expect(boxes.allSatisfy { !$0.crossesAntimeridian })
      let margin = 1_000 * random.unit()
      let grown = try #require(area.box(grownByMeters: margin))
      for point in Self.points(of: area, &random, count: 40) {
        #expect(boxes.contains { $0.grown(byDegrees: 1e-10).contains(point) }, "\(area) \(point)")
        #expect(
          area.mayTouch(
            BoundingBox(west: point.longitude, south: point.latitude, width: 0, north: point.latitude).grown(
              byDegrees: 1e-9
            )
          )
        )
        let aside = try #require(Self.point(margin, from: point, bearing: 7 * random.unit()))
        #expect(grown.grown(byDegrees: 1e-6).contains(aside), "\(area) \(margin) \(aside)")
      }
    }
    #expect(SearchArea.anywhere(center: nil).enclosingBox == nil)
  }

  @Test func `an area covers another only if it contains every point of it`() throws {
    var random = SeededRandom(5)
    var coveredCount = 0
    for _ in 0..<4_000 {
      let area = try Self.area(&random)
      let near = Self.points(of: area, &random, count: 6).last ?? BoundingBox.globe.middle
      let degrees = pow(10, 4 * random.unit() - 4)
      let radius = try #require(Distance(meters: max(1, degrees * 50_000)).flatMap(SearchRadius.init))
      let other: SearchArea =
        random.unit() < 0.5
        ? .circle(center: near, radius: radius)
        : .box(Self.box(&random, around: near, degrees: degrees), center: nil)
      // At the antipodes, the last digits of a distance are centimetres.
      guard area.radius?.meters ?? 0 < 19_000_000, area.covers(other) else { continue }
      coveredCount += 1
      for point in Self.points(of: other, &random, count: 20) { #expect(area.contains(point), "\(area) \(other)") }
    }
    #expect(coveredCount > 300)
    let everywhere = SearchArea.anywhere(center: nil)
    #expect(everywhere.covers(try Self.circle(&random)) && everywhere.covers(everywhere))
    #expect(SearchArea.box(.globe, center: nil).covers(everywhere))
    #expect(
      try !SearchArea.box(BoundingBox(west: -180, south: -90, east: 180, north: 89), center: nil).covers(everywhere)
    )
  }

  @Test func `the outline of a circle is at its radius, and of a rectangle on its edges`() throws {
    var random = SeededRandom(9)
    for _ in 0..<200 {
      let circle = try Self.circle(&random)
      let center = try #require(circle.center)
      let radius = try #require(circle.radius?.meters)
      guard radius < 19_000_000 else { continue }
      for point in circle.outline(steps: 12).joined() {
        #expect(abs(Self.meters(center, point) - radius) < 0.2, "\(circle)")
      }
      let box = Self.box(&random, around: center, degrees: 5)
      for point in box.outline(steps: 12).joined() {
        let isOnParallel = abs(point.latitude - box.south) < 1e-9 || abs(point.latitude - box.north) < 1e-9
        let isOnMeridian = [box.west, box.east].contains { edge in
          let turn = abs(point.longitude - edge)
          return min(turn, 360 - turn) < 1e-9
        }
        #expect(isOnParallel || isOnMeridian, "\(box) \(point)")
        #expect(box.grown(byDegrees: 1e-9).contains(point))
      }
    }
    #expect(SearchArea.anywhere(center: nil).outline(steps: 12).isEmpty)
  }

  @Test func `the size of an area equals its share of the sphere`() throws {
    let half = try #require(Distance(meters: .pi / 2 * Self.earthRadius).flatMap(SearchRadius.init))
    let whole = 4 * .pi * Self.earthRadius * Self.earthRadius
    let pole = try Coordinate(latitude: 90, longitude: 0)
    #expect(abs(SearchArea.circle(center: pole, radius: half).squareMeters / whole - 0.5) < 1e-9)
    let octant = try BoundingBox(west: 170, south: 0, east: -100, north: 90)
    #expect(abs(SearchArea.box(octant, center: nil).squareMeters / whole - 0.125) < 1e-9)
    #expect(SearchArea.anywhere(center: nil).squareMeters == .infinity)
  }

  @Test func `an area has a point to measure from, and a circle keeps its centre`() throws {
    let point = try Coordinate(latitude: 37.5, longitude: 127)
    let circle = SearchArea.circle(center: point, radius: .standard)
    #expect(circle.center == point && circle.unmeasured == circle && circle.requiredBox == nil)
    let box = try BoundingBox(west: 126, south: 37, east: 128, north: 38)
    let measured = SearchArea.box(box, center: point)
    #expect(measured.center == point && measured.radius == nil && measured.requiredBox == box)
    #expect(measured.unmeasured == .box(box, center: nil))
    #expect(measured.measure?.meters(to: point) == 0 && measured.unmeasured.measure == nil)
    #expect(SearchArea.anywhere(center: point).unmeasured == .anywhere(center: nil))
  }
}

struct BoundingBoxShapeTests {
  private func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> BoundingBox {
    try BoundingBox(west: west, south: south, east: east, north: north)
  }

  @Test func `a rectangle contains one that shares its edges`() throws {
    // Sums of degrees would be wrong in their last digit here.
    let whole = try box(124, 32, 132, 39)
    var random = SeededRandom(11)
    for _ in 0..<200 {
      let west = 124 + 8 * random.unit()
      let south = 32 + 7 * random.unit()
      #expect(try whole.contains(box(west, south, 132, 39)), "\(west)")
      #expect(try whole.intersects(box(132, south, 140, 39)))
    }
    let pacific = try box(170.1, -10, -160.3, 10)
    #expect(try pacific.contains(box(170.1, -10, -160.3, 10)) && pacific.contains(box(-180, -1, -160.3, 1)))
    #expect(try pacific.contains(box(170.1, -1, 180, 1)) && !pacific.contains(box(170, -1, 180, 1)))
    #expect(try !pacific.contains(box(-180, -1, -160.2, 1)) && !whole.contains(pacific))
    #expect(try BoundingBox.globe.contains(pacific) && !pacific.intersects(box(-160, -1, 170, 1)))
    #expect(try pacific.intersects(box(-160.3, -1, 0, 1)) && pacific.intersects(box(0, -1, 170.1, 1)))
  }

  @Test func `a rectangle grows over the antimeridian, ends at the poles, and goes around the Earth once`() throws {
    let fiji = try box(179, -18, 179.5, -17).grown(byDegrees: 1)
    #expect(fiji == BoundingBox(validWest: 178, south: -19, east: -179.5, north: -16))
    #expect(fiji.parts.map(\.east) == [180, -179.5])
    #expect(abs(fiji.middle.longitude - 179.25) < 1e-9)
    #expect(
      try box(-180, 89, 180, 90).grown(byDegrees: 2) == BoundingBox(validWest: -180, south: 87, east: 180, north: 90)
    )
    let most = BoundingBox(west: 10, south: 0, width: 359.999_999_999, north: 1)
    #expect(abs(most.width - 360) < 1e-8)
    #expect(
      BoundingBox(west: 10, south: 0, width: 360, north: 1)
        == BoundingBox(validWest: -180, south: 0, east: 180, north: 1)
    )
  }

  @Test func `an extent that is set stays on the globe`() throws {
    var cell = try box(124, 32, 132, 39)
    cell[.longitude] = 170...190
    cell[.latitude] = -95...95
    #expect(cell == BoundingBox(validWest: 170, south: -90, east: 180, north: 90))
    #expect(try cell.intersection(box(175, 0, 180, 1)) == box(175, 0, 180, 1))
    #expect(try cell.intersection(box(0, 0, 169, 1)) == nil)
  }
}
