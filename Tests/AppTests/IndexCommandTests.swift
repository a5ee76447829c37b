import Domain
import Platform
import Testing

@testable import App

struct IndexCommandTests {
  @Test func `a build passes on its inputs, its rules and its output`() async throws {
    let run = Run()
    let outcome = await run(
      "index build a.csv b.geojson -o p.pfx -c 약국 --min-confidence 0.5 --include-closed --strict --license ODbL --force"
    )
    var expected = IndexBuildRequest(inputs: ["a.csv", "b.geojson"], output: "p.pfx")
    expected.rules.forcedCategory = .group(.pharmacy)
    expected.rules.minimumConfidence = 0.5
    expected.rules.includesClosed = true
    expected.isStrict = true
    expected.license = "ODbL"
    expected.replacesAnything = true
    #expect(run.provider.indexFiles.state.request == expected)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.contains("places       11\n"))
    #expect(outcome.output.contains("merged       1, each the same place as an earlier row\n"))
  }

  @Test func `a build reports the kept columns that no place has`() async {
    let run = Run(files: MemoryFiles(["a.csv": "lat,lng"]))
    for (keys, advice) in [
      ("--keep opening_hour", "'opening_hour' of --keep. Did you mean opening_hours?"),
      ("--keep a,b", "'a,b' of --keep. Repeat --keep for each column."), ("--keep zz", "'zz' of --keep.\n"),
      ("--keep opening_hours --keep phone --keep contact:website --keep all", ""),
    ] {
      let errors = await run("index build a.csv -o p.pfx \(keys)").errors
      #expect(advice.isEmpty ? errors.isEmpty : errors.contains(advice), "\(errors)")
    }
  }

  @Test func `an existing index is replaced only by force, and described`() async {
    let indexes = ["/data/placefind/places.pfx": "an index", "p.pfx": "an index"]
    var run = Run(files: MemoryFiles(indexes.merging(["b.csv": "lat,lng"]) { $1 }))
    run.environment = ["XDG_DATA_HOME": "/data"]
    #expect(await run("index build c.csv").errors.contains("Could not read c.csv: No such file"))
    for (line, beginning, advice) in [
      (
        "b.csv=cafe", "The default index /data/placefind/places.pfx",
        "`placefind index add b.csv=cafe`. Use --force to replace it, or build another index with --output FILE."
      ),
      (
        "b.csv -o p.pfx", "p.pfx",
        "`placefind index add b.csv -o p.pfx`. Use --force to replace it, or name another --output."
      ),
    ] {
      let refused = await run("index build \(line)")
      #expect(refused.status == 1)
      let described =
        "already exists and is unchanged: 11 places from places.geojson, newest input of 2026-11-21T02:40:00Z."
      #expect(refused.errors.contains("\(beginning) \(described) Add to it: \(advice)\n"), "\(refused.errors)")
      #expect(run.provider.indexFiles.state.request == nil)
    }
    #expect(await run("index build b.csv --force").status == 0)
  }

  @Test(
    arguments: [
      ("a.csv -c cofee", "There is no category 'cofee'. Did you mean coffee? For a category of your own, use "),
      ("a.csv=cofee", "use -c category_name=cofee."), ("a.csv -c cafe,phramacy", "'phramacy'. Did you mean pharmacy?"),
      ("a.csv -c category_name=cofee", nil), ("a.csv -c shop=cheeze", nil), ("a.csv -c Pharmacie", nil),
      ("a.csv -c 흡연부스목록", nil),
    ] as [(String, String?)]
  )
  func `a misspelled category is refused, and another word becomes a category`(line: String, words: String?) async {
    let run = Run(files: MemoryFiles(["a.csv": "lat,lng"]))
    let outcome = await run("index build \(line) -o p.pfx")
    #expect(outcome.status == (words == nil ? 0 : 2) && outcome.errors.contains(words ?? ""), "\(outcome.errors)")
    #expect((run.provider.indexFiles.state.request == nil) == (words != nil))
    #expect(outcome.errors.contains("becomes a category of its own") == line.contains("목록"), "\(outcome.errors)")
  }

