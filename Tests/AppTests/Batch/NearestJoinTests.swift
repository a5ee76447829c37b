import Domain
import Foundation
import TestSupport
import Testing

@testable import App

/// `batch --nearest`: the rows of a table with the nearest place of each.
struct NearestJoinTests {
  private let directory = TemporaryDirectory()

  private func run(
    _ line: String,
    _ rows: String = "id,lat,lng\na,37.5,127\n",
    from source: ScriptedSource = ScriptedSource(isFree: true, proven: 100),
    chunkSize: Int = 1 << 14
  ) async -> BatchOutcome {
    await BatchOutcome(of: line, rows: rows, from: source, chunkSize: chunkSize)
  }

  private static let names = [
    "nearest_name", "nearest_id", "nearest_category", "nearest_lat", "nearest_lng", "nearest_distance_m",
    "nearest_status", "nearest_error",
  ]

  @Test(arguments: ["--nearest gas", "-c gas --add"], [1, 1 << 14])
  func `each row of a table is unchanged, with the nearest place after it`(line: String, chunkSize: Int) async {
    let rows =
      "\u{FEFF}이름;lat;lng;메모\r\n\"강남;\"\"역\";37.5;127;a,b\r\nx;37.6;127\r\ny;91;0;\r\nz;37.7;127;c;\r\n"
      + "w;37.8;127;;;;\r\nv;1;2;3;4\r\nu;\"op;en;37;127\r\n"
    let outcome = await run(line, rows, chunkSize: chunkSize)
    let swapped = "The latitude 91 isn't between -90 and 90."
    let expected = [
      "이름;lat;lng;메모;" + Self.names.joined(separator: ";"),
      "\"강남;\"\"역\";37.5;127;a,b;\"곳 \"\"0\"\"\";37.5-0;gas;37.5;127;0;ok;",
      "x;37.6;127;;\"곳 \"\"0\"\"\";37.6-0;gas;37.6;127;0;ok;",
      "y;91;0;;;;;;;;invalid;\(swapped)",
      "z;37.7;127;c;\"곳 \"\"0\"\"\";37.7-0;gas;37.7;127;0;ok;",
      "w;37.8;127;;\"곳 \"\"0\"\"\";37.8-0;gas;37.8;127;0;ok;",
      "\"v;1;2;3;4\";;;;;;;;;;invalid;\"The row has 5 cells, but the header has 4.\"",
      "\"u;\"\"op;en;37;127\";;;;;;;;;;invalid;The row opens a quote that isn't closed.",
    ]
    let lines = outcome.output.components(separatedBy: "\r\n")
    #expect(lines.count == expected.count + 1 && outcome.status == 6, "\(outcome.errors)")
    for (line, wanted) in zip(lines, expected) where !wanted.hasPrefix("y;") { #expect(line == wanted) }
    #expect(lines[3].hasPrefix("y;91;0;;;;;;;;invalid;"), "\(lines[3])")
  }

  @Test(
    arguments: [
      ("a;b", ";", #""a;b""#), (#"a;"b"#, ";", #""a;""b""#), ("a b", ";", "a b"), ("a,b", ",", #""a,b""#),
      ("a;b", "\t", "a;b"), ("a\tb", "\t", #"a\tb"#),
    ] as [(String, Unicode.Scalar, String)]
  )
  func `a cell with the delimiter is quoted`(text: String, delimiter: Unicode.Scalar, expected: String) {
    var line: [UInt8] = []
    line.append(cell: text.utf8.span, between: UInt8(ascii: delimiter))
    #expect(String(decoding: line, as: UTF8.self) == expected)
  }

  @Test func `rows of JSON stay as they are, and those that are not valid JSON become texts`() async throws {
    let rows =
      "{ \"lat\":37.5, \"lng\":127, \"n\": {\"a\":[1]} }\n{}\n{\"nearest_id\":7,\"lat\":37.5,\"lng\":127}\n{x\n"
    let lines = await run("--nearest gas", rows).lines
    #expect(
      lines[0] == #"{"lat":37.5, "lng":127, "n": {"a":[1]},"nearest_name":"곳 \"0\"","nearest_id":"37.5-0","#
        + #""nearest_category":"gas","nearest_lat":37.5,"nearest_lng":127,"nearest_distance_m":0,"#
        + #""nearest_status":"ok","nearest_error":null}"#
    )
    #expect(lines[1].hasPrefix(#"{"nearest_name":null,"#) && lines[1].contains(#""nearest_status":"invalid""#))
    #expect(lines[2].contains(#"{"nearest_id":7,"lat""#) && lines[2].contains(#""nearest_id_2":"37.5-0""#))
    #expect(lines[3].hasPrefix(#"{"input":"{x","nearest_name":null"#), "\(lines[3])")
    for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
  }

  @Test(arguments: [
    (0.0, 3, "unproven", true), (100, 3, "ok", true), (0, 1, "ok", true), (0, 0, "none", false),
  ])
  func `the status shows whether the nearest place is proven`(
    proven: Double,
    count: Int,
    status: String,
    hasPlace: Bool
  ) async {
    let source = ScriptedSource(isFree: true, proven: proven) { _, _ in count }
    let limit = status == "unproven" ? " -n 2" : ""
    let lines = await run("--nearest gas\(limit)", from: source).lines
    let cells = lines[1].components(separatedBy: ",")
    #expect(cells[9] == status && cells[4].isEmpty != hasPlace, "\(lines[1])")
  }

  @Test(
    arguments: [
      (2, 1_000, "", "ok", "3"), (2, 0, "", "ok", "3"), (2, 0, "-n 2", "unproven", "3"),
      (0, 1_000, "", "unproven", "3"),
      (2, 1_000, "-n 3", "unproven", "3"), (2, nil, "", "ok", "0"), (0, nil, "", "none", "0"),
      (2, 0, "-n 2 --open-unknown", "ok", "0"),
    ] as [(Int, Double?, String, String, String)]
  )
  func `a row says how many places with unknown hours are left out, and whether one may be nearer`(
    count: Int,
    undecided: Double?,
    options: String,
    status: String,
    leftOut: String
  ) async {
    let source = ScriptedSource(isFree: true, undecided: undecided) { _, _ in count }
    let line = "--nearest gas --open-at 2026-12-24T18:00 \(options)"
    let lines = await run(line, from: source).lines
    let cells = lines[1].components(separatedBy: ",")
    #expect(lines[0].contains("nearest_error,nearest_unknown_hours"), "\(lines[0])")
    #expect(cells[9] == status && cells[11] == leftOut, "\(lines[1])")
    let strict = await run("\(line) --require-nearest", from: source)
    #expect(strict.status == (status == "unproven" ? 6 : 0), "\(strict.output) \(strict.errors)")
    let without = await run("--nearest gas", from: source).lines[0]
    #expect(!without.contains("unknown_hours"))
  }

  @Test func `a record isn't proven nearest if a nearer place with unknown hours is left out`() async {
    for (meters, isProven) in [(0.0, false), (1_000, true)] {
      let source = ScriptedSource(isFree: true, undecided: meters)
      let line = "-c gas -n 2 --open-at 2026-12-24T18:00"
      let outcome = await run(line, from: source)
      #expect(outcome.output.contains(#""nearest":\#(isProven),"#), "\(outcome.output)")
      #expect(outcome.errors.contains("Use --open-unknown to include") != isProven, "\(outcome.errors)")
      #expect(await run("\(line) --require-nearest", from: source).status == (isProven ? 0 : 6))
    }
  }

  @Test func `rows of JSON say how many places are left out`() async {
    let rows = #"{"lat":37.5,"lng":127,"time":"2026-12-24T18:00"}"# + "\n"
    let source = ScriptedSource(isFree: true)
    let line = "--nearest gas --open-at 2026-12-24T10:00"
    #expect(await run(line, rows, from: source).output.contains(#""nearest_unknown_hours":3"#))
  }

  @Test func `rows with names say what was found for them`() async throws {
    let source = ScriptedSource(isFree: true, proven: 100)
    let place = Place(id: "", name: "강남", coordinate: .gangnam, group: .subway)
    let located = LocatedPlaces(candidates: [place], totalCount: 1, provenance: Provenance(source: .index))
    source.memory.withState { $0.located = located }
    let table = await run("--nearest gas", "id,lat,lng,주소\na,,,강남역\nb,37.5,127,강남역\nc,,,\n", from: source).lines
    #expect(table[0].hasSuffix(",nearest_error,nearest_near"))
    #expect(table[1].hasSuffix(",ok,,강남") && table[2].hasSuffix(",ok,,"), "\(table)")
    #expect(table[3].hasSuffix("nor an address in a column that is recognized.,"), "\(table[3])")
    let objects = await run("--nearest gas", #"{"주소":"강남역"}"# + "\n", from: source).lines
    #expect(objects[0].hasSuffix(#""nearest_error":null,"nearest_near":"강남"}"#), "\(objects)")
  }

  @Test func `an empty result with places possibly missing is unproven, not none`() async {
    let source = ScriptedSource(isFree: true, cutShort: [37.5: .maximumSent(requests: 1)]) { _, _ in 0 }
    let line = await run("--nearest gas", from: source).lines[1]
    #expect(line == "a,37.5,127,,,,,,,unproven,", "\(line)")
    let strict = await run("--nearest gas --require-nearest", from: source)
    #expect(strict.status == 6 && strict.lines[1].contains(",failed,"), "\(strict.output)")
  }

  @Test func `-n sets the number of nearest places, and columns of the rows do not change the query`() async {
    let rows = "lat,lng,category,limit,query\n37.5,127,cafe,9,x\n37.6,127,cafe,0,\n"
    let outcome = await run("--nearest gas -n 3", rows)
    let lines = outcome.lines
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("The columns category, limit, query are copied but not used:"), "\(outcome.errors)")
    #expect(
      lines[0].hasSuffix(
        "nearest_error,nearest_2_name,nearest_2_id,nearest_2_category,nearest_2_lat,nearest_2_lng,"
          + "nearest_2_distance_m,nearest_3_name,nearest_3_id,nearest_3_category,nearest_3_lat,nearest_3_lng,"
          + "nearest_3_distance_m"
      )
    )
    #expect(lines[1].hasPrefix("37.5,127,cafe,9,x,") && lines[1].contains(",37.5-1,gas,37.5,127,1,"), "\(lines[1])")
    #expect(lines[2].contains(",37.6-0,gas,"), "\(lines[2])")
    #expect(lines[1].hasSuffix(",,,,,,"), "\(lines[1])")
  }

  @Test func `a column of a name that is taken gets a number`() async {
    let lines = await run("--nearest gas", "lat,lng,nearest_name\n37.5,127,mine\n").lines
    #expect(lines[0].hasPrefix("lat,lng,nearest_name,nearest_name_2,nearest_id,"), "\(lines[0])")
    #expect(lines[1].hasPrefix("37.5,127,mine,\"곳"), "\(lines[1])")
  }

  @Test(arguments: [
    ("a.tsv", "id,lat,lng,t\n\"a,b\",37.5,127,\"x\ty\"\n", "a,b\t37.5\t127\tx\\ty\t곳 \"0\"\t37.5-0\t"),
    ("a.json", "id,lat,lng\na,37.5,127\n", #"{"id":"a","lat":"37.5","lng":"127","nearest_name""#),
    ("a.csv", "id\tlat\tlng\na,b\t37.5\t127\n", "\"a,b\",37.5,127,\"곳 \"\"0\"\"\",37.5-0,"),
    ("a.csv", "id;lat;lng\na,b;37.5;127\n", "a,b;37.5;127;\"곳 \"\"0\"\"\";37.5-0;"),
    (
      "a.ndjson", "id,lat,lng\n\"a,\"\"b\",37.5,127\n",
      #"{"id":"a,\"b","lat":"37.5","lng":"127","nearest_name":"곳 \"0\"""#
    ),
    ("a.csv", "{\"id\":1,\"lat\":37.5,\"lng\":127}\n", "1,37.5,127,,\"곳"),
  ])
  func `the name of the output decides the format`(name: String, rows: String, start: String) async throws {
    let path = directory.file(name)
    #expect(await run("--nearest gas -o \(path)", rows).status == 0)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = name.hasSuffix("json") ? lines[0] : lines[1]
    #expect(line.hasPrefix(start), "\(text)")
  }

  @Test func `GeoJSON has a point for each row with coordinates and a null geometry for others`() async throws {
    let path = directory.file("a.geojson")
    let rows = "id,lat,lng\na,37.5,127\nb,,\nc,37.6,127\n"
    #expect(await run("--nearest gas -o \(path)", rows).status == 6)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let json = try #require(try JSONSerialization.jsonObject(with: whole) as? [String: Any])
    let features = try #require(json["features"] as? [[String: Any]])
    #expect(json["type"] as? String == "FeatureCollection" && features.count == 3)
    #expect((features[0]["geometry"] as? [String: Any])?["coordinates"] as? [Double] == [127, 37.5])
    #expect(features[1]["geometry"] is NSNull)
    let properties = try #require(features[1]["properties"] as? [String: Any])
    #expect(properties["id"] as? String == "b" && properties["nearest_status"] as? String == "invalid")
    // A complete document can't be extended when the input grows.
    let more = await run("--nearest gas -o \(path) --resume", rows + "d,37.7,127\n")
    #expect(more.status == 6, "\(more.errors)")
    let grown = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path))) as? [String: Any]
    #expect((grown?["features"] as? [Any])?.count == 4)
  }

  @Test func `a GeoJSON document has the attribution of the data`() {
    let columns = NearestColumns(placeCount: 1)
    let writer = NearestObjectWriter(.ndjson, columns, areFeatures: true, attribution: "© \"x\"")
    let header = #"{"type":"FeatureCollection","attribution":"© \"x\"","features":["# + "\n"
    #expect(String(decoding: writer.header, as: UTF8.self) == header)
  }

  @Test func `features of GeoJSON keep their properties, and an empty table is an empty document`() async throws {
    let feature =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[127,37.5]},"properties":{"name":"x","nearest_id":1}}"#
    let output = await run("--nearest gas -f geojson", #"{"type":"FeatureCollection","features":[\#(feature)]}"#).output
    #expect(output.contains(#""coordinates":[127,37.5]},"properties":{"name":"x","nearest_id":1,"nearest_name":"#))
    #expect(output.contains(#""nearest_id_2":"37.5-0""#), "\(output)")
    let empty = await run("--nearest gas -f geojson", "id,lat,lng\n").output
    #expect(empty == #"{"type":"FeatureCollection","features":["# + "\n]}\n", "\(empty)")
  }

  private static let point = #""geometry":{"type":"Point","coordinates":[127,37.5]}"#

  @Test func `a GeoJSON document stays one, and its features keep their ids`() async throws {
    let features = [
      #"{"type":"Feature","id":"a",\#(Self.point),"properties":null}"#, #"{"type":"Feature","id":7,\#(Self.point)}"#,
      #"{"type":"Feature",\#(Self.point),"properties":{}}"#,
      #"{"id":"l","type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},"properties":{"a":1}}"#,
    ]
    let document = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    for options in ["", "-f geojson"] {
      let output = await run("--nearest gas \(options)", document).output
      let json = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
      let written = try #require(json?["features"] as? [[String: Any]], "\(output)")
      #expect(written.map { $0["id"].map { "\($0)" } } == ["a", "7", nil, "l"])
      for feature in written.dropLast() {
        let properties = try #require(feature["properties"] as? [String: Any])
        #expect(properties["nearest_id"] as? String == "37.5-0" && properties.count == 8, "\(properties)")
      }
      let last = written[3]
      #expect((last["geometry"] as? [String: Any])?["type"] as? String == "LineString", "\(last)")
      #expect((last["properties"] as? [String: Any])?["a"] as? Int == 1)
    }
    let lines = await run("--nearest gas -f ndjson", document).lines
    #expect(lines.count == 4, "\(lines)")
  }

  @Test func `lines of GeoJSON features get the nearest places in their properties`() async throws {
    let rows = [
      #"{"type":"Feature",\#(Self.point),"properties":{"a": 1},"foo":[]}"#,
      #"{"type":"Feature","properties":null,\#(Self.point)}"#, #"{"type":"Feature",\#(Self.point)}"#,
    ]
    let lines = await run("--nearest gas", rows.joined(separator: "\n") + "\n").lines
    #expect(lines[0].hasPrefix(#"{"type":"Feature",\#(Self.point),"properties":{"a": 1,"nearest_name":"#))
    #expect(lines[0].hasSuffix(#""nearest_error":null},"foo":[]}"#), "\(lines[0])")
    #expect(lines[1].hasPrefix(#"{"type":"Feature","properties":{"nearest_name":"#))
    #expect(lines[1].hasSuffix(#"},\#(Self.point)}"#), "\(lines[1])")
    #expect(lines[2].hasPrefix(#"{"type":"Feature",\#(Self.point),"properties":{"nearest_name":"#))
    for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
  }

  @Test func `a table of GeoJSON features has their coordinates`() async {
    let rows = [
      #"{"type":"Feature","id":"a",\#(Self.point),"properties":{"name":"x"}}"#,
      #"{"type":"Feature","id":"b",\#(Self.point),"properties":null}"#,
    ]
    let lines = await run("--nearest gas -f csv", rows.joined(separator: "\n") + "\n").lines
    #expect(lines[0].hasPrefix("id,lat,lng,name,other,nearest_name,"), "\(lines[0])")
    #expect(lines[1].hasPrefix("a,37.5,127,x,,") && lines[2].hasPrefix("b,37.5,127,,,"), "\(lines)")
  }

  @Test func `the page has a point for each row with coordinates, and all rows in their order`() async {
    let page = await run("--nearest gas -f html", "name,lat,lng\n<b>,37.5,127\nb,,\nc,37.6,127\n").output
    #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"), "\(page.suffix(20))")
    #expect(page.contains(#"<tr data-lat="37.5" data-lng="127" data-group="gas">"#))
    #expect(page.contains("&lt;b&gt;") && !page.contains("<b>"))
    #expect(page.contains("</tr>\n<tr data-group=\"\"><td dir=\"auto\" class=\"number\">2</td>"), "\(page)")
    #expect(page.components(separatedBy: "<tbody>").count == 2)
    #expect(page.contains("without a location: 1 of 3 rows</p>"))
    #expect(await !run("--nearest gas -f html", "name,lat,lng\na,37.5,127\n").output.contains("without a location"))
    #expect(page.contains(#"data-key="address">nearest_name<"#) && page.contains(#""rows":true"#))
    #expect(page.contains("<td dir=\"auto\">(invalid)</td>"), "\(page.suffix(900))")
    // The numbers of the drawing are those of the table.
    let numbers = page.components(separatedBy: "<text class=\"number\"").dropFirst()
      .compactMap { $0.split(separator: ">").dropFirst().first?.prefix { $0 != "<" } }
    #expect(numbers == ["1", "3"], "\(numbers)")
    #expect(page.contains(#""positions":[0,-5559.75,0,5559.75],"#) && page.contains(#""lat":null"#))
  }

  @Test func `the page shows coordinates once, and an unreadable one as it is`() async {
    let page = await run("--nearest gas -f html", "name,lat,lng,note\na,37.5,127,x\nb,37.5x,127,y\n").output
    let headings = page.components(separatedBy: "<th scope=\"col\"").dropFirst().map { $0.prefix { $0 != "/" } }
    #expect(!headings.contains { $0.contains(">lat<") || $0.contains(">lng<") }, "\(headings)")
    #expect(headings.contains { $0.contains(">note<") } && page.contains(">37.5,127</td></tr>"))
    #expect(page.contains(">37.5x,127</td></tr>"), "\(page.suffix(900))")
    #expect((0..<20).compactMap { NearestColumns(placeCount: 3).named($0) } == [0, 1, 2])
    #expect(
      [0, 8, 14].map { NearestColumns(placeCount: 3).names[$0] } == [
        "nearest_name", "nearest_2_name", "nearest_3_name",
      ]
    )
  }

  @Test func `the title and the source of the page are in the language of the locale`() async {
    let page = await BatchOutcome(
      of: "--nearest gas -f html",
      rows: "name,lat,lng\na,37.5,127\n",
      from: ScriptedSource(isFree: true, proven: 100),
      environment: ["LANG": "ko_KR.UTF-8"]
    ).output
    #expect(page.contains("<title>가장 가까운 주유소</title>") && page.contains("<html lang=\"ko\">"), "\(page.prefix(900))")
  }

  @Test(arguments: [
    ("--nearest gas -c cafe", "can't be used together"), ("--nearest gas --add", "can't be used together"),
    ("--nearest gas --fields id", "can't be used together"), ("--nearest gas --one-line", "can't be used together"),
    ("--nearest gas --sort accuracy", "can't be used together"), ("--nearest gas -n 0", "-n K"),
    ("--nearest gas -n all", "-n K"), ("-c gas -f geojson", "--nearest CATEGORY"),
    ("-c gas -f html", "--nearest CATEGORY"), ("--nearest gas -f geojson --unordered", "ndjson"),
    ("--nearest gas --along x", "can't be used together"),
    ("--nearest gas -o /dev/null/x --resume --unordered", "With --unordered, only NDJSON"),
    ("-c gas -f csv -o /dev/null/x --resume --unordered", "With --unordered, only NDJSON"),
    ("--nearest gas -f html --resume -o /dev/null/x", "--resume is for"),
  ])
  func `options that conflict with --nearest are refused before a row is read`(line: String, reason: String) async {
    let source = ScriptedSource(isFree: true)
    let outcome = await run(line, from: source)
    #expect(outcome.status == 2 && outcome.errors.contains(reason), "\(line): \(outcome.status) \(outcome.errors)")
    #expect(source.latitudes.isEmpty && outcome.output.isEmpty)
  }

  @Test func `failed rows are written with their error, and their file is input for the next run`() async throws {
    let path = directory.file("failed.csv")
    let rows = "id,lat,lng,note\na,91,0,\"x,y\"\nb,37.5,127,\nc,92,0\nd,93,0,q,,\ne,1,2,3,4\n"
    _ = await run("-c gas --failures \(path)", rows)
    let failed = try String(contentsOfFile: path, encoding: .utf8)
    let lines = failed.split(separator: "\n")
    #expect(lines[0] == "id,lat,lng,note,placefind_error" && lines.count == 5, "\(failed)")
    for (line, start) in zip(lines.dropFirst(), ["a,91,0,\"x,y\",", "c,92,0,,", "d,93,0,q,", "e,1,2,3,4,"]) {
      #expect(line.hasPrefix(start) && line.count > start.count + 20, "\(line)")
    }
    let again = await run("-c gas --failures \(path) --force", failed.replacingOccurrences(of: "a,91", with: "a,37.5"))
    #expect(again.lines.count == 4 && again.lines[0].contains(#""status":"ok""#), "\(again.output)")
    let second = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(Array(second) == [lines[0]] + lines[2...], "\(second)")
  }

  @Test func `failed rows of JSON get a member for the error, which is replaced`() async throws {
    let path = directory.file("failed.ndjson")
    _ = await run("-c gas --failures \(path)", "{\"lat\":91,\"lng\":0}\n{}\n{x\n")
    let failed = try String(contentsOfFile: path, encoding: .utf8)
    let lines = failed.split(separator: "\n")
    #expect(lines[0].hasPrefix(#"{"lat":91,"lng":0,"placefind_error":"The latitude"#))
    #expect(lines[1].hasPrefix(#"{"placefind_error":""#))
    #expect(lines[2] == "{x")
    _ = await run("-c gas --failures \(path) --force", failed)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == failed)
  }

  @Test(arguments: [
    ("lat,lng,error\n91,0,mine\n", "lat,lng,error,placefind_error\n91,0,mine,"),
    ("lat,error,lng,placefind_error\n91,mine,0,old\n", "lat,error,lng,placefind_error\n91,mine,0,\"The"),
    (#"{"lat":91,"lng":0,"error":"mine"}"#, #"{"lat":91,"lng":0,"error":"mine","placefind_error":""#),
    (
      #"{"error":1,"placefind_error":2,"lat":91,"lng":0}"#,
      #"{"error":1,"placefind_error":2,"lat":91,"lng":0,"placefind_error_2":""#
    ),
  ])
  func `a failed row keeps its own column of errors`(rows: String, start: String) async throws {
    let path = directory.file("failed")
    _ = await run("-c gas --failures \(path)", rows)
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix(start))
  }

  @Test func `failed rows of an earlier run keep their error`() async throws {
    let (records, path) = (directory.file("records.ndjson"), directory.file("failed.csv"))
    let source = ScriptedSource(isFree: false) { (latitude, _) throws(PlaceSearchError) in
      if latitude == 37.6 { throw .serviceFailing(status: 500, code: nil, message: nil) }
      return 1
    }
    let rows = "id,lat,lng\na,37.5,127\nb,37.6,127\n"
    _ = await run("-c gas -o \(records) --failures \(path)", rows, from: source)
    let first = try String(contentsOfFile: path, encoding: .utf8)
    #expect(first.contains("b,37.6,127,"), "\(first)")
    _ = await run("-c gas -o \(records) --failures \(path) --resume", rows, from: source)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == first)
  }
}
