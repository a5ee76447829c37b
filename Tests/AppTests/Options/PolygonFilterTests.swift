import Domain
import TestSupport
import Testing

@testable import App

/// Holes of polygon filter files: the area is every ring without the holes in it.
struct PolygonFilterTests {
  /// A rectangle on a grid, a ring or a hole.
  private struct Rectangle {
    let west: Int
    let south: Int
    let east: Int
    let north: Int

    init(_ west: Int, _ south: Int, _ east: Int, _ north: Int) {
      (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }

    var points: [(x: Int, y: Int)] { [(west, south), (east, south), (east, north), (west, north), (west, south)] }

    func holds(_ x: Double, _ y: Double) -> Bool {
      Double(west) < x && x < Double(east) && Double(south) < y && y < Double(north)
    }

    func holds(_ other: Rectangle) -> Bool {
      west <= other.west && other.east <= east && south <= other.south && other.north <= north
    }

    func isSame(as other: Rectangle) -> Bool { holds(other) && other.holds(self) }
  }

  private static func file(rings: [Rectangle], holes: [Rectangle], scale: Double = 1) -> String {
    func ring(_ name: String, _ rectangle: Rectangle) -> String {
      "\(name)\n" + rectangle.points.map { "\(Double($0.x) * scale) \(Double($0.y) * scale)\n" }.joined() + "END\n"
    }
    return "area\n" + rings.map { ring("1", $0) }.joined() + holes.map { ring("!1", $0) }.joined() + "END\n"
  }

  private static func polygons(_ text: String) throws -> PolygonArea {
    try ShapeText.draft(ofFile: Array(text.utf8), as: .polygons).area(called: "x") { _ in }
  }

  private static func area(_ text: String) throws -> (area: SearchArea, notices: [ShapeNotice]) {
    var notices: [ShapeNotice] = []
    let draft = try ShapeText.draft(ofFile: Array(text.utf8), as: .polygons)
    let area = try draft.area(called: "x") { notices.append($0) }
    return (.polygons(area, center: nil), notices)
  }

  private static func contains(_ area: SearchArea, _ x: Double, _ y: Double) throws -> Bool {
    area.contains(try Coordinate(latitude: y, longitude: x))
  }

  @Test func `a cell or an argument may hold the text of a file`() throws {
    let text = Self.file(rings: [Rectangle(0, 0, 10, 10)], holes: [Rectangle(4, 4, 6, 6)])
    let area = try ShapeText.draft(text, as: .polygons, .standard).area(called: "x") { _ in }
    #expect(area == (try Self.polygons(text)))
    #expect(throws: ShapeError.cutOff(.polygonFilter, line: 3)) {
      try ShapeText.draft("area\n1\n0 0\n", as: .polygons, .standard)
    }
  }

  @Test func `a hole that crosses a ring is refused with both lines`() throws {
    let text = Self.file(rings: [Rectangle(0, 0, 10, 10), Rectangle(10, 0, 20, 10)], holes: [Rectangle(9, 4, 11, 6)])
    #expect(throws: ShapeError.holeBeyond(line: 16, ring: 2)) { try Self.area(text) }
    let sentence = Failure.shape(.holeBeyond(line: 16, ring: 2), as: .polygons, in: "a.poly").message
    #expect(sentence.contains("The hole at line 16 of a.poly reaches beyond the ring at line 2."), "\(sentence)")
    // A hole around a whole ring would otherwise be ignored.
    let around = Self.file(rings: [Rectangle(4, 4, 6, 6)], holes: [Rectangle(0, 0, 10, 10)])
    #expect(throws: ShapeError.holeBeyond(line: 9, ring: 2)) { try Self.area(around) }
  }

