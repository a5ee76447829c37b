import Domain
import Testing

@testable import App

/// Polygons and lines in every format, and the errors for other text.
struct ShapeTextTests {
  private static let ring = "[[127,37],[127.1,37],[127.1,37.1],[127,37]]"
  private static let hole = "[[127.05,37.02],[127.08,37.02],[127.08,37.04],[127.05,37.02]]"

  private func polygons(_ text: String) throws -> (area: PolygonArea, notices: [ShapeNotice]) {
    var notices: [ShapeNotice] = []
    let draft = try ShapeText.draft(ofFile: Array(text.utf8), as: .polygons)
    let area = try draft.area(called: "x") { notices.append($0) }
    return (area, notices)
  }

  @Test(arguments: [
    ("_p~iF~ps|U_ulLnnqC_mqNvxq`@\n", EncodedPolyline.Precision.five),
    ("\u{FEFF}_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI", .six),
  ])
  func `a file may hold an encoded polyline`(text: String, precision: EncodedPolyline.Precision) throws {
    let draft = try ShapeText.draft(ofFile: Array(text.utf8), as: .line, precision)
    #expect(try draft.line(called: "x") { _ in }.parts[0].map(\.latitude) == [38.5, 40.7, 43.252])
    #expect(throws: ShapeError.self) { try ShapeText.draft(ofFile: Array(text.utf8), as: .polygons) }
  }

  private func line(_ text: String) throws -> (line: RouteLine, notices: [ShapeNotice]) {
    var notices: [ShapeNotice] = []
    let draft = try ShapeText.draft(ofFile: Array(text.utf8), as: .line)
    let line = try draft.line(called: "x") { notices.append($0) }
    return (line, notices)
  }

  /// Returns the number of rings of each polygon in a text, or the error.
  private func rings(_ text: String) -> String {
    do { return try polygons(text).area.polygons.map { "\($0.points.count)" }.sorted().joined(separator: ",") } catch {
      return "\(error)"
    }
  }

  /// Returns the number of points of each line in a text, or the error.
  private func points(_ text: String) -> String {
    do { return try line(text).line.parts.map { "\($0.count)" }.joined(separator: ",") } catch { return "\(error)" }
  }

