import Domain
import Platform
import Testing

@testable import App

/// Without a source, no fictional places are shown.
struct SourceMissingTests {
  private func run(_ environment: [String: String] = [:]) -> Run {
    Run(environment: environment, source: nil, services: Service.all)
  }

  @Test(arguments: [
    "-c gas --at 37.5,127", "-c gas --at 52,5", "-q x", "-c gas --near x", "near x", "where 37.5,127", "browse",
    "browse -c gas --at 37.5,127", "batch rows.csv -c gas", "batch rows.csv -c gas --dry-run", "mcp",
    "here home --near x", "-c gas --at 37.5,127 -n 0", "-c gas --at 37.5,127 --source auto",
  ])
  func `a command that needs places names the ways to get them`(line: String) async {
    let run = run()
    let outcome = await run(line)
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    let ways = [
      "In Korea, set KAKAO_REST_API_KEY", "Anywhere, use --source osm", "`placefind index fetch --near TEXT`",
      "`placefind index build FILE`", "--source sample",
    ]
    for way in ways { #expect(outcome.errors.contains(way), "\(outcome.errors)") }
    #expect(run.provider.requests.query == nil && run.provider.memory.withState { $0.geocodingCount } == 0)
    let json = await run("\(line) --error-format json")
    #expect(json.errors.contains(#""code":"source_missing""#) && json.errors.contains(#""exit":3"#))
  }

  @Test(arguments: ["here", "saved", "history", "categories", "quota", "cache info", "doctor", "help", "skill"])
  func `a command without places needs no source`(line: String) async {
    let outcome = await run()(line)
    #expect(outcome.status == 0, "\(line): \(outcome.errors)")
  }

  @Test func `places of this machine are shown without a source`() async {
    let run = run()
    #expect(await run("show unknown").status == 9)
    #expect(await run("saved add unknown").status == 9)
  }

  @Test(arguments: [
    ("KAKAO_API_KEY", true), ("KAKAO_KEY", true), ("KAKAO_TOKEN", true), ("kakao_rest_api_key", true),
    ("REST_API_KEY", true), ("PLACEFIND_KEY", true), ("KAKAO_HOME", false), ("API_KEY", false),
    ("PLACEFIND_OVERPASS", false),
  ])
  func `a similar variable is named with the right one`(name: String, isNamed: Bool) async {
    for line in ["-c gas --at 37.5,127", "-c gas --at 37.5,127 --source kakao", "doctor"] {
      var run = run([name: "0123456789abcdef"])
      if line.contains("kakao") { run.provider = StubProvider(.failure(.keyMissing(.kakao))) }
      let outcome = await run(line)
      let text = outcome.output + outcome.errors
      #expect(text.contains("\(name) is set, but isn't read") == isNamed, "\(text)")
      #expect(!text.contains("0123456789abcdef"))
    }
  }

  @Test func `an empty key is reported`() async {
    let outcome = await run(["KAKAO_REST_API_KEY": "", "KAKAO_KEY": "x"])("-c gas --at 37.5,127")
    #expect(outcome.errors.contains("KAKAO_REST_API_KEY is set, but empty."))
  }

  @Test func `a downloaded index is a source for its area and for names`() async {
    let run = run(["XDG_DATA_HOME": "/d"])
    run.provider.indexFiles.withState { $0.held[52] = FetchedIndex(path: "/f52", dataTime: "2026") }
    #expect(await run("-c gas --at 52,5").status == 0)
    #expect(await run("-c gas --at 1,1").status == 3)
    #expect(await run("near x").status == 9)
  }

  @Test func `a query of the sample runs again over the sample`() async throws {
    let run = Run(source: nil, provider: StubProvider(.success(.collection([.full], source: .sample))))
    let query = try PlaceQuery(categories: [.group(.gas)], area: .circle(center: .gangnam, radius: .standard))
    let recorded = query
    run.provider.memory.withState {
      $0.entries = [HistoryEntry(queriedAtSeconds: 0, query: recorded, source: .sample, returned: 1, totalCount: 1)]
    }
    let outcome = await run("history --rerun 1")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(run.provider.requests.options?.source == .sample)
  }
}
