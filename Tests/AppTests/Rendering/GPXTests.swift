import Domain
import TestSupport
import Testing

@testable import App

/// Validates written GPX against its schema.
struct GPXTests {
  private static let head = "<gpx version='1.1' creator='x' xmlns='http://www.topografix.com/GPX/1/1'>"

  @Test(arguments: [
    ("<wpt lat='1' lon='2'><desc>a</desc><name>b</name></wpt>", "name may not come there in wpt"),
    ("<trk/><wpt lat='1' lon='2'/>", "wpt may not come there in gpx"), ("<wpt lat='1'/>", "wpt lacks lon"),
    ("<wpt lat='91' lon='2'/>", "lat 91"), ("<wpt lat='1' lon='180'/>", "lon 180"),
    ("<trk><trkpt lat='1' lon='2'/></trk>", "trkpt may not come there in trk"), ("<place/>", "place is not known"),
    ("<metadata/><metadata/>", "metadata may not come there in gpx"), ("<trk>x</trk>", "text in trk"),
    ("<wpt lat='1' lon='2'><link/></wpt>", "link lacks href"), ("<wpt", "it is not XML: incomplete"),
  ])
  func `the schema checker finds the faults`(content: String, fault: String) {
    #expect(GPXSchema.faults(of: Self.head + content + "</gpx>").contains(fault) || fault.hasPrefix("it is"))
    #expect(!GPXSchema.faults(of: Self.head + content + "</gpx>").isEmpty)
  }

  @Test(arguments: [
    (0.00001, "0.00001"), (-0.0000001, "-0.0000001"), (-0.00000001, "0"), (-90, "-90"), (127.12345678, "127.1234568"),
  ])
  func `degrees have up to seven decimals and no exponent`(degrees: Double, text: String) {
    var bytes: [UInt8] = []
    bytes.append(degrees: degrees)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test func `a recorded walk has no faults`() {
    let walk = text(named: "../Options/Miniatures/walk.gpx")
    #expect(GPXSchema.faults(of: walk.replacing(#/<extensions>.*</extensions>/#, with: "")) == [])
  }

  @Test(arguments: [
    "-c gas --at 37,127", "-c gas --along walk.gpx", "-c gas --within a.geojson", "-q '<&\"' --at 37,127",
  ])
  func `every output is valid`(line: String) async throws {
    var run = Run()
    run.files = MemoryFiles([
      "walk.gpx": text(named: "../Options/Miniatures/walk.gpx"),
      "a.geojson": text(named: "../Options/Miniatures/boundary.geojson"),
    ])
    let strange = Place(
      id: "node/1",
      name: "\u{1B}]]> <b> & \u{FFFE}'\"",
      coordinate: try Coordinate(latitude: -90, longitude: 180),
      group: .gas
    )
    let places = [FoundPlace.full, .bare, FoundPlace(place: strange, distance: nil)]
    run.provider = StubProvider(.success(.collection(places)))
    let outcome = await run(line + " -f gpx")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(GPXSchema.faults(of: outcome.output) == [], "\(outcome.output)")
    #expect(outcome.output.contains("<trkseg>") == line.contains("--along"))
  }
}
