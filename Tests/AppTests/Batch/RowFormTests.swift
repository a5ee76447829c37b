import Domain
import Testing
import Tables

@testable import App

/// The formats in which people write rows, and their queries.
struct RowFormTests {
  private func run(_ input: String) async throws -> [String] {
    let records = MemorySink()
    let trial = BatchTrial(input: input)
    #expect(try await trial.run(records: records).0 == .finished)
    return records.lines
  }

  @Test(arguments: [
    (#"{"lat":37.5,"lng":127,"limit":2.0}"#, #""limit":2,"within":null"#),
    ("lat,lng,limit\n37.5,127,2.0", #""limit":2,"within":null"#),
    (#"{"lat":37.5,"lng":127,"category":["cafe","bank"]}"#, #""category":["cafe","bank"]"#),
    (#"{"lat":37.5,"lng":127,"category":["cafe"]}"#, #""category":["cafe"]"#),
    (#"{"lat":37.5,"lng":127,"category":[]}"#, #""category":["gas"]"#),
    (#"{"lat":37.5,"lng":127,"category":{"type":"Text","value":"cafe"}}"#, #""category":["cafe"]"#),
    (#"{"lat":37.5,"lng":127,"category":{"type":"Text","value":["cafe","bank"]}}"#, #""category":["cafe","bank"]"#),
    (#"{"lat":37.5,"lng":127,"category":[{"value":"cafe"},{"value":"bank"}]}"#, #""category":["cafe","bank"]"#),
    (#"{"lat":37.5,"lng":127,"category":{"de":"Kaffeehausse","en":"cafe","ko":"카페"}}"#, #""category":["cafe"]"#),
    (#"{"lat":{"type":"Number","value":37.5},"lng":{"value":"127"},"query":{"ko":"라떼"}}"#, #""text":"라떼""#),
    (#"{"lat":{"$numberDecimal":"37.5"},"lng":{"$numberInt":"127"}}"#, #""lat":37.5,"lng":127,"#),
    (
      #"{"id":"","lat":37.5,"lng":127,"category":"","query":" ","radius":"","limit":"\t"}"#,
      #""query":{"category":["gas"],"text":null,"near":null,"lat":37.5,"lng":127,"bbox":null,"radius_m":1000,"#
    ),
    (#"{"id":"","lat":37.5,"lng":127}"#, #"{"row":1,"id":"","status":"ok","#),
    ("lat,lng,category,limit\n37.5,127, ,\" \"", #""category":["gas"]"#),
    ("lat,lng,category\n37.5,127,\"cafe,bank,\"", #""category":["cafe","bank"]"#),
    ("lat,lng,category\n37.5,127,cafe; bank", #""category":["cafe","bank"]"#),
    ("lat,lng\n37.5,127,", #""lat":37.5,"lng":127,"#),
    ("lat,lng,\n37.5,127", #""lat":37.5,"lng":127,"#),
    ("lat,lng,\n37.5,127,", #""lat":37.5,"lng":127,"#),
    (#"{"lat":37.5,"lng":127},"#, #""input":{"lat":37.5,"lng":127},"query":{"#),
    ("lat,lng,radius\n37.5,127, 250 ", #""radius_m":250,"#), ("lat,lng,radius\n37.5,127,2.5e2", #""radius_m":250,"#),
    ("lat,lng,radius\n37.5,127,0.25 km", #""radius_m":250,"#),
    (#"{"lat":37.5,"lng":127,"radius":"250.0"}"#, #""radius_m":250,"#),
    ("at\n\"37.5, 127\"", #""lat":37.5,"lng":127,"#),
    ("이름;좌표\n집;37.5,127", #""lat":37.5,"lng":127,"#),
    (#"{"at":"37.5,127"}"#, #""lat":37.5,"lng":127,"#),
    ("at\n\"[7.5,48.5]\"", #""lat":48.5,"lng":7.5,"#), (#"{"at":[7.5,48.5]}"#, #""lat":48.5,"lng":7.5,"#),
    ("at\nPOINT(127 37.5)", #""lat":37.5,"lng":127,"#), (#"{"at":"POINT Z (127 37.5 9)"}"#, #""lat":37.5,"lng":127,"#),
    ("at\n\"geo:37.5,127,15\"", #""lat":37.5,"lng":127,"#),
    ("at\n\"{\"\"lat\"\":37.5,\"\"lng\"\":127}\"", #""lat":37.5,"lng":127,"#),
    ("at\nLat: 37.5 Long: 127", #""lat":37.5,"lng":127,"#),
    (#"{"at":{"lat":37.5,"lng":127}}"#, #""lat":37.5,"lng":127,"#),
    ("at\n\"Station (37.5, 127)\"", #""lat":37.5,"lng":127,"#),
    (
      #"geo_shape;geo_point_2d\#n"{""coordinates"":[[[8,50],[9,50],[9,51],[8,50]]],""type"":""Polygon""}";37.5, 127"#,
      #""lat":37.5,"lng":127,"#
    ),
    ("lat,lng\n\u{2212}37.5,127", #""lat":-37.5,"lng":127,"#),
    ("at,lat,lng\nnoon,37.5,127", #""lat":37.5,"lng":127,"#),
    (
      "위도,경도,반경,카테고리,검색어,개수\n37.5,127,500m,카페,라떼,3",
      ExpectedQuery.json([
        "category": #"["cafe"]"#, "text": "\"라떼\"", "lat": "37.5", "lng": "127", "radius_m": "500", "limit": "3",
      ])
    ),
    (
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[127,37.5,20]},"properties":{"category":"cafe"}}"#,
      #""category":["cafe"],"text":null,"near":null,"lat":37.5,"lng":127,"#
    ),
    (#"{"type":"Point","coordinates":[127,37.5]}"#, #""lat":37.5,"lng":127,"#),
    ("\u{1E}{\"lat\":37.5,\"lng\":127}\n\u{1E}\n", #""input":{"lat":37.5,"lng":127},"query":{"#),
  ])
  func `common ways to write a row are understood`(input: String, part: String) async throws {
    let lines = try await run(input)
    #expect(lines.count == 1)
    #expect(lines[0].contains(#""status":"ok""#) && lines[0].contains(part), "\(lines[0])")
  }

  @Test func `several objects may be on one line`() async throws {
    let object = #"{"lat":37.5,"lng":127}"#
    #expect(try await run("\(object)\(object) \(object)\n").count == 3)
    let later = try await run("\(object)\n\(object)\(object)\n")
    #expect(later.count == 2 && later[1].contains("has several JSON objects"), "\(later)")
  }

  @Test(arguments: ["\"\"", #"" ""#, #"",""#, #"[""]"#, "[]", "null"])
  func `a row without a category uses the categories of the options, also with a text`(category: String) throws {
    var defaults = QueryDefaults.gas
    defaults.query.text = SearchText("x")
    var queries = QueryReader(format: .ndjson, names: ColumnNames(), defaults: defaults)
    let row = Array(#"{"lat":37.5,"lng":127,"category":\#(category)}"#.utf8)
    #expect(try queries.query(of: row, in: row.indices).query.categories == [.group(.gas)])
  }

  @Test func `a feature keeps its id, and one without a point has no coordinates`() async throws {
    let lines = try await run(
      #"{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[127,37.5]},"properties":{"id":8}}"# + "\n"
        + #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[127,37.5],[1,2]]},"properties":null}"#
    )
    #expect(lines[0].hasPrefix(#"{"row":1,"id":7,"status":"ok","#))
    #expect(lines[1].contains("coordinates_missing"), "\(lines[1])")
  }

  @Test func `a misspelled category gets a suggestion`() {
    let error = Failure(PlaceSearchError.unsupported(.category("cafee")))
    #expect(error.code == .unknownCategory)
    #expect(error.message.contains("cafe?"), "\(error.message)")
  }

  @Test(arguments: [
    ("37.4979,127.0276\n", "has no header"), ("name,phone\na,b\n", "No columns of coordinates"),
    ("lat,lng\r37.5,127\r\n", "carriage return"),
    ("lat,lng,lat\n1,2,3\n", "Two columns"), ("\"lat,lng\n1,2\n", "The header isn't a line of CSV"),
  ])
  func `an input that is not a table of rows is refused by its format`(input: String, part: String) async throws {
    let error = try #require(
      await #expect(throws: Failure.self) { try await BatchTrial(input: input).run(records: MemorySink()) }
    )
    #expect(error.message.contains(part) && error.status == .usage, "\(error.message)")
  }

  @Test func `a column can't be both coordinates`() throws {
    let words = ["batch", "--map", "lat=a", "--map", "lng=a", "-c", "gas"]
    let arguments = try Arguments(ArgumentParser.parse(words))
    #expect(throws: Failure.sameColumn("a")) {
      try BatchOptions(arguments)
    }
  }

  private func members(_ text: String) -> [String: String]? {
    let bytes = Array(text.utf8)
    var json = JSONReader(row: bytes, 0..<bytes.count)
    var members: [String: String] = [:]
    let isWhole = json.scanObject { key, value in
      members[key.text(in: bytes) ?? ""] = "\(value.encoding) \(value.text(in: bytes) ?? "-")"
    }
    return isWhole ? members : nil
  }

  @Test func `members are found with the encoding of their values`() {
    let text = #" { "a" : 1.5e3 , "b":"x\"\u0041\n", "c":null,"d":[1,{"a":2}],"e":true,"f":"가","g":{},"h":-0 } "#
    #expect(
      members(text) == [
        "a": "jsonNumber 1.5e3", "b": "jsonEscapedString x\"A\n", "c": "absent -", "d": #"jsonOther [1,{"a":2}]"#,
        "e": "jsonOther true", "f": "jsonString 가", "g": "jsonOther {}", "h": "jsonNumber -0",
      ]
    )
    #expect(members("{}") == [:])
  }

  @Test(arguments: ["", "{", "{}x", "{} {}", "[]", "1", #"{"a":1,}"#])
  func `text that is not a JSON object is refused`(text: String) {
    #expect(members(text) == nil)
  }

  @Test(arguments: [
    (#"\ud83d\ude00"#, "😀"), (#"\ud83d"#, "\u{FFFD}"), (#"\ude00x"#, "\u{FFFD}x"), (#"\ud83d\u0041"#, "\u{FFFD}A"),
    (#"\/\b\f"#, "/\u{8}\u{C}"),
  ])
  func `escapes become text`(inside: String, expected: String) {
    #expect(JSONUnescaping.text(of: Array(inside.utf8)[...]) == expected)
  }
}
