import Domain
import Testing

@testable import App

/// Rules that apply to all commands.
struct EveryCommandTests {
  @Test(arguments: [
    "-c gas --at 37.5,127", "near x", "where 37.5,127", "here", "history", "saved", "quota", "cache info", "categories",
    "index info", "doctor",
  ])
  func `json is the format of every command`(line: String) async throws {
    let run = Run(environment: ["HOME": "/home/me"])
    run.provider.memory.withState { $0.located = .named([Place(id: "1", name: "x", coordinate: .gangnam, group: nil)]) }
    let long = await run(line + " -f json")
    #expect(long.status == 0 && long.output.hasPrefix("{\"schema\":1"), "\(long)")
    #expect(await run(line + " --json").output == long.output)
  }

  @Test(arguments: ["where 37.5,127", "where 37.5 127", "where home", "where -f json 37.5, 127", "where -33.8,151"])
  func `where accepts a point in every notation`(line: String) async throws {
    let run = Run()
    let home = try #require(SavedLocation(name: "home", coordinate: .gangnam))
    run.provider.memory.withState { $0.savedLocations = SavedLocations(locations: [home]) }
    #expect(await run(line).status == 0)
    #expect(await run("where 37.5,127 --at 1,2").status == 2)
    let fields = "-f csv --fields lat,lng"
    #expect(await run("near home \(fields)").output == (await run("here home \(fields)").output))
    #expect(run.provider.memory.withState { $0.texts }.isEmpty)
  }

  @Test func `a default location can be ignored once or removed`() async throws {
    let run = Run()
    let home = try #require(SavedLocation(name: "home", coordinate: .gangnam))
    run.provider.memory.withState { $0.savedLocations = SavedLocations(locations: [home], defaultName: "home") }
    _ = await run("-q text")
    #expect(run.provider.requests.query?.area.center == .gangnam)
    _ = await run("-q text --anywhere")
    #expect(run.provider.requests.query?.area == .anywhere(center: nil))
    #expect(await run("-q text --anywhere --at 1,2").status == 2)
    #expect(await run("here --default none").errors == "placefind: Cleared the default location.\n")
    #expect(run.provider.memory.withState { $0.savedLocations } == SavedLocations(locations: [home]))
    #expect(await run("here --default nobody").status == 2)
  }

  @Test func `fields are picked wherever places are listed`() async throws {
    let run = Run()
    run.provider.memory.withState { $0.located = .named([Place(id: "7", name: "x", coordinate: .gangnam, group: nil)]) }
    #expect(await run("near x -f csv --fields id,place_name").output == "id,place_name\n7,x\n")
    #expect(await run("near x -f table --fields id").output.contains("7"))
    #expect(await run("saved -f csv --fields id").output == "id\n")
  }

  @Test(arguments: ["categories", "categories 카페", "categories --all", "categories --index p.pfx", "index list"])
  func `a list is a table on a terminal and JSON in a pipe`(line: String) async {
    let environment = ["XDG_DATA_HOME": "/data"]
    #expect(await Run(environment: environment)(line).output.hasPrefix("{\"schema\":1,"))
    let table = await Run(environment: environment, outputColumns: 200)(line).output
    #expect(table.hasPrefix("\u{1B}[1m") && !table.contains("{"), "\(table.prefix(100))")
  }

  @Test(arguments: [
    "find -c gas --at 37.5,127", "near x", "where 37.5,127", "here", "history", "saved", "quota", "cache info",
    "cache clear", "categories", "index list", "index info p.pfx", "index build a.csv -o q.pfx", "doctor", "schema",
    "completions zsh", "manual", "help", "show 7",
  ])
  func `verbose names the source and the settings everywhere, and quiet and color are taken`(line: String) async {
    var run = Run(files: MemoryFiles(["p.pfx": "", "c": "--limit 3"]))
    let variables = ["KAKAO_REST_API_KEY": "0123456789abcdef", "PLACEFIND_NO_HISTORY": "1", "XDG_DATA_HOME": "/data"]
    run.environment = variables.merging(["PLACEFIND_CONFIG_PATH": "c"]) { old, _ in old }
    let place = Place(id: "7", name: "x", coordinate: .gangnam, group: nil)
    run.provider.memory.withState { state in
      state.located = .named([place])
      state.last = [.recalled(place)]
    }
    let outcome = await run(line + " -v")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let (settings, source) = (outcome.errors.split(separator: "\n").first ?? "", outcome.errors)
    #expect(settings.contains("The environment sets KAKAO_REST_API_KEY, PLACEFIND_CONFIG_PATH, PLACEFIND_NO_HISTORY"))
    let files = ["c sets", "No line of c applies", "No configuration file"]
    #expect(files.contains(where: settings.contains), "\(settings)")
    let words = ["Querying https://dapi.kakao.com with the key in KAKAO_REST_API_KEY", "Reading "]
    #expect(words.contains(where: source.contains), "\(outcome.errors)")
    #expect(!outcome.errors.contains("0123456789abcdef"))
    #expect(await run(line + " --quiet --color always").status == 0)
  }

  @Test(arguments: ["near x -v", "where 37.5,127 -v"]) func `verbose names the source`(line: String) async {
    let run = Run()
    run.provider.memory.withState { $0.located = .named([Place(id: "7", name: "x", coordinate: .gangnam, group: nil)]) }
    #expect(await run(line).errors.contains("Searching the bundled sample."))
  }

  @Test(arguments: [
    "abc", "abc\n", " abc \r\n", "\u{FEFF}abc", "\u{FEFF}KAKAO_REST_API_KEY=abc", "KAKAO_REST_API_KEY=abc\n",
    "export KAKAO_REST_API_KEY=\"abc\"\n", "KAKAO_REST_API_KEY = 'abc'", "# my key\n\nabc\n",
    "OTHER=1\nKAKAO_REST_API_KEY=abc # mine\nANOTHER=2\n", "KAKAO_REST_API_KEY: abc",
    "KAKAO_REST_API_KEY=old\nKAKAO_REST_API_KEY=abc",
  ])
  func `a key is found in every format of key files`(text: String) {
    #expect(KeyParser(variable: "KAKAO_REST_API_KEY").key(in: text)?.secret == "abc")
  }

  @Test(arguments: [
    "", "\n", "# abc", "abc\ndef", "KAKAO_REST_API_KEY=", "KAKAO_REST_API_KEY=''", "a b", "ключ", "OTHER=1\nTHIRD=2",
    "DATABASE_PASSWORD=abc",
  ])
  func `a key file without a key, or with several candidates, is refused`(text: String) {
    #expect(KeyParser(variable: "KAKAO_REST_API_KEY").key(in: text) == nil)
  }
}
