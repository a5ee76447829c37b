import Domain
import Foundation
import Tables
import TestSupport
import Testing

@testable import PlaceIndex

@Suite struct GroundTests {
  /// Returns a random line across several tiles, in units of 1e-7 degree.
  private static func walk(_ random: inout SeededRandom, from start: (Double, Double)) -> [ElementPoint] {
    var (latitude, longitude) = start
    var heading = random.unit() * 6.28
    return (0..<300).map { _ in
      heading += random.normal() * 0.3
      let turn = SIMD2(heading, heading + 1.57)
      latitude += (turn.x.truncatingRemainder(dividingBy: 2) - 0.9) * 3e-4
      longitude += (turn.y.truncatingRemainder(dividingBy: 2) - 0.9) * 3e-4
      return ElementPoint(latitude: Int64(latitude * 1e9), longitude: Int64(longitude * 1e9))
    }
  }

  /// Returns the pieces, written as a section and read again.
  private static func read(_ pieces: [GroundCollector.Piece]) throws -> [(tile: GroundTile, feature: Ground.Feature)] {
    var collector = GroundCollector()
    for piece in pieces { collector.add(piece) }
    return try read(collector.encoded)
  }

  private static func read(_ bytes: [UInt8]) throws -> [(tile: GroundTile, feature: Ground.Feature)] {
    try ByteView.over(bytes) { view in
      var found: [(GroundTile, Ground.Feature)] = []
      let section = try GroundSection(view, checker: nil)
      for number in 0..<section.tileCount {
        let entry = try section.entry(number)
        try section.forEachFeature(of: entry, isMainOnly: false) { found.append((entry.tile, $0)) }
      }
      return found
    }
  }

  /// Returns the distance of a point from a segment in metres, in the plane around the point.
  private static func distance(_ point: ElementPoint, _ start: Ground.Point, _ end: Ground.Point) throws -> Double {
    let (latitude, longitude) = try #require(point.degrees)
    let projection = MapPlane(latitude: latitude, longitude: longitude)
    let first = projection.meters(start)
    let last = projection.meters(end)
    let across = last - first
    let square = (across * across).sum()
    let part = square > 0 ? min(1, max(0, -(first * across).sum() / square)) : 0
    let nearest = first + across * part
    return (nearest * nearest).sum().squareRoot()
  }

  private struct MapPlane {
    let latitude: Double
    let longitude: Double

    func meters(_ point: Ground.Point) -> SIMD2<Double> {
      let east = point.coordinate.longitude - longitude
      let north = point.coordinate.latitude - latitude
      return SIMD2(east * 111_195.08 * cos(latitude * .pi / 180), north * 111_195.08)
    }
  }

