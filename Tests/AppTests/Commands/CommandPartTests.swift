import Domain
import TestSupport
import Testing

@testable import App

/// The common tasks of all commands: opening a source, checking the output, and reporting store errors.
struct CommandPartTests {
  private static let place = Place(id: "11", name: "강남역", coordinate: .gangnam, group: .subway)

  private func run(_ files: [String: String] = [:]) -> Run {
    var run = Run(files: MemoryFiles(files))
    run.environment["KAKAO_REST_API_KEY"] = "0123456789abcdef"
    run.provider.memory.withState {
      $0.located = .named([Self.place])
      $0.last = [.recalled(Self.place)]
    }
    return run
  }

  private static let reading = ["-c gas --at 37.5,127", "near 강남역", "where --at 37.5,127", "show 11"]

  @Test(arguments: [
    "-c gas", "-c gas --at home", "where --at home", "here home", "here work --near 강남역", "show 11", "saved", "quota",
  ])
  func `a command that reads a store and asks a source makes one provider`(line: String) async throws {
    let run = run()
    _ = await run("here home --at 37.5,127 --default")
    let before = run.provider.requests.providers
    #expect(await run(line).status == 0)
    #expect(run.provider.requests.providers == before + 1)
  }

  @Test func `an unknown location is reported before an unusable key`() async throws {
    let run = run(["key": "not a key"])
    let outcome = await run("-c gas --at nowhere --key-file key")
    #expect(outcome.errors.contains("There is no location 'nowhere'"), "\(outcome.errors)")
    #expect(await run("-c gas --at 37.5,127 --key-file key").status == 3)
    #expect(await run("here").status == 0)
  }

  @Test(arguments: reading) func `no output replaces the index that is searched`(line: String) async {
    let run = run(["p.pfx": "index"])
    let outcome = await run(line + " --index p.pfx -o p.pfx --force")
    #expect(outcome.status == 2 && outcome.errors.contains("is also the index"), "\(outcome.errors)")
    #expect(run.files["p.pfx"] == "index")
  }

  @Test(arguments: reading.dropLast()) func `no output replaces the key file`(line: String) async {
    let run = run(["key": "0123456789abcdef"])
    let outcome = await run(line + " --key-file key -o key --force")
    #expect(outcome.status == 2 && outcome.errors.contains("is also the key file"), "\(outcome.errors)")
    #expect(run.files["key"] == "0123456789abcdef")
  }

  @Test(arguments: ["batch rows.csv -c gas --near 강남역 -o old", "-c gas --near 강남역 -o old", "where --near 강남역 -o old"])
  func `an output that would overwrite a file ends a command before it sends anything`(line: String) async {
    let run = run(["old": "precious", "rows.csv": "id\na\n"])
    let outcome = await run(line)
    #expect(outcome.status != 0 && outcome.errors.contains("--force"), "\(outcome.errors)")
    #expect(run.provider.memory.withState { $0.texts }.isEmpty)
    #expect(run.files["old"] == "precious")
  }

  @Test(arguments: ["-c gas --at 37.5,127", "near 강남역", "where --at 37.5,127", "here home --near 강남역", "saved add 11"])
  func `a store that cannot be used is reported, unless quiet`(line: String) async {
    let run = run()
    run.provider.memory.withState { $0.errors = [.notAStore(path: "/a/calls")] }
    #expect(await run(line).errors.ranges(of: "/a/calls").count == 1)
    #expect(await !run(line + " --quiet").errors.contains("/a/calls"))
  }

