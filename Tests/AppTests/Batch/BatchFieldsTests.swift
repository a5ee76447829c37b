import Domain
import Foundation
import TestSupport
import Testing

@testable import App

/// The fields of a batch's places, and their names in the output.
struct BatchFieldsTests {
  private static let rows = "id,lat,lng\na,37.5,127\nb,37.6,127\n"

  private func run(_ line: String, _ source: ScriptedSource = ScriptedSource(), rows: String = rows) async
    -> BatchOutcome
  {
    await BatchOutcome(of: "-c gas " + line, rows: rows, from: source)
  }

  @Test func `records and tables have the fields that are named`() async {
    let records = await run("-n 1 --fields place_name,id").lines
    #expect(records[0].contains(#""places":[{"place_name":"곳 \"0\"","id":"37.5-0"}],"error":null}"#), "\(records)")
    let table = await run("-n 1 -f csv --fields id,distance_m").lines
    #expect(table[0].contains(",input_lng,id,distance_m,query_lat,"), "\(table)")
    #expect(table[1].contains(",127,37.5-0,0,37.5,127,"), "\(table)")
    #expect(await run("--fields id,nope").status == 2)
  }

  @Test func `a run is continued with the same fields only`() async throws {
    let file = try TemporaryFile([])
    #expect(await run("-o \(file.path) --force --fields id").status == 0)
    let records = try file.content
    let source = ScriptedSource()
    let other = await run("-o \(file.path) --resume --fields id,lat", source)
    #expect(other.status == 2 && other.errors.contains("--fields is id and would now be id,lat"), "\(other.errors)")
    #expect(await run("-o \(file.path) --resume", source).status == 2)
    #expect(source.latitudes.isEmpty)
    #expect(try file.content == records)
    #expect(await run("-o \(file.path) --resume --fields id", source).status == 0)
    #expect(source.latitudes.isEmpty)
    #expect(try file.content == records)
    #expect(await run("-o \(file.path) --resume --prune --fields lat", source).status == 0)
    #expect(source.latitudes.sorted() == [37.5, 37.6])
    #expect(try !String(decoding: file.content, as: UTF8.self).contains(#""id":"37.5-0""#))
  }

  @Test(arguments: [("x.json", true), ("x.JSON", true), ("x.ndjson", false), ("x", false), ("x.json -f ndjson", false)])
  func `a notice says that a document extension gets one record per line`(name: String, isSaid: Bool) async throws {
    let file = try TemporaryFile([])
    let outcome = await run("-o \(file.path).\(name) --force")
    let path = file.path + "." + name.prefix { $0 != " " }
    #expect(outcome.status == 0 && outcome.errors.contains("gets NDJSON, one record per line") == isSaid)
    try FileManager.default.removeItem(atPath: path)
  }

  @Test func `added columns never have the names of others`() async {
    let once = await run("--add").output
    let names =
      "nearest_name,nearest_id,nearest_category,nearest_lat,nearest_lng,nearest_distance_m,nearest_status,nearest_error"
    #expect(once.hasPrefix("id,lat,lng,\(names)\n"), "\(once)")
    let twice = await run("--add", rows: once).output
    #expect(
      twice.hasPrefix("id,lat,lng,\(names),nearest_name_2,nearest_id_2,"),
      "\(twice)"
    )
    let thrice = await run("--add", rows: twice).lines[0].split(separator: ",")
    #expect(thrice.count == 27 && Set(thrice).count == 27, "\(thrice)")
    let objects = await run("--add", rows: #"{"lat":37.5,"lng":127}"# + "\n").output
    let again = await run("--add", rows: objects).output
    #expect(again.contains(#""nearest_error":null,"nearest_name_2":"곳 \"0\"","nearest_id_2":"37.5-0","#), "\(again)")
    #expect(again.ranges(of: #""nearest_name":"#).count == 1)
  }

  @Test(arguments: [("-n 1", false), ("-n 2", false), ("-n all", false), ("-n 1 --json", false), ("-n 3", false)])
  func `rows with the requested number of places are not incomplete`(line: String, isReported: Bool) async {
    let outcome = await run(line)
    #expect(outcome.status == 0 && outcome.errors.contains("incomplete") == isReported, "\(outcome.errors)")
  }

  @Test func `rows with missing places are incomplete, also when they are read again`() async throws {
    let file = try TemporaryFile([])
    func source() -> ScriptedSource { ScriptedSource(cutShort: [37.6: .maximumSent(requests: 1)]) }
    let line = "--max-requests 1 -n 5 -o \(file.path)"
    #expect(await run(line + " --force", source()).errors.contains("; 1 row incomplete"))
    #expect(await run(line + " --resume", source()).errors.contains("; 1 row incomplete"))
    let enough = try TemporaryFile([])
    _ = await run("-n 1 -o \(enough.path) --force")
    #expect(await !run("-n 1 -o \(enough.path) --resume").errors.contains("incomplete"))
  }

  @Test(arguments: [
    ("7", "7"), ("1.50", "1.50"), ("\"7\"", "\"7\""), ("true", "true"), ("null", "null"), ("[1,2]", "[1,2]"),
  ])
  func `a record has the id of its row unchanged, as the schema says`(id: String, written: String) async {
    let record = await run("-n 1", rows: #"{"id":\#(id),"lat":37.5,"lng":127}"# + "\n").lines[0]
    #expect(record.hasPrefix(#"{"row":1,"id":\#(written),"status":"ok""#), "\(record)")
    #expect(JSONSchema.complaint(about: record + "\n") == nil)
  }
}
