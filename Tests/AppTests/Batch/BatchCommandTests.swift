import Domain
import Testing

@testable import App

extension String {
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}

/// The whole command in this process: from arguments to records and summary.
struct BatchCommandTests {
  private func run(_ line: String, rows: String, from provider: any UseCaseProvider) async -> BatchOutcome {
    await BatchOutcome(of: line, rows: rows, from: provider)
  }

  @Test(arguments: [true, false])
  func `rows become records in order, and an invalid row gives exit status 6`(isFree: Bool) async {
    let rows = "id,lat,lng\na,37.5,127\nb,91,0\nc,37.6,127\n"
    let outcome = await run("-c gas -n 2", rows: rows, from: ScriptedSource(isFree: isFree))
    #expect(outcome.status == 6)
    #expect(outcome.lines.map { $0.contains(#""status":"ok""#) } == [true, false, true])
    #expect(outcome.errors.contains("3 rows in "), "\(outcome.errors)")
    #expect(outcome.errors.contains("1 of 3 rows has no result"), "\(outcome.errors)")
  }

  #if DEBUG
    @Test(arguments: [10_000, 10_001])
    func `a debug build warns once about a batch of more than 10,000 rows`(count: Int) async {
      let rows = "lat,lng\n" + String(repeating: "91,0\n", count: count)
      let outcome = await run("-c gas -o /dev/null --force", rows: rows, from: ScriptedSource(isFree: true))
      #expect(outcome.errors.count(of: DebugBuildNotice.sentence) == (count > 10_000 ? 1 : 0), "\(outcome.errors)")
    }
  #endif

  @Test(arguments: [false, true])
  func `places of an --index file that no category finds are reported once, and not at all with --quiet`(isQuiet: Bool)
    async
  {
    let example = SkippedRows.Example(path: "a.csv", row: 4, text: "x,,")
    var input = InputReport(path: "a.csv", rowCount: 10, placeCount: 9)
    input.ungroupedCount = 8
    let reading = InputReading(
      inputs: [input],
      skipped: [SkippedRows(reason: .missingCoordinate, count: 1, example: example)]
    )
    let source = ScriptedSource(isFree: true, reading: reading)
    let rows = "lat,lng\n37.5,127\n37.6,127\n"
    let outcome = await run("-c gas --index a.csv\(isQuiet ? " --quiet" : "")", rows: rows, from: source)
    #expect(outcome.status == 0 && outcome.lines.count == 2)
    let sentences = [
      "Skipped 1 row without coordinates. The first is row 4 of a.csv: x,,",
      "Warning: 8 of 9 places of a.csv have no known category; -c finds them only by words of their own. "
        + "To set one for all, use `placefind index build` with a.csv=WORD.",
    ]
    for sentence in sentences {
      #expect(outcome.errors.split(separator: sentence, omittingEmptySubsequences: false).count == (isQuiet ? 1 : 2))
    }
  }

  @Test(arguments: ["37.5,127", "91,0"])
  func `an unusable store is reported once, however many rows need it`(
    row: String
  ) async {
    let source = ScriptedSource()
    source.memory.withState {
      $0.errors = ["a", "b", "c"].map { .writeFailed(path: "/cache/\($0)", reason: "No space left on device") }
    }
    let rows = "lat,lng\n\(row)\n\(row)0\n"
    let outcome = await run("-c gas", rows: rows, from: source)
    #expect(outcome.lines.count == 2)
    #expect(outcome.errors.count(of: "/cache/a") == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("2 other files") && !outcome.errors.contains("/cache/b"))
    #expect(await run("-c gas --verbose", rows: rows, from: source).errors.count(of: "/cache/") == 3)
    #expect(await run("-c gas --quiet", rows: rows, from: source).errors.count(of: "/cache/") == 0)
  }

