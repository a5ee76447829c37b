import Domain
import Platform
import Testing

@testable import App

struct DoctorTests {
  /// Returns the lines of the checks, by name.
  private func findings(_ run: Run, _ line: String = "doctor -f tsv --no-header") async -> (
    status: Int32, [String: String]
  ) {
    let outcome = await run(line)
    var lines: [String: String] = [:]
    for line in outcome.output.split(separator: "\n") {
      let cells = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      lines[cells[1], default: ""] += "\(cells[0]) \(cells[2])"
    }
    return (outcome.status, lines)
  }

  @Test func `every check has a line, and an empty machine has no error`() async {
    let run = Run(environment: ["HOME": "/home/me", "LANG": "C.UTF-8"])
    let (status, lines) = await findings(run)
    #expect(status == 0)
    let names = [
      "version", "configuration", "key", "service", "clock", "proxy", "certificates", "libcurl", "index", "locations",
      "saved",
      "history", "results", "cache", "calls", "terminal", "locale",
    ]
    #expect(Set(lines.keys) == Set(names))
    #expect(lines["key"]?.hasPrefix("warning none") == true)
    #expect(run.provider.memory.withState { $0.texts }.isEmpty)
  }

  @Test func `stores that can't be written are warnings`() async {
    let run = Run(environment: ["HOME": "/home/me"], files: MemoryFiles(isReadOnly: true))
    let (status, lines) = await findings(run)
    #expect(status == 0)
    for name in ["locations", "saved", "history", "results", "cache"] {
      let line = lines[name] ?? ""
      #expect(line.hasPrefix("warning ") && line.contains("Read-only file system"), "\(name): \(line)")
    }
  }

