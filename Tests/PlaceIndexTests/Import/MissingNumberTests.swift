import Domain
import Testing

@testable import PlaceIndex

/// Numbers that JSON doesn't know, as Python and R write them.
@Suite struct MissingNumberTests {
  @Test(arguments: ["NaN", "Infinity", "-Infinity", "null"])
  func `a word that is not a number is not a value`(word: String) throws {
    let row =
      #"{"name":"가온","lat":37.1,"lng":127.1,"rating":\#(word),"phone":\#(word),"capacity":\#(word),"tags":{"x":[\#(word)]}}"#
    let feature =
      #"{"type":"Feature","properties":{"name":"가온","capacity":\#(word),"phone":\#(word)},"#
      + #""geometry":{"type":"Point","coordinates":[127.1,37.1]}}"#
    for text in [
      row, "[\(row)]", "{\"records\":[\(row)]}", feature, "{\"type\":\"FeatureCollection\",\"features\":[\(feature)]}",
    ] {
      let imported = try ImportedPlaces(text)
      #expect(imported.rows.map(\.name) == ["가온"] && imported.rows.map(\.phone) == [""] && imported.skips.isEmpty)
    }
  }

  @Test func `R's mark for a missing value is neither a name nor a type`() throws {
    let rows = [("Alma", "supermarket"), ("NA", "NA"), ("NA", "pharmacy"), ("NA", "NA"), ("NA", "NA")]
    let table = rows.enumerated().map { "\($1.0),50.\($0),19,\($1.1),NA" }.joined(separator: "\n")
    let imported = try ImportedPlaces("name,lat,lon,type,opening_hours\n\(table)\n")
    #expect(imported.rows.map(\.name) == ["Alma", "", "", "", ""] && imported.input?.unnamedCount == 4)
    #expect(imported.rows.map { $0.groups.count } == [1, 0, 1, 0, 0])
  }

  @Test(arguments: ["-999999", "-1.7976931348623157e308", "99999999"])
  func `a mark for a missing coordinate isn't a number of metres`(mark: String) throws {
    let points = ["[\(mark),\(mark)]", "[2.3,48.8]", "[\(mark),\(mark)]"].map {
      #"{"type":"Feature","properties":{"name":"a"},"geometry":{"type":"Point","coordinates":\#($0)}}"#
    }
    let collection = #"{"type":"FeatureCollection","features":[\#(points.joined(separator: ","))]}"#
    let table = "name,lng,lat\na,\(mark),\(mark)\nb,2.3,48.8\nc,\(mark),\(mark)\n"
    for text in [collection, table] {
      let imported = try ImportedPlaces(text)
      #expect(imported.rows.map(\.latitude) == [48.8] && imported.skips == [.coordinateOutOfRange: 2])
    }
  }

  @Test func `a row whose coordinate isn't a number is skipped`() throws {
    let text =
      #"[{"name":"a","lat":NaN,"lng":127.1},{"name":"b","lat":37.1,"lng":127.1},{"name":"c","lat":37.1,"lng":-Infinity}]"#
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.name) == ["b"] && imported.skips == [.missingCoordinate: 2])
    let geometry = #"{"type":"Feature","properties":{"name":"a"},"geometry":{"type":"Point","coordinates":[NaN,NaN]}}"#
    #expect(try ImportedPlaces("\(geometry)\n\(geometry)").rows.isEmpty)
  }

  @Test(arguments: ["nan", "Nan", "NaNs", "Inf", "infinity", "+1", "-Inf", "undefined"])
  func `other words aren't JSON`(word: String) throws {
    let text =
      "{\"name\":\"a\",\"lat\":37.1,\"lng\":127.1,\"x\":\(word)}\n{\"name\":\"b\",\"lat\":37.1,\"lng\":127.1}\n"
    #expect(try ImportedPlaces(text).skips == [.malformed: 1])
  }
}
