import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ExitStatusTests {
  private static let query = "-c gas --at 37.4979,127.0276 "

  private func status(_ line: String = "", of reply: LoopbackReply) async throws -> Int32 {
    let server = try LoopbackServer { _ in reply }
    let outcome = try await Placefind.run(
      Self.query + "--retries 0 " + line,
      environment: [
        "KAKAO_REST_API_KEY": "secret", "PLACEFIND_ENDPOINT": server.endpoint, "XDG_RUNTIME_DIR": "/nonexistent",
      ]
    )
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("placefind: "))
    #expect(outcome.errors.filter { $0 == "\n" }.count == 1)
    return outcome.status
  }

  private static let replies: [(reply: LoopbackReply, expected: Int32)] =
    [(401, 3), (403, 3), (500, 5), (502, 5), (503, 5), (504, 5), (302, 7)].map {
      (.json(#"{"errorType":"E","message":"m"}"#, status: $0), $1)
    }
    + [
      (.json(#"{"code":-10,"msg":"API limit has been exceeded."}"#, status: 400), 4), (.json("{"), 7), (.json("[]"), 7),
      (LoopbackReply(headers: [("Content-Type", "text/html")], body: Array("<p>".utf8)), 7),
      (LoopbackReply(body: [0x22, 0xFF, 0x22]), 7), (.json("{}").sent(.hangUp), 5),
      (.json("{}").sent(.reset(bodyBytes: nil)), 5), (.json("{}").sent(.noResponse), 5),
    ]

  @Test(arguments: replies)
  func `each failure of the service has its exit status`(reply: LoopbackReply, expected: Int32) async throws {
    #expect(try await status(reply.delivery == .noResponse ? "--timeout 1s" : "", of: reply) == expected)
  }

  // Without the libcurl shim, URLSession crashes (swift-corelibs-foundation 5285).
  #if canImport(Glibc)
    @Test(arguments: ["HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Ty"])
    func `a response cut off in its header is status 5`(head: String) async throws {
      #expect(try await status(of: LoopbackReply(body: Array(head.utf8), delivery: .garbage)) == 5)
    }
  #endif

  @Test func `an interrupt ends the program at once with 130`() async throws {
    let server = try LoopbackServer { _ in LoopbackReply.json("{}").sent(.noResponse) }
    var run = try Placefind.invocation(
      Self.query,
      environment: ["KAKAO_REST_API_KEY": "x", "PLACEFIND_ENDPOINT": server.endpoint]
    )
    run.whileRunning = { number in
      waitUntil { !server.requests.isEmpty }
      kill(number, SIGINT)
    }
    let outcome = try await run.run()
    #expect(outcome.status == 130)
    #expect(outcome.output.isEmpty)
  }

  @Test func `requests paid before a failure are not repeated by the next process`() async throws {
    try await TemporaryDirectory.with { home in
      let stub = KakaoStub(places: StubPlace.generated(300))
      let query = Self.query + "-r 3km -n all --rate 0 "
      let isFailing = Mutex(true)
      let service = try Service(stub) { request in
        guard request.number > 10, isFailing.withLock(\.self) else { return nil }
        return .json(#"{"code":-10,"msg":"API limit has been exceeded."}"#, status: 400)
      }
      var environment = service.environment
      environment["XDG_CACHE_HOME"] = home.path
      #expect(try await Placefind.run(query, environment: environment).status == 4)
      isFailing.withLock { $0 = false }
      let whole = try await Placefind.run(query + "--no-cache", environment: environment)
      let rest = try await Placefind.run(query, environment: environment)
      #expect(rest.status == 0)
      #expect(try rest.meta("complete") == true)
      #expect(try rest.ids() == stub.truth(within: 3_000))
      #expect(try rest.meta("requests", as: Int.self) == whole.meta("requests", as: Int.self) - 10)
    }
  }

  private let directory = TemporaryDirectory()

  @Test(arguments: [
    "find -c gas --at 48.2,16.37", "batch -c gas --at 48.2,16.37", "near Graz", "where --at 48.2,16.37", "browse",
    "browse -c gas --at 48.2,16.37", "mcp",
  ])
  func `without a source every command that returns places ends with 3 and names the ways to get one`(
    line: String
  ) async throws {
    let request = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n"
    let outcome = try await Placefind.run(
      line,
      input: line == "mcp" ? request : "lat,lng\n48.2,16.37\n",
      environment: ["HOME": directory.path],
      source: nil
    )
    #expect(outcome.status == 3)
    #expect(outcome.output.isEmpty, "\(outcome.output)")
    for way in ["KAKAO_REST_API_KEY", "--source osm", "`placefind index fetch --near TEXT`", "--source sample"] {
      #expect(outcome.errors.contains(way), "\(outcome.errors)")
    }
  }

  @Test func `an argument that is not UTF-8 is refused, instead of naming another file`() async throws {
    var run = try Placefind.invocation("-c gas --at 37.4979,127.0276 -s sample -o")
    run.arguments.append(Array(directory.file("answer").utf8) + [0xFF])
    let outcome = try await run.run()
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("isn't valid UTF-8"), "\(outcome.errors)")
    #expect(directory.names.isEmpty)
    run.arguments[run.arguments.count - 1] = Array(directory.file("\u{FFFD}").utf8)
    #expect(try await run.run().status == 0)
  }

  @Test(arguments: Seeds.some(of: Array(0..<8)))
  func `no random line crashes the program or reaches a source`(seed: UInt64) async throws {
    var random = SeededRandom(seed)
    let words = [
      "-c", "gas", "--at", "37.5,127", "-r", "-n", "--limit=", "=", "--", "-", "", "--=", "-=", "---", "\u{0301}",
      "--fields",
      "--format", "\u{1B}[2J", "99999999999999999999", "-1e308", "nan", "find", "help", "--bbox", "-vvq", "--page", "🏪",
    ]
    for _ in 0..<25 {
      var run = try Placefind.invocation("")
      run.arguments = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        if Int.random(in: 0..<4, using: &random) > 0 {
          return Array(words.randomElement(using: &random).map(\.utf8) ?? "".utf8)
        }
        return (0..<Int.random(in: 0...12, using: &random)).map { _ in UInt8.random(in: 1...255, using: &random) }
      }
      // Whatever the random arguments mean, they must not cause long requests.
      run.arguments.append(Array("--source=index".utf8))
      run.arguments.append(Array("--index=/nowhere".utf8))
      let outcome = try await run.run()
      #expect([0, 1, 2].contains(outcome.status), "\(run.arguments) \(outcome)")
      #expect(outcome.errors.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    }
  }
}