  @Test func `json is one document`() async {
    let outcome = await Run(environment: ["HOME": "/home/me"])("doctor --json")
    #expect(outcome.status == 0)
    #expect(
      outcome.output.hasPrefix("{\"schema\":1,\n \"checks\":[\n  {\"status\":\"ok\",\"check\":\"version\",\"message\":")
    )
  }

  @Test(arguments: [
    (["KAKAO_REST_API_KEY": "two words"], "key", "error The key in KAKAO_REST_API_KEY"),
    (["KAKAO_REST_API_KEY": "secret0123"], "key", "ok set by KAKAO_REST_API_KEY"),
    (["KAKAO_REST_API_KEY": "secret0123"], "service", "ok https://dapi.kakao.com, not contacted"),
    (["https_proxy": "http://user:secret0123@proxy:3128"], "proxy", "ok https_proxy names proxy:3128"),
    (["CURL_CA_BUNDLE": "/none.pem"], "certificates", "error CURL_CA_BUNDLE names /none.pem"),
    (["LANG": "C"], "locale", "warning C isn't UTF-8"), (["LC_ALL": "ko_KR.UTF-8"], "locale", "ok ko_KR.UTF-8"),
    (["PLACEFIND_CONFIG_PATH": "good"], "configuration", "ok good: --limit 3 (line 1)"),
    (["PLACEFIND_CONFIG_PATH": "bad"], "configuration", "error bad, line 1: There is no option --limt"),
    (
      ["PLACEFIND_CONFIG_PATH": "bad"], "configuration",
      "error bad, line 1: There is no option --limt. Did you mean --limit?\tcorrect the file"
    ),
    (["PLACEFIND_INDEX": "/none.pfx"], "index", "error there is no /none.pfx"),
    (
      ["PLACEFIND_SOURCE": "kakao"], "key",
      "error none, but Kakao needs one\tset KAKAO_REST_API_KEY to"
    ),
    (["PLACEFIND_SOURCE": "kakao", "KAKAO_REST_API_KEY": "secret0123"], "key", "ok set by KAKAO_REST_API_KEY"),
    (["PLACEFIND_SOURCE": "sample"], "key", "warning none"),
  ])
  func `a check reports its finding and a remedy`(environment: [String: String], check: String, found: String) async {
    let files = MemoryFiles(["good": "--limit 3", "bad": "--limt 3"])
    let (status, lines) = await findings(Run(environment: environment, files: files))
    #expect(lines[check]?.hasPrefix(found) == true, "\(lines[check] ?? "")")
    #expect(!lines.values.joined().contains("secret0123"))
    #expect(status == (found.hasPrefix("error") ? 1 : 0))
  }

  @Test(arguments: [
    ("--index none.pfx", "index", "error there is no none.pfx"), ("--index i.pfx", "index", "ok i.pfx: 11 places"),
    ("--source kakao", "key", "error none, but Kakao needs one"),
    ("--limt 3\n--source kakao", "key", "warning none, so Kakao isn't used"),
  ])
  func `values in the configuration file are checked`(file: String, check: String, found: String) async {
    let run = Run(
      environment: ["HOME": "/home/me", "PLACEFIND_CONFIG_PATH": "config"],
      source: file.contains("limt") ? "sample" : nil,
      files: MemoryFiles(["config": file, "i.pfx": "index"])
    )
    let (_, lines) = await findings(run)
    #expect(lines[check]?.hasPrefix(found) == true, "\(lines[check] ?? "")")
    #expect(lines["configuration"]?.hasPrefix(file.contains("limt") ? "error config, line 1" : "ok config: ") == true)
  }

  @Test func `unreadable stores are errors, and a missing libcurl is not`() async {
    let run = Run(
      environment: ["XDG_CONFIG_HOME": "/c"],
      files: MemoryFiles(["/c/placefind/saved": "x", "/c/placefind/locations": "x"])
    )
    run.provider.memory.withState {
      $0.error = .notAStore(path: "/c/placefind/locations")
      $0.errors = [.linesIgnored(path: "/c/placefind/saved", count: 2)]
      $0.networkProblem = .libraryMissing
    }
    let (status, lines) = await findings(run)
    #expect(status == 1)
    #expect(lines["locations"]?.hasPrefix("error /c/placefind/locations can't be read as a file of placefind") == true)
    #expect(lines["stores"]?.hasPrefix("warning 2 lines of /c/placefind/saved") == true)
    #expect(lines["libcurl"]?.hasPrefix("warning Online search needs libcurl") == true)
  }

  @Test(arguments: ["doctor -f tsv", "quota", "history"])
  func `files of which a part is unreadable are reported where they are read`(line: String) async {
    let run = Run(environment: ["HOME": "/home/me"])
    run.provider.memory.withState {
      $0.quota = [QuotaUse(call: .category, today: 1, month: 3)]
      $0.errors = [.notAStore(path: "/s/calls/2026-11-30-keyword")]
    }
    let outcome = await run(line)
    let text = outcome.output + outcome.errors
    #expect(text.ranges(of: "/s/calls/2026-11-30-keyword can't be read as a file of placefind").count == 1, "\(text)")
    #expect(outcome.output.contains("3 calls counted this month") == line.hasPrefix("doctor"))
  }

  @Test(arguments: [true, false]) func `online sends one request`(isAccepted: Bool) async throws {
    let run = Run(environment: ["KAKAO_REST_API_KEY": "k"])
    let place = Place(id: "1", name: "서울시청", coordinate: .gangnam, group: .public)
    run.provider.memory.withState { state in
      if isAccepted {
        state.located = .named([place])
      } else {
        state.places["서울시청"] = .failure(.keyRefused(.kakao, status: 401, message: nil))
      }
    }
    let (status, lines) = await findings(run, "doctor --online -f tsv --no-header")
    #expect(status == (isAccepted ? 0 : 1))
    #expect(
      lines["service"]?.hasPrefix(isAccepted ? "ok https://dapi.kakao.com responds, and accepts" : "error ") == true
    )
    #expect(run.provider.requests.options?.stores.readsCache == false)
  }

  @Test(arguments: [50, 80, 120]) func `no remedy is truncated, however narrow the terminal`(columns: Int) async throws
  {
    let long = "/tmp/a/path/that/is/long/enough/to/fill/a/line/of/a/terminal/by/itself/none.pem"
    var run = Run(environment: ["CURL_CA_BUNDLE": long, "LANG": "C", "PLACEFIND_SOURCE": "kakao"])
    run.outputColumns = columns
    let output = await run("doctor --color never").output
    let words = output.split { $0 == " " || $0 == "\n" }
    for text in [
      "name a file, or unset it", "export LC_ALL=C.UTF-8",
      "set KAKAO_REST_API_KEY to the REST API key of your Kakao app, name its file with --key-file, or choose another --source",
    ] {
      let wanted = text.split(separator: " ")
      #expect(words.indices.contains { words[$0...].starts(with: wanted) }, "\(text) in\n\(output)")
    }
    for line in output.split(separator: "\n") {
      #expect(DisplayWidth.of(line) <= columns || line.contains(long), "\(line)")
    }
    #expect(output.contains(long) && !output.contains("…"))
  }

  @Test func `the options that doctor takes are checked`() async {
    var run = Run(environment: ["HOME": "/home/me", "PLACEFIND_CONFIG_PATH": "bad"])
    run.files = MemoryFiles(["bad": "--limt 3", "i.pfx": "index"])
    let lines = await findings(run, "doctor -f tsv --no-header --no-config --index i.pfx").1
    #expect(lines["configuration"]?.hasPrefix("ok not read") == true)
    #expect(lines["index"]?.hasPrefix("ok i.pfx: 11 places") == true, "\(lines["index"] ?? "")")
    #expect(await findings(run, "doctor -f tsv --no-header --no-config --index none.pfx").0 == 1)
    run.services = Service.all
    let osm = await findings(run, "doctor -f tsv --no-header --no-config --source osm")
    #expect(osm.0 == 0 && osm.1["key"]?.hasPrefix("ok none, and OpenStreetMap needs none") == true, "\(osm.1)")
  }
}
