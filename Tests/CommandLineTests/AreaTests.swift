import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite(.timeLimit(.minutes(5)))
struct AreaTests {
  private static let query = "-c gas --at 37.4979,127.0276 -r 3km -n all --rate 0 "

  private let stub = KakaoStub(places: StubPlace.generated(300))

  private func environment(_ server: LoopbackServer) -> [String: String] {
    ["KAKAO_REST_API_KEY": stub.key, "PLACEFIND_ENDPOINT": server.endpoint]
  }

  @Test func `a budget that is too small fails only when a complete answer is required`() async throws {
    let server = try LoopbackServer(handler: stub.handler)
    let part = try await Placefind.run(Self.query + "--max-requests 2", environment: environment(server))
    #expect(part.status == 0)
    #expect(try part.meta("complete") == false)
    #expect(try part.meta("requests", as: Int.self) <= 2)
    #expect(try part.ids().isEmpty == false)
    let whole = try await Placefind.run(
      Self.query + "--max-requests 2 --require-complete",
      environment: environment(server)
    )
    #expect(whole.status == 8)
    #expect(whole.output.isEmpty)
  }

  @Test func `a quota that ends in the middle prints no part as if it were all`() async throws {
    let server = try LoopbackServer { [stub] request in
      guard request.number > 2 else { return stub.reply(to: request) }
      return .json(#"{"code":-10,"msg":"API limit has been exceeded."}"#, status: 400)
    }
    let outcome = try await Placefind.run(Self.query, environment: environment(server))
    #expect(outcome.status == 4)
    #expect(outcome.output.isEmpty)
  }

  @Test func `what was paid for before a failure is not asked again by the next process`() async throws {
    try await TemporaryDirectory.with { home in
      let isFailing = Mutex(true)
      let server = try LoopbackServer { [stub] request in
        guard request.number > 10, isFailing.withLock(\.self) else { return stub.reply(to: request) }
        return .json(#"{"code":-10,"msg":"API limit has been exceeded."}"#, status: 400)
      }
      var environment = environment(server)
      environment["XDG_CACHE_HOME"] = home.path
      #expect(try await Placefind.run(Self.query, environment: environment).status == 4)
      isFailing.withLock { $0 = false }
      let whole = try await Placefind.run(Self.query + "--no-cache", environment: environment)
      let rest = try await Placefind.run(Self.query, environment: environment)
      #expect(rest.status == 0)
      #expect(try rest.meta("complete") == true)
      #expect(try rest.ids() == stub.truth(within: 3_000))
      #expect(try rest.meta("requests", as: Int.self) == whole.meta("requests", as: Int.self) - 10)
    }
  }

  @Test func `an interrupt in the middle of a search ends it at once`() async throws {
    let server = try LoopbackServer { [stub] request in
      request.number < 3 ? stub.reply(to: request) : LoopbackReply(manner: .noResponse)
    }
    var run = try Placefind.invocation(Self.query, environment: environment(server))
    run.whileRunning = { number in
      waitUntil { server.requests.count >= 3 }
      kill(number, SIGINT)
    }
    let outcome = try await run.run()
    #expect(outcome.status == 130)
    #expect(outcome.output.isEmpty)
  }

  @Test(arguments: 0..<6)
  func `a failing network ends in an answer or an error, and never shows the key`(seed: Int) async throws {
    let faults: [LoopbackReply] = [
      .json("{}").sent(.hangUp), .json("{}").sent(.reset(bodyBytes: nil)),
      .json(#"{"documents":["#).sent(.cut(bodyBytes: 5)),
      .json("", status: 503), .json("", status: 500), LoopbackReply(headers: [("Content-Type", "text/html")]),
    ]
    let random = Mutex(StubRandom(seed: UInt64(seed)))
    let server = try LoopbackServer { [stub] request in
      let draw = random.withLock { $0.unit() }
      return draw < 0.3 ? faults[Int(draw / 0.3 * Double(faults.count))] : stub.reply(to: request)
    }
    for round in 0..<3 {
      let form = round == 0 ? "text" : "json"
      let outcome = try await Placefind.run(
        Self.query + "-v --timeout 5s --retries 3 --error-format \(form)",
        environment: environment(server)
      )
      #expect([0, 5, 7].contains(outcome.status), "\(outcome)")
      #expect(outcome.status == 0 || outcome.output.isEmpty)
      #expect(!(outcome.output + outcome.errors).contains(stub.key))
      #expect(!outcome.isTimedOut)
    }
  }
}