  @Test(arguments: Seeds.some(of: Array(1...20)))
  func `a line stays within a metre of its points, and each piece within its tile`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let start = (random.unit() * 130 - 65, random.unit() * 350 - 175)
    let points = Self.walk(&random, from: start)
    let pieces = GroundPieces.pieces(of: .street, name: Array("길".utf8), points: points)
    let found = try Self.read(pieces)
    for (tile, feature) in found {
      #expect(feature.points.allSatisfy(tile.contains))
      #expect(feature.name == "길" && feature.kind == .street && feature.points.count > 1)
    }
    let segments = found.flatMap { zip($0.feature.points, $0.feature.points.dropFirst()) }
    for point in points {
      let nearest = try segments.map { try Self.distance(point, $0, $1) }.min() ?? .infinity
      // A metre for the simplification, and the diagonal of half a unit for the rounding.
      #expect(nearest < 1 + 0.8)
    }
    // The pieces join to one line again, unless the line crosses itself at a tile's edge.
    let joined = Ground(found.map(\.feature)).joined.features
    #expect(joined.count <= found.count)
    #expect(Set(joined.flatMap(\.points)) == Set(found.flatMap(\.feature.points)))
  }

  @Test(arguments: Seeds.some(of: Array(1...20)))
  func `the pieces of an area cover it, and each stays within its tile`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let middle = (latitude: Int32(random.unit() * 1e6), longitude: Int32(random.unit() * 1e7))
    // A star around the middle, so that it is a simple polygon.
    var ring: [Ground.Point] = []
    for corner in [(1, 0), (2, 1), (0, 1), (-1, 2), (-1, 0), (-2, -1), (0, -1), (1, -2)] as [(Double, Double)] {
      let reach = 1_000 + random.unit() * 4_000
      ring.append(
        Ground.Point(
          latitude: middle.latitude + Int32(corner.1 * reach),
          longitude: middle.longitude + Int32(corner.0 * reach)
        )
      )
    }
    let pieces = GroundPieces.areas(in: ring + [ring[0]])
    func doubled(_ ring: [Ground.Point]) -> Double {
      var sum = 0.0
      for (number, point) in ring.enumerated() {
        let next = ring[(number + 1) % ring.count]
        let forward = Double(point.longitude) * Double(next.latitude)
        sum += forward - Double(next.longitude) * Double(point.latitude)
      }
      return sum
    }
    #expect(pieces.count > 1)
    for (tile, points) in pieces { #expect(points.allSatisfy(tile.contains) && doubled(points) >= 0) }
    let sum = pieces.map { doubled($0.1) }.reduce(0, +)
    #expect(abs(sum - abs(doubled(ring))) < abs(doubled(ring)) * 0.002)
  }

  private static func point(_ latitude: Double, _ longitude: Double) -> ElementPoint {
    ElementPoint(latitude: Int64((latitude * 1e9).rounded()), longitude: Int64((longitude * 1e9).rounded()))
  }

  @Test(arguments: [1.0, -1]) func `a road across the antimeridian is cut there`(side: Double) throws {
    let road: [(Double, Double)] = [(-16.8, 179.98), (-16.8, 179.99), (-16.79, -179.99), (-16.79, -179.98)]
    let points = road.map { Self.point($0.0, $0.1 * side) }
    let found = try Self.read(GroundPieces.pieces(of: .primary, name: [], points: points))
    for (tile, feature) in found { #expect(feature.points.allSatisfy(tile.contains)) }
    let edges = found.flatMap(\.feature.points).filter { abs($0.longitude) == 18_000_000 }
    #expect(Set(edges.map(\.longitude)) == [18_000_000, -18_000_000] && Set(edges.map(\.latitude)) == [-1_679_500])
    let segments = found.flatMap { zip($0.feature.points, $0.feature.points.dropFirst()) }
    let lengths: [Int32] = segments.map { abs($0.longitude - $1.longitude) }
    #expect(lengths.allSatisfy { $0 < 3_000 } && lengths.reduce(0, +) == 4_000)
  }

  @Test func `a lake across the antimeridian covers both sides, and a ring around a pole is left out`() throws {
    let lake = [(-16.81, 179.99), (-16.81, -179.98), (-16.79, -179.98), (-16.79, 179.99), (-16.81, 179.99)]
    let found = try Self.read(GroundPieces.pieces(of: .water, name: [], points: lake.map(Self.point)))
    for isEastern in [true, false] {
      let pieces = found.map(\.feature.points).filter { ($0[0].longitude > 0) == isEastern }
      var doubled = 0
      for ring in pieces {
        for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
          let eastward = Int(end.longitude) - Int(start.longitude)
          doubled -= eastward * (Int(start.latitude) + Int(end.latitude))
        }
      }
      #expect(doubled == (isEastern ? 2_000 : 4_000) * 2_000)
    }
    let pole = [(89.9, 0.0), (89.9, 90), (89.9, 179), (89.9, -90), (89.9, 0)].map(Self.point)
    #expect(GroundPieces.pieces(of: .water, name: [], points: pole).isEmpty)
  }

  private static let town = """
    <osm version="0.6">
    <node id="1" lat="37.50" lon="127.00"/><node id="2" lat="37.50" lon="127.03"/><node id="3" lat="37.51" lon="127.03"/>
    <node id="4" lat="37.505" lon="127.01"><tag k="amenity" v="cafe"/><tag k="name" v="가온"/></node>
    <way id="10"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/><tag k="name" v="큰길"/></way>
    <way id="11"><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/></way>
    <way id="12"><nd ref="1"/><nd ref="3"/><tag k="highway" v="footway"/></way>
    <way id="13"><nd ref="1"/><nd ref="3"/><tag k="railway" v="subway"/><tag k="tunnel" v="yes"/></way>
    <way id="14"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="1"/><tag k="leisure" v="park"/></way>
    </osm>
    """
  private static let box = BoundingBox(validWest: 126.9, south: 37.4, east: 127.1, north: 37.6)

  private static func index(includesGround: Bool = true, _ more: (inout PlaceImporter) throws -> Void = { _ in }) throws
    -> PlaceIndex
  {
    var rules = ImportRules()
    rules.includesGround = includesGround
    var importer = PlaceImporter(rules: rules)
    try more(&importer)
    try importer.read(Array(town.utf8), name: "town.osm")
    return try importer.builder.makeIndex(name: "town")
  }

  @Test func `an import keeps streets, parks and names, and an index has them only if it should`() throws {
    let ground = try Self.index().ground(in: Self.box)
    #expect(ground.features.filter { $0.kind == .park }.count > 1)
    let lines = ground.features.filter { !$0.kind.isArea }
    #expect(lines.map(\.kind) == [.primary, .street] && lines.map(\.name) == ["큰길", nil])
    #expect(lines[0].points.first?.longitude == 12_700_000 && lines[0].points.last?.longitude == 12_703_000)
    #expect(ground.attribution?.contains("OpenStreetMap") == true)
    let main = try Self.index().ground(in: Self.box, isMainOnly: true)
    #expect(Set(main.features.map(\.kind)) == [.park, .primary])
    let elsewhere = BoundingBox(validWest: 128, south: 37.4, east: 128.1, north: 37.6)
    #expect(try Self.index().ground(in: elsewhere).features.isEmpty)
    #expect(try Self.index(includesGround: false).ground(in: Self.box) == .none)
    #expect(try !Self.index(includesGround: false).hasGround)
  }

  /// A lake of two ways with an island, in the form of each format; one way runs backwards.
  private static let lake: OSMElements = {
    var all = OSMElements()
    let corners: [(Int64, Int64)] = [
      (0, 0), (0, 400), (400, 400), (400, 0), (100, 100), (100, 200), (200, 200), (200, 100),
    ]
    all.nodes = corners.enumerated().map { number, corner in
      OSMElements.Node(
        id: Int64(number + 1),
        latitude: 521_100_000 + corner.0 * 100,
        longitude: 51_000_000 + corner.1 * 100
      )
    }
    all.nodes.append(
      OSMElements.Node(id: 99, latitude: 521_100_000, longitude: 51_000_000, tags: [("amenity", "cafe")])
    )
    all.ways = [
      OSMElements.Way(id: 1, nodes: [1, 2, 3]), OSMElements.Way(id: 2, nodes: [1, 4, 3]),
      OSMElements.Way(id: 3, nodes: [5, 6, 7, 8, 5]), OSMElements.Way(id: 4, nodes: [1, 3]),
    ]
    let tags = [("type", "multipolygon"), ("natural", "water"), ("name", "호수")]
    all.relations = [
      OSMElements.Relation(id: 1, members: [(1, 1), (1, 2), (1, 3)], tags: tags),
      // Without the other half, there is no ring.
      OSMElements.Relation(id: 2, members: [(1, 4), (1, 77)], tags: tags),
    ]
    return all
  }()

  @Test(arguments: [false, true])
  func `the ways of a multipolygon are joined to rings`(hasLocations: Bool) throws {
    var writer = OSMFileWriter()
    writer.hasLocations = hasLocations
    var rules = ImportRules()
    rules.includesGround = true
    var importer = PlaceImporter(rules: rules)
    try importer.read(writer.file(Self.lake), name: "lake")
    let index = try importer.builder.makeIndex(name: "lake")
    let box = BoundingBox(validWest: 5, south: 52, east: 5.2, north: 52.2)
    let areas = try index.ground(in: box).features
    #expect(areas.map(\.kind) == [.water, .water] && areas.contains { $0.name == "호수" })
    #expect(areas.map(\.points.count) == [4, 4])
  }

  @Test func `rings are joined from ways in any order and direction`() {
    func point(_ number: Int32) -> ElementPoint {
      ElementPoint(latitude: Int64(number) * 100, longitude: Int64(number * number) * 100)
    }
    let ways = [[1, 2, 3], [5, 4, 3], [5, 6, 1], [7, 8, 9, 7], [10, 11]].map { $0.map(point) }
    let rings = AreaRings.rings(of: ways)
    #expect(rings.map(\.count) == [4, 7])
    #expect(rings.allSatisfy { $0.first == $0.last })
  }

  @Test func `ground is copied with its segment, and added again where places are read individually`() throws {
    let first = try Self.index()
    try first.verify()
    let expected = try first.ground(in: Self.box)
    for category in [nil, PlaceCategory.group(.cafe)] {
      var importer = PlaceImporter()
      try importer.read(first, category: category)
      try importer.read(Array("id,name,lat,lng\n1,x,37.5,127\n".utf8), name: "x.csv")
      let added = try importer.builder.makeIndex(name: "added")
      try added.verify()
      #expect(try added.ground(in: Self.box) == expected)
    }
  }

  @Test func `a damaged page of the ground is an error, and no error of a query`() throws {
    let image = try Self.index()
    let file = image.content.files[0]
    var bytes = file.bytes.view.array
    let range = try #require(file.header.segments.map { $0[.ground] }.first { !$0.isEmpty })
    bytes[range.upperBound - 1] ^= 0x41
    let index = try PlaceIndex(bytes: bytes, name: "damaged")
    let damage = IndexFileError.damaged(path: "damaged", part: "ground")
    #expect(throws: damage) { try index.ground(in: Self.box) }
    #expect(throws: damage) { try index.verify() }
    let other = try PlaceIndex(bytes: bytes, name: "damaged")
    #expect(try other.places(matching: PlaceQuery(categories: [.any], area: .anywhere(center: nil))).totalCount > 0)
  }

  @Test(arguments: 1...300)
  func `a damaged section is an error or other ground, never a crash`(seed: UInt64) throws {
    var collector = GroundCollector()
    var random = SeededRandom(seed)
    let points = Self.walk(&random, from: (37.5, 127))
    for piece in GroundPieces.pieces(of: .primary, name: Array("x".utf8), points: points) { collector.add(piece) }
    var bytes = collector.encoded
    for _ in 0..<1 + Int(random.next() % 4) {
      bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
    }
    bytes.removeLast(Int(random.next() % 8))
    for (tile, feature) in (try? Self.read(bytes)) ?? [] { #expect(feature.points.allSatisfy(tile.contains)) }
    ByteView.over(bytes) { view in
      guard let section = try? GroundSection(view, checker: nil) else { return }
      let corner = GroundTile(row: 1_820, column: -8_800)
      for entry in (try? section.entries(from: corner, to: GroundTile(row: 1_840, column: 8_800))) ?? [] {
        try? section.forEachFeature(of: entry, isMainOnly: true) { _ in }
      }
    }
  }
}
