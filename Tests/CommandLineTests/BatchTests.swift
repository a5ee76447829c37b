import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct BatchTests {
  private let directory = TemporaryDirectory()

  /// Rows in Gangnam, all different.
  private static func rows(_ count: Int) -> String {
    "id,lat,lng,note\n"
      + (0..<count).map { "r\($0),\(37.49 + Double($0) / 10_000),127.0276,\"메모 \($0)\"\n" }.joined()
  }

  private func run(
    _ line: String,
    input: String = "",
    _ service: Service,
    output: Invocation.Output = .captured
  ) async throws -> Invocation.Outcome {
    var run = try Placefind.invocation("batch " + line, environment: service.environment)
    run.input = input
    run.output = output
    return try await run.run()
  }

  @Test func `an earlier output keeps its records when another output cannot be written`() async throws {
    let service = try Service()
    try directory.write("an earlier record\n", to: "out")
    try directory.write("", to: "failures")
    let other = unsafe open(directory.file("failures"), O_RDWR | O_CLOEXEC)
    defer { close(other) }
    try #require(flock(other, LOCK_EX | LOCK_NB) == 0)
    let line = "-c gas --force -o \(directory.file("out")) --failures \(directory.file("failures"))"
    let outcome = try await run(line, input: Self.rows(2), service)
    #expect(outcome.status == 1 && outcome.errors.contains("Another run is writing to"))
    #expect(directory.text(of: "out") == "an earlier record\n")
    flock(other, LOCK_UN)
    #expect(try await run(line, input: Self.rows(2), service).status == 0)
    #expect(directory.text(of: "out")?.hasPrefix("{") == true)
  }

  @Test(arguments: [
    "batch -c gas", "batch -c gas -f csv", "batch -c gas --resume", "-c gas --at 37.4979,127.0276",
    "-c gas --at 37.4979,127.0276 -f csv",
  ])
  func `a refused key leaves no new file, and an old one as it was`(line: String) async throws {
    let service = try Service()
    var environment = service.environment
    environment["KAKAO_REST_API_KEY"] = "ffffffffffffffffffffffffffffffff"
    let isBatch = line.hasPrefix("batch")
    let paths = " -o \(directory.file("out"))" + (isBatch ? " --failures \(directory.file("failures"))" : "")
    func run(_ line: String) async throws -> Int32 {
      var run = try Placefind.invocation(line + paths, environment: environment)
      run.input = isBatch ? Self.rows(3) : ""
      return try await run.run().status
    }
    #expect(try await run(line) == 3)
    #expect(directory.names.isEmpty)
    guard !line.contains("--resume") else { return }
    try directory.write("earlier", to: "out")
    try directory.write("earlier", to: "failures")
    #expect(try await run(line + " --force") == 3)
    #expect(directory.text(of: "out") == "earlier")
    #expect(directory.text(of: "failures") == "earlier")
  }

  @Test(arguments: [true, false])
  func `rows without a result are at the reported line numbers`(isCollected: Bool) async throws {
    let service = try Service()
    let path = directory.file("failures")
    let paths = "-o \(directory.file("out"))" + (isCollected ? " --failures \(path)" : "")
    for more in ["", " --resume"] {
      let result = try await run("-c gas -n 1 \(paths)\(more)", input: "id,lat,lng,note\na,91,0,x\n", service)
      #expect(result.status == 6)
      #expect(result.errors.contains("\(path) contains these rows.") == isCollected, "\(result.errors)")
      #expect(result.errors.contains("--failures FILE collects such rows.") != isCollected, "\(result.errors)")
      guard isCollected else { continue }
      let failed = "id,lat,lng,note,placefind_error\na,91,0,x,\"The latitude 91 "
      #expect(directory.text(of: "failures")?.hasPrefix(failed) == true)
    }
  }

  @Test func `--nearest over an index has no distance limit without -r, and status none needs a complete area`()
    async throws
  {
    let service = try Service()
    let index = directory.file("part.pfx")
    try directory.write("id,name,lat,lng,category\np,약국,35.1,129,pharmacy\nh,병원,37.5,127,hospital\n", to: "part.csv")
    let build = "index build \(directory.file("part.csv")) -o \(index) --quiet --covers"
    for (area, far, absent) in [("-180,-90,180,90", "ok", "none"), ("128,35,130,36", "unproven", "unproven")] {
      let built = try Placefind.invocation("\(build) \(area) --force", environment: service.environment)
      #expect(try await built.run().status == 0)
      let rows = "id,lat,lng\na,37.5,127\nb,35.1,129\n"
      let found = try await run("--nearest pharmacy --index \(index)", input: rows, service).output.split(
        separator: "\n"
      )
      #expect(found[1] == "a,37.5,127,약국,p,pharmacy,35.1,129,321447,\(far),", "\(found)")
      #expect(found[2] == "b,35.1,129,약국,p,pharmacy,35.1,129,0,ok,", "\(found)")
      let none = try await run("--nearest cafe --index \(index)", input: rows, service).output.split(separator: "\n")
      #expect(none[1] == "a,37.5,127,,,,,,,\(absent),", "\(none)")
    }
    let near = try await run("--nearest pharmacy -r 1km --index \(index)", input: "lat,lng\n35.5,129\n", service)
    #expect(near.output.split(separator: "\n")[1] == "35.5,129,,,,,,,none,", "\(near.output)")
  }

  @Test func `an input without rows or failures still replaces the earlier files`() async throws {
    let service = try Service()
    let paths = "-o \(directory.file("out")) --failures \(directory.file("failures")) -f csv --force"
    for (rows, lines) in [(0, 1), (1, 2)] {
      try directory.write("earlier", to: "out")
      try directory.write("earlier", to: "failures")
      #expect(try await run("-c gas -n 1 \(paths)", input: Self.rows(rows), service).status == 0)
      #expect(directory.text(of: "out")?.split(separator: "\n").count == lines)
      #expect(directory.text(of: "failures") == "id,lat,lng,note,placefind_error\n")
    }
    #expect(try await run("-c gas -o \(directory.file("empty"))", input: Self.rows(0), service).status == 0)
    #expect(directory.text(of: "empty")?.isEmpty == true)
  }

  @Test(arguments: [
    ("", 2, "Neither the rows nor the options"), ("-c gas nowhere.csv", 1, "nowhere.csv"),
    ("-c gas /tmp", 1, "Is a directory"),
    ("-c gass", 2, "gas?"),
    ("-c gas --resume", 2, "--output"), ("-c gas --resume -o x -f csv", 2, "--format"),
    ("-c gas --jobs 0", 2, "--jobs"), ("-c gas --max-errors 1.5", 2, "--max-errors"), ("-c gas -f table", 2, "ndjson"),
    ("-c gas --map lat=Breite", 2, "'Breite'"), ("-c gas -o /tmp", 1, "/tmp"),
    ("-c gas -o /nowhere/x", 1, "/nowhere/x"), ("-c gas -o /dev/null --resume", 2, "/dev/null"),
    ("-c gas --key-file -", 2, "from standard input, so"), ("-c gas -o x --summary x", 2, "the same file"),
    ("-c gas --summary -", 2, "would mix with the records"), ("-c gas --failures -", 2, "would mix with the records"),
  ])
  func `an invalid command line is refused with the reason`(line: String, status: Int32, words: String) async throws {
    let service = try Service()
    let outcome = try await run(line, input: "lat,lng\n37.5,127\n", service)
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.output.isEmpty && service.stub.callCount == 0)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk is 1, a broken pipe is 141, and a summary that cannot be written is always reported`() async throws
  {
    let service = try Service()
    for line in ["", "-o /dev/full", "--source sample", "--source sample -o /dev/full"] {
      let output = line.contains("-o") ? Invocation.Output.captured : .file("/dev/full")
      let full = try await run("-c gas " + line, input: Self.rows(50), service, output: output)
      #expect(full.status == 1)
      #expect(full.errors.contains("No space left") && full.errors.contains("At most "), "\(full.errors)")
    }
    let gone = try await run("-c gas", input: Self.rows(50), service, output: .brokenPipe)
    #expect(gone.status == 141)
    let early = try await run("-c gas --failures /dev/full", input: Self.rows(2), service)
    #expect(early.errors.contains("No space left on device.\n") && !early.errors.contains("At most"), "\(early.errors)")
    for (rows, status) in [(Self.rows(2), Int32(1)), (Self.rows(2) + "x,91,0,\n", 6)] {
      let unwritten = try await run("-c gas --summary /dev/full", input: rows, service)
      #expect(unwritten.status == status)
      #expect(unwritten.errors.contains("Could not write to /dev/full: No space left"), "\(unwritten.errors)")
      #expect(!unwritten.errors.contains("At most"), "every row has its record: \(unwritten.errors)")
    }
  }

  @Test func `an output is never the input, and is never overwritten by mistake`() async throws {
    let service = try Service()
    try directory.write(Self.rows(3), to: "rows.csv")
    try directory.write("precious\n", to: "old.txt")
    let (rows, old) = (directory.file("rows.csv"), directory.file("old.txt"))
    #expect(try await run("\(rows) -c gas -o \(rows) --force", service).status == 2)
    #expect(try await run("\(rows) -c gas -o \(directory.path)/./rows.csv --resume", service).status == 2)
    #expect(try await run("\(rows) -c gas", service, output: .file(rows)).status == 2)
    #expect(try await run("\(rows) -c gas --failures \(rows) --force", service).status == 2)
    #expect(try await run("\(rows) -c gas -o \(old)", service).status == 1)
    #expect(try await run("\(rows) -c gas -o \(old) --resume", service).status == 2)
    #expect(directory.text(of: "old.txt") == "precious\n")
    #expect(directory.text(of: "rows.csv") == Self.rows(3))
    // A resumed run replaces neither a file that isn't its output, with or without complete lines, nor the other output
    // of another run.
    try directory.write("precious", to: "line")
    let (line, new) = (directory.file("line"), directory.file("new"))
    for header in ["", " --no-header"] {
      let outcome = try await run("\(rows) -c gas --source sample -f csv -o \(line) --resume\(header)", service)
      #expect(outcome.status == 2 && directory.text(of: "line") == "precious", "\(outcome.errors)")
    }
    for (number, option) in ["--summary", "--failures", "--failures", "--summary"].enumerated() {
      let earlier = number < 2 ? "" : try await run("\(rows) -c gas --source sample", service).output
      try directory.write(earlier, to: "new")
      let outcome = try await run("\(rows) -c gas --source sample -o \(new) --resume \(option) \(line)", service)
      #expect(outcome.status == (number == 1 ? 1 : 2) && directory.text(of: "line") == "precious", "\(outcome.errors)")
    }
    #expect(try await run("\(rows) -c gas -s sample -o \(new) --resume --failures /dev/null", service).status == 0)
    for option in ["--summary", "--failures"] {
      let outcome = try await run("\(rows) -c gas \(option) \(old) --force", service, output: .file(old))
      #expect(outcome.status == 2 && outcome.errors.contains("also standard output"), "\(outcome.errors)")
    }
    #expect(service.stub.callCount == 0)
    #expect(try await run("\(rows) -c gas -o \(old) --force", service).status == 0)
    #expect(directory.text(of: "old.txt")?.hasPrefix(#"{"row":1,"#) == true)
  }

  @Test func `a dry run of a resumed run counts only the rows to query and changes nothing`() async throws {
    let service = try Service()
    let output = directory.file("out.ndjson")
    #expect(try await run("-c gas --rate 0 -o \(output)", input: Self.rows(8), service).status == 0)
    let records = try #require(directory.text(of: "out.ndjson")) + #"{"row":9,"#
    try directory.write(records, to: "out.ndjson")
    let calls = service.stub.callCount
    let line = "-c gas --dry-run --summary \(directory.file("summary")) --resume -o "
    let outcome = try await run(line + output, input: Self.rows(20) + "x,91,0,\n", service)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for words in ["rows        21\n", "resumed     8\n", "requests    12\n"] {
      #expect(outcome.output.contains(words), "\(outcome.output)")
    }
    let json = try await run("--json " + line + output, input: Self.rows(20) + "x,91,0,\n", service)
    #expect(json.output.contains(#""requests_min":12,"requests_max":12,"resumed":8,"#), "\(json.output)")
    // Errors of a real run are also reported here.
    let fewer = try await run(line + output, input: Self.rows(5), service)
    #expect(fewer.status == 2 && fewer.errors.contains("3 records of"), "\(fewer.errors)")
    let fresh = try await run(line + directory.file("new"), input: Self.rows(20), service)
    #expect(fresh.output.contains("requests    20\n"), "\(fresh.errors)")
    #expect(directory.text(of: "out.ndjson") == records && directory.names == ["out.ndjson"])
    #expect(service.stub.callCount == calls)
  }

  @Test func `the summary counts requests, retries, shared responses and response times`()
    async throws
  {
    // Every fourth request fails.
    let busy = try Service { $0.number % 4 == 0 ? .json("{}", status: 503) : nil }
    let rows = Self.rows(6) + "again,37.49,127.0276,\n"
    let outcome = try await run("-c gas --rate 0 --jobs 1 --summary \(directory.file("s.json"))", input: rows, busy)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let summary = try #require(directory.text(of: "s.json"))
    #expect(summary.contains(#""rows":7,"ok":7,"#), "\(summary)")
    #expect(summary.contains(#""shared":1,"#) && summary.contains(#""queries":6,"requests":7,"retries":1,"#))
    let document = try #require(try JSONSerialization.jsonObject(with: Data(summary.utf8)) as? [String: Any])
    let median = try #require(document["request_p50_ms"] as? Double)
    let percentile95 = try #require(document["request_p95_ms"] as? Double)
    #expect(median > 0 && median <= percentile95)
    #expect(outcome.errors.contains("7 requests, 1 of them retries, half within "), "\(outcome.errors)")
    #expect(outcome.errors.contains("; 1 row shared a response"), "\(outcome.errors)")
  }

  @Test func `--verbose shows the files, the service, the key's origin, each status and each retry`() async throws {
    let failing = try Service { $0.number == 2 ? .json("{}", status: 503) : nil }
    let outcome = try await run("-v -c gas --rate 0 -j 1", input: Self.rows(3), failing)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for words in [
      "Rows from standard input, records to standard output.\n",
      "Querying \(failing.server.endpoint) with the key in KAKAO_REST_API_KEY.\n",
      "Request 1: HTTP 200 after ", "Request 2: HTTP 503 after ", "Request 3 (a retry): HTTP 200 after ",
      "Request 4: HTTP 200 after ",
    ] {
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
    #expect(!outcome.errors.contains(failing.stub.key))
  }

  @Test func `progress is drawn on a terminal only`() async throws {
    let service = try Service()
    var run = try Placefind.invocation("batch -c gas --rate 20", environment: service.environment)
    run.input = Self.rows(20)
    run.errors = .terminal(columns: 100)
    run.environment["TERM"] = "xterm"
    let outcome = try await run.run()
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains(" a second"))
    #expect(!outcome.output.contains("\u{1B}"))
    run.environment["TERM"] = "dumb"
    #expect(try await !run.run().errors.contains(" a second"))
    // If the records are on the terminal too, the progress line would mix with them.
    run.environment["TERM"] = "xterm"
    run.output = .terminal(columns: 100)
    let together = try await run.run()
    #expect(together.output.split(whereSeparator: \.isNewline).count == 20)
    #expect(!together.errors.contains(" a second") && !together.errors.contains("\r"), "\(together.errors)")
  }
}
