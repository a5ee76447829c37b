import Domain
import Foundation
import Testing

/// The shapes that are drawn, as they are written and read again.
struct DrawnShapeTests {
  private static func shapes() throws -> [DrawnShape] {
    let points = try [(127.0, 37.0), (127.123_456_789_012, 37), (127.1, 37.2)].map {
      try Coordinate(latitude: $0.1, longitude: $0.0)
    }
    let radius = try #require(Distance(meters: 750).flatMap(SearchRadius.init))
    let polygon = Polygon([points + [points[0]]])
    return [
      .polygons(PolygonArea([polygon], name: "a")),
      .corridor(Corridor(along: RouteLine([points], name: "a"), radius: radius)),
    ]
  }

  @Test func `a form reads its own output, and no other form reads it`() throws {
    let shapes = try Self.shapes()
    let keys = DrawnShape.forms.map { $0.key }
    #expect(shapes.map { type(of: $0.form).key } == keys && Set(keys).count == keys.count)
    for shape in shapes {
      let form = shape.form
      let read = DrawnShape.forms.compactMap { $0.shape(form.text, called: form.name, reach: form.reach) }
      #expect(read == [shape] && read.first?.form.name == "a" && form.text.hasSuffix(")"))
    }
  }

  @Test func `a shape has a number of its own, and its points are counted`() throws {
    let shapes = try Self.shapes()
    #expect(shapes.map { $0.form.points.count } == [4, 3])
    #expect(Set(shapes.map { ShapeDigest($0).text }).count == shapes.count)
  }

  /// Returns a ring of a number of points around a circle.
  private static func round(_ count: Int, degrees: Double) -> ShapeDraft.Path {
    var path = ShapeDraft.Path(line: 1)
    for number in 0...count {
      let angle = Double(number % count) / Double(count) * 2 * Double.pi
      path.add(longitude: 127 + degrees * cos(angle), latitude: 37 + degrees * sin(angle))
    }
    return path
  }

  @Test(arguments: [4, 2_000]) func `a small ring keeps its area if a large shape is simplified`(corners: Int) throws {
    // A radius of half a metre, so that no two points are a metre apart.
    let small = Self.round(corners, degrees: 5e-6)
    for isHole in [true, false] {
      var draft = ShapeDraft()
      let large = Self.round(110_000, degrees: 0.2)
      draft.polygons = isHole ? [[large, small]] : [[large], [small]]
      var notices: [ShapeNotice] = []
      let area = try draft.area(called: "a") { notices.append($0) }
      let rings = area.polygons.flatMap(\.points)
      #expect(rings.count == 2 && rings[0].count < 20_000)
      #expect((4...corners + 1).contains(rings[1].count), "\(rings[1].count)")
      #expect(notices == [.simplified(from: 110_000 + corners + 2, to: rings[0].count + rings[1].count)])
      #expect(try area.contains(Coordinate(latitude: 37, longitude: 127)) == !isHole)
    }
  }

  @Test func `a line that turns back keeps the point at which it turns`() {
    let points = [0, 0.02, 0.01].map { Coordinate(validLatitude: 0, longitude: $0) }
    #expect(Simplification.ring(points, toleranceMeters: 1) == points)
  }

  @Test func `a rectangle around others is the smallest, across the antimeridian too`() throws {
    let boxes = try [(west: 179.0, east: 179.5), (west: -179.75, east: -179)].map {
      try BoundingBox(west: $0.west, south: 10, east: $0.east, north: 12)
    }
    let box = try #require(BoundingBox(enclosing: boxes))
    #expect(box.edges == [179, 10, -179, 12])
    #expect(BoundingBox(enclosing: []) == nil)
  }
}