  @Test func `KML that only links to another file names it, and decimal commas of GPX are read`() {
    let link = "<kml><NetworkLink><Link><href> https://a.example/b.kmz </href></Link></NetworkLink></kml>"
    #expect(throws: ShapeError.linked("https://a.example/b.kmz")) {
      try ShapeText.draft(ofFile: Array(link.utf8), as: .polygons)
    }
    let sentence = Failure.shape(.linked("https://a.example/b.kmz"), as: .polygons, in: "a.kml").message
    #expect(sentence.contains("`curl -L -O https://a.example/b.kmz`"), "\(sentence)")
    let track =
      "<gpx><trk><trkseg><trkpt lat=\"37,5\" lon=\"127,1\"/><trkpt lat=\"37,6\" lon=\"127,2\"/></trkseg></trk></gpx>"
    #expect(points(track) == "2")
  }

  @Test func `polygons are read from every object of GeoJSON`() {
    let polygon = "{\"type\":\"Polygon\",\"coordinates\":[\(Self.ring),\(Self.hole)]}"
    let several = "{\"coordinates\":[[\(Self.ring)],[\(Self.ring),\(Self.hole)]],\"type\":\"MultiPolygon\"}"
    #expect(rings(polygon) == "2")
    #expect(rings("\u{FEFF} " + several) == "1,2")
    #expect(rings("{\"type\":\"Feature\",\"properties\":{\"type\":\"x\"},\"geometry\":\(polygon)}") == "2")
    #expect(
      rings(
        "{\"features\":[{\"type\":\"Feature\",\"geometry\":\(several)},{\"type\":\"Feature\",\"geometry\":null}],\"type\":\"FeatureCollection\"}"
      )
        == "1,2"
    )
    #expect(rings("{\"type\":\"GeometryCollection\",\"geometries\":[\(polygon),\(several)]}") == "1,2,2")
    #expect(rings("{\"type\":\"Polygon\",\"coordinates\":[[[127,37,5],[127.1,37,5],[127,37.1,5],[127,37,5]]]}") == "1")
    #expect(rings("\u{1E}\(polygon)\n\u{1E}\(several)\n") == "1,2,2" && rings("\(polygon)\n\(several)") == "1,2,2")
    // A circle of latitude encloses a pole.
    #expect(rings("{\"type\":\"Polygon\",\"coordinates\":[[[0,80],[90,80],[180,80],[-90,80],[0,80]]]}") == "1")
  }

  @Test(arguments: [
    #"{"type":"Polygon","coordinates":[[[127,37],[127.1,37],[127.1,37.1],[127,37.1]]]}"#,
    "POLYGON((127 37,127.1 37,127.1 37.1,127 37.1))",
    "<kml><LinearRing><coordinates>127,37 127.1,37 127.1,37.1 127,37.1</coordinates></LinearRing></kml>",
    "<kml><Polygon><outerBoundaryIs><LinearRing><coordinates>127,37 127.1,37 127.1,37.1 127,37.1</coordinates>"
      + "</LinearRing></outerBoundaryIs></Polygon></kml>",
  ])
  func `an open ring of a polygon is closed`(text: String) throws {
    let found = try polygons(text)
    #expect(found.notices.isEmpty && found.area.polygons.map { $0.points.map(\.count) } == [[5]])
  }

  @Test func `polygons are read from the files with which extracts are cut`() throws {
    // With all variations found in real files: exponents, tabs, carriage returns, open rings.
    let file = """
      netherlands
      1
      \u{20}  1.270000E+02   3.700000E+01
      \u{20}  1.271000E+02   3.700000E+01
      \u{20}  1.271000E+02   3.710000E+01
      \u{20}  1.270000E+02   3.700000E+01
      END
      island\r
      \t128\t37\r
      \t128.1\t37\r
      \t+128.1\t37.1\r
      END\r
      !lake
      127.05 37.02
      127.08 37.02
      127.08 37.04
      END
      !elsewhere
      10 50
      11 50
      11 51
      END

      END

      """
    let found = try polygons(file)
    #expect(found.area.polygons.map { $0.points.map(\.count) } == [[4, 4], [4]], "\(found.area.polygons)")
    #expect(found.notices == [.holesOutside(1, line: 18)])
    let area = SearchArea.polygons(found.area, center: nil)
    for (latitude, longitude, isInside) in [(37.025, 127.07, false), (37.01, 127.08, true), (37.05, 128.08, true)] {
      #expect(area.contains(try Coordinate(latitude: latitude, longitude: longitude)) == isInside)
    }
    #expect(rings("\u{FEFF}" + file) == "1,2")
    #expect(points(file) == "nothing")
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    for count in 4..<lines.count - 3 {
      let text = rings(lines.prefix(count).joined(separator: "\n"))
      #expect(text.hasPrefix("cutOff(Domain.ShapeFormat.polygonFilter"), "\(count): \(text)")
    }
    #expect(rings(file + "more") == "malformed(Domain.ShapeFormat.polygonFilter, line: 25)")
    let third = "a\n1\n127 37\n127.1 37\n127.1 38\n127 38 5\nEND\nEND"
    #expect(rings(third) == "malformed(Domain.ShapeFormat.polygonFilter, line: 6)")
    #expect(rings("a\n1\n127 370\n127.1 37\n127.1 38\nEND\nEND").hasPrefix("coordinate"))
    #expect(rings("name\nwithout\nnumbers\n") == "unknown(hint: nil)")
  }

  @Test func `polygons are read from KML and closed tracks, and lines from tracks, routes and lines`() throws {
    let kml = """
      <?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><Polygon>
      <innerBoundaryIs><LinearRing><coordinates>127.05,37.02 127.08,37.02 127.08,37.04 127.05,37.02</coordinates>
      </LinearRing></innerBoundaryIs><outerBoundaryIs><LinearRing><coordinates>
      127,37,0 127.1,37,0 127.1,37.1,0 127,37,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
      <Placemark><LineString><coordinates>127,37 128,37</coordinates></LineString></Placemark></Document></kml>
      """
    let (area, notices) = try polygons(kml)
    #expect(area.polygons.map { $0.points.map(\.count) } == [[4, 4]] && notices == [.leftOut(1)])
    #expect(area.polygons[0].points[0][0].longitude == 127)
    #expect(points(kml) == "2")
    let gpx = """
      <gpx version="1.1"><wpt lat="1" lon="2"/><rte><rtept lat="37" lon="127"/><rtept lat="38" lon="127"/></rte>
      <trk><trkseg><trkpt lat="37" lon="127"><ele>5</ele></trkpt><trkpt lat="37" lon="127.1"/><trkpt lat='37.1' lon='127'/>
      <trkpt lat="37" lon="127"/></trkseg><trkseg><trkpt lat="39" lon="127"/></trkseg></trk></gpx>
      """
    #expect(try line(gpx).line.parts.map(\.count) == [4, 1])
    #expect(try line(gpx).notices == [.unusedRoutes(1)])
    let closed = gpx.replacing("<trkseg><trkpt lat=\"39\" lon=\"127\"/></trkseg>", with: "")
    #expect(rings(closed) == "1")
    let route = "<gpx><rte><rtept lat='37' lon='127'/><rtept lat='38' lon='127'/></rte></gpx>"
    #expect(points(route) == "2")
    let track = """
      <kml><Placemark><gx:Track xmlns:gx="g"><when>x</when><gx:coord>127 37 0</gx:coord><gx:coord>127.1 37 0</gx:coord>
      </gx:Track></Placemark></kml>
      """
    #expect(points(track) == "2")
  }

  @Test func `a cell holds GeoJSON, well-known text or an encoded polyline`() throws {
    func parts(_ text: String, _ precision: EncodedPolyline.Precision = .five) throws -> [[Coordinate]] {
      try ShapeText.draft(text, as: .line, precision).line(called: "x") { _ in }.parts
    }
    let known = try parts("_p~iF~ps|U_ulLnnqC_mqNvxq`@")
    #expect(known.count == 1 && known[0].map(\.latitude) == [38.5, 40.7, 43.252])
    #expect(known[0].map(\.longitude) == [-120.2, -120.95, -126.453])
    #expect(try parts("_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI", .six)[0].map(\.latitude) == [38.5, 40.7, 43.252])
    // The first character of a polyline may be a brace, as in GeoJSON.
    #expect(try parts("{{|fF_ucfWs|@o}@")[0].map(\.latitude) == [38.00014, 38.01])
    #expect(try parts(" LINESTRING Z (127 37 1, 128 37 1)").map(\.count) == [2])
    #expect(try parts("SRID=4326;MULTILINESTRING((127 37,128 37),(1 1,2 2,3 3))").map(\.count) == [2, 3])
    #expect(try parts(" {\"type\":\"LineString\",\"coordinates\":[[127,37],[128,37]]} ").map(\.count) == [2])
    let area = try ShapeText.draft("MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))", as: .polygons, .five)
    #expect(try area.area(called: "x") { _ in }.polygons.count == 2)
    let points = "POINT(127 37),MULTIPOINT ZM((1 2 3 4),(3 4 5 6))"
    let mixed = "GEOMETRYCOLLECTION(\(points),POLYGONM((0 0 1,1 0 1,1 1 1,0 0 1)))"
    let polygons = try ShapeText.draft(mixed, as: .polygons, .five)
    #expect(polygons.leftOut == 2 && polygons.polygons.count == 1)
    for text in [
      "", "POLYGON", "LINESTRING(1 2,3)", "LINESTRING(1 2,3 4", "_p~iF~ps|U_", "한글", "SRID=5174;LINESTRING(1 2,3 4)",
    ] {
      #expect(throws: ShapeError.self, "\(text)") { try parts(text) }
    }
  }

  @Test(arguments: [
    ("{\"type\":\"Polygon\",\"coordinates\":[[[127,37],[127.1,37]]]}", "tooFewPoints(2, line: 1)"),
    ("{\"type\":\"Polygon\",\"coordinates\":[[[127,37],[127.1,37],[127.2,37],[127,37]]]}", "noArea(line: 1)"),
    (
      "{\"type\":\"Polygon\",\"coordinates\":[[[37,127],[37,127.1],[37.1,127],[37,127]]]}",
      "coordinate(longitude: 37.0, latitude: 127.0, looksSwapped: true, line: 1)"
    ),
    ("{\"type\":\"Polygon\",\"coordinates\":[[[400,37],[127,37.1],[37.1,12],[400,37]]]}", "looksSwapped: false"),
    ("{\"type\":\"Point\",\"coordinates\":[127,37]}", "nothing"),
    ("{\"type\":\"FeatureCollection\",\"features\":[]}", "nothing"),
    ("{\"type\":\"Polygon\",\n\"coordinates\":[[[127,37],[127.1", "cutOff"),
    ("{\"type\":\"Polygon\",\"coordinates\":[[[127,\"37\"]]]}", "malformed"),
    ("{\"type\":\"Topology\",\"arcs\":[]}", "malformed"),
    (
      "{\"crs\":{\"properties\":{\"name\":\"urn:ogc:def:crs:EPSG::5174\"}},\"type\":\"FeatureCollection\",\"features\":[]}",
      "otherSystem"
    ),
    ("<!DOCTYPE kml [<!ENTITY a \"b\">]><kml/>", "entities(line: 1)"),
    ("<kml>\n<Polygon>", "cutOff"), ("<osm/>", "malformed"), ("PK\u{3}\u{4}", "ZIP"), ("", "empty"),
    ("a,b\n1,2", "unknown"), ("POLYGON of x", "unknown"), ("POLYGON ((127 37, 128 37)", "wellKnownText"),
    ("POINT (127 37)", "nothing"), ("CURVEPOLYGON((0 0,1 1,1 0,0 0))", "otherGeometry(\"CURVEPOLYGON\")"),
    ("GEOMETRYCOLLECTION(TIN(((0 0,1 1,1 0,0 0))))", "otherGeometry(\"TIN\")"), ("MULTIPOINT((1 2),(3 4))", "nothing"),
    (
      "<gpx><trk><trkseg><trkpt lat='37' lon='127'/><trkpt lat='37' lon='128'/><trkpt lat='38' lon='128'/></trkseg></trk></gpx>",
      "notClosed"
    ),
  ])
  func `an invalid shape is refused with its reason`(text: String, reason: String) {
    #expect(rings(text).contains(reason), "\(rings(text))")
  }

  @Test(arguments: [
    ("urn:ogc:def:crs:OGC:1.3:CRS84", true), ("EPSG:4326", true), ("urn:ogc:def:crs:EPSG::4326", true),
    ("http://www.opengis.net/def/crs/EPSG/0/4326", true), ("EPSG:14326", false), ("EPSG:4162", false),
  ])
  func `WGS 84 has the same names as in files of places`(name: String, isRead: Bool) {
    let crs = "{\"type\":\"name\",\"properties\":{\"name\":\"\(name)\"}}"
    let text = "{\"crs\":\(crs),\"type\":\"Polygon\",\"coordinates\":[\(Self.ring)]}"
    #expect((rings(text) == "1") == isRead, "\(rings(text))")
  }

  @Test func `a shape that crosses itself is read with a notice, and longitudes beyond 180 are wrapped`() throws {
    let bow = "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}"
    #expect(try polygons(bow).notices == [.crossesItself(line: 1)])
    let wide = "{\"type\":\"Polygon\",\"coordinates\":[[[179,0],[181,0],[181,1],[179,1],[179,0]]]}"
    let (area, notices) = try polygons(wide)
    #expect(notices.isEmpty)
    #expect(area.enclosingBox == BoundingBox(validWest: 179, south: 0, east: -179, north: 1))
  }

  @Test func `surplus points within a metre of the line are dropped, and others are refused`() throws {
    var draft = ShapeDraft()
    var path = ShapeDraft.Path(line: 0)
    for number in 0..<101_000 { path.add(longitude: 127 + Double(number) * 1e-6, latitude: 37) }
    draft.lines = [path]
    var notices: [ShapeNotice] = []
    let line = try draft.line(called: "x") { notices.append($0) }
    #expect(notices == [.simplified(from: 101_000, to: line.parts[0].count)])
    #expect(line.parts[0].count < 100 && line.parts[0].last?.longitude == path.points.last?.longitude)
    var zigzag = ShapeDraft.Path(line: 0)
    for number in 0..<101_000 {
      // The point in the middle of a stretch is the farthest, as in most lines; otherwise the square of its points is
      // read.
      let height = Double(number.trailingZeroBitCount % 64)
      zigzag.add(longitude: 127 + Double(number) * 1e-5, latitude: 37 + 0.001 * height)
    }
    draft.lines = [zigzag]
    #expect(throws: ShapeError.tooManyPoints(101_000)) { try draft.line(called: "x") { _ in } }
  }
}
