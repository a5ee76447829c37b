import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct OSMTests {
  private static let town = (52.0894, 5.1101)
  private static let query = "-c cafe --at 52.0894,5.1101 -r 3km -n all --source osm"

  private let home = TemporaryDirectory()

  private func environment(_ server: LoopbackServer, _ more: [String: String] = [:]) -> [String: String] {
    [
      "PLACEFIND_OVERPASS": server.endpoint + "/api/interpreter", "PLACEFIND_NOMINATIM": server.endpoint,
      "HOME": home.path,
    ].merging(more) { $1 }
  }

  private func server(instead other: @escaping @Sendable (LoopbackRequest) -> LoopbackReply? = { _ in nil }) throws
    -> (LoopbackServer, OSMStub)
  {
    let stub = OSMStub.generated(400, seed: 7, around: Self.town)
    return (try LoopbackServer { other($0) ?? stub.reply(to: $0) }, stub)
  }

  @Test func `a question is one request, its answer is kept, and an index of the same data answers alike`() async throws
  {
    let (server, stub) = try server()
    let online = try await Placefind.run(Self.query, environment: environment(server))
    #expect(online.status == 0)
    #expect(try online.meta("complete") == true)
    #expect(try online.meta("attribution", as: String.self).contains("© OpenStreetMap contributors"))
    #expect(try online.meta("data_time", as: String.self) == "2026-11-22T00:00:00Z")
    #expect(server.requests.count == 1)
    let again = try await Placefind.run(Self.query + " -n 3", environment: environment(server))
    #expect(try again.ids() == Array(online.ids().prefix(3)))
    #expect(server.requests.count == 1)
    try home.write(OSMStub.answer(stub.elements), to: "data.json")
    let file = home.file("data.json")
    let offline = try await Placefind.run(
      "-c cafe --at 52.0894,5.1101 -r 3km -n all --index \(file)",
      environment: ["HOME": home.path]
    )
    #expect(try !offline.ids().isEmpty)
    #expect(try offline.ids() == online.ids())
  }

  @Test(arguments: [403, 406])
  func `a refusal of the program says what it means`(status: Int) async throws {
    let (server, _) = try server { _ in LoopbackReply(status: status, headers: [("Content-Type", "text/html")]) }
    let run = try await Placefind.run(Self.query, environment: environment(server))
    #expect(run.status == 5)
    #expect(run.errors.contains("OpenStreetMap refuses requests from here (HTTP \(status))"))
    #expect(server.requests.count == 1)
  }

  @Test func `too many questions for a public server are refused before the first`() async throws {
    let (server, _) = try server()
    let rows = "lat,lng\n" + (0..<150).map { "52.\(100 + $0 % 101),5.1\n" }.joined()
    let line = "batch -c cafe --source osm"
    let shared = environment(server, ["PLACEFIND_OWN_INSTANCE": "0"])
    let refused = try await Placefind.run(line, input: rows, environment: shared)
    #expect(refused.status == 2)
    #expect(refused.output.isEmpty)
    #expect(refused.errors.contains("more than 100 different questions"))
    #expect(server.requests.isEmpty)
    let few = "lat,lng\n" + (0..<150).map { "52.08\($0 % 3),5.1\n" }.joined()
    let answered = try await Placefind.run(line, input: few, environment: shared)
    #expect(answered.status == 0)
    #expect(answered.output.split(separator: "\n").count == 150)
    #expect(server.requests.count == 3)
    #expect(server.peakConcurrency == 1)
    let own = try await Placefind.run(line, input: rows, environment: environment(server))
    #expect(own.status == 0)
  }

  @Test func `a dry run says what a name costs, and nothing of a key; quota shows what was asked`() async throws {
    let (server, _) = try server()
    let rows = "near\n가\n나\n"
    let dry = try await Placefind.run(
      "batch -c cafe --source osm --dry-run",
      input: rows,
      environment: environment(server)
    )
    #expect(dry.output.contains("requests    4 or more\n"), "\(dry.output)")
    #expect(!dry.output.contains("key"))
    _ = try await Placefind.run(Self.query, environment: environment(server))
    let quota = try await Placefind.run("quota -f table", environment: ["HOME": home.path])
    #expect(quota.output.contains("overpass") && quota.errors.contains("in UTC"))
    let own = try await Placefind.run("quota -f csv --source osm", environment: ["HOME": home.path])
    #expect(own.output.contains("overpass,1,9999,10000,1"), "\(own.output)")
  }

  @Test func `the notice of the sample names the service that needs no key first`() async throws {
    let run = try await Placefind.run("-c cafe --at 37.4979,127.0276", environment: ["HOME": home.path])
    #expect(run.errors.contains("for real ones use --source osm, set KAKAO_REST_API_KEY, or build an index"))
  }
}
