import Domain
import Foundation
import Testing

@testable import App

struct GeoJSONTests {
  private static let line = "-c gas --at 37.4979,127.0276 "

  private func document(_ options: String, _ run: Run = Run()) async throws -> [String: Any] {
    let output = await run(Self.line + options).output
    return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
  }

  @Test func `a result is a collection of points with the fields as properties`() async throws {
    #expect(
      await Run()(Self.line + "-f geojson --fields id,place_name,distance_m").output == #"""
        {"type":"FeatureCollection",
         "bbox":[127.0276,37.4979,127.0276,37.4979],
         "schema":1,
         "query":\#(ExpectedQuery.json()),
         "meta":{"source":"kakao","total_count":2,"returned":2,"complete":true,"nearest":true,"requests":1,"attribution":null},
         "features":[
          {"type":"Feature","id":"8190212","geometry":{"type":"Point","coordinates":[127.0276,37.4979]},"properties":{"id":"8190212","place_name":"샘플주유소 \"01\"","distance_m":223}},
          {"type":"Feature","id":"9","geometry":{"type":"Point","coordinates":[127.0276,37.4979]},"properties":{"id":"9","place_name":null,"distance_m":1234}}]}

        """#
    )
  }

  @Test(arguments: ["geojson", "json", "ndjson"])
  func `a place without an id has no feature id, and the schemas describe it`(format: String) async throws {
    // An address, for which a source has no id.
    let address = Place(id: "", name: "Marienplatz 8", coordinate: .gangnam, group: nil)
    let result = PlaceCollection.collection([FoundPlace(place: address, distance: nil)])
    // `Run` checks the output against the schemas.
    let output = await Run(provider: StubProvider(.success(result)))(Self.line + "-f \(format)").output
    #expect(output.contains(#""id":null,"place_name":"Marienplatz 8""#))
    #expect(!output.contains(#""id":"""#))
  }

  @Test func `properties have every field of the other formats`() async throws {
    let features = try #require(try await document("-f geojson")["features"] as? [[String: Any]])
    let properties = try #require(features.first?["properties"] as? [String: Any])
    #expect(Set(properties.keys) == Set(PlaceField.ofPlaces.map(\.rawValue)))
  }

  @Test func `a file extension sets the format, and nothing found is an empty collection`() async throws {
    let run = Run(provider: StubProvider(.success(.collection([]))))
    #expect(await run(Self.line + "-o x.geojson").status == 0)
    let text = try #require(run.files["x.geojson"])
    #expect(text.contains("\"features\":[]}"))
    #expect(!text.contains("bbox\":[1"))
  }

  @Test(arguments: [
    ("1,2", [2.0, 1, 2, 1]), ("1,2 -3,4", [2, -3, 4, 1]), ("0,179 1,-179", [179, 0, -179, 1]),
    ("0,-10 1,20", [-10, 0, 20, 1]),
  ])
  func `the box is the smallest, also across the antimeridian`(points: String, edges: [Double]) throws {
    let places = try points.split(separator: " ").map { point in
      let numbers = point.split(separator: ",").compactMap { Double($0) }
      return try FoundPlace.at(numbers[0], numbers[1])
    }
    let box = try #require(BoundingBox(enclosing: places))
    #expect([box.west, box.south, box.east, box.north] == edges)
  }

  @Test func `a large result is written in chunks`() throws {
    let places = Array(repeating: FoundPlace.full, count: 2_000)
    var chunks: [Int] = []
    var output = ChunkedOutput { bytes throws(FileFailure) in chunks.append(bytes.count) }
    try ResultGeoJSON(place: PlaceWriter(as: .json)).write(.samples(places), to: &output)
    try output.flush()
    #expect(chunks.count > 5)
    #expect(chunks.allSatisfy { $0 < 1 << 17 })
  }

  @Test(arguments: ["map", "html"])
  func `fields that would be ignored are refused`(format: String) async {
    let outcome = await Run()(Self.line + "-f \(format) --fields id")
    #expect(outcome.status == 2 && outcome.errors.contains("--fields"))
  }

  @Test func `a list of categories can't be a map`() async {
    for format in ["geojson", "map", "html"] {
      let outcome = await Run()("categories -f \(format)")
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("table"))
    }
  }
}

extension PlaceResult {
  /// Returns the result of a query in a circle.
  static func samples(
    _ places: [FoundPlace],
    totalCount: Int? = nil,
    radius: Double = 1_000,
    attribution: String? = nil
  ) throws -> PlaceResult {
    let radius = try #require(Distance(meters: radius).flatMap(SearchRadius.init))
    return PlaceResult(
      PlaceCollection(
        places: places,
        totalCount: totalCount ?? places.count,
        isComplete: totalCount == nil,
        provenance: Provenance(source: .sample, attribution: attribution)
      ),
      to: try PlaceQuery(categories: [.group(.cafe)], area: .circle(center: .gangnam, radius: radius))
    )
  }
}
