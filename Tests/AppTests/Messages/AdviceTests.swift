import Domain
import Testing

@testable import App

/// The advice in messages works.
@Suite struct AdviceTests {
  @Test(arguments: [
    ("-c cafe 강남역", "Unexpected argument '강남역'. To search by name, use -q 강남역"),
    ("-c cafe bank", "Write the value as one word: -c cafe,bank"),
    (
      "-c cafe --at 37.5,127 -f gpx --fields id",
      "--fields is for table, json, ndjson, csv, tsv and geojson, not for gpx. Choose one of them with --format"
    ),
    ("-c cafe --at 37.5,127 -o z.kml --fields id", "geojson, not for kml"),
    ("-c cafe --at 37.5,127 --force", "--force requires --output"),
    ("here remove x", "There is no location 'x'. No location is saved."),
    ("-f map", "Pass -c or -q. For example: `placefind -c cafe --at 37.4979,127.0276 -f map`"),
    ("--at 37.5,127 --json", "For example: `placefind -c cafe --at 37.5,127 --json`"),
    ("index fetch", "For example: `placefind index fetch --near 'Utrecht Centraal' -r 5km`"),
    ("-c cafe --at 37.5,127 --json=yes", "--json takes no value. Leave out 'yes'; without the option, it is off."),
    ("index build a.csv --dry-run=x", "--dry-run doesn't accept 'x'. Write --dry-run or --dry-run=all."),
    (
      "batch rows.csv --bbox 1,2,3,4",
      "--bbox can't be used with `placefind batch`, only with `placefind find`, `placefind browse` and `placefind index"
    ),
    ("quota -c x", "-c can't be used with `placefind quota`, only with `placefind find`, `placefind browse` and other"),
    (
      "index info a.pfx -c x", "--category can't be used with `placefind index info`, only with `placefind index build`"
    ),
    ("cafe near 강남역", "A search has options: `placefind -c cafe --near 강남역`"),
    ("find cafes in New York", "Use -c cafes --near 'New York'"),
    ("gas at 37.5,127 -r 2km", "`placefind -c gas --at 37.5,127 -r 2km`"),
    ("https://www.google.com/maps/@37.5,127,15z", "`placefind -c gas --at https://www.google.com/maps/@37.5,127,15z`"),
    ("here home", "There is no location 'home'. Save it: `placefind here home --at LAT,LNG`"),
    ("manual find", "For a single command, use `placefind help find`."),
    ("index update", "`placefind index` doesn't take 'update'. Did you mean fetch --update? It takes"),
    ("batch rows.csv --map q=x", "--map doesn't accept 'q'. It takes lat, "),
    ("where 37.5", "'37.5' is only one number of a point. Pass latitude and longitude, as in 37.4979,127.0276."),
    ("batch a.csv --nearest --index a.pfx", "dentist,any, but --index follows."),
    ("-q --json", "If --json is the value, write --query=--json."),
    ("index build - -", "Standard input is named twice, but can be read only once. Name it once."),
    ("index build - /dev/stdin -o a.pfx", "Standard input is named twice"),
    ("show", "`placefind show` needs the id or number of a place. See `placefind help show`."),
    ("completions", "`placefind completions` needs one of these words: bash, zsh, fish."),
    ("-c cafe --at 37.5,127 --open-unknown", "--open-unknown requires --open-now or --open-at."),
  ])
  func `a refusal names an alternative`(line: String, words: String) async {
    let outcome = await Run(environment: ["HOME": "/h"])(line)
    #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test(
    arguments: [
      (60, 90_000, "about 60 requests, more than 20. Allow them with --max-requests 120, or search a smaller area."),
      (60, nil, "about 60 requests, more than 20. Allow them with --max-requests 120, or search a smaller area."),
      (60, 100, "about 60 of the 100 calls left today. Search a smaller area, or allow them with --max-requests 60."),
      (60, 59, "about 60 requests, and 59 calls are left today. Search a smaller area, or use --index FILE, which"),
    ] as [(Int, Int?, String)]
  )
  func `the last calls of a day are spent only by consent`(expected: Int, left: Int?, words: String) {
    let failure = Failure(PlaceSearchError.tooManyRequests(expected: expected, allowed: 20, left: left))
    #expect(failure.message.contains(words), "\(failure.message)")
  }

  @Test func `a query that could not be recorded is reported`() async {
    let run = Run(environment: ["HOME": "/h"])
    run.provider.memory.withState {
      $0.errors = [.unwritable(path: "/h/.local/state/placefind/.lock", reason: "Permission denied")]
    }
    #expect(await run("-c cafe --at 37.5,127 --record").errors.contains("Could not write /h/.local/state"))
    #expect(await !run("-c cafe --at 37.5,127").errors.contains("/h/.local/state"))
  }