  @Test(arguments: [
    ("saved list x", "Unexpected argument 'x'"),
    ("index info a.pfx -o b", "--output can't be used with `placefind index info`"),
    ("index verify a.pfx --force", "--force can't be used with `placefind index verify`"),
    ("saved --note x", "--note can't be used with `placefind saved`"),
    ("history clear -n 5", "--limit can't be used with `placefind history clear`"),
    ("history clear -o x", "--output can't be used with `placefind history clear`"),
    ("cache clear -o x", "--output can't be used with `placefind cache clear`"),
    ("saved remove 11 -o x", "--output can't be used with `placefind saved remove`"),
    ("here home --at 37.5,127 -o x", "--output and --at can't be used together"),
    ("here home --lat 37.5 --lng 127 -o x", "--output and --lat can't be used together"),
    ("here home --near 강남역 -o x", "--output and --near can't be used together"),
    ("here home --default -o x", "--output and --default can't be used together"),
    ("here home --remove -o x", "--output and --remove can't be used together"),
    ("here home --at 37.5,127 --index a.csv", "--index requires --near"),
    ("here -s sample", "--source requires --near"),
    ("history --key-file a.csv", "--key-file requires --rerun"),
    ("history clear --endpoint https://a", "--endpoint can't be used with `placefind history clear`"),
    ("cache clear --force", "--force can't be used with `placefind cache clear`"),
    ("cache clear --no-header", "--no-header can't be used with `placefind cache clear`"),
    ("cache clear --cache-ttl 1h", "--cache-ttl can't be used with `placefind cache clear`"),
    ("here home --at 37.5,127 --timeout 3s", "--timeout requires --near"),
    ("here home --at 37.5,127 -f json", "--format and --at can't be used together"),
    ("saved list --source sample", "--source can't be used with `placefind saved`"),
    ("show 11 --open --fields id", "--fields and --open can't be used together"),
    ("index list --no-progress", "--no-progress can't be used with `placefind index list`"),
    ("index fetch --update -r 3km", "--radius requires --at"),
    ("index fetch --bbox 1,2,3,4 --at 1,2", "--bbox and --at can't be used together"),
    ("categories --all --index a.csv", "--all and --index can't be used together"),
    ("batch -c gas --anywhere", "--anywhere can't be used with `placefind batch`"),
    ("batch -c gas --one-line", "--one-line is for csv and tsv, not for ndjson. Choose one of them"),
    ("batch -c gas --bom", "--bom is for csv and tsv"), ("batch -c gas --no-header", "--no-header is for csv and tsv"),
    ("batch -c gas --force", "--force requires --output"), ("history --force", "--force requires --output"),
    ("batch -c gas --add --fields id", "--add and --fields can't be used together"),
    ("show 11 --open -o x", "--output and --open can't be used together"),
    ("-c gas --at 37.5,127 --open --fields id", "--open and --fields can't be used together"),
    ("-c gas --at 37.5,127 --open -o x.csv", "--open writes html, but the name 'x.csv' selects csv."),
    ("-c gas --at 37.5,127 --open -f csv", "--open and --format can't be used together"),
    ("here \(String(repeating: "a", count: 64)) --at 37.5,127", "has 64 characters. A location's name has at most 60."),
    ("history --rerun 1 -n 5", "can't be used together"),
    ("here home --remove --lat 1 --lng 2", "can't be used together"),
    ("near \(String(repeating: "가", count: 101))", "101 characters. The maximum is 100"),
    ("-c gas --at 37.5,127 --endpoint=", "--endpoint doesn't accept ''"),
    ("-c gas --at 37.5,127 --key-file=", "--key-file doesn't accept ''"),
    ("index build a.csv --lang=", "--lang doesn't accept ''. It takes a text"),
  ])
  func `no argument is ignored`(line: String, message: String) async {
    let outcome = await run(["a.csv": ""])(line)
    #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `a page is opened only at an address that is safe`() async {
    let run = run()
    let hostile = Place(id: "1", name: "x", coordinate: .gangnam, group: nil, url: "https://x/\u{9d}52;c;eA==\u{9c}")
    run.provider.memory.withState { $0.last = [.recalled(hostile)] }
    #expect(await run("show 1 --open").status == 9)
  }

  @Test(arguments: SchemaName.allCases)
  func `a schema is printed, and refers to its definition`(name: SchemaName) async {
    let outcome = await Run()("schema \(name.rawValue)")
    #expect(outcome.status == 0 && outcome.output.contains("\"$ref\":\"#/$defs/\(name.rawValue)\""))
    #expect(outcome.output.contains("\n \"\(name.rawValue)\":"))
  }

  @Test func `names are listed, and a wrong one gets the nearest`() async {
    #expect(await Run()("schema").output.split(separator: "\n").count == SchemaName.allCases.count)
    let wrong = await Run()("schema anwser")
    #expect(wrong.status == 2 && wrong.errors.contains("result"))
  }

  @Test(arguments: [
    (#"{"notice":{"message":"x"}}"#, true), (#"{"notice":{"message":"x","more":1}}"#, false),
    (#"{"notice":{"message":1}}"#, false), (#"{"notice":{}}"#, false), (#"{"id":"1","lat":91}"#, false),
    (#"{"id":"1","lat":9.5}"#, true), (#"{"id":"1","distance_m":true}"#, false),
  ])
  func `a document that no schema describes is found`(json: String, isFine: Bool) {
    #expect((JSONSchema.complaint(about: json) == nil) == isFine)
  }
}
