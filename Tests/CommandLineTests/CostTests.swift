import Foundation
import TestSupport
import Testing

/// The cost of searches in the whole program: announced, refused, confirmed, and bounded by the daily allowance.
@Suite(.timeLimit(.minutes(20))) struct CostTests {
  private let directory = TemporaryDirectory()

  /// A circle whose places take more than 500 requests.
  private static let largeSearch = "-c gas --at 37.4979,127.0276 -r 3km -n all --rate 0 --no-cache"

  private static func crowdedService() throws -> Service {
    try Service(KakaoStub(places: StubPlace.generated(11_000, reach: 3_000)))
  }

  private func environment(of service: Service) -> [String: String] {
    service.environment.merging(["XDG_STATE_HOME": directory.path]) { $1 }
  }

  /// Returns the messages of an agent that calls a tool so many times.
  private static func calls(_ count: Int) -> String {
    let opening =
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}"#
    let calls = (1...count).map { number in
      let arguments = #"{"category":"gas","lat":\#(37.48 + Double(number) / 100_000),"lng":127.0276,"limit":1}"#
      return
        #"{"jsonrpc":"2.0","id":\#(number),"method":"tools/call","params":{"name":"find_places","arguments":\#(arguments)}}"#
    }
    return ([opening, #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#] + calls).joined(separator: "\n")
      + "\n"
  }

  private static func rows(_ count: Int) -> String {
    "lat,lng\n" + (0..<count).map { "\(37.49 + Double($0) / 100_000),127.0276\n" }.joined()
  }

  @Test func `a search that needs consent is refused without a terminal, with the number, after a few requests`()
    async throws
  {
    let service = try Self.crowdedService()
    let outcome = try await Placefind.run(Self.largeSearch, environment: environment(of: service))
    #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.contains("more than 500. Allow them"), "\(outcome.errors)")
    #expect(outcome.errors.contains("--max-requests"), "\(outcome.errors)")
    #expect(service.server.requests.count <= 40)
  }

  @Test func `answering no sends nothing more, and yes sends the search`() async throws {
    let service = try Self.crowdedService()
    let path = directory.file("places.ndjson")
    let run = try Placefind.invocation(
      "\(Self.largeSearch) -f ndjson -o \(path)",
      environment: environment(of: service)
    )
    let refused = try await TerminalSession.run(run) { session in
      session.wait(for: "[y/N]")
      session.type("n\n")
    }
    #expect(refused.status == 2 && refused.missed.isEmpty, "\(refused)")
    let before = service.server.requests.count
    #expect(before <= 40)
    let confirmed = try await TerminalSession.run(run) { session in
      session.wait(for: "[y/N]")
      session.type("y\n")
      waitUntil { service.server.requests.count > before + 60 }
      session.send(SIGINT)
    }
    #expect(confirmed.missed.isEmpty, "\(confirmed)")
    #expect(service.server.requests.count > before + 60)
  }

  @Test func `a row that is expected to cost too much fails alone`() async throws {
    let service = try Self.crowdedService()
    let input = "lat,lng,radius\n37.4979,127.0276,3000\n37.4979,127.0276,50\n"
    let line = "batch -c gas -n all --rate 0 --no-cache"
    let outcome = try await Placefind.run(line, input: input, environment: environment(of: service))
    #expect(outcome.status == 6, "\(outcome.errors)")
    let records = outcome.output.split(separator: "\n")
    try #require(records.count == 2, "\(outcome)")
    #expect(records[0].contains(#""status":"failed""#) && records[0].contains("Allow them"), "\(records[0])")
    #expect(records[1].contains(#""status":"ok""#) || records[1].contains(#""status":"empty""#), "\(records[1])")
    #expect(service.server.requests.count <= 60)
  }

  @Test func `the requests of a large batch are announced before the first of them`() async throws {
    let service = try Service { _ in LoopbackReply(status: 401, headers: [], body: Array("{}".utf8)) }
    try directory.write(Self.rows(900), to: "rows.csv")
    let line = "batch \(directory.file("rows.csv")) -c gas --rate 0"
    let outcome = try await Placefind.run(line, environment: environment(of: service))
    #expect(outcome.errors.contains("The batch sends about 900 requests to Kakao. Use"), "\(outcome.errors)")
    let large = try await Placefind.run("\(line) -n all -r 3km", environment: environment(of: service))
    #expect(large.errors.contains("at 1 to 20 places per square kilometre"), "\(large.errors)")
  }

  @Test func `an agent's call sends at most 100 requests, as its description says`() async throws {
    let service = try Self.crowdedService()
    let input = """
      {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_places","arguments":\
      {"category":"gas","lat":37.4979,"lng":127.0276,"radius_m":3000,"limit":5000}}}

      """
    let outcome = try await Placefind.run(
      "mcp --rate 0",
      input: input,
      linesBeforeEnd: 2,
      environment: environment(of: service)
    )
    #expect(
      outcome.output.contains("A call sends at most 100 requests to a service"),
      "\(outcome.output.prefix(2_000))"
    )
    #expect(service.server.requests.count <= 100)
  }

  @Test func `three concurrent processes exceed an allowance of ten calls only with consent`() async throws {
    let service = try Service()
    let all = environment(of: service)
    _ = try await Placefind.run("-c gas --at 37.4979,127.0276 -r 100 -n 1 --no-cache", environment: all)
    try countCalls(until: 99_990)
    let before = service.server.requests.count
    let line = "batch -c gas -n 1 -j 4 --rate 0 --no-cache"
    async let first = Placefind.run(line, input: Self.rows(12), environment: all)
    async let agent = Placefind.run(
      "mcp --rate 0 --no-cache",
      input: Self.calls(12),
      linesBeforeEnd: 13,
      environment: all
    )
    let outcomes = try await [first, Placefind.run(line, input: Self.rows(12), environment: all)]
    for outcome in outcomes { #expect(outcome.status == 4, "\(outcome.status) \(outcome.errors)") }
    #expect(try await agent.output.contains("calls are used up"))
    #expect(outcomes.contains { $0.errors.contains("--beyond-quota") }, "\(outcomes.map(\.errors))")
    #expect(service.server.requests.count - before <= 10)
    let reached = service.server.requests.count
    let paid = try await Placefind.run("\(line) --beyond-quota", input: Self.rows(12), environment: all)
    #expect(paid.status == 0, "\(paid.errors)")
    #expect(service.server.requests.count - reached == 12)
    let report = try await Placefind.run("quota -f csv", environment: all)
    let category = report.output.split(separator: "\n").first { $0.contains("category") }
    let counted = try #require(category?.split(separator: ",").compactMap { Int($0) }.first, "\(report)")
    #expect(counted == 99_990 + service.server.requests.count - before, "\(report.output)")
  }

  /// Counts calls of the category API without sending them: a file has one byte per call after its header.
  private func countCalls(until count: Int) throws {
    let names = try #require(FileManager.default.enumerator(atPath: directory.path)).compactMap { $0 as? String }
    let name = try #require(names.first { $0.hasSuffix("-category") }, "\(names)")
    let file = try #require(FileHandle(forWritingAtPath: directory.file(name)))
    defer { try? file.close() }
    try file.seekToEnd()
    try file.write(contentsOf: [UInt8](repeating: UInt8(ascii: "."), count: count - 1))
  }
}