  @Test(arguments: [
    (
      "-c gas", "lat,lng",
      "This takes about 250,000 category calls unless cached, and 74,000 of 100,000 are left today. It stops when they are used up; "
        + "the rest takes 2 more days"
    ),
    ("-c gas --quiet", "lat,lng", nil),
    ("-c gas", "at,z", "about 250,000 category calls"),
    ("-c gas", "주소,x", "about 250,000 category calls"),
  ])
  func `a batch that exceeds the day's quota reports it before it begins`(
    line: String,
    header: String,
    sentence: String?
  )
    async
  {
    let isText = header.hasPrefix("주소")
    let isPair = header.hasPrefix("at")
    let rows =
      "\(header)\n"
      + (100..<200).map { isText ? "강남역 \($0),\n" : isPair ? "37.\($0) 127,1\n" : "37.\($0),127.0\n" }.joined()
    let source = ScriptedSource()
    source.memory.withState {
      $0.quota = [QuotaUse(call: .category, today: 26_000, month: 26_000)]
      $0.located = .named([Place(id: "1", name: "곳", coordinate: .gangnam, group: nil)])
    }
    let size = (rows.utf8.count - header.utf8.count - 1) * 2_500
    let outcome = await BatchOutcome(of: line, rows: rows, from: source, sizeInBytes: size)
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 100)
    if let sentence {
      #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
      #expect(outcome.errors.contains("This takes about") && outcome.errors.count(of: "This takes") == 1)
    } else {
      #expect(!outcome.errors.contains("category calls"), "\(outcome.errors)")
    }
  }

  @Test func `the header doesn't count as a row`() async {
    let rows = "lat,lng,\(String(repeating: "a", count: 100))\n" + (1...3).map { "37.\($0),127.0,\n" }.joined()
    let source = ScriptedSource()
    source.memory.withState { $0.quota = [QuotaUse(call: .category, today: 99_998, month: 99_998)] }
    let outcome = await BatchOutcome(of: "-c gas", rows: rows, from: source, sizeInBytes: rows.utf8.count)
    #expect(outcome.errors.contains("This takes about 3 category calls unless cached, and 2 of"), "\(outcome.errors)")
  }

  @Test func `an index, a pipe and a batch that fits the quota print nothing about it`() async {
    let rows = "lat,lng\n" + (0..<100).map { "37.\($0 + 100),127.0\n" }.joined()
    for (isFree, size) in [(true, 1 << 40), (false, nil), (false, rows.utf8.count)] as [(Bool, Int?)] {
      let source = ScriptedSource(isFree: isFree)
      let outcome = await BatchOutcome(of: "-c gas", rows: rows, from: source, sizeInBytes: size)
      #expect(outcome.status == 0)
      #expect(!outcome.errors.contains("this takes"), "\(outcome.errors)")
    }
  }

  @Test func `a dry run estimates the cost of every row and sends nothing`() async {
    let source = ScriptedSource()
    let rows = "lat,lng\n37.5,127\n37.6,127\n37.5,127\n91,0\n"
    let outcome = await run("-c gas --source kakao --dry-run", rows: rows, from: source)
    #expect(outcome.status == 0)
    for words in ["rows        4\n", "invalid     1\n", "duplicate   1\n", "requests    2 to 4\n", "key         none"] {
      #expect(outcome.output.contains(words), "\(outcome.output)")
    }
    #expect(outcome.output.contains("row 4: "), "\(outcome.output)")
    #expect(source.latitudes.isEmpty)
    #expect(source.costed.count == 3)
  }

  @Test(arguments: [
    (true, "requests    none\ngeocoding   2 names or addresses, 1 s or less at a million places\n"),
    (false, "requests    5 to 12\n"),
  ])
  func `a dry run counts the names to find, whether that takes requests or time`(isFree: Bool, lines: String) async {
    let rows = "near,category\n강남역,cafe\n강남역,bank\n역삼역,cafe\n강남역,cafe\n"
    let outcome = await run("--dry-run", rows: rows, from: ScriptedSource(isFree: isFree))
    #expect(outcome.output.contains(lines), "\(outcome.output)")
  }

  @Test func `a dry run names its source when only the rows have categories`() async {
    let source = ScriptedSource(isFree: true)
    let outcome = await run("--dry-run", rows: "lat,lng,category\n37.5,127,cafe\n", from: source)
    #expect(outcome.output.contains("source      index\n"), "\(outcome.output)")
    let json = await run(
      "--dry-run --json",
      rows: "lat,lng,category\n37.5,127,cafe\n",
      from: ScriptedSource(isFree: true)
    )
    #expect(json.output.hasPrefix(#"{"schema":1,"dry_run":true,"rows":1,"#), "\(json.output)")
    #expect(json.output.contains(#""allowance":null,"left":null,"source":"index""#), "\(json.output)")
    #expect(source.costed.map(\.categories) == [[.group(.cafe)]], "a query was invented")
  }

  @Test(arguments: [true, false])
  func `the last columns of CSV are the centre, the total and completeness`(
    isFree: Bool
  ) async {
    let source = ScriptedSource(isFree: isFree) { latitude, _ in latitude == 1 ? 0 : 2 }
    source.memory.withState {
      $0.located = .named([Place(id: "1", name: "강남, 역", coordinate: .gangnam, group: nil)])
    }
    let rows = "near,lat,lng\n강남역,,\n,1,2\n,91,0\n"
    let lines = await run("-c gas -n 1 -f csv", rows: rows, from: source).lines
    let columns = "row,row_id,status,error,input_near,input_lat,input_lng,id,place_name,"
    #expect(lines.count == 4 && lines[0].hasPrefix(columns), "\(lines)")
    #expect(lines[0].contains(",place_url,kind,query_lat,query_lng,query_near,total_count,complete,error_message,"))
    let center = "\(Coordinate.gangnam.latitude),\(Coordinate.gangnam.longitude)"
    #expect(lines[1].contains(#",0,,,\#(center),"강남, 역",2,false,,"#), "\(lines)")
    #expect(lines[2].contains(",,,,1,2,,0,true,,"), "\(lines)")
    #expect(lines[3].hasPrefix("3,,invalid,coordinates_invalid,,91,0" + String(repeating: ",", count: 20)), "\(lines)")
  }

  @Test(arguments: ["주소,주소", "Address,address", "주소,도로명주소,주소"])
  func `rows with several addresses are resumed without another request`(header: String) async throws {
    let file = try TemporaryFile([])
    let empty = String(repeating: ",", count: header.count { $0 == "," })
    let rows = "\(header)\n\(empty)역삼역\n강남역\(empty)\n강남역\(empty)역삼역\n"
    func makeSource() -> ScriptedSource {
      let source = ScriptedSource()
      source.memory.withState { $0.located = .named([Place(id: "1", name: "곳", coordinate: .gangnam, group: nil)]) }
      return source
    }
    let first = makeSource()
    #expect(await run("-c gas -o \(file.path) --force", rows: rows, from: first).status == 0)
    #expect(first.memory.withState { $0.texts.sorted() } == ["강남역", "역삼역"])
    let records = try file.content
    let second = makeSource()
    let outcome = await run("-c gas -o \(file.path) --resume", rows: rows, from: second)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(second.latitudes.isEmpty && second.memory.withState { $0.texts.isEmpty })
    #expect(try file.content == records)
  }

  @Test(arguments: ["", " --encoding cp1252"])
  func `an encoding that isn't proven or named is reported`(option: String) async {
    let rows = Array("name,lat,lng\ncaf".utf8) + [0xE9] + Array(",37.5,127\n".utf8)
    let outcome = await BatchOutcome(
      of: "-c gas -n 1" + option,
      rows: "",
      from: ScriptedSource(isFree: true),
      bytes: rows
    )
    #expect(outcome.output.contains("café"))
    let notice = "standard input isn't UTF-8 and was read as CP1252. Pass another --encoding if names look wrong."
    #expect(outcome.errors.contains(notice) == option.isEmpty, "\(outcome.errors)")
  }
}
