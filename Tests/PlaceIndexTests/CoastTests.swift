import Domain
import Foundation
import Tables
import TestSupport
import Testing

@testable import PlaceIndex

/// Coastlines from an import through tiles to the sea of a map.
struct CoastTests {
  /// A bay of the sea in land, 8 km wide, with an island in it, as rings of degrees: the bay clockwise, the island
  /// counterclockwise.
  private struct Bay {
    let shore: [SIMD2<Double>]
    let island: [SIMD2<Double>]

    static let middle = SIMD2(60.16, 24.95)

    init(_ random: inout SeededRandom) {
      let turn = random.unit()
      func ring(_ count: Int, _ reach: ClosedRange<Double>) -> [SIMD2<Double>] {
        (0..<count).map { corner in
          let angle = (Double(corner) + turn) / Double(count) * 2 * .pi
          let meters = Double.random(in: reach, using: &random)
          let offset = SIMD2(sin(angle), cos(angle) * 2) * (meters / 111_195)
          return Self.middle + offset
        }
      }
      shore = ring(400, 3_500...4_000).reversed()
      island = ring(90, 1_000...1_400)
    }

    /// Returns whether a point is in the bay and not on the island, and its distance from the coast in metres.
    func isSea(_ point: SIMD2<Double>) -> (Bool, Double) {
      var isInside = false
      var nearest = Double.infinity
      for ring in [shore, island] {
        for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
          if (start.x > point.x) != (end.x > point.x) {
            let crossing = start.y + (end.y - start.y) * (point.x - start.x) / (end.x - start.x)
            if crossing > point.y { isInside.toggle() }
          }
          let scale = SIMD2(111_195, 111_195 * cos(point.x * .pi / 180))
          let (along, to) = ((end - start) * scale, (point - start) * scale)
          let part = min(1, max(0, (along * to).sum() / (along * along).sum()))
          let away = to - along * part
          nearest = min(nearest, (away * away).sum().squareRoot())
        }
      }
      return (isInside, nearest)
    }

