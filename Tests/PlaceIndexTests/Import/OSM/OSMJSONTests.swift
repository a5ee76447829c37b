import Domain
import Testing

@testable import PlaceIndex

/// The coordinates of the elements in an Overpass response.
@Suite struct OSMJSONTests {
  private static let box = #""bounds":{"minlat":37.1,"minlon":127.1,"maxlat":37.3,"maxlon":127.5}"#
  private static let part = #""geometry":[null,{"lat":37.1,"lon":127.1},{"lat":37.2,"lon":127.2}]"#
  private static let member = #"{"type":"way","ref":2,"role":"outer",\#(part)}"#

  private static let elements: [(element: String, latitude: Double, longitude: Double)] = [
    // `out geom` of a relation, and of a way clipped to an area.
    (#"{"type":"relation","id":1,\#(box),"members":[\#(member)],"tags":{}}"#, 37.2, 127.3),
    (#"{"type":"way","id":1,\#(box),"nodes":[1,2,3],\#(part),"tags":{}}"#, 37.2, 127.3),
    // `out center bb`.
    (#"{"type":"way","id":1,"center":{"lat":37.2,"lon":127.3},\#(box),"nodes":[1],"tags":{}}"#, 37.2, 127.3),
    // Across the antimeridian.
    (
      #"{"type":"way","id":1,"bounds":{"minlat":1,"minlon":-179.9,"maxlat":3,"maxlon":179.7},"nodes":[1],"tags":{}}"#,
      2, 179.9
    ),
  ]

  @Test(arguments: elements)
  func `an element has the middle of its bounds`(element: String, latitude: Double, longitude: Double) throws {
    var importer = PlaceImporter()
    try importer.read(Array(#"{"version":0.6,"osm3s":{},"elements":[\#(element)]}"#.utf8), name: "a")
    let bounds = try #require(try importer.builder.makeIndex().summary.bounds)
    #expect(abs(bounds.south - latitude) < 1e-6 && abs(bounds.west - longitude) < 1e-6, "\(bounds)")
  }

  private static let owners = [
    #"{"version":0.6,"osm3s":{},"elements":[{"type":"way","id":12,"center":{"lat":37,"lon":127},"tags":{\#(tags)}}]}"#,
    collection(#""id":"w12""#), collection(#""id":"a24""#),
  ]

  private static func collection(_ id: String) -> String {
    #"{"type":"FeatureCollection","features":[{"type":"Feature",\#(id),\#(point),"properties":{\#(tags)}}]}"#
  }

  @Test(arguments: owners)
  func `an element keeps its id even if a tag is named id`(text: String) throws {
    #expect(try ImportedPlaces(text).rows.map(\.id) == ["way/12"])
  }

  private static let tags = #""amenity":"cafe","id":"77","osm_id":"78""#
  private static let point = #""geometry":{"type":"Point","coordinates":[127,37]}"#

  @Test(arguments: [
    #""bounds":{"minlat":"37.1","minlon":127.1,"maxlat":37.3,"maxlon":127.5}"#, #""bounds":{"minlat":37.1}"#,
    #""bounds":null"#, #""bounds":[37.1,127.1,37.3,127.5]"#, #""bounds":{"minlat":null,"minlon":null}"#,
  ])
  func `unreadable bounds give no coordinate`(bounds: String) throws {
    var importer = PlaceImporter()
    let element = #"{"type":"relation","id":1,\#(bounds),"tags":{"amenity":"cafe"}}"#
    try importer.read(Array(#"{"version":0.6,"osm3s":{},"elements":[\#(element)]}"#.utf8), name: "a")
    #expect(importer.builder.placeCount == 0 && importer.skipped.map(\.count) == [1])
  }
}
