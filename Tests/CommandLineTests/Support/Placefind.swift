import TestSupport
import Testing

/// The program that was built together with these tests, in a world with nothing in it.
enum Placefind {
  /// A run of the program.
  static func invocation(
    _ line: String,
    environment: [String: String] = [:],
    source: String? = "sample"
  ) throws -> Invocation {
    try invocation(line.split(separator: " ").map(String.init), environment: environment, source: source)
  }

  /// A run of the program; the source is that of an environment that chooses none.
  static func invocation(
    _ arguments: [String],
    environment: [String: String] = [:],
    source: String? = "sample"
  ) throws -> Invocation {
    let path = try #require(BuiltProduct.path(of: "placefind"), "the program is not beside the tests")
    // A stray proxy of the machine must not come between the program and a server on the loopback interface.
    let always = ["no_proxy": "127.0.0.1,localhost", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    let variables = TestEnvironment.withSource(source, environment).merging(always) { given, _ in given }
    return Invocation(path, arguments, environment: variables)
  }

  static func run(
    _ line: String,
    input: String = "",
    environment: [String: String] = [:],
    source: String? = "sample"
  ) async throws -> Invocation.Outcome {
    var run = try invocation(line, environment: environment, source: source)
    run.input = input
    return try await run.run()
  }
}

/// A stand-in for the service, running.
struct Service {
  /// What answers.
  let stub: KakaoStub
  /// Where it listens.
  let server: LoopbackServer

  /// Starts a service over some places, some of whose requests meet another reply.
  init(
    _ stub: KakaoStub = KakaoStub(places: StubPlace.generated(60)),
    instead other: @escaping @Sendable (LoopbackRequest) -> LoopbackReply? = { _ in nil }
  ) throws {
    self.stub = stub
    server = try LoopbackServer { other($0) ?? stub.reply(to: $0) }
  }

  /// The environment that leads a program here.
  var environment: [String: String] {
    ["KAKAO_REST_API_KEY": stub.key, "PLACEFIND_ENDPOINT": server.endpoint]
  }
}
