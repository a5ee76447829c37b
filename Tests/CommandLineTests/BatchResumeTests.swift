import Foundation
import TestSupport
import Testing

/// Resuming a paid output in every way that could lose a result.
@Suite(.timeLimit(.minutes(20))) struct BatchResumeTests {
  private let directory = TemporaryDirectory()

  private static func rows(_ numbers: some Sequence<Int>) -> String {
    "id,lat,lng\n" + numbers.map { "r\($0),\(37.49 + Double($0) / 10_000),127.0276\n" }.joined()
  }

  private func run(_ line: String, input: String, _ environment: [String: String]) async throws -> Invocation.Outcome {
    // Otherwise an attempt would be given up after a second, and the next attempt would be counted.
    try await Placefind.run("batch --rate 0 --retries 0 --timeout 60s " + line, input: input, environment: environment)
  }

  @Test func `resuming refuses to lose a result before any request, and removes records only with --prune`()
    async throws
  {
    let service = try Service()
    let (output, whole) = (directory.file("out.ndjson"), Self.rows(0..<20))
    #expect(try await run("-c gas -o \(output)", input: whole, service.environment).status == 0)
    let records = directory.text(of: "out.ndjson")
    let calls = service.stub.callCount
    try directory.write(Self.rows(20..<40), to: "other.csv")
    let refused: [(line: String, input: String, words: String, environment: [String: String])] = [
      ("-c gas", whole, "come from kakao; this run uses sample", [:]),
      ("-c gas --prune", whole, "come from kakao; this run uses sample", [:]),
      ("-c cafe", whole, #"category is ["gas"] and would now be ["cafe"]"#, service.environment),
      ("-c gas -r 1km -n 3", whole, "limit is 15 and would now be 3", service.environment),
      ("-c gas", "", "20 records of", service.environment),
      ("-c gas", Self.rows(0..<5), "15 records of", service.environment),
      ("-c gas", Self.rows(20..<40), "20 records of", service.environment),
      ("\(directory.file("other.csv")) -c gas", "", "20 records of", service.environment),
      ("-c gas --map lat=lng --map lng=lat", whole, "is no longer a valid query", service.environment),
    ]
    for (line, input, words, environment) in refused {
      let outcome = try await run("\(line) -o \(output) --resume", input: input, environment)
      #expect(outcome.status == 2, "\(line): \(outcome.errors)")
      #expect(outcome.errors.contains(words), "\(line): \(outcome.errors)")
      #expect(directory.text(of: "out.ndjson") == records)
    }
    #expect(service.stub.callCount == calls)
    let pruned = try await run("-c gas -o \(output) --resume --prune", input: Self.rows(5..<21), service.environment)
    #expect(pruned.status == 0 && service.stub.callCount == calls + 1, "\(pruned.errors)")
    #expect(pruned.errors.contains("5 earlier records pruned"), "\(pruned.errors)")
    #expect(directory.text(of: "out.ndjson")?.split(separator: "\n").count == 16)
    #expect(directory.names == ["other.csv", "out.ndjson"])
  }

  @Test func `failed rows are repeated with --retry-failed, which the message names`() async throws {
    let stub = KakaoStub(places: StubPlace.generated(60))
    let failing = try Service(stub) {
      $0.parameters["y"]?.hasPrefix("37.490") == true ? .json("{}", status: 500) : nil
    }
    let (output, rows) = (directory.file("out.ndjson"), Self.rows(0..<20))
    let first = try await run("-c gas --retries 0 -o \(output)", input: rows, failing.environment)
    #expect(first.status == 6 && first.errors.contains("--resume --retry-failed"), "\(first.errors)")
    let service = try Service(stub)
    let before = stub.callCount
    let kept = try await run("-c gas -o \(output) --resume", input: rows, service.environment)
    #expect(kept.status == 6 && stub.callCount == before)
    #expect(kept.errors.contains("9 rows failed in an earlier run. Run the same command"), "\(kept.errors)")
    let again = try await run("-c gas -o \(output) --resume --retry-failed", input: rows, service.environment)
    #expect(again.status == 0 && stub.callCount == before + 9, "\(again.errors)")
    let calm = try await run("-c gas", input: rows, service.environment)
    #expect(directory.text(of: "out.ndjson") == calm.output)
  }

  @Test(arguments: [false, true])
  func `a disk that fills up during a run loses no result`(isReordered: Bool) async throws {
    let service = try Service()
    let rows = isReordered ? (0..<40).reversed().map(\.self) : Array(0..<40)
    let output = directory.file("out.ndjson")
    #expect(try await run("-c gas -o \(output)", input: Self.rows(0..<10), service.environment).status == 0)
    let earlier = try #require(directory.text(of: "out.ndjson"))
    try directory.write(Self.rows(rows), to: "rows.csv")
    // A file size limit slightly above the existing records simulates a full disk for this process.
    let blocks = earlier.utf8.count * 3 / 2 / 512
    let program = try #require(BuiltProduct.path(of: "placefind"))
    let line =
      "trap '' XFSZ; ulimit -f \(blocks); exec \(program) batch \(directory.file("rows.csv")) -c gas --rate 0 "
      + "-o \(output) --resume"
    let full = try await Invocation(
      "/bin/sh",
      ["-c", line],
      environment: service.environment.merging(["no_proxy": "127.0.0.1", "PATH": "/usr/bin:/bin"]) { one, _ in one }
    ).run()
    #expect(full.status == 1 && full.errors.contains("Run the same command with --resume"))
    // The last record may end in the middle of a character.
    let kept = try #require(FileManager.default.contents(atPath: output))
    #expect(kept.starts(with: earlier.utf8) && directory.names == ["out.ndjson", "rows.csv"])
    let calls = service.stub.callCount
    let room = try await run("-c gas -o \(output) --resume", input: Self.rows(rows), service.environment)
    #expect(room.status == 0, "\(room.errors)")
    // On a busy machine, a response that takes a second is requested once more.
    let missing = 40 - kept.count { $0 == 0x0A }
    #expect((missing...missing + 8).contains(service.stub.callCount - calls), "\(service.stub.callCount - calls)")
    let calm = try await run("-c gas", input: Self.rows(rows), service.environment)
    #expect(directory.text(of: "out.ndjson") == calm.output)
  }

  @Test func `a summary is appended to standard output, and its directory must exist beforehand`() async throws {
    let service = try Service()
    var run = try Placefind.invocation(
      "batch -c gas --rate 0 -o \(directory.file("out")) --summary - --failures /dev/stderr",
      environment: service.environment
    )
    run.input = Self.rows(0..<3) + "bad,91,0\n"
    run.output = .file(directory.file("log"))
    try directory.write("", to: "log")
    let outcome = try await run.run()
    #expect(outcome.status == 6 && outcome.errors.contains("bad,91,0,"), "\(outcome.errors)")
    #expect(directory.text(of: "log")?.hasPrefix(#"{"schema":1,"end":"finished","exit":6,"rows":4,"#) == true)
    let calls = service.stub.callCount
    let nowhere = try await self.run(
      "-c gas -o \(directory.file("new")) --summary \(directory.path)/nodir/f",
      input: Self.rows(0..<3),
      service.environment
    )
    #expect(nowhere.status == 1 && nowhere.errors.contains("nodir/f"), "\(nowhere.errors)")
    #expect(service.stub.callCount == calls && directory.text(of: "new") == nil)
  }
}
