import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct OSMTests {
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

  @Test func `a query is one request, its response is cached, and an index of the same data has the same result`()
    async throws
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
    try home.write(OSMStub.response(stub.elements), to: "data.json")
    let file = home.file("data.json")
    let offline = try await Placefind.run(
      "-c cafe --at 52.0894,5.1101 -r 3km -n all --index \(file)",
      environment: ["HOME": home.path]
    )
    #expect(try !offline.ids().isEmpty)
    #expect(try offline.ids() == online.ids())
  }

  /// Returns a server that answers every request as busy.
  private func busyServer() throws -> LoopbackServer {
    try server { _ in LoopbackReply(status: 429, headers: [("Retry-After", "9")], body: Array("busy".utf8)) }.0
  }

  @Test func `a busy server is reported while the program waits for it, before the next request`() async throws {
    let server = try busyServer()
    let line = try Placefind.invocation(Self.query + " -f csv --timeout 2m", environment: environment(server))
    let outcome = try await TerminalSession.run(line) { session in
      session.wait(for: "busy or failing. The next request is sent in")
      #expect(server.requests.count { $0.target.contains("/api/interpreter") } == 1)
      session.send(SIGINT)
    }
    #expect(outcome.missed.isEmpty && outcome.status == 130, "\(outcome.output)")
  }

  @Test func `a process that ends instead of waiting for a busy server announces no next request`() async throws {
    let server = try busyServer()
    let outcome = try await Placefind.run(Self.query + " --timeout 5s", environment: environment(server))
    #expect(outcome.status == 5 && outcome.errors.contains("busy"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("next request"), "\(outcome.errors)")
  }

  @Test func `too many queries for a public server are refused before the first`() async throws {
    let (server, _) = try server()
    let rows = "lat,lng\n" + (0..<150).map { "52.\(100 + $0 % 101),5.1\n" }.joined()
    let line = "batch -c cafe --source osm"
    let shared = environment(server, ["PLACEFIND_OWN_INSTANCE": "0"])
    let refused = try await Placefind.run(line, input: rows, environment: shared)
    #expect(refused.status == 2)
    #expect(refused.output.isEmpty)
    #expect(refused.errors.contains("more than 100 different queries"))
    let trial = try await Placefind.run("\(line) --dry-run", input: rows, environment: shared)
    #expect(trial.status == 2 && trial.errors == refused.errors && trial.output.contains("rows        150"), "\(trial)")
    #expect(refused.errors.contains("placefind index fetch --bbox=5.085,52.091,5.115,52.209 -c cafe -o rows.pfx && "))
    try home.write(rows + (0..<9_999).map { "52.5,5.3\($0)\n" }.joined(), to: "rows.csv")
    let file = try await Placefind.run("\(line) \(home.file("rows.csv"))", environment: shared)
    #expect(file.errors.contains("placefind index fetch --bbox=5.085,52.091,5.415,52.509 -c cafe -o rows.pfx && "))
    #expect(server.requests.isEmpty)
    let few = "lat,lng\n" + (0..<150).map { "52.08\($0 % 3),5.1\n" }.joined()
    let outcome = try await Placefind.run(line, input: few, environment: shared)
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count == 150)
    #expect(server.requests.count == 3)
    #expect(server.peakConcurrency == 1)
    let own = try await Placefind.run(line, input: rows, environment: environment(server))
    #expect(own.status == 0)
  }

  @Test func `a name for many rows is geocoded only if the rows may be queried, and earlier records do not count`()
    async throws
  {
    let (server, _) = try server()
    let shared = environment(server, ["PLACEFIND_OWN_INSTANCE": "0"])
    func rows(_ count: Int) -> String { "id,radius\n" + (0..<count).map { "\($0),\(500 + $0)\n" }.joined() }
    let line = ["batch", "-c", "치과", "--near", "Place 7 & 8", "--source", "osm", "-o", home.file("out.ndjson")]
    var run = try Placefind.invocation(line, environment: shared)
    run.input = rows(150)
    let refused = try await run.run()
    #expect(refused.status == 2)
    #expect(refused.errors.contains("placefind index fetch --near 'Place 7 & 8' -r 649m -c dentist"))
    #expect(server.requests.isEmpty)
    let points = "lat,lng\n" + (0..<101).map { "52.\(100 + $0),5.1\n" }.joined()
    let batch = "batch -c cafe --source osm -o \(home.file("out2.ndjson"))"
    #expect(try await Placefind.run(batch, input: String(points.dropLast(11)), environment: shared).status == 0)
    let resumed = try await Placefind.run(batch + " --resume", input: points, environment: shared)
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(server.requests.count == 101)
  }

  @Test func `a dry run reports the cost of a name without the key, and quota shows the requests sent`() async throws {
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
    #expect(quota.output.contains("overpass") && quota.errors.contains(" UTC. The count resets"))
    let own = try await Placefind.run("quota -f csv --source osm", environment: ["HOME": home.path])
    #expect(own.output.contains("overpass,1,9999,10000,1"), "\(own.output)")
  }

  @Test func `a downloaded index has the same result without the network`() async throws {
    let element = try #require(
      OSMStub.generated(400, seed: 7, around: Self.town).elements.first {
        // Station names rank before shop names.
        $0.extent == nil && $0.tags["station"] != nil
      }
    )
    let name = "Place \((Int(element.id.dropFirst(5)) ?? 1) - 1)"
    let hit = """
      [{"osm_type":"node","osm_id":\(element.id.dropFirst(5)),"lat":"\(element.latitude)","lon":"\(element.longitude)",\
      "name":"\(name)","display_name":"\(name)","category":"amenity","type":"cafe"}]
      """
    let (server, _) = try server { $0.path == "/search" ? .json(hit) : nil }
    func run(_ words: String..., online: Bool = false) async throws -> Invocation.Outcome {
      let arguments = words.flatMap { $0 == "NAME" ? [name] : $0.split(separator: " ").map(String.init) }
      return try await Placefind.invocation(
        arguments,
        environment: online ? environment(server) : ["HOME": home.path],
        source: nil
      ).run()
    }
    let online = try await run("-c cafe -r 3km -n all --source osm --near", "NAME", online: true)
    let fetched = try await run("index fetch -r 5km --near", "NAME", online: true)
    #expect(fetched.status == 0, "\(fetched.errors)")
    let count = server.requests.count
    let file = "\(name.lowercased().replacingOccurrences(of: " ", with: "-"))-5km"
    let offline = try await run("-c cafe -r 3km -n all --near", "NAME")
    #expect(try !offline.ids().isEmpty && offline.ids() == online.ids(), "\(offline.errors)")
    #expect(try offline.meta("complete") == true)
    #expect(try offline.meta("data_time", as: String.self) == online.meta("data_time"))
    #expect(offline.errors.contains("Using the downloaded index \(home.path)/.local/share/placefind/\(file).pfx"))
    #expect(try await run("-c cafe -r 3km -n all --index", file, "--near", "NAME").ids() == online.ids())
    let info = try await run("index info -f table", file)
    #expect(info.output.contains("every known kind: all that was returned for that area and 500 m around it"))
    let rows = "lat,lng\n\(element.latitude),\(element.longitude)\n"
    let batch = try await Placefind.run(
      "batch -c cafe -r 3km -n all",
      input: rows,
      environment: ["HOME": home.path],
      source: nil
    )
    #expect(batch.output.contains("\"complete\":true"))
    #expect(batch.errors.contains("Using the downloaded index"), "\(batch.errors)")
    // Outside its area, the index isn't used as a source.
    #expect(try await run("-c cafe --at 60,5").status == 3)
    #expect(server.requests.count == count)
    #expect(try await run("index fetch --update", online: true).status == 0)
    #expect(server.requests.count > count)
  }

  @Test func `a fetch that is killed at any moment resumes where it was`() async throws {
    let stub = OSMStub.generated(400, seed: 7, around: Self.town)
    let victim = SharedNumber()
    let deadline = SharedNumber()
    let server = try LoopbackServer { request in
      let reply = stub.reply(to: request, atMost: 40)
      if request.number >= deadline.value, victim.value > 0 { kill(victim.value, SIGKILL) }
      return reply
    }
    func run() async throws -> Invocation.Outcome {
      var run = try Placefind.invocation(
        "index fetch --at 52.0894,5.1101 -o \(home.file("a.pfx"))",
        environment: environment(server)
      )
      run.whileRunning = { victim.value = $0 }
      return try await run.run()
    }
    var status: Int32 = 137
    for round in 0..<60 where status == 137 {
      victim.value = 0
      deadline.value = Int32(server.requests.count + 1 + round % 4)
      status = try await run().status
      #expect(FileManager.default.fileExists(atPath: home.file("a.pfx")) == (status == 0))
    }
    #expect(status == 0)
    // Only the request in flight when the process died is repeated. Each run counts again, to find out whether the
    // cached responses are still valid.
    let targets = server.requests.map { $0.target + String(decoding: $0.body, as: UTF8.self) }
      .filter { $0.contains("qt") }
    let counts = Dictionary(grouping: targets) { $0 }.mapValues(\.count)
    #expect(counts.count > 10)
    #expect(counts.values.allSatisfy { $0 <= 4 }, "\(counts.values.sorted())")
    #expect(
      try home.names.contains("a.pfx")
        && FileManager.default.contentsOfDirectory(atPath: home.file(".cache/placefind/fetch")).isEmpty
    )
  }

  @Test func `an element without a coordinate is reported online and in an index, and neither result is complete`()
    async throws
  {
    let generated = OSMStub.generated(400, seed: 7, around: Self.town)
    let lost = #"{"type":"relation","id":99005,"tags":{"amenity":"cafe"}}"#
    let near = generated.elements.filter { abs($0.latitude - 52.0894) < 0.008 && abs($0.longitude - 5.1101) < 0.012 }
    let stub = OSMStub(near)
    let server = try LoopbackServer { stub.reply(to: $0, and: [lost]) }
    let online = try await Placefind.run(Self.query, environment: environment(server))
    #expect(try online.status == 0 && online.meta("complete") == false)
    #expect(online.errors.contains("1 row or element of the source had no usable coordinate"), "\(online.errors)")
    let required = try await Placefind.run(Self.query + " --require-complete", environment: environment(server))
    // It is computed from the responses that the first run cached.
    #expect(required.status == 8)
    #expect(server.requests.count == 1)
    let file = home.file("a.pfx")
    let fetched = try await Placefind.run(
      "index fetch --at 52.0894,5.1101 -o \(file)",
      environment: environment(server)
    )
    #expect(fetched.status == 0)
    #expect(fetched.errors.contains("Skipped 1 row without coordinates"), "\(fetched.errors)")
    let offline = try await Placefind.run(
      "-c cafe --at 52.0894,5.1101 -r 3km -n all --index \(file)",
      environment: ["HOME": home.path]
    )
    #expect(try offline.meta("complete") == false && offline.ids() == online.ids())
    #expect(try offline.meta("attribution", as: String.self) == online.meta("attribution"))
    let info = try await Placefind.run("index info \(file) -f table", environment: ["HOME": home.path])
    #expect(info.output.contains("1 element without a coordinate"), "\(info.output)")
    let json = try await Placefind.run("index info \(file) -f json", environment: ["HOME": home.path])
    #expect(json.output.contains(#""unplaced":1"#), "\(json.output)")
  }

  @Test func `an area without places is a result, and the index repeats it`() async throws {
    let server = try LoopbackServer { _ in .json(OSMStub.response([])) }
    let fetched = try await Placefind.run("index fetch --at 52.0894,5.1101 -r 2km", environment: environment(server))
    #expect(fetched.status == 0, "\(fetched.errors)")
    let offline = try await Placefind.run(
      "-c cafe --at 52.0894,5.1101 -r 1km",
      environment: ["HOME": home.path],
      source: nil
    )
    #expect(try offline.meta("source", as: String.self) == "index")
    #expect(try offline.status == 0 && offline.meta("complete") == true && offline.ids().isEmpty)
    #expect(try await Placefind.run("index fetch --update", environment: environment(server)).status == 0)
  }

  @Test func `a country is refused before the first request`() async throws {
    let server = try LoopbackServer { _ in .json(OSMStub.response([])) }
    let run = try await Placefind.run(
      "index fetch --bbox 5.87,47.27,15.04,55.06 --yes",
      environment: environment(server)
    )
    #expect(run.status == 2 && server.requests.isEmpty)
    #expect(run.errors.contains("km² and takes at least 256 requests"), "\(run.errors)")
  }

  @Test func `a batch over a server with unreadable responses stops after the first few`() async throws {
    let (_, stub) = try server()
    let server = try LoopbackServer { request in
      .json(String(decoding: stub.reply(to: request).body.dropLast(20), as: UTF8.self))
    }
    let rows = "lat,lng\n" + (0..<40).map { "52.\(100 + $0),5.1\n" }.joined()
    let run = try await Placefind.run(
      "batch -c cafe --source osm --timeout 5s",
      input: rows,
      environment: environment(server, ["PLACEFIND_OWN_INSTANCE": "0"])
    )
    #expect([5, 7].contains(run.status) && run.output.isEmpty, "\(run.errors)")
    #expect(server.requests.count <= 4, "\(server.requests.count)")
  }

  @Test func `an error of Nominatim is not an address and is not cached as one`() async throws {
    let isDown = SharedNumber()
    isDown.value = 1
    let server = try LoopbackServer { _ in
      .json(isDown.value == 1 ? #"{"error":"Database is down"}"# : #"{"error":"Unable to geocode"}"#)
    }
    let line = "where --at 52.0894,5.1101 --source osm --retries 0 -f json"
    let failed = try await Placefind.run(line, environment: environment(server))
    #expect(failed.status == 5 && failed.output.isEmpty)
    #expect(failed.errors.contains("Database is down"), "\(failed.errors)")
    isDown.value = 0
    let count = server.requests.count
    let nothing = try await Placefind.run(line, environment: environment(server))
    #expect(nothing.status == 0, "\(nothing.errors)")
    #expect(server.requests.count == count + 1)
    #expect(try await Placefind.run(line, environment: environment(server)).status == 0)
    #expect(server.requests.count == count + 1)
  }
}
