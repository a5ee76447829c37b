import Domain
import Testing

@testable import App

/// Rows with incomplete results, because of the time limit, the request limit, or their own limit.
struct CutShortTests {
  private static let rows = "id,lat,lng\na,1,0\nb,2,0\nc,3,0\nd,2,0\n"

  /// Returns a source that returns an incomplete result for latitude 2.
  private static func source(_ end: PlaceCollection.StopReason?, places: Int = 2) -> ScriptedSource {
    ScriptedSource(cutShort: end.map { [2: $0] } ?? [:]) { _, _ in places }
  }

  private func run(_ line: String, _ source: ScriptedSource, rows: String = rows) async -> BatchOutcome {
    await BatchOutcome(of: "-c gas " + line, rows: rows, from: source)
  }

  @Test(arguments: ["", "--unordered "])
  func `a row that was cut short is counted, and queried again when resumed`(order: String) async throws {
    let (file, summary) = (try TemporaryFile(), try TemporaryFile())
    let line = "\(order)-o \(file.path)"
    let first = await run("\(line) --force --summary \(summary.path)", Self.source(.timeUp))
    #expect(first.status == 0)
    #expect(first.errors.contains("; 2 rows incomplete"), "\(first.errors)")
    #expect(first.errors.contains("2 rows were cut short by --timeout, --max-requests"), "\(first.errors)")
    let report = String(decoding: try summary.content, as: UTF8.self)
    #expect(report.contains(#""failed":0,"incomplete":2,"unproven":2,"cut_short":2,"#), "\(report)")
    let records = String(decoding: try file.content, as: UTF8.self)
    #expect(records.split(separator: #""complete":false"#).count == 3)
    #expect(records.split(separator: #""attribution":null,"cut_short":"timeout"},"#).count == 3, "\(records)")

    let calm = Self.source(nil)
    let again = await run("\(line) --resume", calm)
    #expect(again.status == 0 && !again.errors.contains("incomplete"), "\(again.errors)")
    #expect(calm.latitudes == [2])
    let whole = await run("", Self.source(nil))
    let lines = String(decoding: try file.content, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(order.isEmpty ? lines == whole.lines : Set(lines) == Set(whole.lines))
    let nothing = Self.source(nil)
    #expect(await run("\(line) --resume", nothing).status == 0)
    #expect(nothing.latitudes.isEmpty)
  }

  @Test(arguments: [
    ("", "(meta.complete is false)", "(meta.nearest is false)"),
    ("-f csv", "(complete is false)", "(nearest is false)"),
  ])
  func `the summary names doubtful rows by the output's own words`(
    format: String,
    incomplete: String,
    unproven: String
  ) async {
    let errors = await run(format, Self.source(.timeUp)).errors
    #expect(errors.contains(incomplete) && errors.contains("a nearer place \(unproven)."), "\(errors)")
  }

  @Test func `a run that left nothing but its summary is resumed, and no other file is replaced`() async throws {
    let (file, summary, other) = (try TemporaryFile(), try TemporaryFile(), try TemporaryFile(Array("{}".utf8)))
    let line = "-o \(file.path) --summary"
    let down = ScriptedSource { (_, _) throws(PlaceSearchError) in throw .unreachable(host: "h", detail: "refused") }
    let first = await run("\(line) \(summary.path) --resume", down)
    #expect(first.status == 5, "\(first.errors)")
    #expect(try file.content.isEmpty)
    let left = try summary.content
    #expect(String(decoding: left, as: UTF8.self).contains(#""end":"unreachable""#))
    let up = Self.source(nil)
    for (target, option) in [(summary, ""), (other, ""), (other, "--resume")] {
      let refused = await run("\(line) \(target.path) \(option)", up)
      #expect(refused.status != 0 && up.latitudes.isEmpty, "\(option): \(refused.errors)")
    }
    #expect(try summary.content == left)
    #expect(try other.content == Array("{}".utf8))
    let again = await run("\(line) \(summary.path) --resume", up)
    #expect(again.status == 0, "\(again.errors)")
    #expect(String(decoding: try summary.content, as: UTF8.self).contains(#""end":"finished""#))
  }

  @Test func `the schema has exactly the reasons for a row that was cut short`() async {
    let reasons: [PlaceCollection.StopReason] = [
      .timeUp, .budgetSpent(requests: 1), .maximumSent(requests: 1), .noResponse, .stopped,
    ]
    let words = reasons.compactMap { $0.cutShort }
    #expect(PlaceCollection.StopReason.putOff(.seconds(1), isRequested: true).cutShort == "service")
    // The row at which the run's budget is exhausted has no record.
    #expect(words == ["timeout", "max_requests", "service"])
    let schema = await Run()("schema record")
    let list = words.map { "\"\($0)\"" }.joined(separator: ",")
    #expect(
      schema.output.replacing(" ", with: "").replacing("\n", with: "").contains(#""cut_short":{"enum":[\#(list)]}"#)
    )
  }

  @Test(arguments: [PlaceCollection.StopReason.timeUp, .maximumSent(requests: 7), .noResponse])
  func `the early end in a record is read as it was written`(_ reason: PlaceCollection.StopReason) throws {
    let cutShort = try #require(reason.cutShort)
    #expect(PlaceCollection.StopReason(cutShort: cutShort, maximumRequests: 7) == reason)
  }

  @Test func `a row that is cut short again keeps its record`() async throws {
    let file = try TemporaryFile()
    #expect(await run("-o \(file.path) --force", Self.source(.timeUp)).status == 0)
    let records = try file.content
    let source = Self.source(.timeUp)
    let again = await run("-o \(file.path) --resume", source)
    #expect(source.latitudes == [2])
    #expect(again.errors.contains("; 2 rows incomplete"), "\(again.errors)")
    #expect(try file.content == records)
  }

  @Test func `a row that was cut short keeps its places if repeating it fails`() async throws {
    let file = try TemporaryFile()
    #expect(await run("-o \(file.path) --force", Self.source(.timeUp)).status == 0)
    let records = try file.content
    let failing = ScriptedSource { (_, _) throws(PlaceSearchError) in
      throw .requestRejected(status: 400, code: nil, message: nil)
    }
    let again = await run("-o \(file.path) --resume", failing)
    #expect(failing.latitudes == [2] && again.status == 0, "\(again.errors)")
    #expect(again.errors.contains("2 rows were cut short"), "\(again.errors)")
    #expect(try file.content == records)
  }

  @Test func `a row cut short by --max-requests is queried again only with a larger number`() async throws {
    let file = try TemporaryFile()
    let first = Self.source(.maximumSent(requests: 5))
    #expect(await run("--max-requests 5 -o \(file.path) --force", first).status == 0)
    let records = try file.content
    let cutShort = #","cut_short":"max_requests","max_requests":5},"places":[{"#
    #expect(String(decoding: records, as: UTF8.self).contains(cutShort))
    for number in [3, 5] {
      let source = Self.source(nil)
      let same = await run("--max-requests \(number) -o \(file.path) --resume", source)
      #expect(source.latitudes.isEmpty)
      #expect(same.errors.contains("; 2 rows incomplete"), "\(same.errors)")
      #expect(try file.content == records)
    }
    let source = Self.source(nil)
    _ = await run("--max-requests 6 -o \(file.path) --resume", source)
    #expect(source.latitudes == [2])
  }

  @Test func `a dry run counts a row that was cut short as one to query`() async throws {
    let file = try TemporaryFile()
    _ = await run("-o \(file.path) --force", Self.source(.timeUp))
    let outcome = await run("-o \(file.path) --resume --dry-run", Self.source(nil))
    #expect(outcome.output.contains("resumed     2\n"), "\(outcome.output)")
  }

  @Test func `a run that is killed after repeating a row loses no result and repeats no request`() async throws {
    let file = try TemporaryFile()
    _ = await run("-o \(file.path) --force", Self.source(.timeUp))
    let calm = await run("", Self.source(nil)).output
    // The state of the file while a new one is written next to it: the new record follows the old ones.
    let result = calm.split(separator: "\n")[1]
    try file.write(try file.content + Array("\(result)\n".utf8))
    let source = Self.source(nil)
    let resumed = await run("-o \(file.path) --resume", source)
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(source.latitudes.isEmpty)
    #expect(try file.content == Array(calm.utf8))
  }

  @Test func `a partial result is not lost with its row`() async throws {
    let file = try TemporaryFile()
    _ = await run("-o \(file.path) --force", Self.source(.timeUp))
    let records = try file.content
    let fewer = "id,lat,lng\na,1,0\nc,3,0\n"
    let refused = await run("-o \(file.path) --resume", Self.source(nil), rows: fewer)
    #expect(refused.status == 2 && refused.errors.contains("2 records of"), "\(refused.errors)")
    #expect(try file.content == records)
    #expect(await run("-o \(file.path) --resume --prune", Self.source(nil), rows: fewer).status == 0)
  }

  @Test(arguments: [true, false])
  func `with --require-complete a row with a partial result fails, also because of its limit`(
    isFree: Bool
  ) async throws {
    let failures = try TemporaryFile()
    let rows = "id,lat,lng,limit\na,1,0,2\nb,2,0,1\n"
    let line = "--require-complete --failures \(failures.path) --force"
    let outcome = await run(line, ScriptedSource(isFree: isFree) { _, _ in 2 }, rows: rows)
    #expect(outcome.status == 6, "\(outcome.errors)")
    #expect(outcome.lines[0].contains(#""status":"ok""#))
    #expect(outcome.lines[1].hasPrefix(#"{"row":2,"id":"b","status":"failed","#), "\(outcome.lines[1])")
    #expect(
      outcome.lines[1].contains(
        #""meta":null,"places":[],"error":{"code":"incomplete","message":"--require-complete: 1 of 2 places. Use --limit all"#
      ),
      "\(outcome.lines[1])"
    )
    let failed = String(decoding: try failures.content, as: UTF8.self)
    #expect(failed.hasPrefix("id,lat,lng,limit,placefind_error\nb,2,0,1,"))
  }

