import Domain
import Testing

@testable import App

/// Fields that only some queries compute, and whose `null` means that the value is unknown.
struct ComputedFieldTests {
  private static let line = "-c gas --at 37.4979,127.0276 -f csv --fields "
  private static let polyline = "_f{cF_ucfW_pR_pR"

  @Test(arguments: [
    ("open", "--fields open requires --open-now or --open-at."),
    ("id,open_until", "--fields open_until requires --open-now or --open-at."),
    ("opens_at", "--fields opens_at requires --open-now or --open-at."),
    ("along_m", "--fields along_m requires --along."), ("id,along_m --open-now", "--fields along_m requires --along."),
  ])
  func `a field that the query doesn't compute is refused before the search`(fields: String, sentence: String) async {
    let run = Run()
    let outcome = await run(Self.line + fields)
    #expect(outcome.status == 2 && outcome.errors == "placefind: Error: \(sentence)\n", "\(outcome)")
    #expect(outcome.output.isEmpty && run.provider.requests.query == nil)
  }

  @Test(arguments: [
    "--at 37.5,127 --open-now --fields open,opens_at", "--at 37.5,127 --open-at 2026-12-24T18:00 --fields open_until",
    "--along \(polyline) --fields along_m", "--along \(polyline) --open-now --fields along_m,open",
    "--at 37.5,127 --fields distance_m,attributes,price",
  ])
  func `a field that the query computes is printed`(options: String) async {
    let outcome = await Run()("-c gas -f csv \(options)")
    let names = options.split(separator: " ").last.map(String.init)
    #expect(outcome.status == 0 && outcome.output.split(separator: "\n").first.map(String.init) == names, "\(outcome)")
  }

  @Test func `a command without the options doesn't know their fields`() async throws {
    let run = Run()
    let home = try #require(SavedLocation(name: "home", coordinate: .gangnam))
    let query = try PlaceQuery(text: SearchText("x"), area: .anywhere(center: nil))
    var match = query.match
    match.opening = OpeningCondition(time: .now(secondsSince1970: 0))
    let timed = try PlaceQuery(match, area: .anywhere(center: nil), limit: .standard)
    let queries = [query, timed]
    run.provider.memory.withState { state in
      state.savedLocations = SavedLocations(locations: [home])
      state.saved = [SavedPlace(place: .recalled(FoundPlace.full.place), note: nil, savedAtSeconds: 0)]
      state.entries = queries.map {
        HistoryEntry(queriedAtSeconds: 0, query: $0, source: .kakao, returned: 1, totalCount: 1)
      }
    }
    for line in ["near home --fields open", "near home --fields along_m", "saved --fields opens_at,along_m"] {
      let outcome = await run(line)
      #expect(outcome.status == 2 && outcome.errors.contains("It takes id, place_name,"), "\(line): \(outcome)")
      #expect(!outcome.errors.contains("open_until"), "\(outcome.errors)")
    }
    #expect(await run("history --rerun 1 --fields open").status == 2)
    #expect(await run("history --rerun 2 --fields open -f csv").output.hasPrefix("open\n"))
  }

  @Test(arguments: [
    ("--open-now", "id,open\n"), ("", "id\n"), ("--fields open --open-now", "open\n"), ("--fields lat", "lat\n"),
  ])
  func `a field of the configuration file is printed only if the query computes it`(options: String, header: String)
    async
  {
    let files = MemoryFiles(["/c/placefind/config": "--fields id,open\n--format csv"])
    let run = Run(environment: ["XDG_CONFIG_HOME": "/c"], files: files)
    let outcome = await run("-c gas --at 37.5,127 \(options)")
    #expect(outcome.status == 0 && outcome.output.hasPrefix(header), "\(outcome)")
  }

  // MARK: - Batches

  private static let rows = "id,lat,lng,time\na,37.5,127,2026-12-24T18:00\n"

  @Test(arguments: [
    ("open", rows, "--fields open requires --open-now or --open-at."),
    ("along_m", rows, "--fields along_m requires --along."),
    ("open", #"{"lat":37.5,"lng":127,"time":"2026-12-24T18:00"}"# + "\n", "requires --open-now or --open-at."),
  ])
  func `a batch refuses a field that no row can have`(field: String, rows: String, sentence: String) async {
    let source = ScriptedSource()
    let outcome = await BatchOutcome(of: "-c gas --fields \(field)", rows: rows, from: source)
    #expect(outcome.status == 2 && outcome.errors.contains(sentence), "\(outcome.errors)")
    #expect(source.latitudes.isEmpty)
  }

  @Test(arguments: [
    ("--fields open --open-now", rows), ("--fields open --map time=time", rows),
    ("--fields along_m", "id,along\na,\(polyline)\n"), ("--fields along_m", #"{"along":"\#(polyline)"}"# + "\n"),
    ("--fields open --map time=time", #"{"lat":37.5,"lng":127,"time":"2026-12-24T18:00"}"# + "\n"),
  ])
  func `a column of a batch supplies a field`(options: String, rows: String) async {
    let outcome = await BatchOutcome(of: "-c gas -n 1 \(options)", rows: rows, from: ScriptedSource(isFree: true))
    #expect(outcome.status == 0 && outcome.output.contains(#""places":[{"#), "\(outcome)")
  }
}
