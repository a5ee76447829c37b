import Domain
import Foundation
import Platform
import Testing

@testable import App

struct ApplicationTests {
  private static let query = "-c gas --at 37.4979,127.0276 "

  @Test func `a result is one document`() async {
    let outcome = await Run()(Self.query + "--fields id,distance_m")
    #expect(
      outcome.output == """
        {"schema":1,
         "query":\(ExpectedQuery.json()),
         "meta":{"source":"kakao","total_count":2,"returned":2,"complete":true,"nearest":true,"requests":1,"attribution":null},
         "places":[
          {"id":"8190212","distance_m":223},
          {"id":"9","distance_m":1234}]}

        """
    )
    #expect(outcome.errors.isEmpty)
    #expect(outcome.status == 0)
  }

  @Test func `nothing found is an empty list and a success`() async {
    let run = Run(provider: StubProvider(.success(.collection([]))))
    let outcome = await run("-q x --bbox 127,37.4,127.1,37.5 -n all")
    let query = ExpectedQuery.json([
      "category": "[]", "text": "\"x\"", "lat": "null", "lng": "null", "bbox": "[127,37.4,127.1,37.5]",
      "radius_m": "null", "sort": "\"accuracy\"", "limit": "null",
    ])
    #expect(
      outcome.output == """
        {"schema":1,
         "query":\(query),
         "meta":{"source":"kakao","total_count":0,"returned":0,"complete":true,"nearest":null,"requests":1,"attribution":null},
         "places":[]}

        """
    )
    #expect(outcome.status == 0)
  }

  @Test func `a page of a result has its number, and whether it is the last`() async {
    let result = PlaceCollection.collection([.full], totalCount: 123, isComplete: false)
    let outcome = await Run(provider: StubProvider(.success(result)))(Self.query + "--page 2 --size 1 --fields id")
    #expect(
      outcome.output == """
        {"schema":1,
         "query":\(ExpectedQuery.json(["limit": "null"])),
         "meta":{"source":"kakao","total_count":123,"returned":1,"complete":false,"nearest":null,"requests":1,"attribution":null,\
        "page":2,"size":1,"is_end":false,"pageable_count":45},
         "places":[
          {"id":"8190212"}]}

        """
    )
  }

  @Test(arguments: [
    ("ndjson", "{\"id\":\"8190212\"}\n{\"id\":\"9\"}\n"), ("csv", "id\n8190212\n9\n"), ("tsv", "id\n8190212\n9\n"),
    ("table", "id\n8190212\n9\n"), ("csv --no-header", "8190212\n9\n"), ("table --no-header", "8190212\n9\n"),
  ])
  func `a result has a line for each place`(format: String, output: String) async {
    #expect(await Run()(Self.query + "--fields id -f \(format)").output == output)
  }

  @Test func `a terminal gets a table and a pipe gets JSON`() async {
    #expect(await Run(outputColumns: 80)(Self.query).output.contains("DISTANCE"))
    #expect(await Run()(Self.query).output.hasPrefix("{\"schema\":1,"))
    let bold = "\u{1B}[1m"
    #expect(await Run(outputColumns: 80)(Self.query).output.hasPrefix(bold))
    #expect(await Run(environment: ["NO_COLOR": "1"], outputColumns: 80)(Self.query).output.hasPrefix(bold) == false)
    #expect(await Run(environment: ["TERM": "dumb"], outputColumns: 80)(Self.query).output.hasPrefix(bold) == false)
    #expect(await Run()(Self.query + "-f table").output.hasPrefix(bold) == false)
    #expect(await Run()(Self.query + "-f table --color always").output.hasPrefix(bold))
    #expect(await Run(environment: ["CLICOLOR_FORCE": "1"])(Self.query + "-f table").output.hasPrefix(bold))
    #expect(await Run(outputColumns: 80)(Self.query + "--color never").output.hasPrefix(bold) == false)
    #expect(await Run()(Self.query + "--color always").output.contains("\u{1B}") == false)
  }

  @Test(arguments: ["0", "-1", "x", "65536", "1000000000", "9223372036854775807"])
  func `a width that no terminal has is ignored`(columns: String) async {
    let standard = await Run()(Self.query + "-f map")
    #expect(await Run(environment: ["COLUMNS": columns])(Self.query + "-f map") == standard)
    #expect(await Run(environment: ["COLUMNS": "120"])(Self.query + "-f map") != standard)
    let widest = await Run(environment: ["COLUMNS": "65535"])(Self.query + "-f map").output
    #expect(widest.split(separator: "\n").allSatisfy { $0.count <= 1_000 })
  }

  @Test func `the sample is announced, unless quiet`() async {
    let run = Run(provider: StubProvider(.success(.collection([.full], source: .sample))))
    #expect(await run(Self.query).errors.contains("bundled sample"))
    #expect(await run(Self.query).errors.filter { $0 == "\n" }.count == 1)
    #expect(await run(Self.query).errors.contains("set KAKAO_REST_API_KEY"))
    #expect(await run(Self.query + "--quiet").errors.isEmpty)
  }

  @Test func `verbose shows the source and the cost`() async {
    #expect(
      await Run(source: nil)(Self.query + "-v -s sample").errors
        == """
        placefind: No configuration file.
        placefind: Searching the bundled sample.
        placefind: kakao returned 2 of 2 places in 0 ms with 1 request.

        """
    )
    let (key, index) = (["KAKAO_REST_API_KEY": "abc"], ["PLACEFIND_INDEX": "i.pfx"])
    for (environment, line, words) in [
      (key, "", "Querying https://dapi.kakao.com with the key in KAKAO_REST_API_KEY."),
      (key, "--endpoint http://127.0.0.1:1", "Querying http://127.0.0.1:1 with the key in KAKAO"),
      ([:], "--key-file k", "Querying https://dapi.kakao.com with the key in k"),
      (key.merging(["XDG_DATA_HOME": "/d"]) { $1 }, "", "Querying https://dapi.kakao.com with the key in KAKAO"),
      (key, "--index p.pfx", "Searching p.pfx, named by --index"),
      (index, "", "Searching i.pfx, named by PLACEFIND_INDEX"),
      ([:], "-s sample", "Searching the bundled sample"),
      (["XDG_DATA_HOME": "/d"], "", "Searching /d/placefind/places.pfx, the default index"),
    ] {
      let files = MemoryFiles(["k": "\u{FEFF}KAKAO_REST_API_KEY=abc\r\n", "/d/placefind/places.pfx": ""])
      let run = Run(environment: environment, source: nil, files: files)
      let errors = await run(Self.query + "-v " + line).errors
      #expect(errors.contains("\nplacefind: \(words)"), "\(errors)")
      #expect(!errors.contains("abc"))
    }
  }

  @Test func `verbose shows every request, also of a failed query`() async {
    let attempts = [
      RequestAttempt(outcome: .status(503), duration: .milliseconds(12), isRetry: false),
      RequestAttempt(outcome: .timedOut, duration: .seconds(1), isRetry: true),
    ]
    let provider = StubProvider(.failure(.timedOut(after: .seconds(2))))
    let statistics = RequestStatistics(requests: 4, retries: 1, median: nil, percentile95: nil, attempts: attempts)
    provider.memory.withState { $0.statistics = statistics }
    let errors = await Run(provider: provider)(Self.query + "-v").errors
    #expect(
      errors.contains(
        """
        placefind: Request 1: HTTP 503 after 12 ms.
        placefind: Request 2 (a retry): no response after 1 s.
        placefind: And 2 more requests.
        placefind: Error: No response within 2 s.
        """
      ),
      "\(errors)"
    )
  }

  @Test(arguments: [
    ("-n all", 281, "Only 1 of 281 places were found. The source returns no more places of this area"),
    ("-n 45", 281, "Only 1 of 281 places were found. The source returns no more places."),
    ("-n all --max-requests 1", 281, "The 1 request of --max-requests is used up"),
    ("-n all --max-requests 1", 1, "Only 1 place was found. The 1 request of --max-requests is used up"),
    ("-n all", 1, "The counts of the source don't prove that these are all"), ("-n 1", 281, nil),
    ("--page 1", 281, nil),
    ("-c any -n all", 281, "Only 1 of 281 places. The source lists places of the 18 groups only"),
    ("-c any -n all", 1, "1 place found. The source lists places of the 18 groups only"),
  ])
  func `missing places are reported, wherever the result is written`(line: String, totalCount: Int, words: String?)
    async
  {
    let gap: PlaceCollection.Gap? = line.contains("any") ? .groupsOnly : nil
    let result = PlaceCollection.collection([.full], totalCount: totalCount, isComplete: false, gap: gap)
    let run = Run(provider: StubProvider(.success(result)))
    for format in OutputFormat.allCases {
      let errors = await run(Self.query + "\(line) -f \(format.rawValue)").errors
      #expect(words.map(errors.contains) ?? errors.isEmpty, "\(errors)")
      #expect(await run(Self.query + "\(line) -f \(format.rawValue) --quiet").errors.isEmpty)
    }
  }

  @Test(arguments: [
    ("-c gas --at 37.5,127", Source.kakao, "a larger --radius than 1 km."),
    ("-c gas --at 37.5,127 -r 20km", .kakao, "Nothing found.\n"),
    ("-c gas --bbox 127,37,128,38", .kakao, "a larger --bbox"),
    ("-c gas --along _p~iF~ps|U_ulLnnqC", .kakao, "a larger --radius than 500 m."),
    ("-c gas --along _p~iF~ps|U_ulLnnqC -r 20km", .kakao, "Nothing found.\n"),
    ("-q x --at 37.5,127", .index, "a different or shorter text, or another index"),
    ("-q x -c gas --bbox 127,37,128,38", .index, "only -c, or only -q"),
    ("-c gas --at 37.5,127", .sample, "a point near 37.4979,127.0276, the location of the sample"),
    ("-c gas --at 37.5,127 --page 3", .kakao, "an earlier page than 3"),
    ("-c gas --at 37.5,127 --where price>1", .index, "Try without --where, or a larger --radius than 1 km"),
    ("-c gas --at 37.5,127 --open-at 2026-12-01T11:00", .index, "Try without --open-at, or a larger"),
    ("-c gas --at 37.5,127 --open-now", .index, "Try without --open-now, or a larger"),
  ])
  func `an empty result has advice, in every format`(line: String, source: Source, words: String) async {
    let run = Run(provider: StubProvider(.success(.collection([], source: source))))
    for format in OutputFormat.allCases {
      #expect(await run("\(line) -f \(format.rawValue)").errors.contains(words))
    }
    let failed = await run(line + " --fail-empty")
    #expect(failed.status == 9 && failed.output.isEmpty)
    #expect(failed.errors.contains(words.replacingOccurrences(of: "\n", with: "")))
  }

  @Test(arguments: [Source.index, .sample])
  func `a category without places in the source is reported in every format`(
    source: Source
  ) async throws {
    let absent: [PlaceCategory] = [.group(.subway), .source("shop=cheese")]
    let run = Run(provider: StubProvider(.success(.collection([.full], absent: absent, source: source))))
    let line = "-c subway,cafe,shop=cheese --at 37.5,127"
    let sentence = "The \(source.name) has no subway and no shop=cheese."
    for format in OutputFormat.allCases {
      let outcome = await run("\(line) -f \(format.rawValue)")
      #expect(outcome.status == 0 && outcome.errors.contains(sentence), "\(outcome.errors)")
      let names = outcome.output.contains(
        #""complete":true,"nearest":null,"requests":0,"attribution":null,"absent":["subway","shop=cheese"]"#
      )
      #expect(names == [.json, .geojson, .html].contains(format), "\(format)")
      if format == .html { #expect(outcome.output.contains("complete · \(sentence) · source: ")) }
    }
    #expect(await run("\(line) --page 1 --json").output.contains(#""absent":["subway","shop=cheese"],"page":1"#))
    let complete = Run(provider: StubProvider(.success(.collection([.full], source: source))))
    let whole = await complete(line + " --json")
    #expect(!whole.output.contains("absent") && !whole.errors.contains("has no"))
  }

  @Test(arguments: [("-r 1km", "--radius"), ("--page 3", "page")])
  func `no larger area is suggested for a category that the source lacks`(options: String, advice: String) async throws
  {
    for (absent, isAdvised) in [([PlaceCategory.group(.subway)], true), ([.group(.subway), .group(.gas)], false)] {
      let run = Run(provider: StubProvider(.success(.collection([], absent: absent, source: .index))))
      let errors = await run("-c subway,gas --at 37.5,127 \(options)").errors
      #expect(errors.contains("Nothing found. The index has no subway") && errors.contains("another index"))
      #expect(errors.contains(advice) == isAdvised, "\(errors)")
    }
  }

  @Test func `a terminal shows that there is more`() async {
    let result = PlaceCollection.collection([.full], totalCount: 123, isComplete: false)
    let run = Run(provider: StubProvider(.success(result)), outputColumns: 80, errorColumns: 80)
    #expect(await run(Self.query + "-n 1").errors == "placefind: 1 of 123 places. Use --limit all for all of them.\n")
    #expect(await run("-c 어린이공원 --at 37.5,127").errors.contains("is treated as 'park'"))
  }

  @Test(arguments: [
    ("-f csv", true), ("-f tsv", true), ("-f ndjson", true), ("-f table", true), ("-f json", false),
    ("-f geojson", false), ("-f map", false), ("-f html", false), ("-o x.csv", true), ("-o x.ndjson", true),
    ("-o x.html", true), ("-f map -o x", true), ("-o x.json", false), ("-o x.geojson", false),
    ("-f csv -n 15", false), ("-o x.csv --page 1", false), ("-f csv --size 15", false), ("-f csv --quiet", false),
  ])
  func `a result without counts reports that the default limit cut it`(options: String, isReported: Bool) async {
    let places = PlaceCollection.collection(Array(repeating: .full, count: 15), totalCount: 23, isComplete: false)
    let errors = await Run(provider: StubProvider(.success(places)))("-c gas --at 37.5,127 \(options)").errors
    #expect(errors == (isReported ? "placefind: 15 of 23 places. Use --limit all for all of them.\n" : ""))
  }

  @Test(arguments: [(Int64(0), "0 s"), (59, "59 s"), (60, "1 min"), (250, "4 min"), (86_399, "23 h")])
  func `a cached result is marked as cached, but not in the JSON`(seconds: Int64, age: String) async {
    let provider = StubProvider(.success(.collection([.full], totalCount: 123, isComplete: false)))
    let provenance = Provenance(source: .kakao, requests: 1, age: .seconds(seconds))
    let kept = PlaceCollection(places: [.full], totalCount: 123, isComplete: false, provenance: provenance)
    let json = await Run(provider: StubProvider(.success(kept)))(Self.query + "-n 1 -v")
    #expect(json.output == (await Run(provider: provider)(Self.query + "-n 1 -v")).output)
    #expect(json.errors.contains("with 1 request, cached \(age) ago.\n"), "\(json.errors)")
    let run = Run(provider: StubProvider(.success(kept)), outputColumns: 80, errorColumns: 80)
    let table = await run(Self.query + "-n 1")
    #expect(table.errors.hasSuffix("Use --limit all for all of them. Cached \(age) ago.\n"), "\(table.errors)")
  }

  private static let parts: [(result: PlaceCollection, line: String, reason: String)] = [
    (
      .collection([.full], totalCount: 9, isComplete: false, earlyEnd: .budgetSpent(requests: 5)), "-n all",
      "Only 1 of 9 places were found. The 5 requests of --budget are used up"
    ),
    (
      .collection(
        [.full],
        totalCount: 9,
        isComplete: false,
        earlyEnd: .maximumSent(requests: 1),
        isNearest: false
      ), "-n 1", "Nearer places may be missing. The 1 request of --max-requests is used"
    ),
    (
      .collection([.full], totalCount: 9, isComplete: false, earlyEnd: .maximumSent(requests: 1)),
      "-n 1 --sort accuracy", "Places may be missing. The 1 request of --max-requests is used"
    ),
    (
      .collection([.full], totalCount: 2, isComplete: false, droppedCount: 1), "-n 1",
      "1 place with a wrong distance, coordinate or category is left out"
    ),
    (
      .collection([.full], totalCount: 2, isComplete: false, droppedCount: 1), "-n 15",
      "1 place with a wrong distance, coordinate or category is left out"
    ),
    (
      .collection([.full], totalCount: 60, isComplete: false, hasCrowdedSpot: true), "-n all",
      "Only 1 of 60 places were found. More than 45 places share one coordinate"
    ),
  ]

  @Test func `a count that ended early says so in every format`() async {
    let count = PlaceCollection(
      places: [],
      totalCount: nil,
      isComplete: false,
      earlyEnd: .maximumSent(requests: 3),
      provenance: Provenance(source: .kakao, requests: 3)
    )
    let outcome = await Run(provider: StubProvider(.success(count)))(Self.query + "-n 0")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(#""attribution":null,"cut_short":"max_requests","max_requests":3}"#))
    #expect(outcome.errors.contains("is unknown. The 3 requests of --max-requests are used up"), "\(outcome.errors)")
  }

  @Test func `--require-nearest fails unless the places are proven nearest, and needs an order by distance`() async {
    let proven = PlaceCollection.collection([.full], totalCount: 9, isComplete: false, isNearest: true)
    let kept = await Run(provider: StubProvider(.success(proven)))(Self.query + "-n 1 --require-nearest")
    #expect(kept.status == 0 && kept.output.contains(#""complete":false,"nearest":true,"#), "\(kept.errors)")
    let unproven = PlaceCollection.collection(
      [.full],
      totalCount: 9,
      isComplete: false,
      isNearest: false,
      gap: .beyondCoverage([.anywhere(center: nil)])
    )
    let run = Run(provider: StubProvider(.success(unproven)))
    let outcome = await run(Self.query + "-n 1")
    #expect(outcome.status == 0 && outcome.output.contains(#""nearest":false"#))
    #expect(outcome.errors.contains("Nearer places may be missing. The area reaches beyond"), "\(outcome.errors)")
    let refused = await run(Self.query + "-n 1 --require-nearest --error-format json")
    #expect(refused.status == 8 && refused.output.isEmpty && refused.errors.contains(#""code":"unproven""#))
    for line in [
      "-c gas --bbox 127,37.4,127.1,37.5", Self.query + "--sort accuracy", Self.query + "-n 0",
      Self.query + "--page 2 --size 5", Self.query + "--sort price",
    ] {
      let stub = StubProvider(.success(proven))
      let outcome = await Run(provider: stub)(line + " --require-nearest")
      #expect(outcome.status == 2 && outcome.errors.contains("--require-nearest need"), "\(line): \(outcome.errors)")
      #expect(stub.requests.query == nil, "\(line)")
    }
    let first = await Run(provider: StubProvider(.success(proven)))(Self.query + "--page 1 --size 1 --require-nearest")
    #expect(first.status == 0, "\(first.errors)")
  }

  @Test func `places aren't proven nearest if a nearer one with unknown hours is left out`() async {
    var found = PlaceCollection.collection([.full], totalCount: 1, isComplete: true, isNearest: true)
    found.leaveOut(2, nearest: Distance(meters: 0), limit: .standard)
    let run = Run(provider: StubProvider(.success(found)))
    let outcome = await run(Self.query + "--open-at 2026-06-02T10:00")
    #expect(outcome.status == 0 && outcome.output.contains(#""complete":true,"nearest":false,"#), "\(outcome.output)")
    #expect(outcome.errors.components(separatedBy: "left out").count == 2, "\(outcome.errors)")
    let refused = await run(Self.query + "--open-at 2026-06-02T10:00 --require-nearest")
    #expect(refused.status == 8 && refused.output.isEmpty)
    #expect(refused.errors.contains("A nearer place may be open. 2 places with unknown"), "\(refused.errors)")
  }

  @Test(arguments: parts)
  func `an incomplete result has the reason, and fails with --require-complete`(
    result: PlaceCollection,
    line: String,
    reason: String
  ) async {
    let run = Run(provider: StubProvider(.success(result)))
    let outcome = await run(Self.query + line)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(#""complete":false"#))
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    let refused = await run(Self.query + line + " --require-complete")
    #expect(refused.status == 8 && refused.output.isEmpty)
    #expect(refused.errors.contains("1 of \(result.totalCount ?? 0) places"), "\(refused.errors)")
  }

  @Test(arguments: [
    ("-c", Int32(2)), ("--error-format=json -c ,", 2), ("-c , --error-format json", 2), ("-c gas --nope", 2),
    ("nope", 2), ("-c gas --format xml", 2), ("-c gas --fields id,nope", 2), ("-c gas --fields id,id", 2),
    ("-c gas --error-format xml", 2), ("-c gas --quiet -v", 2), ("-c gas --index x --endpoint y", 2),
    ("-c gas -s index", 2), ("-c gas -s sample --index x", 2), ("-c gas --rate -1", 2), ("-c gas --retries 101", 2),
    ("-c gas --timeout never", 2), ("-c gas --max-requests 0", 2), ("-c gas --key-file nowhere", 1),
    ("-c gas -o there", 1), ("help nope", 2), ("-c gas --key abc", 2),
  ])
  func `an invalid command line sends no request`(line: String, status: Int32) async {
    let run = Run(files: MemoryFiles(["there": ""]))
    let outcome = await run(line)
    #expect(outcome.status == status)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasSuffix("\n"))
    #expect(outcome.errors.hasPrefix(line.contains("json") ? #"{"error":{"# : "placefind: "))
    #expect(run.provider.requests.query == nil)
  }

  @Test(arguments: [
    ("--index my.pfx -o my.pfx --force", [:], "my.pfx is also the index"),
    ("--key-file key -o key --force", [:], "key is also the key file"),
    ("-o my.pfx --force", ["PLACEFIND_INDEX": "my.pfx"], "my.pfx is also the index"),
    ("-o /d/placefind/places.pfx --force", ["XDG_DATA_HOME": "/d"], "places.pfx is also the index"),
  ])
  func `a result never overwrites its source`(line: String, environment: [String: String], words: String) async {
    let files = MemoryFiles(["my.pfx": "index", "key": "secret", "/d/placefind/places.pfx": "index"])
    let run = Run(environment: environment, source: nil, files: files)
    let outcome = await run(Self.query + line)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(run.provider.requests.query == nil)
  }

  @Test(arguments: [
    ("a.csv", "id\n"), ("a.tsv", "id\n"), ("a.CSV", "id\n"), ("a.ndjson", "{\"id\""), ("a.jsonl", "{\"id\""),
    ("a.json", "{\"schema\":1"), ("a.txt", "{\"schema\":1"), ("a", "{\"schema\":1"), (".csv", "{\"schema\":1"),
    ("d.csv/a", "{\"schema\":1"), ("a.csv -f ndjson", "{\"id\""), ("a.html", "<!doctype html>"),
    ("A.HTM", "<!doctype html>"),
  ])
  func `a file extension sets the format, unless an option does`(name: String, beginning: String) async {
    let files = MemoryFiles()
    let fields = beginning.hasPrefix("<") ? "" : "--fields id"
    #expect(await Run(files: files, outputColumns: 80)(Self.query + "\(fields) -o \(name)").status == 0)
    let path = String(name.prefix { $0 != " " })
    #expect(files[path]?.hasPrefix(beginning) == true, "\(files[path] ?? "")")
  }

  @Test(arguments: ["a.geojsonl", "a.xlsx", "a.csv.gz"])
  func `a file name with an unsupported format is refused`(name: String) async {
    let run = Run()
    let outcome = await run(Self.query + "-o \(name)")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("The format of \(name) can't be written"))
    #expect(run.provider.requests.query == nil)
    #expect(await run(Self.query + "-o \(name) -f csv").status == 0)
  }

  @Test func `every line on standard error is JSON when errors are`() async throws {
    let sample = Run(
      provider: StubProvider(.success(.collection([], source: .sample))),
      outputColumns: 80,
      errorColumns: 80
    )
    for line in ["", "-v", "-f csv", "-c", "--nope", "-o x.csv", "--error-format text"] {
      let errors = await sample(Self.query + "\(line) --error-format json").errors
      #expect(errors.isEmpty == false)
      for line in errors.split(separator: "\n") { #expect(line.hasPrefix("{\"") && line.hasSuffix("}"), "\(line)") }
    }
    #expect(await sample("--error-format json --nope").errors.hasPrefix("{\"error\""))
    #expect(await sample("--error-format=JSON --nope").errors.hasPrefix("{\"error\""))
    #expect(await sample("--error-format json --error-format text --nope").errors.hasPrefix("placefind: "))
  }

  @Test func `categories lists every word`() async throws {
    let words = await Run()("categories --all -f tsv --no-header").output.split(separator: "\n")
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    #expect(words.count > 800)
    for row in words where row[3] == "words" { #expect(PlaceCategory(word: row[0]).slug == row[1], "\(row)") }
    for word in ["식당", "OL7", "amenity=fuel", "gas_station", "dentist", "은행"] {
      #expect(words.contains { $0[0] == word }, "\(word)")
    }
    let json = await Run()("categories -f json").output
    #expect(json.contains("\"amenity=fuel\"") && json.contains("\"gas_station\"") && json.contains("\"식당\""))
    #expect(await Run()("-c gas --at 37.5,127 --all").status == 2)
    let keyless = Run(services: Service.all)
    let tagged = await keyless("categories --source osm -f json").output
    #expect(tagged.contains(#""slug":"dentist""#) && !tagged.contains(#""slug":"dermatology""#))
    let lacking = await keyless("categories 피부과 --source osm")
    #expect(lacking.status == 2 && lacking.errors.contains("Use -c hospital"), "\(lacking.errors)")
  }
}
