import Domain
import Testing

@testable import App

/// The configuration file.
struct ConfigurationTests {
  private static let path = "/c/placefind/config"

  /// Returns a run with the default index, which isn't selected by an option or a variable.
  private func run(_ file: String, _ environment: [String: String] = [:]) -> Run {
    let defaults = ["XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d"].merging(environment) { _, given in given }
    let files = MemoryFiles([Self.path: file, "other": "--limit 4", "/d/placefind/places.pfx": ""])
    return Run(environment: defaults, source: nil, files: files)
  }

  @Test(arguments: [
    ("--limit 3", 3), ("--limit=3\r\n", 3), ("\u{FEFF}# mine\n\n  --limit   3  ", 3), ("--limit 3\n--limit 5", 5),
    ("--jobs 3", nil), ("--note text", nil), ("", nil),
  ])
  func `a line sets an option if the command accepts it`(file: String, limit: Int?) async throws {
    let run = run(file)
    #expect(await run("-c gas --at 37.5,127 -f csv").status == 0)
    #expect(run.provider.requests.limit == limit.flatMap(PlaceCount.init).map(PlaceLimit.first) ?? .standard)
  }

  @Test(arguments: [
    ("--limit 3", "-n 7", 7), ("--limit 3", "--no-config", nil), ("--at 1,2\n--limit 3", "--lat 1 --lng 2", 3),
    ("--quiet\n--limit 3", "-v", 3), ("--retry-failed\n--limit 3", "", 3),
    ("--radius 2km\n--limit 3", "--bbox 1,2,3,4", 3),
    ("--fields id\n--format csv\n--limit 3", "-f map", 3), ("--page 2\n--limit 3", "", 3),
  ])
  func `the command line takes precedence, also over conflicting options of the file`(
    file: String,
    typed: String,
    limit: Int?
  ) async {
    let run = run(file)
    let place = typed.contains("--lat") || typed.contains("--bbox") ? "" : "--at 37.5,127 "
    let outcome = await run("-c gas \(place)\(typed)")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(run.provider.requests.limit == limit.flatMap(PlaceCount.init).map(PlaceLimit.first) ?? .standard)
  }

  @Test(arguments: [
    ("\"a b\"", "a b"), ("'a b'", "a b"), ("=\"a b\"", "a b"), ("a \"b\"", "a \"b\""), ("\"a\" \"b\"", "\"a\" \"b\""),
    ("\"", "\""), ("'s-Hertogenbosch", "'s-Hertogenbosch"),
  ])
  func `quotes around a value aren't part of it`(value: String, text: String) throws {
    let separator = value.hasPrefix("=") ? "" : " "
    let file = try ConfigurationFile("--query\(separator)\(value)", path: Self.path)
    #expect(file.lines.map(\.value) == [text])
  }

  @Test func `categories and fields on the command line replace the configuration file's`() async {
    let run = run("--category cafe\n--fields id")
    let outcome = await run("-c gas --at 37.5,127 -f csv --fields lat")
    #expect(run.provider.requests.query?.categories == [.group(.gas)])
    #expect(outcome.output.hasPrefix("lat\n"))
  }

  @Test(arguments: [
    ("-f csv", "id\n"), ("-f csv --no-config", "id,place_name"), ("-o -", "{"), ("-f csv --fields lat", "lat\n"),
  ])
  func `fields of the configuration file apply to every format with fields`(typed: String, output: String) async {
    let outcome = await run("--fields id")("-c gas --at 37.5,127 \(typed)")
    #expect(outcome.output.hasPrefix(output), "\(outcome.output)\(outcome.errors)")
    #expect(await run("--fields id")("-c gas --at 37.5,127 -f map").status == 0)
  }

