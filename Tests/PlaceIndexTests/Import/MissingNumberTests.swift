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
