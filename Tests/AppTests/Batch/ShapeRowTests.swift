import Domain
import Testing
import Tables

@testable import App

/// Rows with polygons or a line, from the row itself or from the options.
struct ShapeRowTests {
  private static let square = "POLYGON((127 37, 127.1 37, 127.1 37.1, 127 37))"

  private func queries(_ rows: [String], _ change: (inout QueryDefaults) -> Void = { _ in }) -> [Result<
    RowQuery, Failure
  >] {
    var defaults = QueryDefaults.gas
    change(&defaults)
    var reader = QueryReader(format: .ndjson, names: ColumnNames(), defaults: defaults)
    return rows.map { row in
      let bytes = Array(row.utf8)
      do throws(Failure) { return .success(try reader.query(of: bytes, in: bytes.indices)) } catch {
        return .failure(error)
      }
    }
  }

  private func query(_ row: String, _ change: (inout QueryDefaults) -> Void = { _ in }) throws -> PlaceQuery {
    try #require(queries([row], change).first).get().query
  }

  @Test(arguments: [
    "\"\(square)\"",
    "\"{\\\"type\\\":\\\"Polygon\\\",\\\"coordinates\\\":[[[127,37],[127.1,37],[127.1,37.1],[127,37]]]}\"",
    "{\"type\":\"Polygon\",\"coordinates\":[[[127,37],[127.1,37],[127.1,37.1],[127,37]]]}",
  ])
  func `a cell of polygons is the area, and coordinates only measure`(cell: String) throws {
    let area = try query("{\"within\":\(cell)}").area
    let box = try #require(area.enclosingBox)
    #expect(zip(box.edges, [127, 37, 127.1, 37.1]).allSatisfy { abs($0 - $1) < 1e-9 }, "\(box)")
    #expect(area.center == nil)
    let measured = try query("{\"within\":\(cell),\"lat\":37.05,\"lng\":127.05}")
    #expect(measured.area.center?.latitude == 37.05 && measured.sort == .distance)
  }