  @Test(arguments: ["build a.csv", "add a.csv", "fetch --at 37.5,127"])
  func `a category in the configuration file applies to queries, not to index builds`(action: String) async {
    let (run, plain) = (run("--category gas"), run(""))
    let line = "index \(action) -o p.pfx"
    let (outcome, expected) = (await run(line), await plain(line))
    #expect(outcome == expected)
    #expect(run.provider.indexFiles.state.request == plain.provider.indexFiles.state.request)
    #expect(run.provider.indexFiles.state.request?.rules.forcedCategory == nil)
  }

  @Test func `a radius of the file is for queries with a centre`() async {
    #expect(await run("--radius 2km")("-q text").status == 0)
    #expect(await run("")("-q text -r 2km").status == 2)
  }

  @Test(arguments: ["--one-line", "--bom", "--no-header"])
  func `an option for tables changes no records`(option: String) async throws {
    let file = try TemporaryFile(Array(option.utf8))
    func batch(_ environment: [String: String]) async -> BatchOutcome {
      await BatchOutcome(
        of: "-c gas",
        rows: "lat,lng\n37.5,127\n",
        from: ScriptedSource { _, _ in 3 },
        environment: environment
      )
    }
    let plain = await batch([:])
    let outcome = await batch(["PLACEFIND_CONFIG_PATH": file.path])
    #expect(outcome.status == 0 && outcome.output == plain.output, "\(outcome.errors)")
    #expect(outcome.output.contains(#""returned":3"#))
  }

  @Test(arguments: ["here", "history", "history clear", "saved", "quota", "index info", "help", "categories"])
  func `options of other commands in the configuration file are ignored`(line: String) async {
    let file = "--source sample\n--limit 3\n--format geojson\n--radius 2km\n--note x\n--timeout 3s\n--attribution x"
    #expect(await run(file)(line).status == run("")(line).status)
  }