  @Test func `the error for a missing index suggests building it or using another`() {
    let advice =
      " `placefind index list` lists the indexes; `placefind index build FILE -o a.pfx` creates one."
    // The name is searched as it is written.
    let adviceOnName =
      " `placefind index list` lists the indexes; `placefind index build FILE -o a` creates one."
    for failure in [
      Failure(IndexFileError.unreadable(path: "a.pfx", reason: "gone")),
      Failure(PlaceSearchError.index(.unreadable(path: "a.pfx", reason: "gone."))),
    ] {
      #expect(failure.message == "Could not read a.pfx: gone.\(advice)")
    }
    for path in ["a.csv", "a"] {
      #expect(Failure(IndexFileError.unreadable(path: path, reason: "no")).message == "Could not read \(path): no.")
    }
    func message(_ path: String) -> String {
      Failure(PlaceSearchError.index(.unreadable(path: path, reason: "no"))).message
    }
    #expect(message("a.csv") == "Could not read a.csv: no.")
    // No index has this name, so it is treated as a file.
    #expect(message("a") == "Could not read a: no.\(adviceOnName)")
    #expect(Failure.indexMissing("a").message.hasSuffix(adviceOnName))
  }

  @Test func `options that a command doesn't accept get the name of a command that does`() throws {
    let tooLarge = Failure(PlaceSearchError.unsupported(.radiusTooLarge(maximum: Distance(validMeters: 20_000))))
    #expect(tooLarge.worded(for: .find) == tooLarge)
    let ofBatch = tooLarge.worded(for: .batch).message
    #expect(ofBatch.hasSuffix("a smaller --radius, or --bbox of `placefind find` with --limit all."), "\(ofBatch)")
    // An index is read directly from a table, whose options are those of a build.
    let table = IndexFileError.coordinatesMissing(path: "a.csv", columns: ["x"])
    let names = "Name them with --map lat=COLUMN and --map lng=COLUMN"
    let searched = Failure(PlaceSearchError.index(table)).worded(for: .batch).message
    #expect(searched.contains("\(names) of `placefind index build`. The column is 'x'."), "\(searched)")
    #expect(Failure(table).worded(for: .indexBuild).message.contains("\(names). The"))
    // An option may be in quotation marks with its value.
    let quoted: App.Message = "Use \(.query, value: "-x y") or \(.limit, value: "3")."
    #expect(quoted.worded(for: .quota).text == "Use '--query=-x y' or -n 3 of `placefind find`.")
    #expect(quoted.worded(for: .find) == quoted)
    // A command line to copy has its own options.
    let line: App.Message = "Save it: `placefind here \(.near, "TEXT")`. Or pass \(.at, "LAT,LNG")."
    #expect(
      line.worded(for: .quota).text
        == "Save it: `placefind here --near TEXT`. Or pass --at LAT,LNG of `placefind find`."
    )
  }

  @Test func `the checks and the screen name the command of an option that they don't accept`() async throws {
    let error = IndexFileError.outputNotAnIndex(path: "a.pfx")
    let advice = "Use --force, or name another --output of `placefind index build`."
    let run = Run(files: MemoryFiles(["a.pfx": "index"]))
    run.provider.indexFiles.fail(with: .coordinatesMissing(path: "a.pfx", columns: ["x"]))
    let checks = await run("doctor --index a.pfx -f tsv")
    #expect(checks.output.contains("--map lng=COLUMN of `placefind index build`"), "\(checks)")
    var screen = try Screen(places: nil)
    screen.refuse(.index(error))
    #expect(screen.state.result.reason?.hasSuffix(advice) == true, "\(screen.state.result.reason ?? "")")
  }

  @Test func `notices about a table that is searched directly name the command of their options`() {
    var input = InputReport(path: "a.csv", rowCount: 3, placeCount: 2)
    input.encoding = "EUC-KR"
    let example = SkippedRows.Example(path: "a.csv", row: 2, text: "x")
    let closed = SkippedRows(reason: .closed, count: 1, example: example)
    let texts = InputReading(inputs: [input], skipped: [closed]).notices.map(\.text)
    #expect(texts.contains { $0.contains("which --include-closed of `placefind index build` keeps") }, "\(texts)")
    #expect(texts.contains { $0.contains("another --encoding of `placefind index build` if") }, "\(texts)")
    #expect(closed.notice.text.contains("--include-closed keeps"))
  }

  @Test func `a page after the last one isn't an option's neighbour in advice`() throws {
    func sentence(_ number: Int, _ size: Int?, count: Int) throws -> String {
      let places = PlaceCollection.collection(Array(repeating: .full, count: count), totalCount: 40, isComplete: false)
      let page = try #require(PageRequest(number: number, size: size))
      return PartialResult(places, maximumRequests: nil, limit: .page(page)).sentence.text
    }
    #expect(
      try sentence(5, nil, count: 0)
        == "Page 5 is empty: 40 places match. Use an earlier page, or --limit all in place of --page."
    )
    #expect(try sentence(2, 5, count: 5).hasSuffix("Use --limit all in place of --page and --size for all of them."))
  }

  @Test func `a file that ends early isn't compared with the length of its header`() {
    let cut = Failure(IndexFileError.wrongLength(path: "a.pfx", expected: 4_096, actual: 100)).message
    #expect(cut == "a.pfx is cut short: it ends after 100 bytes. Copy it again or build it again.")
  }

  @Test func `one attribute is listed in the singular`() {
    for (known, list) in [
      (["phone"], "The attribute is phone."), (["phone", "wifi"], "The attributes are phone, wifi."),
    ] {
      #expect(UnsupportedQuery.attribute("x", known: known).failure.message.hasSuffix(list))
    }
  }

  @Test func `a path that begins with a dash isn't an option of a suggested command`() {
    let path = "-a.pfx"
    for format in ForeignFormat.allCases {
      let advice = format.advice(on: path)
      #expect(!advice.contains(" -a.pfx"), "\(advice)")
    }
    let messages = [
      Failure(IndexFileError.notAnIndex(path: path)).message,
      Failure.indexBuilt(path: path, name: "a").message,
      Failure(StoreError.idTaken(id: path, name: nil)).message,
    ]
    #expect(messages.contains { $0.contains("placefind index build ./-a.pfx") })
    #expect(messages.contains { $0.hasSuffix("`rm ./-a.pfx`") })
    #expect(messages.contains { $0.contains("`placefind saved remove -- -a.pfx`") })
  }

  @Test(arguments: [
    ("amenity=bank", "bank" as String?, "Use -c bank."),
    ("dermatology", nil, "Use -c hospital."),
    ("amenity=toilet", "amenity=toilets", "Did you mean amenity=toilets?"),
    ("foo", nil, "Did you mean food?"),
    ("shop=*", nil, "For tags of OpenStreetMap, use --source osm."),
    ("흡연부스 2호", nil, "To search by name, use -q '흡연부스 2호'"),
    ("-x", nil, "To search by name, use --query=-x."),
  ])
  func `an unavailable category gets an error with the available ones`(
    word: String,
    nearest: String?,
    advice: String
  ) {
    let message = Failure.unknownCategory(word, nearest: nearest).message
    #expect(message.contains("'\(word)'") && message.contains(advice), "\(message)")
    #expect(!word.contains("=*") || !message.contains("-q"))
  }

  @Test func `a group that an index lacks isn't advised`() {
    for (held, isAdvised) in [(["hospital"], true), (["cafe"], false)] {
      let message = Failure.unknownCategory("dentist", nearest: nil, among: held).message
      #expect(message.contains("Use -c hospital.") == isAdvised, "\(message)")
    }
  }

  @Test(arguments: [
    ("--near e", "placefind near e"), ("--near e --index a.pfx", "placefind near --index a.pfx e"),
    ("--near=-e --source=index --index=-a.pfx -v", "placefind near --source index --index=-a.pfx -- -e"),
  ])
  func `the other places of a name are listed by the source that knows them`(line: String, advice: String) async {
    let run = Run(environment: ["HOME": "/h"], files: MemoryFiles(["a.pfx": "index", "-a.pfx": "index"]))
    let places = ["1", "2"].map { Place(id: $0, name: "e", coordinate: .gangnam, group: .cafe) }
    run.provider.memory.withState { $0.located = .named(places) }
    let outcome = await run("-c cafe \(line)")
    #expect(outcome.errors.contains("1 other matches: `\(advice)`\n"), "\(outcome)")
  }

  @Test func `an index that is named is built where it is named`() async {
    let outcome = await Run(environment: ["HOME": "/h", "PLACEFIND_INDEX": "/my own.pfx"])("doctor -f tsv")
    #expect(outcome.output.contains("\tplacefind index build FILE -o '/my own.pfx'\n"), "\(outcome.output)")
  }

  @Test func `an address that no query takes is an error of the checks`() async {
    let run = Run(environment: ["HOME": "/h", "KAKAO_REST_API_KEY": "secret0123"])
    run.provider.memory.withState {
      $0.addressProblem = .endpointUnusable("ftp://x", .malformed(example: "https://example.org"))
    }
    let outcome = await run("doctor -f tsv")
    #expect(outcome.status == 1 && outcome.output.contains("error\tservice\t"), "\(outcome.output)")
  }
}

/// Outputs contain what their readers allow.
@Suite struct OutputReaderTests {
  @Test(arguments: ["--json", "-f ndjson", "-f geojson"])
  func `the schema describes an attribute that --fields names`(format: String) async {
    // Every test output is checked against the schemas.
    let outcome = await Run()("-c gas --at 37.5,127 --fields id,price \(format)")
    #expect(outcome.status == 0 && outcome.output.contains("\"price\":null"), "\(outcome)")
  }

  @Test func `no text in XML changes the direction of the text around it`() {
    var bytes: [UInt8] = []
    bytes.append(xml: "a\u{202E}b\u{2066}c\u{200F}")
    #expect(String(decoding: bytes, as: UTF8.self) == "abc\u{200F}")
  }
}