  @Test func `a row is searched along the line in its cell, within its radius`() throws {
    let line = try query(#"{"along":"_p~iF~ps|U_ulLnnqC_mqNvxq`@"}"#)
    #expect(
      line.area.corridor?.line.parts.map(\.count) == [3] && line.area.reach == .standardCorridor && line.sort == .route
    )
    let wide = try query(#"{"along":"LINESTRING(127 37,128 37)","radius":"2km"}"#)
    #expect(wide.area.reach?.meters == 2_000)
    let fine = try query(#"{"along":"_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI"}"#) { $0.polylinePrecision = .six }
    #expect(fine.area.corridor?.line.parts[0].first?.latitude == 38.5)
  }

  @Test func `options give the shape that a row does not`() throws {
    let draft = try #require(try WellKnownText.draft(Self.square))
    let area = try draft.area(called: "a.kml") { _ in }
    #expect(try query("{}") { $0.query.drawn = .polygons(area) }.area.drawn?.form.name == "a.kml")
    let measured = try query(#"{"lat":37.05,"lng":127.05}"#) { $0.query.drawn = .polygons(area) }
    #expect(measured.area.drawn != nil && measured.area.center?.latitude == 37.05)
    let line = try #require(try WellKnownText.draft("LINESTRING(127 37,128 37)")).line(called: "r") { _ in }
    func along(_ row: String) throws -> PlaceQuery {
      try query(row) { $0.query.drawn = .corridor(Corridor(along: line, radius: .standardCorridor)) }
    }
    #expect(try along("{}").area.corridor?.line.name == "r")
    #expect(try along(#"{"lat":37,"lng":127}"#).area.radius == .standard)
    #expect(try along(#"{"within":"\#(Self.square)"}"#).area.drawn != nil)
  }

  @Test func `a row with polygons and a radius is invalid, like a command line`() throws {
    let row = #"{"within":"\#(Self.square)","radius":500}"#
    let result = try #require(queries([row]).first)
    guard case .failure(let error) = result else {
      Issue.record("\(row) is valid")
      return
    }
    #expect(Failure(error).message == Failure.conflict(.within, .radius).message)
    let area = try #require(try WellKnownText.draft(Self.square)).area(called: "a.kml") { _ in }
    let ofOptions = queries([#"{"radius":500}"#]) { $0.query.drawn = .polygons(area) }
    #expect(ofOptions.first.map { (try? $0.get()) == nil } == true)
    // The options apply to rows around points, and an empty option is ignored.
    let blank = #"{"within":"\#(Self.square)","radius":null}"#
    let withDefaultWidth = try query(blank) { $0.query.radius = .standardCorridor }
    #expect(withDefaultWidth.area.drawn != nil)
  }

  @Test func `the record of a row names its shape, and has places along a line with how far`() throws {
    let resolved = try #require(queries([#"{"along":"LINESTRING(127 37,128 37)","limit":2}"#]).first).get()
    var bytes: [UInt8] = []
    resolved.appendJSON(to: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text
        == ExpectedQuery.json([
          "lat": "null", "lng": "null", "radius_m": "500", "sort": "\"route\"", "limit": "2",
          "along": "\"LINESTRING(127 37,128 37)\"",
        ])
    )
  }

  @Test(arguments: [
    (#"{"along":"LINESTRING(127 37,128 37)","lat":37,"lng":127}"#, "has a line and another location"),
    (#"{"along":"LINESTRING(127 37,128 37)","within":"x"}"#, "has a line and another location"),
    (#"{"along":"LINESTRING(127 37,128 37)","radius":"30km"}"#, "larger than 20 km"),
    (#"{"along":"LINESTRING(127 37)"}"#, "has 1 point"),
    (#"{"within":"POLYGON((0 0,1 1,2 2,0 0))"}"#, "The ring at line 1 of the cell 'within' has no area."),
    (#"{"within":"POLYGON EMPTY"}"#, "The cell 'within' is empty"),
    (#"{"within":"MULTIPOLYGON(EMPTY)"}"#, "The cell 'within' is empty"),
    (#"{"along":"LINESTRING Z EMPTY"}"#, "The cell 'along' is empty"),
    (#"{"within":"SRID=5179;\#(square)"}"#, "The cell 'within' has coordinates in SRID 5179"),
    (
      #"{"within":{"type":"Polygon","crs":{"properties":{"name":"EPSG:5179"}},"coordinates":[]}}"#,
      "The cell 'within' has coordinates in EPSG:5179, not in WGS 84 degrees. Write WGS 84 degrees"
    ), (#"{"within":"hello"}"#, "isn't GeoJSON"), (#"{"along":"한글"}"#, "isn't GeoJSON"),
    (#"{"within":"POLYGON((37 127,37 127.1,37.1 127,37 127))"}"#, "Did you swap"), ("{}", "neither coordinates"),
  ])
  func `a row without an area is invalid, with the reason`(row: String, reason: String) throws {
    let result = try #require(queries([row]).first)
    guard case .failure(let error) = result else {
      Issue.record("\(row) is valid")
      return
    }
    #expect(Failure(error).message.contains(reason), "\(Failure(error).message)")
  }

  @Test(arguments: [
    ("-n 0", "lat,lng\n37.5,127\n"), ("-n 3", "lat,lng,limit\n37.5,127,0\n"),
    ("-n 3", #"{"lat":37.5,"lng":127,"limit":0}"#),
  ])
  func `a row that requests only the count gets a record with the count and no places`(options: String, rows: String)
    async
  {
    let counted = await BatchOutcome(of: "-c gas \(options)", rows: rows, from: ScriptedSource())
    #expect(counted.status == 0, "\(counted.errors)")
    let record = counted.lines.first ?? ""
    #expect(record.contains(#""status":"ok""#) && record.contains(#""limit":0,"#), "\(record)")
    #expect(
      record.contains(#""total_count":2,"returned":0,"complete":false"#)
        && record.contains(#""places":[],"error":null"#)
    )
    let none = await BatchOutcome(of: "-c gas \(options)", rows: rows, from: ScriptedSource { _, _ in 0 })
    #expect(none.lines.first?.contains(#""status":"empty""#) == true)
    let table = await BatchOutcome(of: "-c gas -f csv \(options)", rows: rows, from: ScriptedSource())
    #expect(table.lines.count == 2 && table.lines.last?.contains(",ok,") == true, "\(table.output)")
    let strict = await BatchOutcome(of: "-c gas --require-complete \(options)", rows: rows, from: ScriptedSource())
    #expect(strict.lines.first?.contains("2 places counted. Places may be missing.") == true, "\(strict.output)")
    #expect(await BatchOutcome(of: "-c gas --add -n 0", rows: rows, from: ScriptedSource()).status == 2)
  }

  @Test func `a dry run reports the likely cost of the parts of shapes`() async {
    let rows = "lat,lng,within\n37.5,127,\n,,\"\(Self.square)\"\n37.6,127,\n,,\"\(Self.square)\"\n"
    let outcome = await BatchOutcome(of: "-c gas --dry-run", rows: rows, from: ScriptedSource())
    #expect(outcome.output.contains("requests    3 to 6\n"), "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("likely      12 to 42, at 1 to 20 places per square kilometre\n"))
    let json = await BatchOutcome(of: "-c gas --dry-run --json", rows: rows, from: ScriptedSource()).output
    #expect(json.contains(#""requests_likely_min":12,"requests_likely_max":42}"#), "\(json)")
    let plain = await BatchOutcome(of: "-c gas --dry-run", rows: "lat,lng\n37.5,127\n", from: ScriptedSource()).output
    #expect(!plain.contains("likely"))
  }

  @Test func `a record with a number is resumed as a result`() async throws {
    let file = try TemporaryFile()
    var trial = BatchTrial(input: "lat,lng\n37.5,127\n37.6,127\n")
    trial.defaults.query.limit = .nothing
    let (end, first) = try await trial.run(on: file)
    #expect(end == .finished && first[.ok] == 2 && first.queries == 2)
    let (_, again) = try await trial.run(on: file)
    #expect(again.queries == 0 && again.resumedRows == 2 && again[.ok] == 2)
  }

  private static func area(_ text: String, called name: String = "a.geojson") throws -> PolygonArea {
    try #require(try WellKnownText.draft(text)).area(called: name) { _ in }
  }

  @Test func `a run is not resumed with another shape of the same name`() async throws {
    let file = try TemporaryFile()
    var trial = BatchTrial(input: "lat,lng\n37.5,127\n37.6,127\n")
    trial.defaults.query.drawn = .polygons(try Self.area(Self.square))
    let (_, first) = try await trial.run(on: file)
    #expect(first.queries == 2)
    let text = String(decoding: try file.content, as: UTF8.self)
    #expect(text.contains(#","shape":""#))
    // The same points from a file in another format are the same shape.
    trial.defaults.query.drawn = .polygons(try Self.area(Self.square.replacing(", ", with: ",")))
    #expect(try await trial.run(on: file).1.queries == 0)
    trial.defaults.query.drawn = .polygons(try Self.area(Self.square.replacing("127.1 37.1", with: "127.1 37.2")))
    do {
      _ = try await trial.run(on: file)
      Issue.record("answers about another shape were kept")
    } catch let error as FileFailure {
      guard case .otherQueries(let difference) = error.reason else { throw error }
      #expect(difference.member == "within" && difference.row == 1)
      #expect(error.outputFailure(rows: 0, nil).message.contains("\"a.geojson\" with other points"))
    }
    #expect(String(decoding: try file.content, as: UTF8.self) == text)
    let (_, pruned) = try await trial.run(on: file, ResumeRules(mayPrune: true))
    #expect(pruned.queries == 2 && pruned.resumedRows == 0)
    // A row with its own shape is identified by its text.
    let own = try TemporaryFile()
    let rows = BatchTrial(input: "within\n\"\(Self.square)\"\n")
    _ = try await rows.run(on: own)
    #expect(!String(decoding: try own.content, as: UTF8.self).contains(#""shape""#))
    #expect(try await rows.run(on: own).1.queries == 0)
  }

  @Test func `a table of results along lines has the offsets and the length of the line`() async throws {
    let rows = "id,along\na,\"LINESTRING(127 37,128 37)\"\n"
    let table = await BatchOutcome(of: "-c gas -f csv", rows: rows, from: ScriptedSource())
    let header = try #require(table.lines.first).split(separator: ",", omittingEmptySubsequences: false)
    #expect(header.contains("along_m") && header.last == "length_m", "\(table.output)")
    #expect(table.lines.dropFirst().allSatisfy { $0.hasSuffix(",88803") }, "\(table.output)")
    let objects = #"{"along":"LINESTRING(127 37,128 37)"}"#
    #expect(await BatchOutcome(of: "-c gas -f csv", rows: objects, from: ScriptedSource()).output.contains("along_m"))
    let plain = await BatchOutcome(of: "-c gas -f csv", rows: "lat,lng\n37.5,127\n", from: ScriptedSource()).output
    #expect(!plain.contains("along_m") && !plain.contains("length_m"))
  }

  @Test func `rows with points ignore the line of the options, with a notice`() async {
    let line = "-c gas --along _p~iF~ps|U_ulLnnqC_mqNvxq`@"
    let outcome = await BatchOutcome(of: line, rows: "lat,lng\n37.5,127\n", from: ScriptedSource())
    #expect(outcome.errors.contains("Rows with their own point are searched around it"), "\(outcome.errors)")
    let plain = await BatchOutcome(of: line, rows: "id\na\n", from: ScriptedSource())
    #expect(!plain.errors.contains("their own point"), "\(plain.errors)")
  }

  @Test func `a table may contain only shapes`() async throws {
    let records = MemorySink()
    let trial = BatchTrial(input: "id,along\na,\"LINESTRING(127 37,128 37)\"\nb,x\n")
    #expect(try await trial.run(records: records).0 == .finished)
    #expect(records.lines.count == 2)
    #expect(records.lines[0].contains(#""status":"ok""#) && records.lines[0].contains(#""length_m":"#))
    #expect(records.lines[1].contains("shape_invalid"))
  }

  @Test(arguments: [
    "1,,,\"LINESTRING(127 37,128 37)\",\n2,37.5,127,,\n3,,,,\"\(square)\"\n4,37.05,127.05,,\"\(square)\"\n",
    "2,37.5,127,,\n3,,,,\"\(square)\"\n",
    "1,,,_p~iF~ps|U_ulLnnqC_mqNvxq`@,\n3,,,,\"\(square)\"\n2,37.5,127,,\n",
  ])
  func `rows of a table have points or shapes, as they do without columns of points`(rows: String) async {
    let mixed = await BatchOutcome(
      of: "-c gas",
      rows: "id,lat,lng,along,within\n\(rows)",
      from: ScriptedSource(isFree: true)
    )
    #expect(mixed.status == 0, "\(mixed.errors)")
    for line in mixed.lines where line.contains("\"id\":\"1\"") || line.contains("\"id\":\"3\"") {
      #expect(line.contains(#""status":"ok""#) && line.contains(#""lat":null,"lng":null,"bbox":null"#), "\(line)")
    }
    for line in mixed.lines where line.contains("\"id\":\"4\"") {
      #expect(line.contains(#""lat":37.05,"lng":127.05,"bbox":null"#), "\(line)")
    }
  }

  @Test(arguments: [
    (
      #"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[127,37],[127.1,37],[127.1,37.1],[127,37]]]}}"#,
      "geometry"
    ), ("wkt\n\"\(square)\"\n", "wkt"),
    (#"{"type":"Feature","geometry":{"type":"Point","coordinates":[127,37]}}"#, nil),
  ])
  func `a notice names the areas whose middle is searched`(rows: String, column: String?) async {
    for options in ["-c gas", "-c gas --dry-run"] {
      let outcome = await BatchOutcome(of: options, rows: rows, from: ScriptedSource(isFree: true))
      let remedy = "use --map within=\(column ?? "")"
      #expect(outcome.errors.contains(remedy) == (column != nil), "\(outcome.errors)")
    }
    guard let column else { return }
    let inside = await BatchOutcome(of: "-c gas --map within=\(column)", rows: rows, from: ScriptedSource(isFree: true))
    #expect(!inside.errors.contains("middle") && inside.status == 0, "\(inside.errors)")
    #expect(inside.output.contains(#""lat":null,"lng":null"#), "\(inside.output)")
  }

  @Test func `a row without a shape may have its point in another column`() async {
    let rows = "lat,lng,within,wo\n37.5,127,,\n,,\"\(Self.square)\",\n,,,\"37.6,127.2\"\n"
    let outcome = await BatchOutcome(of: "-c gas", rows: rows, from: ScriptedSource(isFree: true))
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.lines.last?.contains(#""lat":37.6,"lng":127.2,"#) == true, "\(outcome.output)")
    let unmapped = await BatchOutcome(of: "-c gas --map point=", rows: rows, from: ScriptedSource(isFree: true))
    #expect(unmapped.lines.last?.contains("neither coordinates") == true, "\(unmapped.output)")
  }
}
