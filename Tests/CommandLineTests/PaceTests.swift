import Foundation
import TestSupport
import Testing

/// The pace, the budget and the quota in the whole program, with short waits.
@Suite(.timeLimit(.minutes(20))) struct PaceTests {
  private let directory = TemporaryDirectory()

  private static func rows(_ count: Int) -> String {
    "lat,lng\n" + (0..<count).map { "\(37.49 + Double($0) / 10_000),127.0276\n" }.joined()
  }

  /// Returns an error that requests a wait of an hour.
  private static func refusal(_ status: Int) -> LoopbackReply {
    LoopbackReply(
      status: status,
      headers: [("Content-Type", "application/json"), ("Retry-After", "3600")],
      body: Array("{}".utf8)
    )
  }

  private func run(_ line: String, input: String = "", _ service: Service) async throws -> Invocation.Outcome {
    var environment = service.environment
    environment["XDG_STATE_HOME"] = directory.path
    return try await Placefind.run(line, input: input, environment: environment)
  }

  /// Returns the recorded calls of the day, according to `quota`.
  private func counted(_ service: Service) async throws -> Int {
    let outcome = try await run("quota -f csv", service)
    let line = try #require(outcome.output.split(separator: "\n").first { $0.contains("category") }, "\(outcome)")
    return try #require(line.split(separator: ",").compactMap { Int($0) }.first, "\(line)")
  }

  @Test func `rows do not fail because of the requested pace, in one process or two`() async throws {
    let service = try Service()
    let line = "batch -c gas --rate 2 -j 16 --timeout 2s --no-cache"
    async let other = run(line, input: Self.rows(4), service)
    let outcome = try await run(line, input: Self.rows(4), service)
    for outcome in [outcome, try await other] {
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.split(separator: "\n").count == 4)
    }
    #expect(service.stub.callCount == 8)
  }

  @Test func `a wait requested by the service ends at the timeout, and finished rows are written`() async throws {
    let service = try Service { $0.number > 3 ? Self.refusal(503) : nil }
    let outcome = try await run("batch -c gas --rate 0 -j 1 -o \(directory.file("out"))", input: Self.rows(20), service)
    #expect(outcome.status == 5 || outcome.status == 6, "\(outcome.errors)")
    let records = try #require(directory.text(of: "out")).split(separator: "\n")
    #expect(records.filter { $0.contains(#""status":"ok""#) }.count == 3)
    let other = try await run("-c gas --at 37.4979,127.0276 --no-cache", service)
    #expect(other.status == 5 && other.errors.contains("503"), "\(other.errors)")
    #expect(service.stub.callCount == 3)
  }

  @Test(arguments: ["-c gas --at 37.4979,127.0276 --no-cache", "batch -c gas --rate 0 -j 1 -o OUT --resume"])
  func `the next process respects the wait of a 429, and ends in the same way`(line: String) async throws {
    let service = try Service { _ in Self.refusal(429) }
    let line = line.replacing("OUT", with: directory.file("out"))
    let first = try await run(line, input: Self.rows(3), service)
    let requestCount = service.server.requests.count
    let other = try await run(line, input: Self.rows(3), service)
    for outcome in [first, other] {
      #expect(outcome.status == 5 && outcome.errors.contains("429") && !outcome.errors.contains("quota of the key"))
      #expect(!outcome.errors.contains("next request"), "A process that ends sends no request: \(outcome.errors)")
    }
    #expect(service.server.requests.count == requestCount)
  }

  @Test func `without HOME a quota that is used up is remembered by the next run`() async throws {
    let service = try Service { _ in .json(#"{"code":-10,"msg":"API limit has been exceeded."}"#, status: 400) }
    let run = directory.file("run")
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
    try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: true, attributes: attributes)
    let environment = service.environment.merging(["XDG_RUNTIME_DIR": run]) { $1 }
    for _ in 0..<3 {
      let outcome = try await Placefind.run("-c gas --at 37.4979,127.0276", environment: environment)
      #expect(outcome.status == 4, "\(outcome.errors)")
    }
    #expect(service.server.requests.count == 1)
  }

  @Test func `the summary, the quota and the service count the same requests`() async throws {
    let service = try Service { $0.number > 2 ? Self.refusal(503) : nil }
    var environment = service.environment
    environment["XDG_STATE_HOME"] = directory.path
    let summary = directory.file("summary")
    let line = "batch -c gas --rate 5 -j 16 --summary \(summary)"
    _ = try await Placefind.run(line, input: Self.rows(16), environment: environment)
    let text = try #require(directory.text(of: "summary"))
    let requestCount = service.server.requests.count
    #expect(text.contains(#""requests":\#(requestCount),"#), "\(requestCount): \(text)")
    #expect(try await counted(service) == requestCount)
  }

  @Test func `an interrupted run has counted its requests and delays no later run`() async throws {
    let service = try Service()
    var run = try Placefind.invocation("batch -c gas --rate 0.05 -j 16", environment: service.environment)
    run.environment["XDG_STATE_HOME"] = directory.path
    run.input = Self.rows(16)
    run.whileRunning = { number in
      waitUntil { service.stub.callCount > 0 }
      kill(number, SIGINT)
    }
    let outcome = try await run.run()
    #expect(outcome.status == 130 && outcome.errors.contains("1 request"), "\(outcome.errors)")
    #expect(service.server.requests.count == 1)
    #expect(try await counted(service) == 1)
    let path = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: directory.path).first { $0.contains("pace/http") }
    )
    let digits = try #require(directory.text(of: path))
    // The next request may be sent twenty seconds after the request that was sent, not after those that waited.
    let moment = try #require(Double(digits.prefix(16)))
    #expect(moment / 1_000_000 - Date.now.timeIntervalSince1970 <= 20)
  }

  @Test func `a service that cannot be reached has no counted request`() async throws {
    let port = try RefusingPort()
    var environment = ["KAKAO_REST_API_KEY": "k", "PLACEFIND_ENDPOINT": port.endpoint]
    environment["XDG_STATE_HOME"] = directory.path
    let summary = directory.file("summary")
    let line = "batch -c gas --rate 0 -j 2 --retries 1 --summary \(summary)"
    let outcome = try await Placefind.run(line, input: Self.rows(4), environment: environment)
    #expect(outcome.status == 5, "\(outcome.errors)")
    let text = try #require(directory.text(of: "summary"))
    #expect(text.contains(#""requests":0,"retries":0,"#), "\(text)")
  }

  /// `PLACEFIND_STORM=10` runs each error ten times, which slows down other tests that run at the same time.
  private static let stormRuns = Int(ProcessInfo.processInfo.environment["PLACEFIND_STORM"] ?? "") ?? 1

  /// All errors of a service, with waits of at most a second.
  private static let refusals: [(status: Int, fields: [(String, String)], body: String)] = [
    (503, [("Retry-After", "1")], "{}"), (503, [], "{}"), (429, [("Retry-After", "1")], "{}"), (429, [], "{}"),
    (400, [], #"{"code":-10,"msg":"over"}"#), (500, [], "{}"), (401, [], "{}"), (400, [], #"{"code":-2}"#),
    (200, [], "nonsense"),
  ]

  @Test(arguments: refusals.indices)
  func `three concurrent processes lose nothing and count correctly, whatever the refusal`(
    kind: Int
  ) async throws {
    let refusal = Self.refusals[kind]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seed in 1...Self.stormRuns {
        group.addTask {
          let directory = TemporaryDirectory()
          let service = try Service { request in
            guard request.number % 4 == seed % 4 else { return nil }
            return LoopbackReply(
              status: refusal.status,
              headers: [("Content-Type", "application/json")] + refusal.fields,
              body: Array(refusal.body.utf8)
            )
          }
          var environment = service.environment
          environment["XDG_STATE_HOME"] = directory.path
          let all = environment
          let line = "batch -c gas --rate 20 -j 2 --no-cache --timeout 5s --budget 6"
          async let first = Placefind.run(line, input: Self.rows(3), environment: all)
          async let second = Placefind.run(line, input: Self.rows(3), environment: all)
          let outcomes = try await [first, second, Placefind.run(line, input: Self.rows(3), environment: all)]
          for outcome in outcomes { #expect([0, 1, 3, 4, 5, 6, 7].contains(outcome.status), "\(outcome)") }
          let report = try await Placefind.run("quota -f csv", environment: all)
          let counted = report.output.split(separator: "\n").first { $0.contains("category") }
          let calls = counted?.split(separator: ",").compactMap { Int($0) }.first
          #expect(calls == service.server.requests.count, "\(report)")
          #expect(service.server.requests.count <= 18)
        }
      }
      try await group.waitForAll()
    }
  }
}
