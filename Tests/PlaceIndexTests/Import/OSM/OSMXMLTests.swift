import Domain
import Testing

@testable import PlaceIndex

/// OpenStreetMap data as XML, which is read like a file of blobs.
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

  @Test func `it gives the places of a file of blobs`() throws {
    let expected = try ImportedPlaces(OSMFileWriter().file(.miniature))
    let places = try ImportedPlaces(OSMElements.miniature.xml)
    #expect(Set(places.rows) == Set(expected.rows) && places.rows.count == 6)
    #expect(places.skips == expected.skips)
  }

  @Test func `references are replaced, and what an editor has made or is to delete counts as it is meant`() throws {
    let deleted = cafe.replacing("\"-5\"", with: "\"6\" action=\"delete\"")
    let places = try ImportedPlaces(text("", cafe + deleted))
    #expect(places.rows.map(\.name) == ["Café \"A&B\" &"])
  }

  @Test func `a part of the map covers its areas, the answer to a query none`() throws {
    func description(_ root: String, _ content: String) throws -> IndexDescription {
      var importer = PlaceImporter()
      try importer.read(Array(text(root, content + cafe).utf8), name: "a.osm")
      return try importer.builder.makeIndex().description
    }
    let bounds = "<bounds minlat=\"52\" minlon=\"5\" maxlat=\"53\" maxlon=\"6\"/>"
    let box = try BoundingBox(west: 5, south: 52, east: 6, north: 53)
    let part = try description(" generator=\"openstreetmap-cgimap 2.0.1\"", bounds)
    #expect(part.coverage == [.box(box, center: nil)] && part.coveredCategories == ["any"])
    #expect(part.inputs.first?.license == OpenStreetMapNotice.license)
    let meta = "<meta osm_base=\"2026-09-21T14:13:20Z\"/>"
    let answer = try description(" generator=\"Overpass API 0.7.62\"", meta + bounds)
    #expect(answer.coverage.isEmpty && answer.release == "2026-09-21T14:13:20Z")
    let edited = try description("", bounds.replacing("/>", with: " origin=\"https://overpass-api.de/api/\"/>"))
    #expect(edited.coverage.isEmpty)
  }

  @Test func `versions, entities and damage are refused`() {
    let history = cafe.replacing("\"-5\"", with: "\"5\" visible=\"false\"")
    #expect(error(text("", history)) == .openStreetMapUnreadable(path: "a.osm", .history))
    for (damage, detail) in [
      (text("", cafe.replacing("id=\"-5\" ", with: "")), "an element has no id"),
      (text("", cafe.replacing("lat=\"52.5\"", with: "lat=\"x\"")), "a node has no coordinates"),
      (text("", "<way id=\"1\"><nd/></way>"), "a member has no id"),
      (text("", cafe.replacing("</node>", with: "</way>")), "it is not XML"),
      (text("", cafe.replacing("&amp;", with: "&all;")), "it declares entities"),
      (String(text("", cafe).dropLast(8)), "it is cut short"),
    ] {
      guard case .malformed("a.osm", detail, _) = error(damage) else {
        Issue.record("\(detail): \(String(describing: error(damage)))")
        continue
      }
    }
  }

  @Test func `a text that is cut anywhere is refused`() {
    let whole = Array(text("", cafe).utf8)
    for count in 60..<whole.count - 1 {
      #expect(error(String(decoding: whole[..<count], as: UTF8.self)) != nil, "\(count)")
    }
  }
}
