import App
import Domain
import Testing

@Suite
struct ApplicationTests {
  private static let question = "-c gas --at 37.4979,127.0276 "

  @Test func `an answer is one document`() async {
    let outcome = await Run()(Self.question + "--fields id,distance_m")
    #expect(
      outcome.output == """
        {"schema":1,
         "query":{"category":["gas"],"text":null,"near":null,"lat":37.4979,"lng":127.0276,"bbox":null,"radius_m":1000,\
        "sort":"distance","limit":15},
         "meta":{"source":"kakao","total_count":2,"returned":2,"complete":true,"requests":1,"attribution":null},
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
    #expect(
      outcome.output == """
        {"schema":1,
         "query":{"category":[],"text":"x","near":null,"lat":null,"lng":null,"bbox":[127,37.4,127.1,37.5],\
        "radius_m":null,"sort":"accuracy","limit":null},
         "meta":{"source":"kakao","total_count":0,"returned":0,"complete":true,"requests":1,"attribution":null},
         "places":[]}

        """
    )
    #expect(outcome.status == 0)
  }

  @Test func `a page tells where it stands`() async {
    let answer = PlaceCollection.collection([.full], totalCount: 123, isComplete: false)
    let outcome = await Run(provider: StubProvider(.success(answer)))(Self.question + "--page 2 --size 1 --fields id")
    #expect(
      outcome.output == """
        {"schema":1,
         "query":{"category":["gas"],"text":null,"near":null,"lat":37.4979,"lng":127.0276,"bbox":null,"radius_m":1000,\
        "sort":"distance","limit":null},
         "meta":{"source":"kakao","total_count":123,"returned":1,"complete":false,"requests":1,"attribution":null,\
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
  func `an answer has a line for each place`(format: String, output: String) async {
    #expect(await Run()(Self.question + "--fields id -f \(format)").output == output)
  }

  @Test func `a terminal gets a table and a pipe gets JSON`() async {
    #expect(await Run(outputColumns: 80)(Self.question).output.contains("DISTANCE"))
    #expect(await Run()(Self.question).output.hasPrefix("{\"schema\":1,"))
    let bold = "\u{1B}[1m"
    #expect(await Run(outputColumns: 80)(Self.question).output.hasPrefix(bold))
    #expect(await Run(environment: ["NO_COLOR": "1"], outputColumns: 80)(Self.question).output.hasPrefix(bold) == false)
    #expect(await Run(environment: ["TERM": "dumb"], outputColumns: 80)(Self.question).output.hasPrefix(bold) == false)
    #expect(await Run()(Self.question + "-f table").output.hasPrefix(bold) == false)
    #expect(await Run()(Self.question + "-f table --color always").output.hasPrefix(bold))
    #expect(await Run(environment: ["CLICOLOR_FORCE": "1"])(Self.question + "-f table").output.hasPrefix(bold))
    #expect(await Run(outputColumns: 80)(Self.question + "--color never").output.hasPrefix(bold) == false)
    #expect(await Run()(Self.question + "--color always").output.contains("\u{1B}") == false)
  }

  @Test func `the sample says that it is one, unless told to be quiet`() async {
    let run = Run(provider: StubProvider(.success(.collection([.full], source: .sample))))
    #expect(await run(Self.question).errors.contains("bundled sample"))
    #expect(await run(Self.question).errors.filter { $0 == "\n" }.count == 1)
    #expect(await run(Self.question + "--quiet").errors.isEmpty)
  }

  @Test func `the verbose say who answered at what cost`() async {
    #expect(
      await Run()(Self.question + "-v").errors == "placefind: kakao answered 2 of 2 places in 0 ms with 1 request\n"
    )
  }

  @Test func `a person is told that there is more`() async {
    let answer = PlaceCollection.collection([.full], totalCount: 123, isComplete: false)
    let run = Run(provider: StubProvider(.success(answer)), outputColumns: 80, errorColumns: 80)
    #expect(await run(Self.question).errors == "placefind: 1 of 123 places; --limit all gives every one\n")
  }

  @Test func `incomplete and empty answers fail when asked to`() async {
    let part = Run(provider: StubProvider(.success(.collection([.full], totalCount: 9, isComplete: false))))
    #expect(await part(Self.question).status == 0)
    let refused = await part(Self.question + "--require-complete")
    #expect(refused.status == 8)
    #expect(refused.output.isEmpty)
    #expect(refused.errors.contains("1 of 9 places"))

    let empty = Run(provider: StubProvider(.success(.collection([]))))
    #expect(await empty(Self.question).status == 0)
    let failed = await empty(Self.question + "--fail-empty")
    #expect(failed.status == 9)
    #expect(failed.output.isEmpty)
  }

  @Test(arguments: [
    ("-c gass", Int32(2)), ("--error-format=json -c gass", 2), ("-c gass --error-format json", 2), ("-c gas --nope", 2),
    ("nope", 2), ("", 2), ("-c gas --format xml", 2), ("-c gas --fields id,nope", 2), ("-c gas --fields id,id", 2),
    ("-c gas --error-format xml", 2), ("-c gas --quiet -v", 2), ("-c gas --index x --endpoint y", 2),
    ("-c gas -s index", 2), ("-c gas -s sample --index x", 2), ("-c gas --rate -1", 2), ("-c gas --retries 101", 2),
    ("-c gas --timeout never", 2), ("-c gas --max-requests 0", 2), ("-c gas --key-file nowhere", 1),
    ("-c gas -o there", 1), ("help nope", 2), ("-c gas --key abc", 2),
  ])
  func `a command line that cannot be right asks nobody`(line: String, status: Int32) async {
    let run = Run(files: MemoryFiles(["there": ""]))
    let outcome = await run(line)
    #expect(outcome.status == status)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasSuffix("\n"))
    #expect(outcome.errors.hasPrefix(line.contains("json") ? #"{"error":{"# : "placefind: "))
    #expect(run.provider.asked.query == nil)
  }

  @Test func `a failed search says so and prints nothing`() async {
    let run = Run(provider: StubProvider(.failure(.quotaExhausted(status: 429, message: nil))))
    let outcome = await run(Self.question + "--error-format json")
    #expect(outcome.status == 4)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix(#"{"error":{"code":"quota_exhausted","message":"#))
    #expect(outcome.errors.hasSuffix(#""retryable":false,"exit":4}}"# + "\n"))
  }

  @Test func `an output that cannot be written is told`() async {
    let full = await Run(outputFailure: .refused(reason: "No space left on device"))(Self.question)
    #expect(full.status == 1)
    #expect(full.errors.contains("No space left on device"))
    let gone = await Run(outputFailure: .readerGone)(Self.question)
    #expect(gone == Run.Outcome(status: 141, output: "", errors: ""))
  }

  @Test(arguments: [
    ("--index my.pfx -o my.pfx --force", [:], "my.pfx is also the index that answers"),
    ("--key-file key -o key --force", [:], "key is also the file of the key"),
    ("-o my.pfx --force", ["PLACEFIND_INDEX": "my.pfx"], "my.pfx is also the index that answers"),
    ("-o /d/placefind/places.pfx --force", ["XDG_DATA_HOME": "/d"], "places.pfx is also the index that answers"),
  ])
  func `an answer never takes the place of what it came from`(
    line: String,
    environment: [String: String],
    words: String
  ) async {
    let files = MemoryFiles(["my.pfx": "index", "key": "secret", "/d/placefind/places.pfx": "index"])
    let run = Run(environment: environment, files: files)
    let outcome = await run(Self.question + line)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(run.provider.asked.query == nil)
  }

  @Test func `a file is written, and replaced only by force`() async {
    let files = MemoryFiles(["old.csv": "precious"])
    let run = Run(files: files)
    #expect(await run(Self.question + "-f csv --fields id -o new.csv").status == 0)
    #expect(files["new.csv"] == "id\n8190212\n9\n")
    #expect(await run(Self.question + "-f csv --fields id -o old.csv").status == 1)
    #expect(files["old.csv"] == "precious")
    #expect(await run(Self.question + "-f csv --fields id -o old.csv --force").status == 0)
    #expect(files["old.csv"] == "id\n8190212\n9\n")
    #expect(await run(Self.question + "-f csv --fields id -o -").output == "id\n8190212\n9\n")
    #expect(await Run(files: files, outputColumns: 80)(Self.question + "-o file").output.isEmpty)
    #expect(files["file"]?.hasPrefix("{\"schema\":1") == true)
  }
}
