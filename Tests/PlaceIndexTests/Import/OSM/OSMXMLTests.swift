import Domain
import Testing

@testable import PlaceIndex

/// OpenStreetMap XML, which is read like a file of blobs.
struct OSMXMLTests {
  private func text(_ root: String = "", _ content: String) -> String {
    "<?xml version='1.0' encoding='UTF-8'?>\n<osm version=\"0.6\"\(root)>\n\(content)\n</osm>\n"
  }

  private let cafe = """
    <node id="-5" lat="52.5" lon="5.5"><tag k="amenity" v="cafe"/><tag k="name" v="Café &quot;A&amp;B&quot; &#x26;"/>
    </node>
    """

  private func error(_ text: String) -> IndexFileError? {
    do throws(IndexFileError) {
      _ = try ImportedPlaces(text, name: "a.osm")
      return nil
    } catch { return error }
  }

  @Test func `an XML file has the places of a file of blobs`() throws {
    let expected = try ImportedPlaces(OSMFileWriter().file(.miniature))
    let places = try ImportedPlaces(OSMElements.miniature.xml)
    #expect(Set(places.rows) == Set(expected.rows) && places.rows.count == 6)
    #expect(places.skips == expected.skips)
  }

  private func points(_ content: String) throws -> [String: [Double]] {
    let rows = try ImportedPlaces(text(" generator=\"Overpass API 0.7.62\"", content), name: "a.osm").rows
    return Dictionary(rows.map { ($0.id, [$0.latitude, $0.longitude]) }) { first, _ in first }
  }

  @Test func `canonically equivalent names keep their bytes`() throws {
    let names = ["Cafe\u{301} X", "Caf\u{E9} X", "Cafe\u{301} X"]
    let nodes = names.enumerated().map { number, name in
      "<node id='\(number + 1)' lat='1' lon='\(number)'><tag k='amenity' v='cafe'/><tag k='name' v='\(name)'/></node>"
    }
    let rows = try ImportedPlaces(text("", nodes.joined(separator: "\n")), name: "a.osm").rows
    #expect(rows.sorted { $0.id < $1.id }.map { Array($0.name.utf8) } == names.map { Array($0.utf8) })
  }

  @Test func `ways with locations have them, as in a file of blobs`() throws {
    let elements = OSMElements.miniature
    let nodes = Dictionary(uniqueKeysWithValues: elements.nodes.map { ($0.id, $0) })
    // Nodes without tags are left out, as by osmium.
    var located = elements.xml
    for node in elements.nodes where node.tags.isEmpty || node.id == 4 {
      let start = try #require(located.firstRange(of: "<node id='\(node.id)'"))
      let end = try #require(located[start.lowerBound...].firstRange(of: "</node>"))
      located.removeSubrange(start.lowerBound..<end.upperBound)
    }
    for (id, node) in nodes {
      let at = "lat='\(Double(node.latitude) / 1e7)' lon='\(Double(node.longitude) / 1e7)'"
      located = located.replacing("<nd ref='\(id)'/>", with: "<nd ref='\(id)' \(at)/>")
    }
    var writer = OSMFileWriter()
    writer.hasLocations = true
    let expected = try ImportedPlaces(writer.file(elements))
    let places = try ImportedPlaces(located)
    #expect(Set(places.rows) == Set(expected.rows) && places.rows.count == 6)
    #expect(places.input?.partialCount == 0)
    let corner = "<nd ref='4' lat='52.1000912' lon='5.1001005'/>"
    let cut = try ImportedPlaces(located.replacing(corner, with: "<nd ref='4'/>"))
    #expect(cut.rows.count == 6 && cut.input?.partialCount == 2)
  }

  private let isCafe = "<tag k=\"amenity\" v=\"cafe\"/>"

  @Test func `a response of Overpass has the middle or the shape of each way and relation`() throws {
    let middle = "<center lat=\"50\" lon=\"10\"/>"
    let box = "<bounds minlat=\"49\" minlon=\"9\" maxlat=\"51\" maxlon=\"11.5\"/>"
    let corners = ["<nd lat=\"50\" lon=\"10\"/>", "<nd lat=\"50.2\" lon=\"10.4\"/>"].joined()
    let within = corners.replacing("<nd ", with: "<nd ref=\"1\" ")
    for (way, point) in [
      (middle, [50.0, 10.0]), (middle + "<nd ref=\"1\"/>", [50, 10]), (box, [50, 10.25]),
      (box + within, [50, 10.25]), (corners, [50.1, 10.2]), (within, [50.1, 10.2]),
    ] {
      #expect(try points("<way id=\"5\">\(way)\(isCafe)</way>") == ["way/5": point], "\(way)")
    }
    let node = "<member type=\"node\" ref=\"1\" role=\"\" lat=\"50.4\" lon=\"10\"/>"
    let empty = "<member type=\"way\" ref=\"5\" role=\"outer\"/>"
    let member = empty.replacing("/>", with: ">\(corners)</member>")
    for (relation, point) in [
      (middle + empty, [50.0, 10.0]), (box + member, [50, 10.25]), (member, [50.1, 10.2]),
      (node + member, [50.2, 10.2]), (node, [50.4, 10]),
    ] {
      let found = try points("<relation id=\"6\">\(relation)\(isCafe)</relation>")
      #expect(found == ["relation/6": point], "\(relation)")
    }
  }