  @Test func `holes in holes are removed once, and islands remain`() throws {
    let outer = Rectangle(0, 0, 20, 20)
    let text = Self.file(
      rings: [Rectangle(8, 8, 12, 12), outer],
      holes: [Rectangle(9, 9, 10, 10), Rectangle(5, 5, 15, 15), Rectangle(6, 6, 7, 7)]
    )
    let (area, notices) = try Self.area(text)
    #expect(notices.isEmpty)
    for (x, y, isInside) in [
      (1.5, 1.5, true), (5.5, 5.5, false), (6.5, 6.5, false), (8.5, 8.5, true), (9.5, 9.5, false),
    ] {
      #expect(try Self.contains(area, x, y) == isInside, "\(x) \(y)")
    }
    // The same hole twice.
    let twice = Self.file(rings: [outer], holes: [Rectangle(5, 5, 6, 6), Rectangle(5, 5, 6, 6)])
    #expect(try !Self.contains(Self.area(twice).area, 5.5, 5.5))
  }

  @Test func `a thousand holes are read, and ten thousand are refused`() throws {
    func file(_ count: Int) -> String {
      let holes = (0..<count).map { number in
        let (west, south) = (2 * (number % 100) + 1, 2 * (number / 100) + 1)
        return Rectangle(west, south, west + 1, south + 1)
      }
      return Self.file(rings: [Rectangle(0, 0, 300, 300)], holes: holes, scale: 0.1)
    }
    let (area, notices) = try Self.area(file(1_000))
    #expect(notices.isEmpty)
    #expect(try !Self.contains(area, 19.95, 1.95) && Self.contains(area, 19.85, 1.95))
    #expect(throws: ShapeError.tooManyHoles(10_000)) { try Self.area(file(10_000)) }
    let sentence = Failure.shape(.tooManyHoles(10_000), as: .polygons, in: "a.poly").message
    #expect(sentence.contains("a.poly has 10,000 holes"), "\(sentence)")
  }

  @Test func `a hole outside every ring is named`() throws {
    let text = Self.file(rings: [Rectangle(0, 0, 2, 2)], holes: [Rectangle(5, 5, 6, 6), Rectangle(1, 0, 2, 1)])
    let (area, notices) = try Self.area(text)
    #expect(notices == [.holesOutside(1, line: 9)])
    #expect(try !Self.contains(area, 5.5, 5.5) && !Self.contains(area, 1.5, 0.5) && Self.contains(area, 0.5, 0.5))
    let one = ShapeNotice.holesOutside(1, line: 9).notice(as: .polygons, in: "a.poly").message.text
    #expect(one == "The hole at line 9 of a.poly is outside every ring and was ignored.")
    let several = ShapeNotice.holesOutside(2, line: 9).notice(as: .polygons, in: "a.poly").message.text
    #expect(several == "2 holes of a.poly are outside every ring and were ignored. The first is at line 9 of a.poly.")
  }

  /// Rectangles on a coarse grid share many corners and edges.
  @Test(arguments: [1, 0.1, 1.0 / 3]) func `the area is right or refused`(scale: Double) throws {
    var random = SeededRandom(7)
    func rectangle() -> Rectangle {
      let (west, south) = (Int.random(in: 0..<7, using: &random), Int.random(in: 0..<7, using: &random))
      return Rectangle(
        west,
        south,
        Int.random(in: west + 1...8, using: &random),
        Int.random(in: south + 1...8, using: &random)
      )
    }
    var (readCount, refusedCount) = (0, 0)
    for _ in 0..<300 {
      let rings = (0..<Int.random(in: 1...3, using: &random)).map { _ in rectangle() }
      let holes = (0..<Int.random(in: 1...3, using: &random)).map { _ in rectangle() }
      let text = Self.file(rings: rings, holes: holes, scale: scale)
      let area: SearchArea
      do { area = try Self.area(text).area } catch ShapeError.holeBeyond {
        refusedCount += 1
        continue
      }
      readCount += 1
      for x in 0..<8 {
        for y in 0..<8 {
          let (x, y) = (Double(x) + 0.5, Double(y) + 0.5)
          // A ring inside a hole is an island.
          let isInside = rings.contains { ring in
            ring.holds(x, y) && !holes.contains { $0.holds(x, y) && (!$0.holds(ring) || $0.isSame(as: ring)) }
          }
          #expect(try Self.contains(area, x * scale, y * scale) == isInside, "\(x) \(y) in\n\(text)")
        }
      }
    }
    #expect(readCount > 20 && refusedCount > 20)
  }
}
