import TestSupport
import Testing

/// The program built with these tests, in an empty environment.
enum Placefind {
  /// Makes an invocation of the program.
  static func invocation(
    _ line: String,
    environment: [String: String] = [:],
    source: String? = "sample"
  ) throws -> Invocation {
    try invocation(line.split(separator: " ").map(String.init), environment: environment, source: source)
  }

  /// Makes an invocation of the program, with a source if the environment selects none.
  static func invocation(
    _ arguments: [String],
    environment: [String: String] = [:],
    source: String? = "sample"
  ) throws -> Invocation {
    let path = try #require(BuiltProduct.path(of: "placefind"), "the program isn't next to the tests")
    // A proxy in the machine's settings must not be used for the loopback interface.
    let always = ["no_proxy": "127.0.0.1,localhost", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    let variables = TestEnvironment.withSource(source, environment).merging(always) { given, _ in given }
    return Invocation(path, arguments, environment: variables)
  }

  static func run(
    _ line: String,
    input: String = "",
    linesBeforeEnd: Int = 0,
    environment: [String: String] = [:],
    source: String? = "sample"
  ) async throws -> Invocation.Outcome {
    var run = try invocation(line, environment: environment, source: source)
    run.input = input
    run.linesBeforeEnd = linesBeforeEnd
    return try await run.run()
  }
}

/// A running double of the service.
struct Service {
  let stub: KakaoStub
  let server: LoopbackServer

  /// Starts a service with places; some requests may get another reply.
  init(
    _ stub: KakaoStub = KakaoStub(places: StubPlace.generated(60)),
    instead other: @escaping @Sendable (LoopbackRequest) -> LoopbackReply? = { _ in nil }
  ) throws {
    self.stub = stub
    server = try LoopbackServer { other($0) ?? stub.reply(to: $0) }
  }

  /// The environment that selects this service, without a directory for an exhausted quota.
  var environment: [String: String] {
    ["KAKAO_REST_API_KEY": stub.key, "PLACEFIND_ENDPOINT": server.endpoint, "XDG_RUNTIME_DIR": "/nonexistent"]
  }
}