  @Test func `the box of a way is not the box of the data`() throws {
    let box = "<bounds minlat=\"49\" minlon=\"9\" maxlat=\"51\" maxlon=\"11\"/>"
    var importer = PlaceImporter()
    try importer.read(Array(text("", "<way id=\"5\">\(box)\(isCafe)</way>").utf8), name: "a.osm")
    #expect(importer.builder.description.coverage.isEmpty && importer.builder.placeCount == 1)
  }

  @Test func `the declared encoding of a text is used`() throws {
    func bytes(_ encoding: String, _ name: [UInt8]) -> [UInt8] {
      let parts = text("", cafe).replacing("UTF-8", with: encoding).split(separator: "Café")
      return Array(parts[0].utf8) + name + Array(parts[1].utf8)
    }
    for (encoding, name, shown) in [
      ("UTF-8", Array("Café".utf8), "Café"), ("utf-8", Array("카페".utf8), "카페"),
      ("US-ASCII", Array("Cafe".utf8), "Cafe"), ("ISO-8859-7", Array("Café".utf8), "Café"),
      ("ISO-8859-1", [0x43, 0x61, 0x66, 0xE9], "Café"), ("windows-1252", [0x43, 0x61, 0x66, 0xE9, 0x80], "Café€"),
      ("EUC-KR", [0xC4, 0xAB, 0xC6, 0xE4], "카페"), ("Shift_JIS", [0x83, 0x4A], "カ"),
    ] as [(String, [UInt8], String)] {
      let places = try ImportedPlaces(bytes(encoding, name))
      #expect(places.rows.map(\.name) == ["\(shown) \"A&B\" &"], "\(encoding)")
    }
    for encoding in ["UTF-8", "ISO-8859-7", "nothing"] {
      do {
        _ = try ImportedPlaces(bytes(encoding, [0x43, 0x61, 0x66, 0xE9]), name: "a.osm")
        Issue.record("\(encoding) was read")
      } catch {
        guard case .otherEncoding("a.osm", let readings) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(encoding == "UTF-8" || readings.map(\.encoding) == [encoding])
      }
    }
  }

  @Test func `references are replaced, and an editor's additions and deletions are applied`() throws {
    let deleted = cafe.replacing("\"-5\"", with: "\"6\" action=\"delete\"")
    let places = try ImportedPlaces(text("", cafe + deleted))
    #expect(places.rows.map(\.name) == ["Café \"A&B\" &"])
    #expect(places.rows.map(\.id) == ["node/-5"])
  }

  @Test func `an extract and a saved response cover no area by themselves`() throws {
    func description(_ root: String, _ content: String) throws -> IndexDescription {
      var importer = PlaceImporter()
      try importer.read(Array(text(root, content + cafe).utf8), name: "a.osm")
      return try importer.builder.makeIndex().description
    }
    let bounds = "<bounds minlat=\"52\" minlon=\"5\" maxlat=\"53\" maxlon=\"6\"/>"
    let part = try description(" generator=\"openstreetmap-cgimap 2.0.1\"", bounds)
    #expect(part.coverage.isEmpty && part.inputs.first?.isExtract == true && part.coveredCategories == ["any"])
    #expect(part.inputs.first?.license == OpenStreetMapNotice.license)
    let meta = "<meta osm_base=\"2026-09-21T14:13:20Z\"/>"
    let result = try description(" generator=\"Overpass API 0.7.62\"", meta + bounds)
    #expect(result.inputs.first?.isExtract == true && result.release == "2026-09-21T14:13:20Z")
  }

  @Test func `versions, entities and damage are refused`() {
    let history = cafe.replacing("\"-5\"", with: "\"5\" visible=\"false\"")
    #expect(error(text("", history)) == .openStreetMapUnreadable(path: "a.osm", .history))
    let first = cafe.replacing("\"-5\"", with: "\"5\" version=\"1\" visible=\"true\"")
    let versions = [first, first.replacing("version=\"1\"", with: "version=\"2\"")]
    #expect(error(text("", versions.joined())) == .openStreetMapUnreadable(path: "a.osm", .history))
    #expect(error(text("", first + first)) == nil)
    for (damage, detail) in [
      (text("", cafe.replacing("id=\"-5\" ", with: "")), "an element has no id"),
      (text("", cafe.replacing("lat=\"52.5\"", with: "lat=\"x\"")), "a node has no coordinates"),
      (text("", "<way id=\"1\"><nd/></way>"), "a member has no id"),
      (text("", cafe.replacing("</node>", with: "</way>")), "it isn't valid XML"),
      (text("", cafe.replacing("&amp;", with: "&all;")), "it declares entities"),
      (String(text("", cafe).dropLast(8)), "it is cut short"),
    ] {
      guard case .malformed("a.osm", detail, _) = error(damage) else {
        Issue.record("\(detail): \(String(describing: error(damage)))")
        continue
      }
    }
  }

  @Test func `a text truncated anywhere is refused`() {
    let whole = Array(text("", cafe).utf8)
    for count in 60..<whole.count - 1 {
      #expect(error(String(decoding: whole[..<count], as: UTF8.self)) != nil, "\(count)")
    }
  }
}
