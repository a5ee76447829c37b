import Foundation
import Synchronization
import TestSupport
import Testing

/// Several processes of a machine that send requests to the same service.
@Suite(.timeLimit(.minutes(20))) struct SharedRequestsTests {
  private let home = TemporaryDirectory()

  @Test func `a process that is stopped during its request delays no other`() async throws {
    let stub = OSMStub.generated(40, seed: 7, around: (52.0894, 5.1101))
    let server = try LoopbackServer { request in
      request.number == 1 ? LoopbackReply(delivery: .noResponse) : stub.reply(to: request)
    }
    let environment = [
      "PLACEFIND_OVERPASS": server.endpoint + "/api/interpreter", "PLACEFIND_NOMINATIM": server.endpoint,
      "PLACEFIND_OWN_INSTANCE": "0", "HOME": home.path,
    ]
    let line = "-c cafe --at 52.0894,5.1101 -r 1km --source osm --no-cache"
    let other = try Placefind.invocation(line, environment: environment)
    var stopped = other
    let outcome = Mutex<Invocation.Outcome?>(nil)
    stopped.whileRunning = { number in
      waitUntil { server.requests.count == 1 }
      kill(number, SIGSTOP)
      let ended = try? other.runOnThisThread()
      outcome.withLock { $0 = ended }
      kill(number, SIGKILL)
    }
    #expect(try await stopped.run().status == 128 + SIGKILL)
    let ended = try #require(outcome.withLock { $0 })
    #expect(ended.status == 0, "\(ended.errors)")
    #expect(server.requests.count == 2)
  }

  private static let over = LoopbackReply(
    status: 429,
    body: Array(#"{"errorType":"RequestThrottled","message":"API limit has been exceeded."}"#.utf8)
  )

  private func environment(_ service: Service) -> [String: String] {
    service.environment.merging(["HOME": home.path]) { $1 }
  }

  @Test func `a quota that is used up stops requests of its API alone, in a batch and in other processes`() async throws
  {
    let isOver = Atomic(true)
    let service = try Service { request in
      isOver.load(ordering: .relaxed) && request.path.contains("keyword") ? Self.over : nil
    }
    let environment = environment(service)
    func requests(_ api: String) -> Int { service.server.requests.count { $0.path.contains(api) } }
    let rows = (0..<60).map { "\(37.49 + Double($0) / 10_000),127.0276,\($0 % 3 == 0 ? "가짜장소" : "")" }
    try home.write("lat,lng,query\n" + rows.joined(separator: "\n") + "\n", to: "rows.csv")
    let batch = "batch \(home.file("rows.csv")) -c gas --rate 0 -j 4 -n 3 --resume -o"
    let line = "\(batch) \(home.file("out.ndjson"))"
    let first = try await Placefind.run(line, environment: environment)
    #expect(first.status == 4 && first.errors.contains("--resume"), "\(first.errors)")
    let records = try #require(home.text(of: "out.ndjson")).split(separator: "\n")
    #expect(records.count == 40 && records.allSatisfy { $0.contains(#""status":"ok""#) })
    // The requests that were in flight, and the one that was repeated.
    #expect(requests("keyword") <= 5 && requests("category") == 40)
    let sent = requests("keyword")
    for _ in 0..<3 {
      let again = try await Placefind.run(line, environment: environment)
      #expect(again.status == 4 && again.errors.contains("midnight in Korea"), "\(again.errors)")
      let single = try await Placefind.run("-q 가짜장소 --at 37.4979,127.0276", environment: environment)
      #expect(single.status == 4, "\(single.errors)")
    }
    let other = try await Placefind.run("-c cafe --at 37.4979,127.0276", environment: environment)
    #expect(other.status == 0, "\(other.errors)")
    #expect(requests("keyword") == sent && requests("category") >= 41)
    // Another key has a quota of its own.
    let key = environment.merging(["KAKAO_REST_API_KEY": "0123456789abcdef"]) { $1 }
    _ = try await Placefind.run("-q 가짜장소 --at 37.4979,127.0276", environment: key)
    #expect(requests("keyword") > sent)
    // After a minute, the quota is there again.
    isOver.store(false, ordering: .relaxed)
    try allowProbe()
    let resumed = try await Placefind.run(line, environment: environment)
    #expect(resumed.status == 0, "\(resumed.errors)")
    let whole = try await Placefind.run("\(batch) \(home.file("whole.ndjson"))", environment: environment)
    #expect(whole.status == 0, "\(whole.errors)")
    #expect(home.text(of: "out.ndjson") == home.text(of: "whole.ndjson"))
  }

  /// Sets the moments of the next probes to 0.
  private func allowProbe() throws {
    for path in try FileManager.default.subpathsOfDirectory(atPath: home.path) where path.contains("pace/keyword-") {
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: home.file(path)))
      try file.seek(toOffset: 3 * 64)
      try file.write(contentsOf: Data(repeating: UInt8(ascii: "0"), count: 64))
      try file.close()
    }
  }

  private static func rows(_ count: Int) -> String {
    "lat,lng\n" + (0..<count).map { "\(37.49 + Double($0) / 10_000),127.0276\n" }.joined()
  }

  @Test func `a slower rate applies to its own process only`() async throws {
    let service = try Service()
    var slow = try Placefind.invocation("batch -c gas --rate 0.05 --no-cache", environment: environment(service))
    slow.input = Self.rows(10)
    let fast = try Placefind.invocation("batch -c cafe --no-cache", environment: environment(service))
    let line = Self.rows(15)
    let outcome = Mutex<Invocation.Outcome?>(nil)
    slow.whileRunning = { number in
      waitUntil { service.server.requests.count > 0 }
      var fast = fast
      fast.input = line
      fast.limit = .seconds(30)
      let ended = try? fast.runOnThisThread()
      outcome.withLock { $0 = ended }
      kill(number, SIGKILL)
    }
    _ = try await slow.run()
    let ended = try #require(outcome.withLock { $0 })
    #expect(ended.status == 0 && !ended.isTimedOut, "\(ended.errors)")
  }

  @Test(arguments: [0o700, 0o755])
  func `without HOME the pace is in a directory of this user alone, or nowhere`(mode: Int) async throws {
    let stub = OSMStub.generated(40, seed: 7, around: (52.0894, 5.1101))
    let server = try LoopbackServer { stub.reply(to: $0) }
    try FileManager.default.createDirectory(atPath: home.file("run"), withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: home.file("run"))
    let environment = [
      "PLACEFIND_OVERPASS": server.endpoint + "/api/interpreter", "PLACEFIND_NOMINATIM": server.endpoint,
      "PLACEFIND_OWN_INSTANCE": "0", "XDG_RUNTIME_DIR": home.file("run"),
    ]
    let outcome = try await Placefind.run(
      "-c cafe --at 52.0894,5.1101 -r 1km --source osm",
      environment: environment
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    let isThere = FileManager.default.fileExists(atPath: home.file("run/placefind/pace/overpass"))
    #expect(isThere == (mode == 0o700))
  }

  @Test func `a batch whose rows are all rejected alike stops after eight`() async throws {
    let service = try Service { _ in .json(#"{"code":-2,"msg":"wrong"}"#, status: 400) }
    let line = "batch -c gas --rate 0 -j 2 -o \(home.file("out.ndjson"))"
    let outcome = try await Placefind.run(line, input: Self.rows(100), environment: environment(service))
    #expect(outcome.status != 0, "\(outcome.errors)")
    #expect((8...10).contains(service.server.requests.count))
  }

  @Test func `a state directory that can't be written is reported without -v`() async throws {
    let service = try Service()
    try home.write("", to: "file")
    let environment = environment(service).merging(["XDG_STATE_HOME": home.file("file")]) { $1 }
    for (line, input) in [("-c gas --at 37.4979,127.0276", ""), ("batch -c gas", Self.rows(2))] {
      let outcome = try await Placefind.run(line, input: input, environment: environment)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("are not counted"), "\(outcome.errors)")
    }
  }

  @Test func `a state directory that is removed during a run is made again with the calls of the run`() async throws {
    let service = try Service()
    var run = try Placefind.invocation(
      "batch -c gas -n 3 --rate 10 -j 1 --no-cache",
      environment: environment(service).merging(["XDG_STATE_HOME": home.file("state")]) { $1 }
    )
    run.input = Self.rows(8)
    let state = home.file("state")
    run.whileRunning = { _ in
      waitUntil { service.server.requests.count >= 3 }
      try? FileManager.default.removeItem(atPath: state)
    }
    let outcome = try await run.run()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(service.server.requests.count == 8)
    let report = try await Placefind.run("quota -f csv", environment: run.environment)
    let counted = report.output.split(separator: "\n").first { $0.contains("category") }
    #expect(counted?.split(separator: ",").compactMap { Int($0) }.first == 8, "\(report)")
  }
}