    /// Returns an extract with the rings as ways of about 30 nodes; each way has a name of its own.
    func extract(without lost: Int? = nil, touching box: BoundingBox? = nil, islandTags: String = "") -> String {
      var text = #"<osm version="0.6"><node id="1" lat="60.16" lon="24.95"><tag k="amenity" v="cafe"/></node>"#
      var ways: [String] = []
      var id = 100
      for (number, ring) in [shore, island].enumerated() {
        let first = id
        for point in ring {
          text += #"<node id="\#(id)" lat="\#(point.x)" lon="\#(point.y)"/>"#
          id += 1
        }
        var at = 0
        while at < ring.count {
          let last = min(at + 30, ring.count)
          let nodes = (at...last).map { #"<nd ref="\#(first + $0 % ring.count)"/>"# }.joined()
          let tags =
            #"<tag k="name" v="\#(at)"/><tag k="natural" v="coastline"/>"# + (number == 1 ? islandTags : "")
          let isInside = (at..<last).contains { node in
            box?.contains(Coordinate(validLatitude: ring[node].x, longitude: ring[node].y)) ?? true
          }
          if isInside { ways.append(#"<way id="\#(first + at)">\#(nodes)\#(tags)</way>"#) }
          at = last
        }
      }
      if let lost { ways.remove(at: lost) }
      return text + ways.joined() + "</osm>"
    }
  }

  private static func index(_ texts: [String], covers: SearchArea? = nil) throws -> PlaceIndex {
    var rules = ImportRules()
    rules.includesGround = true
    var importer = PlaceImporter(rules: rules)
    for (number, text) in texts.enumerated() {
      var input = IndexInput("\(number)")
      input.coverage = [covers].compactMap(\.self)
      try importer.read(Array(text.utf8), name: "\(number).osm", as: input)
    }
    return try importer.builder.makeIndex(name: "bay")
  }

  private static func isSea(_ point: SIMD2<Double>, in ground: Ground) -> Bool {
    var winding = 0
    for ring in ground.sea {
      let corners = ring.map { SIMD2($0.coordinate.latitude, $0.coordinate.longitude) }
      for (start, end) in zip(corners, corners.dropFirst() + corners.prefix(1))
      where (start.x > point.x) != (end.x > point.x) {
        let crossing = start.y + (end.y - start.y) * (point.x - start.x) / (end.x - start.x)
        if crossing > point.y { winding += end.x > start.x ? 1 : -1 }
      }
    }
    return winding > 0
  }

  @Test(arguments: Seeds.some(of: Array(1...20))) func `the sea of a map is that of the data, to a few metres`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed)
    let bay = Bay(&random)
    let index = try Self.index([bay.extract()])
    let corner = Bay.middle + SIMD2(random.unit() - 0.7, (random.unit() - 0.7) * 2) * 0.04
    let size = SIMD2(0.01 + random.unit() * 0.05, 0.01 + random.unit() * 0.1)
    let box = BoundingBox(
      validWest: corner.y,
      south: corner.x,
      east: corner.y + size.y,
      north: corner.x + size.x
    )
    for isMainOnly in [false, true] {
      let ground = try index.ground(in: box, isMainOnly: isMainOnly)
      #expect(ground.features.allSatisfy { $0.kind != .coastline })
      for _ in 0..<300 {
        let point = corner + SIMD2(random.unit(), random.unit()) * size
        let (isSea, distance) = bay.isSea(point)
        // A metre for the simplification, and two units for the rounding.
        if distance > 4 { #expect(Self.isSea(point, in: ground) == isSea, "\(point) \(distance)") }
      }
    }
  }

  private static func box(_ latitude: Double, _ longitude: Double, _ size: Double) -> BoundingBox {
    BoundingBox(
      validWest: longitude - size,
      south: latitude - size / 2,
      east: longitude + size,
      north: latitude + size / 2
    )
  }

  @Test func `a lost way leaves lines, and no sea where it ends`() throws {
    var random = SeededRandom(57)
    let bay = Bay(&random)
    let index = try Self.index([bay.extract(without: 3)])
    let whole = try index.ground(in: Self.box(60.16, 24.95, 0.1))
    Self.expectNoFlood(whole, of: bay, &random)
    // Directions stay as they were: clockwise around the bay, from the end of the lost way to its beginning.
    let shore = try #require(whole.features.max { $0.points.count < $1.points.count }).points
    let lost = [bay.shore[120], bay.shore[90]].map { SIMD2($0.x, $0.y) * 1e5 }
    for (point, end) in zip([shore.first, shore.last], lost) {
      let found = try #require(point)
      #expect(abs(Double(found.latitude) - end.x) < 1 && abs(Double(found.longitude) - end.y) < 1)
    }
    let island = try index.ground(in: Self.box(60.16, 24.95, 0.03))
    #expect(!island.sea.isEmpty && !Self.isSea(Bay.middle, in: island))
  }

  @Test func `a map that is wider than an extract has the sea in its middle`() throws {
    var random = SeededRandom(57)
    let bay = Bay(&random)
    // The island and the northern half of the shore.
    let half = BoundingBox(validWest: 24.9, south: 60.155, east: 25, north: 60.2)
    let index = try Self.index([bay.extract(touching: half)])
    let middle = (60.18, 24.95)
    for size in [0.03, 0.06, 0.12] {
      let ground = try index.ground(in: Self.box(middle.0, middle.1, size))
      let isFilled = !ground.sea.isEmpty
      #expect(isFilled, "\(size)")
      Self.expectNoFlood(ground, of: bay, &random, isInExtract: true)
    }
  }

  /// Expects that the sea of a map covers no land.
  private static func expectNoFlood(
    _ ground: Ground,
    of bay: Bay,
    _ random: inout SeededRandom,
    isInExtract: Bool = false
  ) {
    for _ in 0..<500 {
      let (corner, size) =
        isInExtract ? (SIMD2(60.16, 24.9), SIMD2(0.04, 0.1)) : (SIMD2(60.11, 24.86), SIMD2(0.1, 0.18))
      let point = corner + SIMD2(random.unit(), random.unit()) * size
      let (isSea, distance) = bay.isSea(point)
      guard distance > 4, !isSea else { continue }
      let isFlooded = Self.isSea(point, in: ground)
      #expect(!isFlooded, "\(point)")
    }
  }

  @Test func `without a coastline in it, a map has the sea that surrounds it`() throws {
    var random = SeededRandom(57)
    let bay = Bay(&random)
    let index = try Self.index([bay.extract()])
    let water = SIMD2(60.16 + 2_400 / 111_195, 24.95)
    #expect(try Self.isSea(water, in: index.ground(in: Self.box(water.x, water.y, 0.002))))
    #expect(try index.ground(in: Self.box(60.16, 24.95, 0.002)).sea.isEmpty)
    #expect(try index.ground(in: Self.box(60.21, 24.95, 0.002)).sea.isEmpty)
    #expect(try index.ground(in: Self.box(62, 24.95, 0.002)).sea.isEmpty)
  }

  @Test func `the sea ends at the edge of a declared area, and lines continue`() throws {
    var random = SeededRandom(57)
    let bay = Bay(&random)
    let covered = SearchArea.box(Self.box(60.16, 24.95, 0.06), center: nil)
    let ground = try Self.index([bay.extract(without: 3)], covers: covered).ground(in: Self.box(60.16, 24.95, 0.1))
    let rings = ground.sea.joined()
    #expect(rings.map(\.longitude).max() == 2_501_000 && rings.map(\.latitude).max() == 6_019_000)
    #expect(ground.features.contains { $0.kind == .coastline })
  }

  @Test func `an island that is a park has a coastline, and extracts that overlap have one sea`() throws {
    var random = SeededRandom(57)
    let bay = Bay(&random)
    let park = #"<tag k="leisure" v="park"/><tag k="waterway" v="dock"/>"#
    let expected = try Self.index([bay.extract()]).ground(in: Self.box(60.16, 24.95, 0.1))
    #expect(!expected.sea.isEmpty)
    for texts in [[bay.extract(islandTags: park)], [bay.extract(), bay.extract()]] {
      #expect(try Self.index(texts).ground(in: Self.box(60.16, 24.95, 0.1)).sea == expected.sea)
    }
  }

  @Test func `missing nodes of a coastline leave a gap`() throws {
    var random = SeededRandom(57)
    let bay = Bay(&random)
    let whole = bay.extract()
    let node = try #require(whole.range(of: #"<node id="150""#))
    let end = try #require(whole.range(of: "/>", range: node.upperBound..<whole.endIndex))
    let index = try Self.index([whole.replacingCharacters(in: node.lowerBound..<end.upperBound, with: "")])
    let ground = try index.ground(in: Self.box(60.16, 24.95, 0.1))
    Self.expectNoFlood(ground, of: bay, &random)
    #expect(ground.features.contains { $0.kind == .coastline })
  }
}
