import Domain
import IndexChecks
import Testing

@testable import PlaceIndex

/// Malformed JSON and invalid numbers never become places: their rows are skipped and counted, and other rows are kept.
@Suite struct StrictInputTests {
  private static func row(_ id: String, _ more: String = "") -> String {
    #"{"id":"\#(id)","lat":37.5,"lng":127.5\#(more)}"#
  }

  /// A list with an object that is nested deeper than JSON is read.
  private static let nested =
    #"[{"a":"# + String(repeating: "[", count: 130) + String(repeating: "]", count: 130) + "}]"

  @Test(arguments: [
    #"{"id":"x","lat":0x25,"lng":127.5}"#, #"{"id":"x","lat":037.5,"lng":127.5}"#,
    #"{"id":"x","lat":+37.5,"lng":127.5}"#,
    #"{"id":"x","lat":37.,"lng":127.5}"#, #"{"id":"x","lat":.5,"lng":127.5}"#, #"{"id":"x","lat":-,"lng":127.5}"#,
    #"{"id":"x","lat":1e,"lng":127.5}"#, #"{"id":"x","lat":1.5e+,"lng":127.5}"#,
    row("x", #","a":tru"#), row("x", #","a":trueish"#), row("x", #","a":nul"#), row("x", #","a":'b'"#),
    row("x", #","a":[}}"#), row("x", #","a":[1 2]"#), row("x", #","a":[1,]"#), row("x", #","a":[,1]"#),
    row("x", #","a":{"b"}"#), row("x", #","a":{"b":}"#), row("x", #","a":{"b":1,}"#), row("x", #","a":{1:2}"#),
    row("x", #","a":{"b":[{]}}"#), row("x", #","a":"\q""#), row("x", #","a":"\u12g4""#), row("x", #","name":"\x41""#),
    row("x", ",\"a\":\"tab\there\""), row("x", ",\"a\":\u{0001}1"), row("x", #","a":1,"#), row("x", #",,"a":1"#),
    row("x", ",\"a\":" + String(repeating: "[", count: 200) + String(repeating: "]", count: 200)),
    #"{"id":"x","geometry":{"type":"Point","coordinates":[127.5,,37.5]}}"#,
    #"{"id":"x","geometry":{"type":"Point","coordinates":[127.5 37.5]}}"#,
    #"{"id":"x","geometry":{"type":"Point","coordinates":[127.5,37.5}}"#,
    #"{"id":"x","geometry":{"type":"Point","coordinates":[0x7F,0x25]}}"#,
  ])
  func `a line that is not JSON is skipped and counted`(line: String) throws {
    let places = try ImportedPlaces([Self.row("1"), line, Self.row("2")].joined(separator: "\n") + "\n")
    #expect(places.rows.map(\.id) == ["1", "2"])
    #expect(places.skips == [.malformed: 1])
    let collection = #"{"features":["# + [Self.row("1"), line, Self.row("2")].joined(separator: ",\n") + "]}"
    do throws(IndexFileError) {
      let places = try ImportedPlaces(collection)
      #expect(places.rows.map(\.id) == ["1", "2"])
      #expect(places.skips == [.malformed: 1])
    } catch {
      // If brackets or strings don't match, the end of the element is unknown.
      guard case .malformed = error else { throw error }
    }
  }

  @Test(arguments: [
    row("x", #","a":[[],{},[{"b":[null,true,false,-0.5e+10,"\"\\\/\b\f\n\r\t\u00e9"]}]]"#),
    row("x", #","a" : { "b" : [ 1 , 2 ] }"#), row("x", ",\"a\":\t1\r"), row("x", #","a":-0,"b":1E5,"c":0.0"#),
    row("x", ",\"a\":" + String(repeating: "[", count: 100) + String(repeating: "]", count: 100)),
    #"{"id":"x","geometry":{"type":"Polygon","coordinates":[[[127,37],[128,37],[128,38],[127,37]]]}}"#,
  ])
  func `a line that is JSON is read`(line: String) throws {
    let places = try ImportedPlaces(line + "\n" + Self.row("2"))
    #expect(places.rows.map(\.id) == ["x", "2"])
    #expect(places.skipped.isEmpty)
  }

  @Test(arguments: [
    ("[{},,{}]", "a comma with no value before it"), ("[,{}]", "a comma with no value before it"),
    ("[{} {}]", "two values with no comma between them"), ("[{},]", "a comma without a value after it"),
    (#"{"features":[{}]]"#, "not JSON after the features"), (#"{"features":[{}],}"#, "not JSON after the features"),
    (Self.nested, "a value is nested more than 128 levels deep"),
    (#"{"features":[{}],"a":\#(Self.nested)}"#, "a value is nested more than 128 levels deep"),
  ])
  func `an array that is not JSON is refused`(text: String, detail: String) {
    let text = text.replacing("{}", with: Self.row("1"))
    for threads in [1, 3] {
      var importer = PlaceImporter(rules: ImportRules(), pace: ImportPace(threads: threads, chunkBytes: 1))
      do throws(IndexFileError) {
        try importer.read(Array(text.replacing(",", with: ",\n").utf8), name: "input")
        Issue.record("\(text) was read")
      } catch {
        guard case .malformed(_, let found, _) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(found == detail)
      }
    }
  }

  @Test func `an element that isn't an object is counted as not a place`() throws {
    let places = try ImportedPlaces("[1, \"a\", null, [2], \(Self.row("1"))]")
    #expect(places.rows.map(\.id) == ["1"])
    #expect(places.skips == [.notAPlace: 4])
  }

  @Test(arguments: ["0x25", "0x1p5", "inf", "nan", "1e999", "3７.5", "37.5.1", "--37", "3 7", "1_0"])
  func `a cell that isn't a decimal number is skipped and counted`(cell: String) throws {
    let places = try ImportedPlaces("id,lat,lng\n1,37.5,127.5\nx,\(cell),127.5\n2,+37.5,127.5e0\n")
    #expect(places.rows.map(\.id) == ["1", "2"])
    #expect(places.skips.values.reduce(0, +) == 1)
    let row = try ImportedPlaces(#"{"id":"x","lat":"\#(cell)","lng":"127.5"}"# + "\n" + Self.row("1"))
    #expect(row.rows.map(\.id) == ["1"])
    #expect(row.skips.values.reduce(0, +) == 1)
  }

  @Test func `coordinates that are words are called unreadable`() throws {
    let text = #"{"id":"x","geometry":{"type":"Point","coordinates":["east","37.5"]}}"#
    #expect(try ImportedPlaces(text + "\n" + Self.row("1")).skips == [.unreadableCoordinate: 1])
  }

  @Test func `names and words may be written with escapes, as Python writes them`() throws {
    let text =
      #"{"id":"1","\uc774\ub984":"\uac00\uc628","\uc704\ub3c4":"3\u0037.5","lng":127.5,"category":"\uce74\ud398"}"#
    let place = try #require(try ImportedPlaces(text).rows.first)
    #expect(place.name == "가온")
    #expect(place.latitude == 37.5)
    #expect(place.sourceCategory == "카페")
    #expect(place.group == .cafe)
  }

  @Test(arguments: ["category", "name", "id", "phone", "amenity"])
  func `a row of JSON that is neither UTF-8 nor CP949 is skipped and counted`(key: String) throws {
    let line = Array(#"{"lat":37.5,"lng":127.5,"\#(key)":"a"#.utf8) + [0xFF, 0xC3] + Array("b\"}\n".utf8)
    var importer = PlaceImporter()
    try importer.read(line + line + Array((Self.row("1") + "\n").utf8), name: "input")
    #expect(importer.skipped.map(\.reason) == [.notText] && importer.skipped.map(\.count) == [2])
    let index = try importer.builder.makeIndex()
    #expect(index.placeCount == 1)
    try index.checkFormat()
  }

  @Test func `rows after the sample do not affect how a table is read`() throws {
    let note = String(repeating: "n", count: 2048)
    var table = "name,x,y,note\n"
    for number in 0..<300 { table += "a\(number),37.5,127.1,\(note)\n" }
    table += "b,127.1,37.5,\(note)\n"
    let imported = try ImportedPlaces(table)
    #expect(imported.rows.count == 300 && imported.skips == [.swappedCoordinate: 1])
  }

  @Test func `rows after the sample do not affect the encoding of JSON`() throws {
    let note = String(repeating: "n", count: 2048)
    var text: [UInt8] = []
    for number in 0..<300 {
      text += Array("{\"id\":\(number),\"name\":\"".utf8)
      text += number < 290 ? [0x61] : [0xB0, 0xA1, 0xBF, 0xC2, 0xB3, 0xAA, 0xB7, 0xA1]
      text += Array("\",\"lat\":37.5,\"lng\":127.1,\"note\":\"\(note)\"}\n".utf8)
    }
    #expect(try ImportedPlaces(text).rows.count >= 290)
  }
}
