import Domain
import IndexChecks
import Tables
import TestSupport
import Testing

@testable import PlaceIndex

/// Files that are rejected or damaged.
struct OSMRefusalTests {
  private func error(_ bytes: [UInt8]) -> IndexFileError? {
    do throws(IndexFileError) {
      _ = try ImportedPlaces(bytes, name: "a.osm.pbf")
      return nil
    } catch {
      return error
    }
  }

  @Test func `history files and unknown features are refused by name`() {
    var writer = OSMFileWriter()
    writer.required.append("HistoricalInformation")
    #expect(error(writer.file(.miniature)) == .openStreetMapUnreadable(path: "a.osm.pbf", .history))
    writer.required = ["OsmSchema-V0.6", "Tomorrow"]
    #expect(error(writer.file(.miniature)) == .openStreetMapUnreadable(path: "a.osm.pbf", .feature("Tomorrow")))
  }

  @Test(arguments: [(4, "lzma"), (5, "bzip2"), (6, "lz4"), (7, "zstd")])
  func `another compression is refused by name`(field: Int, name: String) {
    let writer = OSMFileWriter()
    let header = writer.file(OSMElements())
    let data = writer.message([writer.number(2, 9), writer.bytes(field, [1, 2, 3])])
    #expect(
      error(header + OSMFileWriter.framed("OSMData", data))
        == .openStreetMapUnreadable(path: "a.osm.pbf", .compression(name))
    )
  }

  @Test func `a blob of another type is skipped`() throws {
    let writer = OSMFileWriter()
    let file = writer.file(.miniature) + OSMFileWriter.framed("OSMTomorrow", [1, 2, 3])
    #expect(try ImportedPlaces(file).rows.count == 6)
  }

  /// A file with one damaged part.
  struct Damage: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let reason: SyntaxError

    /// Shown without the bytes, because there may be a million.
    var testDescription: String { name }

    init(_ name: String, _ bytes: [UInt8], _ reason: SyntaxError) {
      self.name = name
      self.bytes = bytes
      self.reason = reason
    }
  }

  static let damaged: [Damage] = {
    let writer = OSMFileWriter()
    let header = writer.file(OSMElements())
    let content = writer.message([writer.bytes(1, writer.message([writer.bytes(1, [])]))])
    let packed = OSMFileWriter.zlib(content)
    func data(_ fields: [OSMFileWriter.Field]) -> [UInt8] {
      header + OSMFileWriter.framed("OSMData", writer.message(fields))
    }
    func block(_ group: [OSMFileWriter.Field]) -> [UInt8] {
      let table = writer.message([writer.bytes(1, []), writer.bytes(1, Array("amenity".utf8))])
      return data([writer.bytes(1, writer.message([writer.bytes(1, table), writer.bytes(2, writer.message(group))]))])
    }
    func dense(_ fields: [OSMFileWriter.Field]) -> [UInt8] { block([writer.bytes(2, writer.message(fields))]) }
    func text(of byteCount: Int, in nodeCount: Int) -> [UInt8] {
      // Not in the category, because a category value is looked up by its parts, which takes a second per megabyte.
      let long = [UInt8](repeating: 0x61, count: byteCount)
      let texts = ["", "amenity", "cafe", "note"].map { Array($0.utf8) } + [long]
      let table = writer.message(texts.map { writer.bytes(1, $0) })
      let tags = [writer.bytes(2, [1, 3]), writer.bytes(3, [2, 4])]
      let node = writer.bytes(1, writer.message([writer.number(1, 2)] + tags))
      let group = writer.message([OSMFileWriter.Field](repeating: node, count: nodeCount))
      return data([writer.bytes(1, writer.message([writer.bytes(1, table), writer.bytes(2, group)]))])
    }
    let node = [writer.bytes(1, [2]), writer.bytes(8, [2]), writer.bytes(9, [2])]
    return [
      Damage("a length of the header of 2³¹", header + [0x80, 0, 0, 0, 1], .tooLarge),
      Damage("a truncated header", header + [0, 0, 0, 9, 1], .incomplete),
      Damage("a truncated length", header + [0, 0], .incomplete),
      Damage("a blob of 2³¹", header + frame(1 << 31), .tooLarge),
      Damage("a truncated blob", header + frame(20) + [1], .incomplete),
      Damage(
        "unpacked to less",
        data([writer.number(2, UInt64(content.count + 1)), writer.bytes(3, packed)]),
        .malformed
      ),
      Damage(
        "unpacked to more",
        data([writer.number(2, UInt64(content.count - 1)), writer.bytes(3, packed)]),
        .malformed
      ),
      Damage("unpacked to 2³¹", data([writer.number(2, 1 << 31), writer.bytes(3, packed)]), .tooLarge),
      Damage("no size", data([writer.bytes(3, packed)]), .malformed),
      Damage("no contents", data([]), .malformed),
      Damage("a wrong uncompressed size", data([writer.number(2, 1), writer.bytes(1, content)]), .malformed),
      Damage("a field beyond the end", data([writer.bytes(1, [0x0A, 0x7F, 0])]), .incomplete),
      Damage("a number of eleven bytes", data([writer.bytes(1, [UInt8](repeating: 0xFF, count: 11))]), .malformed),
      Damage(
        "fewer latitudes",
        dense([writer.bytes(1, [2, 2]), writer.bytes(8, [2]), writer.bytes(9, [2, 2])]),
        .malformed
      ),
      Damage(
        "more longitudes",
        dense([writer.bytes(1, [2]), writer.bytes(8, [2]), writer.bytes(9, [2, 2])]),
        .malformed
      ),
      Damage("a key without a value", dense(node + [writer.bytes(10, [1])]), .malformed),
      Damage("tags without an end", dense(node + [writer.bytes(10, [1, 1])]), .malformed),
      Damage("a missing text", dense(node + [writer.bytes(10, [1, 9, 0])]), .malformed),
      Damage("a missing key", dense(node + [writer.bytes(10, [9, 1, 0])]), .malformed),
      Damage(
        "a way with more keys",
        block([writer.bytes(3, writer.message([writer.number(1, 1), writer.bytes(2, [1, 1]), writer.bytes(3, [1])]))]),
        .malformed
      ),
      Damage("a text in every element", text(of: 1 << 20, in: 70), .tooLarge),
      Damage("a group in a group", block([(2, [0x13])]), .malformed),
    ]
  }()

  private static func frame(_ count: UInt64) -> [UInt8] {
    let writer = OSMFileWriter()
    let header = writer.message([writer.bytes(1, Array("OSMData".utf8)), writer.number(3, count)])
    return [0, 0, 0, UInt8(header.count)] + header
  }

  @Test(arguments: damaged)
  func `damage is detected`(damage: Damage) {
    let found = error(damage.bytes)
    guard case .malformed(let path, let detail, _) = found else {
      Issue.record("\(damage.name): \(String(describing: found))")
      return
    }
    #expect(path == "a.osm.pbf")
    #expect(detail == damage.reason.detail(of: "OpenStreetMap PBF"), "\(damage.name)")
  }

  @Test func `a file that claims to be sorted but isn't is refused`() {
    var writer = OSMFileWriter()
    writer.isBackwards = true
    writer.elementsPerBlob = 1
    guard case .malformed(_, SyntaxError.unordered.detail(of: ""), _) = error(writer.file(.miniature)) else {
      Issue.record("\(String(describing: error(writer.file(.miniature))))")
      return
    }
  }

  @Test func `a truncated file is refused or read as a shorter file`() throws {
    var writer = OSMFileWriter()
    writer.optional = []
    let file = writer.file(.miniature)
    let whole = Set(try ImportedPlaces(file).rows.map(\.id))
    for count in stride(from: 100, to: file.count, by: 7) {
      var importer = PlaceImporter()
      guard (try? importer.read(Array(file[..<count]), name: "cut")) != nil else { continue }
      let index = try importer.builder.makeIndex()
      try index.checkFormat()
      #expect(index.placeCount < whole.count)
    }
  }

  @Test func `bytes that changed give an error or an index that keeps its format`() throws {
    var random = SeededRandom(41)
    var writer = OSMFileWriter()
    writer.isCompressed = false
    for round in 0..<Seeds.count(of: 400) {
      writer.isDense = round % 2 == 0
      writer.hasLocations = round % 3 == 0
      var file = writer.file(.miniature)
      for _ in 0...Int(random.next() % 4) {
        file[Int(random.next() % UInt64(file.count - 60)) + 60] = UInt8(truncatingIfNeeded: random.next())
      }
      var importer = PlaceImporter()
      guard (try? importer.read(file, name: "changed")) != nil else { continue }
      try importer.builder.makeIndex().checkFormat()
    }
  }
}
