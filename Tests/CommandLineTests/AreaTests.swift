import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct AreaTests {
  private static let query = "-c gas --at 37.4979,127.0276 -r 3km -n all --rate 0 "

  private let stub = KakaoStub(places: StubPlace.generated(300))

  @Test func `what was paid for before a failure is not asked again by the next process`() async throws {
    try await TemporaryDirectory.with { home in
      let isFailing = Mutex(true)
      let service = try Service(stub) { request in
        guard request.number > 10, isFailing.withLock(\.self) else { return nil }
        return .json(#"{"code":-10,"msg":"API limit has been exceeded."}"#, status: 400)
      }
      var environment = service.environment
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
}
