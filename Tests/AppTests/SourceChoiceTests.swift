import Domain
import Platform
import Testing

@testable import App

struct SourceChoiceTests {
  private func options(
    _ line: String,
    _ environment: [String: String] = [:],
    files: [String: String] = [:]
  ) async -> SourceConfiguration? {
    let run = Run(environment: environment, files: MemoryFiles(files))
    _ = await run("-c gas --at 37.5,127 " + line)
    return run.provider.requests.options
  }

  @Test func `without options every default applies`() async {
    var standard = SourceConfiguration()
    standard.source = .sample
    #expect(await options("") == standard)
  }

  @Test func `timeout and pace come from the options`() async throws {
    let options = try #require(
      await options("--timeout 500ms --connect-timeout 2s --retries 0 --rate 2.5 --max-requests 7")
    )
    #expect(options.timeout == .milliseconds(500))
    #expect(options.connectTimeout == .seconds(2))
    #expect(!options.timeoutGrows)
    #expect(options.retries == 0)
    #expect(options[.kakao].requestsPerSecond == 2.5)
    #expect(options.maximumRequests == 7)
  }

  @Test func `the key comes from the environment or a file and never from an argument`() async {
    #expect(await options("", ["KAKAO_REST_API_KEY": "secret"])?[.kakao].key == APIKey("secret"))
    #expect(await options("", ["KAKAO_REST_API_KEY": ""])?[.kakao].key == nil)
    #expect(await options("--key-file k", files: ["k": "secret\n"])?[.kakao].key == APIKey("secret"))
    #expect(await options("--key-file -", files: ["-": "secret\n"])?[.kakao].key == APIKey("secret"))
    #expect(
      await options("--key-file k", ["KAKAO_REST_API_KEY": "other"], files: ["k": "secret"])?[.kakao].key
        == APIKey("secret")
    )
  }

  @Test(arguments: ["two words", "한글", String(repeating: "k", count: 5_000)])
  func `a key that no header can carry is refused without showing it`(key: String) async {
    let outcome = await Run(environment: ["KAKAO_REST_API_KEY": key])("-c gas --at 37.5,127")
    #expect(outcome.status == 3)
    #expect(!outcome.errors.contains(key))
  }

  @Test func `an endpoint or a key file chooses the service`() async {
    #expect(await options("--endpoint http://127.0.0.1:1")?.source == .service(.kakao))
    let environment = ["PLACEFIND_ENDPOINT": "http://127.0.0.1:1", "KAKAO_REST_API_KEY": "k"]
    let chosen = await options("", environment)
    #expect(chosen?.source == .service(.kakao))
    #expect(chosen?[.kakao].addresses["PLACEFIND_ENDPOINT"] == "http://127.0.0.1:1")
  }

  @Test func `a service without a key is used only if it is named`() async throws {
    let all = Service.all
    func choice(_ line: String, _ environment: [String: String] = [:]) async -> SourceConfiguration? {
      let run = Run(environment: environment, source: nil, services: all)
      _ = await run("-c gas --at 37.5,127 " + line)
      return run.provider.requests.options
    }
    let (variable, osm) = (["PLACEFIND_SOURCE": "osm"], Source.service(all[1]))
    #expect(await choice("") == nil)
    #expect(await choice("--source osm")?.source == osm)
    let options = try #require(await choice("", variable))
    #expect(options.source == osm)
    #expect(options.timeout == .seconds(90))
    #expect(options.stores.cacheLifetime == .seconds(86_400))
    #expect(await choice("--timeout 5s --cache-ttl 1m", variable)?.timeout == .seconds(5))
    #expect(await choice("--source sample", variable)?.source == .sample)
    #expect(await choice("--index x.pfx", variable)?.source == .index(["x.pfx"]))
    let own = ["PLACEFIND_OVERPASS": "http://127.0.0.1:1/api", "PLACEFIND_NOMINATIM": "http://127.0.0.1:2"]
    let there = try #require(await choice("--source osm", own))
    #expect(own.allSatisfy { there[all[1]].addresses[$0.key] == $0.value })
    #expect(!there[all[1]].isPublic(all[1]) && options[all[1]].isPublic(all[1]))
    // The address of one service isn't used for another.
    let foreign = try #require(await choice("--source osm", ["PLACEFIND_ENDPOINT": "http://127.0.0.1:9"]))
    #expect(all.allSatisfy { foreign[$0].addresses == ServiceSettings.Addresses() })
    // A command-line option applies to the selected service.
    let typed = try #require(await choice("--source osm --endpoint http://127.0.0.1:3 --rate 2", ["PLACEFIND_X": ""]))
    #expect(typed[all[1]].addresses["PLACEFIND_OVERPASS"] == "http://127.0.0.1:3")
    #expect(typed[all[1]].addresses["PLACEFIND_NOMINATIM"] == nil)
    #expect(typed[all[1]].requestsPerSecond == 2 && typed[all[0]] == ServiceSettings())
    let public0 = own.merging(["PLACEFIND_OWN_INSTANCE": "0"]) { $1 }
    #expect(await choice("--source osm", public0)?[all[1]].isPublic(all[1]) == true)
  }

  @Test(arguments: [("--page 5 --size 5", 0), ("--page 6 --size 5", 2), ("--page 2 --size 6", 2), ("--page 2", 2)])
  func `a page that a service does not have is refused before a request`(page: String, status: Int32) async {
    let run = Run(environment: ["TOWN_KEY": "k"], services: [.kakao, .town])
    let outcome = await run("-c gas --at 37.5,127 --source town \(page)")
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains("5 pages of at most 5 places") == (status == 2))
    #expect((run.provider.requests.page == nil) == (status == 2))
  }

  @Test func `a source that the environment names must be known, and take its options`() async {
    let run = Run(environment: ["PLACEFIND_SOURCE": "bing"], services: Service.all)
    let outcome = await run("-c gas --at 37.5,127")
    #expect(outcome.status == 2)
    let known = Service.all.sourceWords.joined(separator: ", ")
    #expect(outcome.errors.contains("PLACEFIND_SOURCE doesn't accept 'bing'. It takes \(known)."))
    #expect(await Run(services: Service.all)("-c gas --at 37.5,127 --source osm --key-file k").status == 2)
  }

  @Test func `an index that the environment names must exist`() async {
    let environment = ["PLACEFIND_INDEX": "/data/x.pfx", "HOME": "/home/me"]
    #expect(await options("", environment)?.source?.indexPaths.first == "/data/x.pfx")
    #expect(await options("--index y.pfx", environment)?.source?.indexPaths.first == "y.pfx")
    #expect(
      await options("--index y.pfx --index z.pfx --index y.pfx", environment)?.source?.indexPaths == ["y.pfx", "z.pfx"]
    )
    #expect(await options("-s sample", environment)?.source?.indexPaths.first == nil)
    let withKey = await options("", environment.merging(["KAKAO_REST_API_KEY": "k"]) { old, _ in old })
    #expect(withKey?.source == .service(.kakao))
  }

  @Test func `the downloaded index that covers the query comes after Kakao's area and before the default index`() async
  {
    func chosenSource(_ line: String, _ environment: [String: String], files: [String] = []) async -> String {
      let files = MemoryFiles(Dictionary(uniqueKeysWithValues: files.map { ($0, "") }))
      let run = Run(
        environment: environment.merging(["XDG_DATA_HOME": "/d"]) { $1 },
        source: nil,
        files: files,
        services: Service.all
      )
      run.provider.indexFiles.withState { state in
        for latitude in [52.0, 37.5] {
          state.held[latitude] = FetchedIndex(path: "/f\(Int(latitude))", dataTime: "2026")
        }
      }
      let outcome = await run("-c gas " + line)
      guard outcome.status == 0, let options = run.provider.requests.options else { return "" }
      let notice = outcome.errors.contains("Using the downloaded index /f") ? "!" : ""
      return (options.source?.indexPaths.first ?? (options[.kakao].key == nil ? "osm" : "kakao")) + notice
    }
    let key = ["KAKAO_REST_API_KEY": "k"]
    let standard = "/d/placefind/places.pfx"
    #expect(await chosenSource("--at 52,5", [:]) == "/f52!")
    #expect(await chosenSource("--at 52,5", [:], files: [standard]) == "/f52!")
    #expect(await chosenSource("--at 52,5", ["PLACEFIND_INDEX": "/e"]) == "/f52!")
    #expect(await chosenSource("--at 52,5 --index x", [:], files: ["x", "/d/placefind/x.pfx"]) == "x")
    #expect(await chosenSource("--at 52,5 --index x", [:], files: ["/d/placefind/x.pfx"]) == "/d/placefind/x.pfx")
    #expect(await chosenSource("--at 52,5", key) == "/f52!")
    #expect(await chosenSource("--at 37.5,127", key) == "kakao")
    #expect(await chosenSource("--at 37.5,127", [:]) == "/f37!")
    #expect(await chosenSource("--at 1,1", ["PLACEFIND_INDEX": "/e"]) == "/e")
    #expect(await chosenSource("--at 1,1", key, files: [standard]) == standard)
    #expect(await chosenSource("--at 1,1", key) == "kakao")
    #expect(await chosenSource("--at 1,1", [:]) == "")
    #expect(await chosenSource("--at 52,5 --source osm", [:]) == "osm")
  }

  @Test func `an unreadable index in the data directory is reported once, and another source is used`() async {
    let sentence = "/d/placefind/town.pfx is damaged in its names. Copy it again or build it again. It isn't searched."
    for line in ["-c gas --at 1,1", "-c gas --near x", "near x"] {
      let files = MemoryFiles(["/d/placefind/places.pfx": ""])
      let run = Run(environment: ["XDG_DATA_HOME": "/d"], source: nil, files: files, services: Service.all)
      run.provider.indexFiles.fail(with: .damaged(path: "/d/placefind/town.pfx", part: "names"))
      run.provider.memory.withState {
        $0.located = .named([Place(id: "1", name: "x", coordinate: .gangnam, group: nil)])
      }
      let outcome = await run(line)
      #expect(outcome.status == 0 && outcome.errors.ranges(of: sentence).count == 1, "\(line): \(outcome.errors)")
      #expect(run.provider.requests.options?.source == .index(["/d/placefind/places.pfx"]))
      #expect(await !run("-c gas --at 1,1 --source osm").errors.contains("town.pfx"))
    }
  }

  @Test func `without another source, an unreadable index is the error`() async {
    let run = Run(environment: ["XDG_DATA_HOME": "/d"], source: nil, services: Service.all)
    run.provider.indexFiles.fail(with: .damaged(path: "/d/placefind/town.pfx", part: "names"))
    let outcome = await run("-c gas --at 1,1")
    #expect(outcome.status == 7 && outcome.errors.ranges(of: "town.pfx is damaged").count == 1, "\(outcome.errors)")
    let update = await run("index fetch --update")
    #expect(update.status == 7 || update.status == 2, "\(update.errors)")
  }

  @Test(arguments: [
    ([:], nil), (["HOME": "/home/me"], "/home/me/.local/share/placefind/places.pfx"),
    (["HOME": "/home/me", "XDG_DATA_HOME": "/data"], "/data/placefind/places.pfx"),
    (["HOME": "/home/me", "XDG_DATA_HOME": "relative"], "/home/me/.local/share/placefind/places.pfx"),
    (["HOME": "relative"], nil),
  ])
  func `the default index is in the data directory`(environment: [String: String], path: String?) async throws {
    #expect(await options("--source index", environment)?.source == path.map { .index([$0]) })
  }

  @Test func `--source index searches the default file`() async {
    #expect(
      await options("-s index", ["HOME": "/h"])?.source?.indexPaths.first == "/h/.local/share/placefind/places.pfx"
    )
  }
}
