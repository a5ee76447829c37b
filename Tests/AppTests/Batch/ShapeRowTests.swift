import Domain
import Testing
import TextParsing

@testable import App

/// Rows that hold polygons or a line, or get them from the options.
struct ShapeRowTests {
  private static let square = "POLYGON((127 37, 127.1 37, 127.1 37.1, 127 37))"

  private func queries(_ rows: [String], _ change: (inout QueryDefaults) -> Void = { _ in }) -> [Result<
    RowQuery, InvalidRow
  >] {
    var defaults = QueryDefaults.gas
    change(&defaults)
    var reader = QueryReader(format: .ndjson, names: ColumnNames(), defaults: defaults)
    return rows.map { row in
      let bytes = Array(row.utf8)
      do throws(InvalidRow) { return .success(try reader.query(of: bytes, in: bytes.indices)) } catch {
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

  @Test func `a cell of a line is searched along, as far as the row says`() throws {
    let line = try query(#"{"along":"_p~iF~ps|U_ulLnnqC_mqNvxq`@"}"#)
    #expect(line.area.corridor?.line.parts.map(\.count) == [3] && line.area.reach == .besideLine && line.sort == .route)
    let wide = try query(#"{"along":"LINESTRING(127 37,128 37)","radius":"2km"}"#)
    #expect(wide.area.reach?.meters == 2_000)
    let fine = try query(#"{"along":"_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI"}"#) { $0.polylinePrecision = .six }
    #expect(fine.area.corridor?.line.parts[0].first?.latitude == 38.5)
  }

  @Test func `options give the shape that a row does not`() throws {
    let draft = try #require(WellKnownText.draft(Self.square))
    let area = try draft.area(called: "a.kml") { _ in }
    #expect(try query("{}") { $0.question.extent = .polygons(area) }.area.polygons?.name == "a.kml")
    let measured = try query(#"{"lat":37.05,"lng":127.05}"#) { $0.question.extent = .polygons(area) }
    #expect(measured.area.polygons != nil && measured.area.center?.latitude == 37.05)
    let line = try #require(WellKnownText.draft("LINESTRING(127 37,128 37)")).line(called: "r") { _ in }
    func along(_ row: String) throws -> PlaceQuery {
      try query(row) { $0.question.extent = .corridor(Corridor(along: line, radius: .besideLine)) }
    }
    #expect(try along("{}").area.corridor?.line.name == "r")
    #expect(try along(#"{"lat":37,"lng":127}"#).area.radius == .standard)
    #expect(try along(#"{"within":"\#(Self.square)"}"#).area.polygons != nil)
  }

  @Test func `the record of a row names its shape, and has places along a line with how far`() throws {
    let asked = try #require(queries([#"{"along":"LINESTRING(127 37,128 37)","limit":2}"#]).first).get()
    var bytes: [UInt8] = []
    asked.appendJSON(to: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text.hasSuffix(
        #""radius_m":500,"sort":"route","limit":2,"within":null,"along":"LINESTRING(127 37,128 37)","where":null}"#
      )
    )
  }

  @Test(arguments: [
    (#"{"along":"LINESTRING(127 37,128 37)","lat":37,"lng":127}"#, "has a line and something else"),
    (#"{"along":"LINESTRING(127 37,128 37)","within":"x"}"#, "has a line and something else"),
    (#"{"along":"LINESTRING(127 37,128 37)","radius":"30km"}"#, "at most 20 km"),
    (#"{"along":"LINESTRING(127 37)"}"#, "has 1 point"),
    (#"{"within":"POLYGON((0 0,1 1,2 2,0 0))"}"#, "without an area"),
    (#"{"within":"hello"}"#, "is not GeoJSON"), (#"{"along":"한글"}"#, "is not GeoJSON"),
    (#"{"within":"POLYGON((37 127,37 127.1,37.1 127,37 127))"}"#, "look swapped"), ("{}", "neither coordinates"),
  ])
  func `a row that says no area is invalid, with the reason`(row: String, reason: String) throws {
    let result = try #require(queries([row]).first)
    guard case .failure(let error) = result else {
      Issue.record("\(row) is valid")
      return
    }
    #expect(Failure(error).message.contains(reason), "\(Failure(error).message)")
  }

  @Test func `a table may hold shapes alone`() async throws {
    let records = MemorySink()
    let trial = BatchTrial(input: "id,along\na,\"LINESTRING(127 37,128 37)\"\nb,x\n")
    #expect(try await trial.run(records: records).0 == .finished)
    #expect(records.lines.count == 2)
    #expect(records.lines[0].contains(#""status":"ok""#) && records.lines[0].contains(#""length_m":"#))
    #expect(records.lines[1].contains("shape_invalid"))
  }
}
