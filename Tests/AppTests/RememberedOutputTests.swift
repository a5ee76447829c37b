import Domain
import Foundation
import Testing

@testable import App

/// Saved data in every format, with hostile names.
struct RememberedOutputTests {
  private static let hostile = "\u{1b}]0;x\u{7}a\"b'c,d\ne\tf\r\u{85}<script>&\u{202e}끝\\"

  private func run() throws -> Run {
    let run = Run()
    let place = Place(
      id: "1\n2",
      name: Self.hostile,
      coordinate: .gangnam,
      group: .cafe,
      lotAddress: Self.hostile,
      url: "javascript:\(Self.hostile)"
    )
    let recalled = StoredPlace.recalled(place, meters: 1, bearing: 0, attribution: Self.hostile)
    let position = try #require(SavedLocation(name: "집", coordinate: .gangnam, near: Self.hostile))
    let query = try PlaceQuery(
      text: SearchText(Self.hostile),
      area: .circle(center: .gangnam, radius: .standard),
      near: Self.hostile
    )
    let recorded = query
    run.provider.memory.withState {
      $0.savedLocations = SavedLocations(locations: [position], defaultName: "집")
      $0.saved = [SavedPlace(place: recalled, note: Self.hostile, savedAtSeconds: 0)]
      $0.last = [recalled]
      $0.entries = [HistoryEntry(queriedAtSeconds: 0, query: recorded, source: .kakao, returned: 1, totalCount: 1)]
    }
    return run
  }

  @Test(arguments: ["saved", "history", "here", "show 1"], ["json", "ndjson", "csv", "tsv", "table"])
  func `no name breaks a format or controls a terminal`(command: String, format: String) async throws {
    let outcome = try await run()("\(command) -f \(format)")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let output = outcome.output
    switch format {
    case "json", "ndjson":
      #expect(output.hasSuffix("\n"))
      for line in format == "json" ? [output[...]] : output.split(separator: "\n") {
        let document = try JSONSerialization.jsonObject(with: Data(line.utf8))
        #expect(document is [String: Any])
      }
    case "csv":
      var splitter = RowSplitter(delimiter: Ascii.comma, limitInBytes: 1 << 20)
      let block = splitter.split(Array(output.utf8))
      let widths = block.rows.map { row in
        RowField.cells(of: block.bytes, in: row.range, delimiter: Ascii.comma)?.count ?? 0
      }
      #expect(widths.count == 2 && widths[0] > 0 && widths[0] == widths[1], "\(output)")
    case "tsv":
      let widths = output.split(separator: "\n").map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).count
      }
      #expect(widths.count == 2 && widths[0] == widths[1], "\(output)")
    default:
      let control = output.unicodeScalars.first { $0.properties.generalCategory == .control && $0 != "\n" }
      #expect(control == nil, "\(output.debugDescription)")
      #expect(!output.unicodeScalars.contains("\u{202e}"))
    }
    if format != "csv" { #expect(!output.unicodeScalars.contains("\u{1b}")) }
  }

  @Test func `saved places are valid GeoJSON, whatever their names are`() async throws {
    let outcome = try await run()("saved -f geojson")
    let document = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let features = try #require(document?["features"] as? [[String: Any]])
    let properties = try #require(features.first?["properties"] as? [String: Any])
    #expect(properties["place_name"] as? String == Self.hostile)
  }

  @Test(arguments: [
    ("gpx", "<name>saved places</name>"), ("kml", "<name>saved places</name>"), ("html", "<title>saved places</title>"),
    ("html", "<h1>saved places</h1>"), ("map", "saved places, 1 place,"),
  ])
  func `saved places are no text that was sought`(format: String, title: String) async throws {
    let output = try await run()("saved -f \(format)").output
    #expect(output.contains(title), "\(output.prefix(600))")
    #expect(!output.contains("&quot; anywhere"), "\(output.prefix(600))")
  }

  @Test func `many damaged stores are reported in one line`() async throws {
    let run = try run()
    run.provider.memory.withState {
      $0.errors = [
        .notAStore(path: "/a/history"), .notAStore(path: "/a/results"), .unwritable(path: "/b", reason: "x"),
        .unreadable(path: "/c", reason: "x"),
      ]
    }
    let outcome = await run("-c gas --at 37.5,127 --record")
    #expect(outcome.status == 0)
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains("/a/") || $0.contains("other file") }
    #expect(lines.count == 1 && lines[0].contains("2 other files"), "\(outcome.errors)")
    let verbose = await run("-c gas --at 37.5,127 --record --verbose")
    for path in ["/a/history", "/a/results", "/b", "/c"] { #expect(verbose.errors.contains(path)) }
    #expect(await !run("-c gas --at 37.5,127 --quiet").errors.contains("/a/"))
  }

  @Test func `unreadable lines are reported once`() async throws {
    let run = try run()
    run.provider.memory.withState { $0.errors = [.linesIgnored(path: "/home/x/locations", count: 2)] }
    for line in ["here", "saved", "saved remove 1", "here --remove 집"] {
      let errors = await run(line).errors
      let sentence = "2 lines of /home/x/locations can't be read and are ignored, but kept in the file."
      #expect(errors.ranges(of: sentence).count == 1 || line == "saved remove 1", "\(line): \(errors)")
    }
  }
}
