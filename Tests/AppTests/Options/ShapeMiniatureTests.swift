import Domain
import TestSupport
import Testing

@testable import App

/// A recorded track, and a boundary from a data portal.
///
/// Both are copied in form, with fictional points.
struct ShapeMiniatureTests {
  private static let walk = text(named: "Miniatures/walk.gpx")
  private static let boundary = text(named: "Miniatures/boundary.geojson")

  @Test func `a recorded walk has its thousand points, in parts where the recorder lost its signal`() throws {
    var notices: [ShapeNotice] = []
    let draft = try ShapeText.draft(ofFile: Array(Self.walk.utf8), as: .line)
    let line = try draft.line(called: "walk.gpx") { notices.append($0) }
    #expect(line.parts.map(\.count) == [618, 382] && notices.isEmpty)
    #expect(line.meters > 8_500 && line.meters < 11_000, "\(line.meters)")
    let corridor = SearchArea.corridor(Corridor(along: line, radius: .standardCorridor))
    let oracle = try #require(ShapeOracle(corridor))
    try check(corridor, oracle, seed: 1)
    // It doesn't end where it began, so it has no inside.
    #expect(throws: ShapeError.notClosed(line: 5)) {
      _ = try ShapeText.draft(ofFile: Array(Self.walk.utf8), as: .polygons).area(called: "walk.gpx") { _ in }
    }
  }

  @Test func `the boundary of a portal has its parts with their hole, and a file without polygons is refused`() throws {
    var notices: [ShapeNotice] = []
    let draft = try ShapeText.draft(ofFile: Array(Self.boundary.utf8), as: .polygons)
    let area = try draft.area(called: "boundary.geojson") { notices.append($0) }
    #expect(notices == [.leftOut(1)])
    let counts: [[Int]] = area.polygons.map { $0.points.map(\.count) }
    #expect(counts.sorted { $0.count > $1.count } == [[901, 81], [141]])
    let shape = SearchArea.polygons(area, center: nil)
    for (latitude, longitude, isInside) in [(37.47, 127.03, true), (37.5, 127.02, false), (37.42, 127.16, true)] {
      #expect(shape.contains(try Coordinate(latitude: latitude, longitude: longitude)) == isInside)
    }
    try check(shape, try #require(ShapeOracle(shape)), seed: 2)
  }

  private func check(_ area: SearchArea, _ oracle: ShapeOracle, seed: UInt64) throws {
    var random = SeededRandom(seed)
    let box = try #require(area.enclosingBox)
    var insideCount = 0
    for _ in 0..<400 {
      let point = try Coordinate(
        latitude: box.south + box.height * random.unit(),
        longitude: box.west + box.width * random.unit()
      )
      guard let expected = oracle.contains(point) else { continue }
      insideCount += expected ? 1 : 0
      #expect(area.contains(point) == expected, "\(point)")
    }
    #expect((40...360).contains(insideCount), "\(insideCount)")
  }
}