  @Test func `--require-complete rejects a partial result of an earlier run`() async throws {
    let file = try TemporaryFile()
    let line = "-n 1 -o \(file.path)"
    #expect(await run("\(line) --force", Self.source(nil)).status == 0)
    let source = Self.source(nil, places: 1)
    let outcome = await run("\(line) --resume --require-complete", source)
    #expect(outcome.status == 0 && source.latitudes.sorted() == [1, 2, 3], "\(outcome.errors)")
    let partial = await run("\(line) --resume --require-complete", Self.source(nil, places: 1))
    #expect(partial.status == 0 && !partial.errors.contains("incomplete"), "\(partial.errors)")
  }

  @Test(arguments: [true, false])
  func `rows that are not proven nearest are counted, and fail with --require-nearest`(isFree: Bool) async throws {
    let summary = try TemporaryFile()
    func source(proven: Double) -> ScriptedSource { ScriptedSource(isFree: isFree, proven: proven) { _, _ in 3 } }
    let rows = "id,lat,lng,limit\na,1,0,1\nb,2,0,2\nc,3,0,all\n"
    let outcome = await run("--summary \(summary.path) --force", source(proven: 0), rows: rows)
    #expect(outcome.status == 0 && outcome.errors.contains("; 1 row unproven"), "\(outcome.errors)")
    #expect(outcome.errors.contains("Unproven: 1 row may lack a nearer place"), "\(outcome.errors)")
    let nearest = [true, false, true].map { #","nearest":\#($0),"requests":null"# }
    #expect(zip(outcome.lines, nearest).allSatisfy { $0.contains($1) }, "\(outcome.output)")
    #expect(String(decoding: try summary.content, as: UTF8.self).contains(#""unproven":1,"#))
    let strict = await run("--require-nearest", source(proven: 0), rows: rows)
    #expect(strict.status == 6, "\(strict.errors)")
    #expect(strict.lines[0].contains(#""status":"ok""#) && strict.lines[2].contains(#""status":"ok""#))
    #expect(strict.lines[1].contains(#""status":"failed""#) && strict.lines[1].contains(#""code":"unproven""#))
    #expect(await run("--require-nearest", source(proven: 1), rows: rows).status == 0)
    // A row without such an order isn't searched, and neither is a batch of only such rows.
    let counting = source(proven: 1)
    let invalid = await run("--require-nearest", counting, rows: "id,lat,lng,limit\na,1,0,0\nb,2,0,1\n")
    #expect(invalid.lines[0].contains(#""status":"invalid""#) && !counting.latitudes.contains(1), "\(invalid.output)")
    for option in ["-n 0", "--sort accuracy"] {
      let refused = await run("--require-nearest \(option)", source(proven: 1), rows: rows)
      #expect(refused.status == 2 && refused.errors.contains("--require-nearest need"), "\(refused.errors)")
    }
  }

  @Test func `--require-nearest rejects an unproven result of an earlier run`() async throws {
    let file = try TemporaryFile()
    let line = "-n 1 -o \(file.path)"
    #expect(await run("\(line) --force", ScriptedSource(proven: -1) { _, _ in 2 }).status == 0)
    let source = ScriptedSource { _, _ in 2 }
    let outcome = await run("\(line) --resume --require-nearest", source)
    #expect(outcome.status == 0 && source.latitudes.sorted() == [1, 2, 3], "\(outcome.errors)")
    let nothing = ScriptedSource { _, _ in 2 }
    #expect(await run("\(line) --resume --require-nearest", nothing).status == 0 && nothing.latitudes.isEmpty)
  }
}