  @Test(arguments: [
    ("# x\n--limt 3", "line 2: There is no option --limt. Did you mean --limit?"),
    ("--limit", "line 1: --limit needs a value"), ("--quiet yes", "line 1: --quiet takes no value."),
    ("--limit many", "line 1: --limit doesn't accept 'many'"),
    ("--format pdf", "line 1: --format doesn't accept 'pdf'"),
    ("-n 3", "line 1: The line doesn't begin with two dashes"),
    ("cafe", "line 1: The line doesn't begin with two dashes"),
    ("--key-file /k", "line 1: A key can't be in this file"),
    ("--key 0123456789abcdef", "line 1: There is no option --key"),
    ("--output x", "belongs on a command line"), ("--force", "belongs on a command line"),
    ("--resume", "belongs on a command line"), ("--prune", "belongs on a command line"),
    ("--remove", "belongs on a command line"), ("--default", "belongs on a command line"),
    ("--update", "belongs on a command line"), ("--rerun 1", "belongs on a command line"),
    ("--open", "belongs on a command line"), ("--error-format json", "belongs on a command line"),
  ])
  func `an option that no command has is an error with file and line`(file: String, sentence: String) async {
    for line in ["-c gas --at 37.5,127", "here"] {
      let outcome = await run(file)(line)
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("placefind: Error: \(Self.path), ") && outcome.errors.contains(sentence))
      #expect(!outcome.errors.contains("0123456789abcdef"))
    }
    #expect(await run(file)("-c gas --at 37.5,127 --no-config").status == 0)
    #expect(await run(file)("--help").status == 0)
  }

  @Test(arguments: [("other", 0, 4), ("", 0, nil), ("none", 1, nil)])
  func `the environment selects another file or no file`(path: String, status: Int32, limit: Int?) async {
    let run = run("--limit 3", ["PLACEFIND_CONFIG_PATH": path])
    #expect(await run("-c gas --at 37.5,127").status == status)
    if status == 0 {
      #expect(run.provider.requests.limit == limit.flatMap(PlaceCount.init).map(PlaceLimit.first) ?? .standard)
    }
  }

  @Test func `the environment takes precedence over the file, and the command line over both`() async {
    let run = run("--source sample\n--index file.pfx", ["PLACEFIND_SOURCE": "kakao", "KAKAO_REST_API_KEY": "k"])
    _ = await run("-c gas --at 37.5,127")
    #expect(run.provider.requests.options?.source == .service(.kakao))
    #expect(run.provider.requests.options?.source?.indexPaths.first == nil)
  }

  private static let variables: [(variable: String, value: String, file: String)] = [
    ("PLACEFIND_SOURCE", "sample", "--source kakao"), ("PLACEFIND_SOURCE", "sample", "--index file.pfx"),
    ("PLACEFIND_SOURCE", "kakao", "--endpoint http://127.0.0.1:1"), ("PLACEFIND_INDEX", "env.pfx", "--index file.pfx"),
    ("PLACEFIND_ENDPOINT", "http://127.0.0.1:2", "--endpoint http://127.0.0.1:1"),
    ("PLACEFIND_NO_HISTORY", "1", "--record"), ("PLACEFIND_NO_HISTORY", "1", "--no-history"),
    ("NO_COLOR", "1", "--color always"), ("CLICOLOR_FORCE", "1", "--color never"),
  ]

  @Test(arguments: variables)
  func `a variable takes precedence over the file, and the command line over the variable`(
    variable: String,
    value: String,
    file: String
  ) async throws {
    for environment in [[:], [variable: ""], [variable: value]] {
      let run = run("\(file)\n--limit 3", environment)
      let outcome = await run("-c gas --at 37.5,127 -v")
      let given = environment[variable] == value ? "" : "\(file), "
      #expect(outcome.errors.contains("\(Self.path) sets \(given)--limit 3"), "\(outcome.errors)")
    }
    let (silent, typed) = (run(""), run("", [variable: value]))
    let line = "-c gas --at 37.5,127 -n 3 \(file)"
    let (expected, outcome) = (await silent(line), await typed(line))
    #expect(outcome.status == expected.status && outcome.output == expected.output)
    let (expectedOptions, options) = (silent.provider.requests.options, typed.provider.requests.options)
    #expect(options?.source == expectedOptions?.source)
    #expect(options?[.kakao].addresses == expectedOptions?[.kakao].addresses)
    #expect(options?.stores.recordsHistory == expectedOptions?.stores.recordsHistory)
  }

  @Test func `every environment variable is tested`() {
    let tested = Set(Self.variables.map(\.variable))
    let untested = EnvironmentVariable.allCases.filter { !$0.options.isEmpty && !tested.contains($0.rawValue) }
    #expect(untested.isEmpty)
  }

  @Test func `the endpoint of the environment applies to the service that the file chooses`() async {
    var run = run("--source town\n--endpoint http://127.0.0.1:1", ["PLACEFIND_ENDPOINT": "http://127.0.0.1:2"])
    run.services = [.kakao, .town]
    let outcome = await run("-c gas --at 37.5,127 -v")
    #expect(outcome.errors.contains("sets --source town, --endpoint http://127.0.0.1:1"), "\(outcome.errors)")
  }

  @Test(arguments: [("town", "http://127.0.0.1:1"), ("kakao", nil)])
  func `the endpoint of the file remains if its service is typed`(service: String, endpoint: String?) async {
    var run = run("--source town\n--endpoint http://127.0.0.1:1")
    run.services = [.kakao, .town]
    let outcome = await run("-c gas --at 37.5,127 --source \(service) -v")
    #expect(outcome.errors.contains("sets --endpoint") == (endpoint != nil), "\(outcome.errors)")
  }

  @Test func `-v reports the options from the configuration file`() async {
    let outcome = await run("--limit 3\n--jobs 2\n--radius 1km")("-c gas --at 37.5,127 -r 2km -v")
    #expect(outcome.errors.contains("placefind: \(Self.path) sets --limit 3.\n"), "\(outcome.errors)")
  }
}
