import Foundation
import TestSupport
import Testing

/// OpenStreetMap files on the command line.
@Suite(.timeLimit(.minutes(20))) struct ExtractTests {
  private static let osmium = ["/usr/bin/osmium", "/usr/local/bin/osmium", "/opt/homebrew/bin/osmium"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }
  private static let miniature = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Miniatures/netherlands-latest.osm.pbf")

  private let home = TemporaryDirectory()

  private func run(_ line: String) async throws -> Invocation.Outcome {
    try await Placefind.run(line, environment: ["HOME": home.path])
  }

  /// Returns the lines of all places in an index, sorted by id.
  private func places(_ index: String) async throws -> [String] {
    let outcome = try await run("find -c any --bbox -180,-90,180,90 -n all -f ndjson --index \(index)")
    return outcome.output.split(separator: "\n").map(String.init).sorted()
  }

  @Test func `an extract covers nothing until its coverage is declared`() async throws {
    let file = Self.miniature.path
    let index = home.file("nl.pfx")
    let query = "-c park --at 52.0925,5.123 -r 1km --index \(index) -f json"
    let built = try await run("index build \(file) -o \(index)")
    let advice = "`placefind index covers \(index) --covers REGION.poly`"
    #expect(built.status == 0 && built.errors.contains(advice), "\(built.errors)")
    #expect(built.output.contains("2026-11-20T20:21:00Z"), "\(built.output)")
    #expect(built.output.contains("covers       nothing declared"), "\(built.output)")
    let open = try await run(query)
    #expect(open.output.contains("\"id\":\"way/265910001\"") && open.errors.contains(advice), "\(open.errors)")
    #expect(open.output.contains("\"complete\":false,\"nearest\":false"), "\(open.output)")
    #expect(try await run(query + " -n 1").output.contains("\"complete\":false,\"nearest\":false"))
    #expect(try await run(query + " -n 1 --require-nearest").status == 8)
    #expect(try await run("-c park --at 52.0925,5.123 -r 1km --index \(file)").errors.contains("placefind index build"))

    let lines = try await places(index)
    let declared = try await run("index covers \(index) --covers 5,52,5.5,52.5")
    #expect(declared.status == 0 && declared.errors.isEmpty, "\(declared.errors)")
    #expect(declared.output.contains("covers       5,52,5.5,52.5\n"), "\(declared.output)")
    #expect(try await places(index) == lines)
    #expect(try await run("index verify \(index)").status == 0)
    let result = try await run(query)
    #expect(result.output.contains("\"id\":\"way/265910001\"") && result.output.contains("\"complete\":true"))
    #expect(result.output.contains("© OpenStreetMap contributors, ODbL 1.0") && result.errors.isEmpty)
    let again = try await run("index covers \(index) --covers 52.0925,5.123,500m")
    #expect(again.errors.contains("covered 5,52,5.5,52.5 before"), "\(again.errors)")
    #expect(try await run(query).output.contains("\"complete\":false"))
    for (line, reason) in [
      ("index covers \(index)", "isn't named"), ("index covers \(file) --covers KR", "isn't an index"),
      ("index covers \(home.file("gone.pfx")) --covers KR", "gone.pfx"),
    ] {
      let refused = try await run(line)
      #expect(refused.status != 0 && refused.errors.contains(reason), "\(line): \(refused.errors)")
    }
    let beyond = try await run("-c park --at 40,5 -r 1km --index \(index) -f json")
    #expect(beyond.output.contains("\"complete\":false"))
    // The same file without an index.
    #expect(try await places(file) == places(index))
  }

  @Test(arguments: ["region-latest.osm.pbf", "region-261120.osm.pbf", "region.osm.pbf"])
  func `the polygons next to an extract are its coverage`(name: String) async throws {
    let file = home.file(name)
    let polygons = home.file("region.poly")
    try FileManager.default.copyItem(atPath: Self.miniature.path, toPath: file)
    let ring = "1\n   5.12 52.09\n   5.13 52.09\n   5.13 52.1\n   5.12 52.1\n   5.12 52.09\nEND\n"
    try "region\n\(ring)END\n".write(toFile: polygons, atomically: true, encoding: .utf8)
    let index = home.file("region.pfx")
    let built = try await run("index build \(file) -o \(index)")
    #expect(built.status == 0 && built.errors.contains("\(file) covers the polygons of \(polygons)"), "\(built.errors)")
    #expect(built.output.contains("region.poly"), "\(built.output)")
    func isComplete(_ longitude: Double) async throws -> Bool {
      let result = try await run("-c park --at 52.095,\(longitude) -r 100 --index \(index) -f json")
      return result.output.contains("\"complete\":true")
    }
    #expect(try await isComplete(5.125))
    #expect(try await !isComplete(5.14))
    // The same file without an index.
    let direct = "-c park --index \(file) -r 100 -f json --at 52.095,"
    let read = try await run(direct + "5.125")
    #expect(read.output.contains("\"complete\":true"), "\(read.errors)")
    #expect(read.errors.contains("\(file) covers the polygons of \(polygons)"), "\(read.errors)")
    #expect(try await run(direct + "5.14").output.contains("\"complete\":false"))
    // An explicitly declared area takes precedence.
    let named = try await run("index build \(file) -o \(index) --force --covers 5.13,52,5.15,53")
    #expect(named.status == 0 && !named.errors.contains(polygons), "\(named.errors)")
    #expect(try await isComplete(5.14))
    try "region\n1\n 5 52\n".write(toFile: polygons, atomically: true, encoding: .utf8)
    let broken = try await run("index build \(file) -o \(index) --force")
    #expect(broken.status == 2 && broken.errors.contains("region.poly"), "\(broken.errors)")
  }

  @Test func `a pipe is read like a file, and no file remains next to the output`() async throws {
    let program = try Placefind.invocation("").program
    let folder = home.file("out")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    var shell = Invocation(
      "/bin/sh",
      ["-euc", "cat '\(Self.miniature.path)' | '\(program)' index build - -o '\(folder)/a.pfx' -c park --as nl"]
    )
    shell.environment = ["HOME": home.path, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    let piped = try await shell.run()
    #expect(piped.status == 0, "\(piped.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.pfx"])
    #expect(try await places("\(folder)/a.pfx").count == 1)
    // The same input again, completely.
    let added = try await run("index add \(Self.miniature.path) --as nl -c any -o \(folder)/a.pfx")
    #expect(added.errors.contains("Replaced the places of nl: 2 added, 0 removed"), "\(added.errors)")
  }

  @Test(.enabled(if: osmium != nil, "osmium is not installed"))
  func `Overpass, an export and a file give one index`() async throws {
    let stub = OSMStub(Self.elements)
    let server = try LoopbackServer { stub.reply(to: $0) }
    let fetched = home.file("fetched.pfx")
    let fetch = try await Placefind.run(
      "index fetch --bbox 4.9,51.9,5.4,52.3 -o \(fetched)",
      environment: ["PLACEFIND_OVERPASS": server.endpoint + "/api/interpreter", "HOME": home.path]
    )
    #expect(fetch.status == 0, "\(fetch.errors)")
    let town = home.file("town.osm")
    let file = home.file("town.osm.pbf")
    let export = home.file("town.geojsonl")
    try Self.xml.write(toFile: town, atomically: true, encoding: .utf8)
    let commands = [
      ["sort", town, "-o", file],
      ["export", file, "-a", "type,id", "-f", "geojsonseq", "-x", "print_record_separator=false", "-o", export],
    ]
    for arguments in commands {
      let outcome = try await Invocation(Self.osmium ?? "", arguments).run()
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    let expected = try await places(fetched)
    #expect(expected.count > 300)
    #expect(expected.contains { $0.contains("leisure=pitch") })
    for input in [file, export] {
      #expect(try await run("index build \(input) -o \(input).pfx").status == 0)
      #expect(Set(try await places("\(input).pfx")).symmetricDifference(expected) == [], "\(input)")
    }
  }

  /// Elements whose corners have OpenStreetMap's precision and whose centres often lie between two such coordinates.
  ///
  /// Some have a key of places with a value that isn't a known kind.
  private static let elements = OSMStub.generated(400, seed: 11, around: (52.0894, 5.1101)).elements.map { element in
    let number = Int(element.id.split(separator: "/")[1]) ?? 0
    let unknown = ["leisure": "pitch", "name": "Pitch \(number)"]
    let tags = number % 20 == 7 ? unknown : element.tags
    guard let extent = element.extent else {
      return OSMStub.Element(element.id, element.latitude, element.longitude, tags)
    }
    let south = grid(element.latitude - extent.height)
    let north = grid(element.latitude + extent.height)
    let west = grid(element.longitude - extent.width)
    let east = grid(element.longitude + extent.width)
    let half = (height: (north - south) / 2, width: (east - west) / 2)
    return OSMStub.Element(element.id, (south + north) / 2, (west + east) / 2, extent: half, tags)
  }

  private static func grid(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }

  private static var xml: String {
    var nodes: [String] = []
    var ways: [String] = []
    for (number, element) in elements.enumerated() {
      let id = element.id.split(separator: "/")[1]
      let tags = element.tags.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined()
      func node(_ id: String, _ north: Double, _ east: Double, _ tags: String = "") -> String {
        let latitude = grid(element.latitude + north)
        let longitude = grid(element.longitude + east)
        return "<node id='\(id)' version='1' lat='\(latitude)' lon='\(longitude)'>\(tags)</node>"
      }
      guard let extent = element.extent else {
        nodes.append(node(String(id), 0, 0, tags))
        continue
      }
      let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].enumerated().map { corner, side in
        ("\(100_000 + 4 * number + corner)", side)
      }
      nodes += corners.map { node($0.0, $0.1.0 * extent.height, $0.1.1 * extent.width) }
      let references = (corners + corners.prefix(1)).map { "<nd ref='\($0.0)'/>" }.joined()
      ways.append("<way id='\(id)' version='1'>\(references)\(tags)</way>")
    }
    return "<osm version='0.6'>\n\((nodes + ways).joined(separator: "\n"))\n</osm>\n"
  }
}
