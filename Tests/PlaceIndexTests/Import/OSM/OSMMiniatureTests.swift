import Domain
import Foundation
import TestSupport
import Testing

@testable import PlaceIndex
@testable import Rows

/// Files with the same places, written by osmium in each format, and its export of them.
struct OSMMiniatureTests {
  static func bytes(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Miniatures")
    return Array(try Data(contentsOf: folder.appending(path: name)))
  }

  /// Returns the rows with a kind, or with a key that only places have.
  static func places(_ rows: [ImportedPlaces.Row]) -> Set<ImportedPlaces.Row> {
    Set(
      rows.filter { row in
        let words = [row.sourceCategory] + row.words
        return !row.kinds.isEmpty || !row.groups.isEmpty
          || words.contains { word in OSMTags.placeKeys.contains { word.hasPrefix($0 + "=") } }
      }
    )
  }

  @Test(arguments: ["dense", "plain", "raw", "located"])
  func `each format has the places of the export`(format: String) throws {
    let exported = Self.places(try ImportedPlaces(try Self.bytes("dense.geojsonl.gz")).rows)
    let places = try ImportedPlaces(try Self.bytes(format + ".osm.pbf"))
    #expect(exported.count > 40)
    #expect(Set(places.rows).symmetricDifference(exported) == [])
    #expect(places.skipped.isEmpty && places.input?.partialCount == 0)
  }

  @Test func `removed rows are counted`() throws {
    let places = try ImportedPlaces(try Self.bytes("border.osm.pbf"))
    #expect(places.input?.partialCount == 2)
    #expect(places.skipped.isEmpty)
  }

  @Test func `history and lz4 are refused`() throws {
    #expect(throws: IndexFileError.openStreetMapUnreadable(path: "input", .history)) {
      try ImportedPlaces(try Self.bytes("history.osh.pbf"))
    }
    #expect(throws: IndexFileError.openStreetMapUnreadable(path: "input", .compression("lz4"))) {
      try ImportedPlaces(try Self.bytes("lz4.osm.pbf"))
    }
  }

  @Test func `a file, a pipe of it and its gzip are read alike`() async throws {
    let expected = try ImportedPlaces(try Self.bytes("dense.osm.pbf")).rows
    try await TemporaryDirectory.with { directory in
      let path = directory.file("a.osm.pbf")
      try Data(try Self.bytes("dense.osm.pbf")).write(to: URL(filePath: path))
      var importer = PlaceImporter()
      var seen: [Int] = []
      try importer.read(path: path) { bytes, _ in
        seen.append(bytes)
        return true
      }
      #expect(importer.builder.placeCount == expected.count)
      #expect(seen == seen.sorted() && seen.last.map { $0 > 2_000 } == true)
      var reading: InputReading?
      #expect(try PlaceIndex(placesIn: path, reading: &reading).placeCount == expected.count)
      var spooled = PlaceImporter()
      spooled.spoolPath = directory.file("spool")
      try spooled.read(try Self.bytes("dense.osm.pbf"), name: "pipe", partByteCount: 100)
      #expect(spooled.builder.placeCount == expected.count)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["a.osm.pbf"])
    }
  }

  @Test func `an import that is cancelled ends`() throws {
    var importer = PlaceImporter()
    #expect(throws: IndexFileError.cancelled) {
      try importer.read(path: "\(Self.folder)/dense.osm.pbf") { _, _ in false }
    }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/Miniatures"
}
