import Domain
import Testing

@testable import PlaceIndex

/// The error for a rejected file contains advice.
@Suite struct RemedyTests {
  private func detail(of text: String, on crs: CoordinateReferenceSystem? = nil) -> String? {
    var rules = ImportRules()
    rules.crs = crs
    do throws(IndexFileError) { _ = try ImportedPlaces(text, rules: rules) } catch {
      guard case .unknownFormat(_, let detail, let advice) = error else { return "\(error)" }
      return [detail, advice].compactMap(\.self).joined(separator: "; ")
    }
    return nil
  }

  @Test func `GeoJSON with the latitude first is refused with the command that swaps it`() throws {
    let features = [(37.5, 127.1), (37.6, 127.2)].map {
      #"{"type":"Feature","properties":{"name":"a"},"geometry":{"type":"Point","coordinates":[\#($0),\#($1)]}}"#
    }
    let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    #expect(try #require(detail(of: text)).contains("jq -c 'walk("))
  }

  @Test(
    arguments: [
      ("FR", [(48.85, 2.35), (45.76, 4.83), (43.3, 5.37)], true), ("Italy", [(41.9, 12.5), (45.46, 9.19)], true),
      ("ES", [(40.4, -3.7), (41.4, 2.17)], true), ("FR", [(2.35, 48.85), (4.83, 45.76)], false),
      ("KE", [(-1.29, 36.82), (-4.05, 39.67)], true), ("", [(48.85, 2.35)], false),
      ("Atlantis", [(48.85, 2.35)], false),
    ] as [(String, [(Double, Double)], Bool)]
  )
  func `GeoJSON whose points are in their countries only when swapped is refused`(
    country: String,
    pairs: [(Double, Double)],
    isRefused: Bool
  ) throws {
    for title in ["country", "addr:country"] {
      let features = pairs.map {
        #"{"type":"Feature","properties":{"name":"a","\#(title)":"\#(country)"},"geometry":{"type":"Point","coordinates":[\#($0.0),\#($0.1)]}}"#
      }
      let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
      #expect((detail(of: text)?.contains("jq -c 'walk(") ?? false) == isRefused, "\(title)")
      #expect((detail(of: features.joined(separator: "\n"))?.contains("jq -c 'walk(") ?? false) == isRefused)
    }
  }

  @Test func `a CRS that does not fit the rows is refused, with the fitting ones`() throws {
    let french = "name,x,y\na,652000.5,6862000.5\nb,653000.5,6863000.5\n"
    #expect(try #require(detail(of: french, on: .centralBelt2010)).contains("EPSG:2154"))
    let korean = "name,x,y\na,955000.5,1951000.5\nb,956000.5,1952000.5\n"
    #expect(try #require(detail(of: korean, on: .katec)).contains("--crs EPSG:5179"))
    let json = #"[{"x":652000.5,"y":6862000.5},{"x":653000.5,"y":6863000.5}]"#
    #expect(try #require(detail(of: json, on: .centralBelt2010)).contains("EPSG:2154"))
  }

  @Test(
    arguments: [
      (
        #"{"type":"Topology","transform":{"scale":[0.01,0.01],"translate":[2,48]},"objects":{"a":{"geometries":[\#(grid)]}}}"#,
        .topoJSON
      ),
      (#"{"type":"Topology","objects":{"a":{"geometries":[\#(grid)]}},"transform":{"scale":[0.01,0.01]}}"#, .topoJSON),
      (
        #"{"meta":{"view":{"columns":[{"id":-1,"name":"sid","position":0}]}},"data":[["row-1",41.8,-87.6]]}"#,
        .arraysOfJSON
      ),
      (#"{"fields":[{"id":"lat"},{"id":"lng"}],"records":[[41.8,-87.6,"a"],[41.9,-87.6,"b"]]}"#, .arraysOfJSON),
    ] as [(String, ForeignFormat)]
  )
  func `JSON without coordinates of its own is refused by its name`(text: String, format: ForeignFormat) {
    #expect(throws: IndexFileError.foreignFormat(path: "input", format)) { try ImportedPlaces(text) }
  }

  private static let grid = #"{"type":"Point","coordinates":[60,50],"properties":{"name":"a"}}"#

  @Test func `large TopoJSON is refused by its name, whatever the order of its members`() throws {
    let arcs = #""arcs":[\#(Array(repeating: "[[4000,5000],[1,0],[0,1]]", count: 40_000).joined(separator: ","))]"#
    let area = #"{"type":"Polygon","properties":{"name":"a"},"arcs":[[0]]}"#
    let areas = Array(repeating: area, count: 2_000).joined(separator: ",")
    let objects = #""objects":{"a":{"type":"GeometryCollection","geometries":[\#(areas)]}}"#
    let (type, grid) = (#""type":"Topology""#, #""transform":{"scale":[0.01,0.01],"translate":[2,48]}"#)
    for members in [[type, arcs, grid, objects], [arcs, objects, grid, type], [type, objects, arcs, grid]] {
      let text = "{\(members.joined(separator: ","))}"
      #expect(throws: IndexFileError.foreignFormat(path: "input", .topoJSON)) {
        var importer = PlaceImporter()
        try importer.read(Array(text.utf8), name: "input")
      }
    }
  }

  @Test func `TopoJSON without a grid is read`() throws {
    let point = #"{"type":"Point","coordinates":[2.35,48.85],"properties":{"name":"a"}}"#
    let text = #"{"type":"Topology","objects":{"a":{"type":"GeometryCollection","geometries":[\#(point)]}},"arcs":[]}"#
    #expect(try ImportedPlaces(text).rows.map(\.latitude) == [48.85])
  }

  @Test func `KML that only links to another file is recognised`() {
    let link =
      "<?xml version=\"1.0\"?><kml><NetworkLink><Link><href>https://a.example/b.kmz</href></Link></NetworkLink></kml>"
    #expect(throws: IndexFileError.foreignFormat(path: "input", .kmlLink)) { try ImportedPlaces(link) }
    let both = "<kml><NetworkLink/><Placemark><name>a</name></Placemark></kml>"
    #expect(throws: IndexFileError.foreignFormat(path: "input", .kml)) { try ImportedPlaces(both) }
  }
}
