import Domain
import Testing

@testable import App

/// What holds in every command alike.
struct HabitTests {
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
  func `where takes its point as it comes`(line: String) async throws {
    let run = Run()
    let home = try #require(NamedPosition(name: "home", coordinate: .gangnam))
    run.provider.memory.withState { $0.positions = NamedPositions(positions: [home]) }
    #expect(await run(line).status == 0)
    #expect(await run("where 37.5,127 --at 1,2").status == 2)
    #expect(await run("near home -f csv").output == (await run("here home -f csv").output))
    #expect(run.provider.memory.withState { $0.texts }.isEmpty)
  }

  @Test func `a default position is left out once, or for good`() async throws {
    let run = Run()
    let home = try #require(NamedPosition(name: "home", coordinate: .gangnam))
    run.provider.memory.withState { $0.positions = NamedPositions(positions: [home], defaultName: "home") }
    _ = await run("-q text")
    #expect(run.provider.asked.query?.area.center == .gangnam)
    _ = await run("-q text --anywhere")
    #expect(run.provider.asked.query?.area == .anywhere(center: nil))
    #expect(await run("-q text --anywhere --at 1,2").status == 2)
    #expect(await run("here --default none").errors == "placefind: there is no default position\n")
    #expect(run.provider.memory.withState { $0.positions } == NamedPositions(positions: [home]))
    #expect(await run("here --default nobody").status == 2)
  }

  @Test func `fields are picked wherever places are listed`() async throws {
    let run = Run()
    run.provider.memory.withState { $0.located = .named([Place(id: "7", name: "x", coordinate: .gangnam, group: nil)]) }
    #expect(await run("near x -f csv --fields id,place_name").output == "id,place_name\n7,x\n")
    #expect(await run("near x -f table --fields id").output.contains("7"))
    #expect(await run("saved -f csv --fields id").output == "id\n")
  }

  @Test(arguments: ["near x -v", "where 37.5,127 -v"]) func `verbose names the source`(line: String) async {
    let run = Run()
    run.provider.memory.withState { $0.located = .named([Place(id: "7", name: "x", coordinate: .gangnam, group: nil)]) }
    #expect(await run(line).errors.contains("answering from the bundled sample"))
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
  func `a file without a key, or with several candidates, gives none`(text: String) {
    #expect(KeyParser(variable: "KAKAO_REST_API_KEY").key(in: text) == nil)
  }
}
