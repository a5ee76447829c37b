import Domain
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

  @Test func `a form reads what it writes, and no other form does`() throws {
    let shapes = try Self.shapes()
    let keys = DrawnShape.forms.map { $0.key }
    #expect(shapes.map { type(of: $0.form).key } == keys && Set(keys).count == keys.count)
    for shape in shapes {
      let form = shape.form
      let read = DrawnShape.forms.compactMap { $0.shape(form.text, called: form.name, reach: form.reach) }
      #expect(read == [shape] && read.first?.form.name == "a")
    }
  }

  @Test func `a shape has a number of its own, and its points are counted`() throws {
    let shapes = try Self.shapes()
    #expect(shapes.map { $0.form.points.count } == [4, 3])
    #expect(Set(shapes.map { ShapeDigest($0).text }).count == shapes.count)
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
