import Domain
import Testing

@testable import App

struct OpeningOptionTests {
  private static let point = "-c cafe --at 37.4979,127.0276"

  private static func opening(_ line: String) throws -> OpeningCondition {
    let words = "\(point) \(line)".split(separator: " ").map(String.init)
    return try PlaceQuery(Arguments(ArgumentParser.parse(words)).query).match.opening
  }

  @Test(arguments: [
    ("--open-now", "--open-now"), ("--open-at now", "--open-now"),
    ("--open-at 2026-12-24T18:00 --open-unknown", "--open-at 2026-12-24T18:00 --open-unknown"),
    ("--timezone Asia/Seoul --open-at 2026-12-24T18:00", "--open-at 2026-12-24T18:00 --timezone Asia/Seoul"),
    ("--open-now --timezone=-03:00", "--open-now --timezone=-03:00"),
    ("--open-at 2026-12-24T18:00+09:00", "--open-at 2026-12-24T09:00:00Z"),
    ("--open-at 2026-12-24T09:00:00.000Z", "--open-at 2026-12-24T09:00:00Z"),
    ("--open-at 2026-12-24T18:00:00.123456", "--open-at 2026-12-24T18:00"),
    ("--open-at 2026-12-24T18:00:30+0900", "--open-at 2026-12-24T09:00:30Z"),
    ("--open-at 2026-12-24T06:00-03", "--open-at 2026-12-24T09:00:00Z"), ("", ""),
  ])
  func `the options are a condition, which a history line repeats`(line: String, repeated: String) throws {
    var query = try PlaceQuery(categories: [.any], area: .anywhere(center: nil))
    query = query.requiring(try Self.opening(line))
    #expect(query.commandLine() == ["-c any --anywhere", repeated].filter { !$0.isEmpty }.joined(separator: " "))
  }

  @Test(arguments: [
    ("--open-at 18:00", Failure.unreadable(.openAt, value: "18:00", .localTime)),
    ("--open-at 2026-02-30T18:00", .unreadable(.openAt, value: "2026-02-30T18:00", .localTime)),
    ("--open-now --open-at 2026-12-24T18:00", .conflict(.openNow, .openAt)),
    ("--open-unknown", .needs(.openUnknown, oneOf: [.openNow, .openAt])),
    ("--timezone +09:00", .needs(.timeZone, oneOf: [.openNow, .openAt])),
    ("--open-now --timezone Mars/Olympus", .unreadable(.timeZone, value: "Mars/Olympus", .timeZone)),
    ("--open-now --timezone ../passwd", .unreadable(.timeZone, value: "../passwd", .timeZone)),
  ])
  func `an invalid line is refused`(line: String, error: Failure) {
    #expect(throws: error) { try Self.opening(line) }
  }

  @Test func `the printed query and meta name the time, only if it is given`() async {
    let run = Run()
    let plain = await run("\(Self.point) -f json")
    #expect(!plain.output.contains("open"))
    // The clock of a test is a day after the date of the version.
    let open = await run("\(Self.point) -f json --open-now")
    #expect(open.output.contains(#"null,"open_at":"2026-11-24T00:00:00Z"}"#), "\(open.output)")
    #expect(open.output.contains(#","open_at":"2026-11-24T00:00:00Z"},"#))
    #expect(open.output.contains(#""open":null,"open_until":null,"opens_at":null}"#))
    let fields = await run("\(Self.point) -f csv --fields place_name,open,open_until --open-now")
    #expect(fields.output.hasPrefix("place_name,open,open_until\n"))
  }

  @Test func `a batch row may have its own time, if an option asks for opening hours`() async {
    let rows = "lat,lng,time\n37.5,127,2026-12-24T18:00\n37.6,127,\n37.7,127,soon\n"
    let plain = await BatchOutcome(of: "-c gas", rows: rows, from: ScriptedSource(isFree: true))
    #expect(plain.status == 0 && plain.lines.allSatisfy { !$0.contains("open_at") })
    let open = await BatchOutcome(
      of: "-c gas --open-at 2026-12-25T09:00",
      rows: rows,
      from: ScriptedSource(isFree: true)
    )
    #expect(open.status == 6)
    #expect(open.lines.first?.contains(#""open_at":"2026-12-24T18:00"}"#) == true, "\(open.lines)")
    #expect(open.lines.dropFirst().first?.contains(#""open_at":"2026-12-25T09:00"}"#) == true)
    #expect(open.lines.last?.contains("The time 'soon' isn't a local time") == true)
    let mapped = await BatchOutcome(of: "-c gas --map time=time", rows: rows, from: ScriptedSource(isFree: true))
    #expect(mapped.lines.first?.contains(#""open_at":"2026-12-24T18:00"}"#) == true)
    let line = "-c gas --map time=time --open-unknown --timezone Asia/Seoul"
    let unknown = await BatchOutcome(of: line, rows: rows, from: ScriptedSource(isFree: true))
    let condition = #""open_at":"2026-12-24T18:00","open_unknown":true,"timezone":"Asia/Seoul"}"#
    #expect(unknown.lines.first?.contains(condition) == true, "\(unknown.output)\(unknown.errors)")
  }

  @Test(arguments: ["--map time=", "--map lat=time", ""])
  func `unknown hours need a time`(mapping: String) async {
    let rows = "lat,lng,time\n37.5,127,2026-12-24T18:00\n"
    let outcome = await BatchOutcome(of: "-c gas --open-unknown \(mapping)", rows: rows, from: ScriptedSource())
    let words = "--open-unknown requires --open-now, --open-at or --map time=COLUMN."
    #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test func `a record says how many places were left out, if a query has a time`() async {
    let rows = "lat,lng,time\n37.5,127,2026-12-24T18:00\n37.6,127,soon\n"
    func run(_ options: String) async -> [String] {
      await BatchOutcome(of: "-c gas -n 1 \(options)", rows: rows, from: ScriptedSource(isFree: true)).lines
    }
    let records = await run("--open-now")
    #expect(records.first?.contains(#","unknown_hours":3}"#) == true, "\(records)")
    let cells = await run("--open-now -f csv").map { $0.split(separator: ",", omittingEmptySubsequences: false).last }
    #expect(cells == ["unknown_hours", "3", ""])
    #expect(await run("--open-now --open-unknown -f csv").dropFirst().first?.hasSuffix(",0") == true)
    #expect(await run("-f csv").first?.hasSuffix(",nearest") == true)
  }

  @Test func `resuming a batch needs a time that stays the same`() async {
    let source = ScriptedSource(isFree: true)
    let line = "-c gas -o out.ndjson --resume --open-now"
    let refused = await BatchOutcome(of: line, rows: "lat,lng\n37.5,127\n", from: source)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("--resume can't be used with --open-now"), "\(refused.errors)")
    #expect(source.latitudes.isEmpty)
  }
}