  @Test func `an index is never written over an input, nor its report into it`() async {
    let run = Run(files: MemoryFiles(["t.csv": "lat,lng", "u.csv": "lat,lng"]))
    let outcome = await run("index build t.csv u.csv -o u.csv --force")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("u.csv is also the input, which would be overwritten"))
    #expect(run.provider.indexFiles.state.request == nil)
  }

  @Test func `an output that is not an index is reported as such`() async {
    let run = Run(files: MemoryFiles(["old.txt": "precious", "t.csv": "lat,lng"]))
    run.provider.indexFiles.fail(with: .notAnIndex(path: "old.txt"))
    let outcome = await run("index build t.csv -o old.txt")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("isn't an index"))
  }

  @Test func `without an output the default index is written`() async {
    var run = Run()
    run.environment = ["XDG_DATA_HOME": "/data"]
    _ = await run("index build a.csv")
    #expect(run.provider.indexFiles.state.request?.output == "/data/placefind/places.pfx")
    #expect(run.provider.indexFiles.state.request?.isOutputDefault == true)
  }

  @Test(arguments: SkippedRows.Reason.allCases)
  func `skipped rows are reported with number, reason and first example`(reason: SkippedRows.Reason) async {
    let run = Run()
    let example = SkippedRows.Example(path: "a.csv", row: 7, text: "이름,\u{1B}[31mx")
    run.provider.indexFiles.skip([SkippedRows(reason: reason, count: 3, example: example)])
    let outcome = await run("index build a.csv -o p.pfx")
    #expect(outcome.errors.hasPrefix("placefind: Skipped 3 rows "))
    #expect(outcome.errors.contains(". The first is row 7 of a.csv: 이름,"))
    #expect(!outcome.errors.contains("\u{1B}"))
    #expect(await run("index build a.csv -o p.pfx --quiet").errors.isEmpty)
  }

  @Test(arguments: ["index build a.csv", "index info", "index verify"])
  func `without a home the file must be named`(line: String) async {
    #expect(await Run()(line).errors.contains("neither HOME nor XDG_DATA_HOME is set. Name a file"))
  }

  @Test func `info also prints a document for programs`() async {
    let outcome = await Run()("index info p.pfx -f json")
    #expect(
      outcome.output == """
        {"schema":1,"path":"p.pfx","format_version":1,"file_bytes":123456,"verified":false,"place_count":11,\
        "categories":{"gas":8,"other":3},"bbox":[126.5,37.25,127.5,37.75],"sources":["places.geojson"],\
        "attribution":"© somebody","license":null,"release":null,"newest_input_at":"2026-11-21T02:40:00Z",\
        "sections":{"rows":100000},"covers":[],"covers_categories":[],"attributes":{},"inputs":[{"name":"/data/places.geojson","places":11,\
        "modified_at":"2026-11-21T02:40:00Z","attribution":"© somebody","license":null}]}

        """
    )
    #expect(await Run()("index info p.pfx --json").output == outcome.output)
    #expect(await Run()("index info p.pfx").output == outcome.output)
    let table = await Run()("index info p.pfx -f table").output
    #expect(table.contains("/data/places.geojson: 11 places, file last modified 2026-11-21 02:40:00; © somebody\n"))
  }

  @Test func `removing or naming an input reports the effect on its places`() async throws {
    let run = Run()
    _ = await run("index remove a.csv -o p.pfx")
    var expected = IndexBuildRequest(inputs: [], output: "p.pfx")
    (expected.removedInput, expected.addsToOutput) = ("a.csv", true)
    #expect(run.provider.indexFiles.state.request == expected)
    _ = await run("index add a.csv b.csv --as shops -o p.pfx")
    #expect(run.provider.indexFiles.state.request?.inputName == "shops")
    var report = IndexBuildReport(
      summary: StubIndexFiles.summary(path: "p.pfx"),
      rowCount: 0,
      mergedCount: 0,
      skipped: []
    )
    report.isAddition = true
    var changes = ["/data/places.geojson", "/gone.csv"].map { IndexInputChange(name: $0) }
    (changes[0].added, changes[0].removed, changes[0].moved, changes[0].changed, changes[0].unchanged) = (1, 2, 3, 4, 5)
    changes[1].removed = 6
    report.changes = changes
    report.replaced = report.summary
    let lost = SearchArea.circle(center: .gangnam, radius: .standard)
    report.replaced?.coverage = [lost]
    #expect(
      report.notices.map(\.text) == [
        "Replaced the places of /data/places.geojson: 1 added, 2 removed, 3 moved, 4 changed, 5 unchanged; p.pfx now has 11.",
        "Removed /gone.csv with 6 places; p.pfx now has 11.",
        "p.pfx no longer covers \(lost.coverageText), because an input that covered it was removed or replaced. Declare the area again with `placefind index covers p.pfx --covers REGION.poly`.",
      ]
    )
    report.emptyCoverage = [lost]
    #expect(
      report.coverageNotices.map(\.text) == [
        "Warning: \(lost.coverageText) has no places of p.pfx, whose places are within 126.5,37.25,127.5,37.75. Check the area."
      ]
    )
    #expect(
      String(decoding: IndexReport(report, times: TimeFormatter()).json, as: UTF8.self).contains(
        #""changes":[{"name":"/data/places.geojson","added":1,"removed":2,"moved":3,"changed":4,"unchanged":5},"#
      )
    )
  }

  @Test func `the indexes of the data directory are listed, with the reason of one that cannot be read`() async {
    var run = Run()
    run.environment = ["XDG_DATA_HOME": "/data"]
    let table = await run("index list -f table").output
    #expect(table.contains("places") && table.contains("123456") && table.contains("2026-11-21 02:40:00"))
    #expect(table.contains("isn't an index"))
    run.outputColumns = 200
    #expect(await run("index list").output.contains(table.prefix(10)))
    run.outputColumns = nil
    let json = await run("index list").output
    #expect(await run("index list --json").output == json)
    #expect(json.contains(#""path":"/data/placefind/places.pfx","place_count":11,"file_bytes":123456,"#))
    #expect(json.contains(#""name":"old","path":"/data/placefind/old.pfx","place_count":null,"#))
  }

  @Test(arguments: [
    ("--at 52.09,5.11 -r 2km -c 약국", "/data/placefind/52.09,5.11-2km-pharmacy.pfx", "pharmacy"),
    ("--bbox 5,52,5.5,52.5", "/data/placefind/5,52,5.5,52.5.pfx", "any"),
    ("--near Gare/du..Nord", "/data/placefind/gare-du..nord-5km.pfx", "any"), ("--at 1,2 -o x.pfx", "x.pfx", "any"),
  ])
  func `a fetch writes a file named after the area, with all kinds unless some are named`(
    line: String,
    path: String,
    categories: String
  ) async throws {
    var run = Run(services: Service.all)
    run.environment = ["XDG_DATA_HOME": "/data"]
    run.provider.memory.withState { $0.located = .named([FoundPlace.full.place]) }
    let outcome = await run("index fetch " + line)
    #expect(outcome.status == 0)
    let request = try #require(run.provider.indexFiles.state.fetched.first)
    #expect(request.output == path)
    #expect(request.categories.map(\.slug) == [categories])
    #expect(!request.allowsLarge)
    // The service is selected although no option names it.
    #expect(run.provider.requests.options?.source?.service?.name == "osm")
    let again = Run(files: MemoryFiles([path: "an index"]), services: Service.all)
    let refused = await Run(environment: run.environment, files: again.files, services: Service.all)(
      "index fetch " + line
    )
    #expect(refused.status == 1)
    #expect(refused.errors.contains("already exists") && refused.errors.contains("Use --update to download it again"))
    #expect(!refused.errors.contains("--force"))
    // The suggested command is valid.
    let updating = Run(
      environment: run.environment,
      provider: run.provider,
      files: again.files,
      services: Service.all
    )
    #expect(await updating("index fetch " + line + " --update").status == 0)
    let broken = Run(environment: run.environment, files: again.files, services: Service.all)
    broken.provider.indexFiles.fail(with: .notAnIndex(path: path))
    let other = await broken("index fetch " + line)
    #expect(other.status == 1 && other.errors.contains("Name another --output"), "\(other.errors)")
    #expect(!other.errors.contains("--force"))
  }

  @Test func `a fetch is repeated with the area and the categories of its index`() async throws {
    var run = Run(services: Service.all)
    run.environment = ["XDG_DATA_HOME": "/data"]
    #expect(await run("index fetch --update").errors.contains("no downloaded index"))
    var summary = StubIndexFiles.summary(path: "/data/placefind/a.pfx")
    summary.coverage = [.circle(center: .gangnam, radius: .standard)]
    (summary.coveredCategories, summary.inputs) = ([.group(.pharmacy)], [IndexInput("OpenStreetMap")])
    run.provider.indexFiles.withState { $0.known = [summary, StubIndexFiles.summary(path: "b.pfx")] }
    #expect(await run("index fetch --update --yes").status == 0)
    var expected = IndexFetchRequest(area: summary.coverage[0], categories: [.group(.pharmacy)], output: summary.path)
    (expected.allowsLarge, expected.includesGround) = (true, true)
    #expect(run.provider.indexFiles.state.fetched == [expected])
    #expect(await run("index fetch --update --no-ground").status == 0)
    #expect(run.provider.indexFiles.state.fetched.last?.includesGround == false)
    #expect(await run("index fetch --update b.pfx").errors.contains("b.pfx wasn't downloaded"))
  }

  /// Returns a run with downloaded indexes in the data directory.
  private func runWithFetched(_ names: String...) -> Run {
    var run = Run(services: Service.all)
    run.environment = ["XDG_DATA_HOME": "/data"]
    run.provider.indexFiles.withState {
      $0.known = names.map { name in
        var summary = StubIndexFiles.summary(path: name)
        summary.coverage = [.circle(center: .gangnam, radius: .standard)]
        (summary.coveredCategories, summary.inputs) = ([.group(.pharmacy)], [IndexInput("OpenStreetMap")])
        return summary
      }
    }
    return run
  }

  @Test func `an update continues after an index that fails, names it, and ends with status 6`() async {
    let run = runWithFetched("a.pfx", "b.pfx", "c.pfx")
    let failure = PlaceSearchError.throttled(status: 504, retryAfter: nil)
    run.provider.indexFiles.withState { $0.fetchErrors = ["b.pfx": .fetchStopped(failure, IndexFetchProgress())] }
    let outcome = await run("index fetch --update")
    #expect(outcome.status == 6)
    #expect(run.provider.indexFiles.state.fetched.map(\.output) == ["a.pfx", "b.pfx", "c.pfx"])
    #expect(outcome.output.contains("a.pfx") && outcome.output.contains("c.pfx") && !outcome.output.contains("b.pfx"))
    #expect(outcome.errors.contains("b.pfx was not updated: The service is busy"), "\(outcome.errors)")
    #expect(outcome.errors.contains("1 of 3 indexes was not updated: b.pfx."))
    let json = await run("index fetch --update --error-format json")
    #expect(
      json.errors.contains(#""code":"some_fetches_failed""#) && json.errors.contains(#""retryable":true,"exit":6"#)
    )
  }

  @Test func `an update of one index that fails ends as a fetch of it does`() async {
    let run = runWithFetched("a.pfx")
    run.provider.indexFiles.withState { $0.fetchError = .fetchRunning(path: "x") }
    #expect(await run("index fetch --update").status == 1)
  }

  @Test func `a server that refuses this program gets no requests for other indexes`() async {
    let run = runWithFetched("a.pfx", "b.pfx", "c.pfx")
    let refusal = PlaceSearchError.clientRefused(Service.all[1], status: 403)
    run.provider.indexFiles.withState { $0.fetchErrors = ["b.pfx": .fetchStopped(refusal, IndexFetchProgress())] }
    let outcome = await run("index fetch --update")
    #expect(outcome.status == 6)
    #expect(run.provider.indexFiles.state.fetched.map(\.output) == ["a.pfx", "b.pfx"])
    #expect(
      outcome.errors.contains("2 of 3 indexes were not updated: b.pfx, c.pfx.")
    )
    #expect(outcome.errors.contains("--index FILE of `placefind find` works offline"), "\(outcome.errors)")
    run.provider.indexFiles.withState { $0.fetchErrors = ["a.pfx": .fetchStopped(.cancelled, IndexFetchProgress())] }
    #expect(await run("index fetch --update").status != 6)
  }

  @Test func `the missing elements and the times of a fetch are on standard error and in the report`() async {
    var run = Run(services: Service.all)
    run.environment = ["XDG_DATA_HOME": "/data"]
    let example = SkippedRows.Example(path: "the answer of Overpass", row: 7, text: #"{"type":"relation","id":5}"#)
    run.provider.indexFiles.withState {
      $0.latestRelease = "2026-11-22T00:00:00Z"
      $0.skipped = [
        SkippedRows(reason: .missingCoordinate, count: 2, example: example),
        SkippedRows(reason: .closed, count: 3, example: example),
      ]
    }
    let outcome = await run("index fetch --at 1,2 -o x.pfx")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("Skipped 2 rows without coordinates. The first is row 7 of the answer of Overpass"))
    #expect(outcome.errors.contains("so its results are never complete"))
    // This command has no --include-closed.
    #expect(!outcome.errors.contains("closed"))
    #expect(outcome.errors.contains("different times, 2026-11-20T00:00:00Z to 2026-11-22T00:00:00Z"))
    #expect(outcome.output.contains("skipped      5\n"), "\(outcome.output)")
    #expect(outcome.output.contains("release      2026-11-20T00:00:00Z to 2026-11-22T00:00:00Z\n"))
    #expect(outcome.output.contains("missing      2 rows without a coordinate; results are never complete\n"))
    let json = await run("index fetch --at 1,2 -o y.pfx -f json").output
    #expect(json.contains(#""release":"2026-11-20T00:00:00Z","release_until":"2026-11-22T00:00:00Z","#), "\(json)")
  }

  @Test(arguments: [
    (
      IndexFileError.fetchTooLarge(Service.all[1], elements: 312_000, bytes: 74_880_000), Int32(2),
      "312,000 elements, about 74 MB"
    ),
    (
      .fetchTooLarge(Service.all[1], elements: 312_000, bytes: 1), 2,
      "https://download.geofabrik.de: `placefind index build COUNTRY.osm.pbf`"
    ),
    (
      .fetchAreaTooLarge(Service.all[1], squareKilometers: 557_000.4, requests: 256), 2,
      "The area has 557,000 km² and takes at least 256 requests"
    ),
    (.fetchAreaTooLarge(Service.all[1], squareKilometers: 557_000, requests: 256), 2, "--max-requests 256 allows it"),
    (.fetchRequestsSpent(limit: 3, IndexFetchProgress()), 4, "The 3 requests of --max-requests are used up.\n"),
    (.fetchRunning(path: "x"), 1, "Wait until it ends"),
    (.fetchStopped(.clientRefused(Service.all[1], status: 403), IndexFetchProgress()), 5, "refuses requests from here"),
  ])
  func `a failed fetch reports its reason`(error: IndexFileError, status: Int32, sentence: String) async {
    let run = Run(services: Service.all)
    run.provider.indexFiles.withState { $0.fetchError = error }
    let outcome = await run("index fetch --at 1,2 -o x.pfx")
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
  }

  @Test func `verify reports that the file is valid`() async {
    let outcome = await Run()("index verify p.pfx")
    #expect(outcome.output.contains(#""verified":true"#))
    #expect(await Run()("index verify p.pfx -f table").output.contains("valid: every byte"))
  }

  @Test(arguments: [
    ("index", Int32(2)), ("index remove -o p.pfx", 2), ("index remove a b -o p.pfx", 2),
    ("index remove a -o p.pfx -c gas", 2),
    ("index list x", 2), ("index list -o p.pfx", 2), ("index info --as x", 2), ("index bild a.csv", 2),
    ("index build", 2), ("index info a b", 2),
    ("index build a.csv -o p.pfx --min-confidence 2", 2),
    ("index info", 2), ("index build a.csv", 2),
    ("index fetch", 2), ("index fetch --at 1,2 x", 2), ("index build a.csv --at 1,2", 2), ("index info p --update", 2),
    ("index build a.csv -o p.pfx --max-requests 5", 2), ("index fetch --at 1,2 --max-requests 0", 2),
    ("index fetch --at 1,2 --license x", 2), ("index fetch --at 1,2 --near x", 2),
    ("index build a.csv=cafe a.csv=gas -o p.pfx", 2), ("index build a.csv a.csv=gas -o p.pfx", 2),
  ])
  func `an invalid line ends with status 2`(line: String, status: Int32) async {
    let outcome = await Run()(line)
    #expect(outcome.status == status)
    #expect(outcome.output.isEmpty)
  }

  @Test(arguments: [
    (IndexFileError.unreadable(path: "a", reason: "x"), Int32(1)), (.unwritable(path: "a", reason: "x"), 1),
    (.outputReplaced(path: "a"), 1), (.locked(path: "a"), 1), (.outputNotAnIndex(path: "a"), 1),
    (.notAnIndex(path: "a"), 7), (.otherVersion(path: "a", version: 3, supported: 2), 7),
    (.otherVersion(path: "a", version: 1, supported: 2), 7), (.wrongLength(path: "a", expected: 2, actual: 1), 7),
    (.damaged(path: "a", part: "rows"), 7), (.noInput(path: "a", word: "b", known: ["c"]), 2),
    (.onlyInput(path: "a", name: "b"), 2), (.unknownFormat(path: "a", detail: "x"), 2),
    (.archiveUnusable(path: "a.zip", .empty), 2), (.archiveUnusable(path: "a.zip", .truncated), 7),
    (.malformed(path: "a", detail: "x", offset: 0), 7), (.noPlaces(skipped: []), 7), (.rowsSkipped([]), 7),
    (.tooManyPlaces(limit: 1), 2), (.outOfMemory(bytes: 1), 1), (.cancelled, 130),
  ])
  func `every failure has its status and one sentence on standard error`(error: IndexFileError, status: Int32) async {
    let run = Run()
    run.provider.indexFiles.fail(with: error)
    let outcome = await run("index build a.csv -o p.pfx")
    #expect(outcome.status == status)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("placefind: ") && outcome.errors.hasSuffix("\n"))
  }

  @Test(arguments: [
    (Int64(0), 0, "1970-01-01T00:00:00Z"), (951_782_399, 0, "2000-02-28T23:59:59Z"),
    (951_782_400, 32_400, "2000-02-29T09:00:00+09:00"), (1_795_228_800, -12_600, "2026-11-20T23:10:00-03:30"),
    (-1, 0, "1969-12-31T23:59:59Z"), (253_402_214_399, 0, "9999-12-30T23:59:59Z"), (.max, 60, "unknown"),
    (.min, -60, "unknown"),
  ])
  func `times are written in the zone of the machine`(seconds: Int64, east: Int, text: String) {
    let times = TimeFormatter { _ in east }
    #expect(times.stamp(seconds) == text)
    #expect(text.hasPrefix(times.local(seconds).replacing(" ", with: "T")))
  }
}
