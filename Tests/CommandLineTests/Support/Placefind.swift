import TestSupport
import Testing

/// The program that was built together with these tests, in a world with nothing in it.
enum Placefind {
  /// A run of the program.
  ///
  /// - Parameters:
  ///   - line: Arguments, split at blanks.
  ///   - environment: All of its environment besides what keeps it on this machine.
  /// - Returns: The run, not yet begun.
  /// - Throws: When the program is not there.
  static func invocation(_ line: String, environment: [String: String] = [:]) throws -> Invocation {
    try invocation(line.split(separator: " ").map(String.init), environment: environment)
  }

  /// A run of the program.
  static func invocation(_ arguments: [String], environment: [String: String] = [:]) throws -> Invocation {
    let path = try #require(BuiltProduct.path(of: "placefind"), "the program is not beside the tests")
    // A stray proxy of the machine must not come between the program and a server on the loopback interface.
    let always = ["no_proxy": "127.0.0.1,localhost", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    return Invocation(path, arguments, environment: environment.merging(always) { given, _ in given })
  }

  /// The outcome of a run.
  static func run(_ line: String, environment: [String: String] = [:]) async throws -> Invocation.Outcome {
    try await invocation(line, environment: environment).run()
  }
}

/// A stand-in for the service, running.
struct Service {
  /// What answers.
  let stub: KakaoStub
  /// Where it listens.
  let server: LoopbackServer

  /// Starts a service over some places.
  init(_ stub: KakaoStub = KakaoStub(places: StubPlace.generated(60))) throws {
    self.stub = stub
    server = try LoopbackServer(handler: stub.handler)
  }

  /// The environment that leads a program here.
  var environment: [String: String] {
    ["KAKAO_REST_API_KEY": stub.key, "PLACEFIND_ENDPOINT": server.endpoint]
  }
}
