import Domain
import Foundation
import Testing

@testable import App

/// `--within`, `--along` and `-n 0` on a command line.
struct ShapeCommandTests {
  private static let square =
    #"{"type":"Polygon","coordinates":[[[127,37],[127.1,37],[127.1,37.1],[127,37.1],[127,37]]]}"#
  private static let track =
    "<gpx><trk><trkseg><trkpt lat='37.49' lon='127.02'/><trkpt lat='37.5' lon='127.03'/></trkseg></trk></gpx>"

  private func run() -> Run {
    var run = Run()
    run.files = MemoryFiles([
      "a.geojson": Self.square, "t.gpx": Self.track, "p.txt": "_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI\n",
      "bow.geojson": Self.square.replacing("[127.1,37.1],[127,37.1]", with: "[127,37.1],[127.1,37.1]"),
      "cut.gpx": String(Self.track.prefix(60)), "dtd.kml": "<!DOCTYPE kml [<!ENTITY a \"b\">]><kml/>",
    ])
    return run
  }

  private func query(_ run: Run) throws -> PlaceQuery { try #require(run.provider.requests.query) }

  @Test func `polygons of a file are the area, and a point only measures`() async throws {
    let run = run()
    let outcome = await run("-c gas --within a.geojson")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let area = try query(run).area
    let box = try #require(area.enclosingBox)
    #expect(zip(box.edges, [127, 37, 127.1, 37.1]).allSatisfy { abs($0 - $1) < 1e-9 }, "\(box)")
    #expect(try area.center == nil && query(run).sort == .accuracy)
    #expect(outcome.output.contains(#""within":"a.geojson","along":null"#))
    _ = await run("-c gas --within a.geojson --at 37.05,127.05")
    #expect(try query(run).area.center?.latitude == 37.05)
    #expect(try query(run).sort == .distance)
  }

  @Test func `a line of a file or of a word is the area, in its order`() async throws {
    let run = run()
    let outcome = await run("-c gas --along t.gpx -r 300m")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let corridor = try #require(try query(run).area.corridor)
    #expect(corridor.radius.meters == 300 && corridor.line.parts.map(\.count) == [2])
    #expect(try query(run).sort == .route)
    #expect(outcome.output.contains(#""radius_m":300,"sort":"route","#) && outcome.output.contains(#""along":"t.gpx""#))
    #expect(outcome.output.contains("\"length_m\":\(Int(corridor.line.meters))"))
    _ = await run("-c gas --along _p~iF~ps|U_ulLnnqC_mqNvxq`@ --sort distance")
    #expect(try query(run).area.corridor?.line.parts[0].count == 3)
    #expect(try query(run).area.reach == .standardCorridor && query(run).sort == .distance)
    _ = await run("-c gas --along p.txt --polyline-precision 6")
    #expect(try query(run).area.corridor?.line.parts[0].map(\.latitude) == [38.5, 40.7, 43.252])
  }

  @Test func `places along a line say how far along they are, as the last key`() async throws {
    let run = run()
    let found = FoundPlace(
      place: FoundPlace.full.place,
      distance: Distance(meters: 7.9),
      along: Distance(meters: 123.9)
    )
    var along = run
    along.provider = StubProvider(.success(.collection([found])))
    let outcome = await along("-c gas --along t.gpx")
    #expect(
      outcome.output.contains(#","attributes":null,"along_m":123}"#) || outcome.output.contains(#""along_m":123}"#)
    )
    #expect(await !along("-c gas --at 37,127").output.contains("along_m"))
    let csv = await along("-c gas --along t.gpx -f csv").output
    #expect(csv.split(separator: "\n").first?.hasSuffix(",along_m") == true)
    let table = await along("-c gas --along t.gpx -f table").output
    #expect(table.contains("ALONG"))
  }

  @Test(arguments: [
    ("--within a.geojson -r 5", "can't be used together"),
    ("--within a.geojson --bbox 1,2,3,4", "can't be used together"),
    ("--along t.gpx --at 37,127", "can't be used together"), ("--along t.gpx --near x", "can't be used together"),
    ("--along t.gpx --within a.geojson", "can't be used together"), ("--along t.gpx -r 21km", "between 1 m and 20 km"),
    ("--along gone.gpx", "There is no file gone.gpx"), ("--along han글", "isn't GeoJSON"),
    ("--within t.gpx", "t.gpx, line 1, has 2 points"), ("--along a.geojson", "has no line"),
    ("--along cut.gpx", "is cut short"), ("--within dtd.kml", "declares entities"),
    ("--at 37,127 --sort route", "--sort route needs a line"),
    ("--at 37,127 --polyline-precision 6", "requires --along"),
  ])
  func `an impossible query is refused before any request`(options: String, reason: String) async throws {
    let run = run()
    let outcome = await run("-c gas " + options)
    #expect(outcome.status == (options.contains("gone") ? 1 : 2), "\(outcome.errors)")
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(run.provider.requests.query == nil)
  }

  /// Command lines that would overwrite a file that an option reads, with that option.
  private static let overwriting: [(Option, String)] = [
    (.within, "-c gas --within a.geojson -o a.geojson --force"), (.within, "-c gas --within a.geojson -o a.geojson"),
    (.within, "batch b.csv -c gas --within a.geojson -f csv -o a.geojson --force"),
    (.within, "batch b.csv -c gas --within a.geojson -o b.ndjson --summary a.geojson --force"),
    (.within, "batch b.csv -c gas --within a.geojson -o b.ndjson --failures a.geojson --force"),
    (.within, "index fetch --within a.geojson -o a.geojson"), (.along, "-c gas --along t.gpx -o t.gpx --force"),
    (.along, "batch b.csv -c gas --along t.gpx -f csv -o t.gpx --force"),
    (.covers, "index build b.csv --covers a.geojson -o a.geojson --force"),
    (.covers, "index add b.csv --covers 127,37,128,38 --covers a.geojson -o a.geojson"),
    (.keyFile, "-c gas --at 37,127 --key-file key -o key --force"),
    (.index, "-c gas --at 37,127 --index p.pfx -o p.pfx --force"),
    (.ground, "-c gas --at 37,127 --ground p.pfx -o p.pfx --force"),
    (.noConfiguration, "-c gas --at 37,127 -o config --force"),
    (.noConfiguration, "batch b.csv -c gas -o b.ndjson --summary config --force"),
  ]

  @Test(arguments: overwriting)
  func `a file that an option reads is never written`(option: Option, line: String) async {
    var run = run()
    run.environment["PLACEFIND_CONFIG_PATH"] = "config"
    let files = [
      "a.geojson": Self.square, "t.gpx": Self.track, "key": "0123456789abcdef", "config": "# none", "p.pfx": "places",
      "b.csv": "lat,lng\n37,127\n",
    ]
    run.files = MemoryFiles(files)
    let outcome = await run(line)
    #expect(outcome.status == 2 && outcome.errors.contains("which would be overwritten"), "\(outcome.errors)")
    #expect(run.files.all == files && run.provider.requests.query == nil)
  }

  @Test func `every option that reads a file is among those whose file is never written`() {
    let written: [Option] = [.output, .failures, .summary]
    let reading = Option.allCases.filter { option in
      if case .file = option.value { return !written.contains(option) }
      return option.completion == .files
    }
    for option in reading { #expect(Self.overwriting.contains { $0.0 == option }, "\(option)") }
  }

  @Test func `a missing polygon file is an error, and a ring that crosses itself is reported`() async throws {
    let run = run()
    #expect(await run("-c gas --within gone.geojson").status == 1)
    let outcome = await run("-c gas --within bow.geojson")
    #expect(outcome.status == 0 && outcome.errors.contains("crosses itself"), "\(outcome.errors)")
  }

  @Test func `the shape is a member of the query in GeoJSON, not a feature`() async throws {
    let run = run()
    let text = await run("-c gas --within a.geojson -f geojson").output
    let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let query = try #require(document["query"] as? [String: Any])
    let area = try #require(query["area"] as? [String: Any])
    #expect(area["type"] as? String == "Polygon")
    #expect((document["features"] as? [[String: Any]])?.count == 2)
    #expect(
      await run("-c gas --along t.gpx -f geojson").output.contains(
        #""area":{"type":"LineString","coordinates":[[127.02,37.49],[127.03,37.5]]}}"#
      )
    )
  }

  @Test func `GPX has a waypoint for each place and the track, KML placemarks`() async throws {
    let run = run()
    let gpx = await run("-c gas --along t.gpx -f gpx").output
    #expect(gpx.contains("<wpt lat=\"37.4979\" lon=\"127.0276\"><name>샘플주유소 &quot;01&quot;</name>"), "\(gpx)")
    #expect(gpx.contains("<trkpt lat=\"37.49\" lon=\"127.02\"/>") && gpx.hasSuffix("</gpx>\n"))
    #expect(try ShapeText.draft(ofFile: Array(gpx.utf8), as: .line).lines.map(\.points.count) == [2])
    let kml = await run("-c gas --within a.geojson -f kml").output
    #expect(kml.contains("<Point><coordinates>127.0276,37.4979</coordinates></Point>"), "\(kml)")
    #expect(try ShapeText.draft(ofFile: Array(kml.utf8), as: .polygons).polygons.count == 1)
    #expect(await run("-c gas --at 37,127 -o x.gpx").status == 0)
    #expect(run.files["x.gpx"]?.hasPrefix("<?xml") == true)
    #expect(await run("-c gas --at 37,127 -f gpx --fields id").status == 2)
  }

  @Test func `near -n 0 reports the number of matches alone`() async {
    let run = run()
    let place = Place(id: "11", name: "강남역", coordinate: .gangnam, group: .subway)
    run.provider.memory.withState { $0.located = .named([place], totalCount: 3) }
    let outcome = await run("near 강남역 -n 0 -f json")
    #expect(outcome.status == 0 && outcome.output.contains(#""total_count":3,"returned":0"#), "\(outcome.output)")
    #expect(outcome.output.contains(#""places":[]"#), "\(outcome.output)")
    #expect(await run("near 강남역 -n 0 -f csv").errors.contains("3 matching places"))
  }

  @Test func `-n 0 asks for the number alone`() async throws {
    let run = run()
    _ = await run("-c gas --at 37.4979,127.0276 -n 0")
    #expect(run.provider.requests.limit == .nothing)
    #expect(await run("browse -c gas --at 37.4979,127.0276 -n 0").status == 2)
    var counted = run
    counted.provider = StubProvider(.success(.collection([], totalCount: 7, isComplete: true)))
    let outcome = await counted("-c gas --at 37.4979,127.0276 -n 0 --fail-empty --require-complete")
    #expect(outcome.status == 0 && outcome.output.contains(#""total_count":7,"returned":0,"complete":true"#))
    #expect(await counted("-c gas --at 37,127 -n 0 -f csv").errors.contains("7 places in all"))
    #expect(await counted("-c gas --at 37,127 -n 0 -f map").output.contains("0 of 7 places"))
    #expect(await counted("-c gas --at 37,127 -n 0 -f html").output.contains("<p>0 of 7 places, not complete · "))
    counted.provider = StubProvider(.success(.collection([], totalCount: 0, isComplete: true)))
    #expect(await counted("-c gas --at 37.4979,127.0276 -n 0 --fail-empty").status == 9)
    counted.provider = StubProvider(.success(.collection([], totalCount: 7, isComplete: false)))
    #expect(await counted("-c gas --at 37.4979,127.0276 -n 0 --require-complete").status == 8)
    let unknown = PlaceCollection(
      places: [],
      totalCount: nil,
      isComplete: false,
      provenance: Provenance(source: .kakao)
    )
    counted.provider = StubProvider(.success(unknown))
    let open = await counted("-c gas --at 37.4979,127.0276 -n 0 -f csv")
    #expect(open.errors.contains("The number of matching places is unknown"), "\(open.errors)")
  }

  @Test func `an index covers the polygons of a file, further areas, or nothing`() async throws {
    let run = run()
    let outcome = await run("index build x.csv -o p.pfx --covers a.geojson --covers 126,36,127,37")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let coverage = try #require(run.provider.indexFiles.state.request?.coverage)
    #expect(coverage.map { $0.drawn?.form.name } == ["a.geojson", nil] && coverage.count == 2)
    #expect(coverage.first?.contains(try Coordinate(latitude: 37.05, longitude: 127.05)) == true)
    for (options, reason) in [
      ("--covers t.gpx", "t.gpx, line 1, has 2 points"), ("--covers gone.geojson", "gone.geojson"),
      ("--covers SEOUL", "polygons in a file"), ("--covers cut.gpx", "is cut short"),
      ("--covers 1,2,3,400", "400"), ("- --covers -", "standard input"), ("--covers - --covers -", "standard input"),
    ] {
      let refusing = self.run()
      let refused = await refusing("index build x.csv -o p.pfx " + options)
      #expect(refused.status == (options.contains("gone") ? 1 : 2), "\(options): \(refused.errors)")
      #expect(refused.errors.contains(reason), "\(refused.errors)")
      #expect(refusing.provider.indexFiles.state.request == nil)
    }
    let crossing = await run("index build x.csv -o p.pfx --covers bow.geojson")
    #expect(crossing.status == 0 && crossing.errors.contains("crosses itself"))
  }

  @Test func `a map and a page draw the shape`() async throws {
    let run = run()
    let page = await run("-c gas --along t.gpx -f html").output
    #expect(page.contains("<path id=\"route\" class=\"route\" d=\"M"))
    let map = await run("-c gas --within a.geojson -f map").output
    #expect(map.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) } || map.contains("."))
  }
}
