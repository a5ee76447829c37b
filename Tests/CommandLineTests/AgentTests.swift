import Domain
import TestSupport
import Testing

/// The program run by an agent: messages on standard input, responses on standard output.
@Suite(.timeLimit(.minutes(20))) struct AgentTests {
  private static let opening = """
    {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}
    {"jsonrpc":"2.0","method":"notifications/initialized"}

    """

  private static func call(_ id: Int, _ arguments: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"find_places","arguments":\#(arguments)}}"#
      + "\n"
  }

  @Test func `sample places are marked as fictional, and nothing else is printed`() async throws {
    let input = Self.opening + Self.call(1, #"{"category":"gas","lat":"37.4979","lng":127.0276}"#) + "nonsense"
    let outcome = try await Placefind.run("mcp", input: input)
    #expect(outcome.status == 0 && !outcome.isTimedOut)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix(#"{"jsonrpc":"2.0""#) }, "\(outcome.output)")
    #expect(outcome.output.contains("Fictional places of the bundled sample"))
    #expect(outcome.output.contains("샘플주유소"))
  }

  @Test func `a server without its index ends at once with the reason, before any request`() async throws {
    let directory = TemporaryDirectory()
    try directory.write("nothing of an index", to: "old.pfx")
    for (path, status) in [("/no/such.pfx", Int32(1)), (directory.file("old.pfx"), 7)] {
      let outcome = try await Placefind.run("mcp --index \(path)", input: Self.opening)
      #expect(outcome.status == status && outcome.output.isEmpty, "\(outcome.status) \(outcome.output)")
      #expect(outcome.errors.contains(path), "\(outcome.errors)")
    }
    let keyless = try await Placefind.run("mcp --source kakao", input: Self.opening)
    #expect(keyless.status == 3 && keyless.output.isEmpty)
  }

  /// Crooked polygons of about 4 km, some of them with holes, as GeoJSON inside a string.
  private static func district(_ random: inout SeededRandom) throws -> String {
    let center = try Coordinate(latitude: 37.4979, longitude: 127.0276)
    let polygons = random.polygons(around: center, degrees: 0.018).map { rings in
      let texts = rings.map { ring in ring.map { "[\($0.longitude),\($0.latitude)]" }.joined(separator: ",") }
      return "[\(texts.map { "[\($0)]" }.joined(separator: ","))]"
    }
    return #"{\"type\":\"MultiPolygon\",\"coordinates\":[\#(polygons.joined(separator: ","))]}"#
  }

  /// Crowded places of several categories; one hospital in five is a dentist.
  private static func places(of categories: [(code: String, word: String)]) -> [StubPlace] {
    let layouts: [StubPlace.Layout] = [.uniform, .clustered, .town, .buildings]
    return categories.enumerated().flatMap { number, category in
      let layout = layouts[number % layouts.count]
      let places = StubPlace.generated(
        6_000,
        layout: layout,
        groupCode: category.code,
        reach: 4_000,
        seed: UInt64(number),
        idPrefix: category.word
      )
      return places.enumerated().map { index, place in
        var place = place
        if category.code == "HP8", index % 5 == 0 { place.categoryPath = "의료,건강 > 병원 > 치과" }
        return place
      }
    }
  }

  @Test func `84 calls in a crowded district send at most 250 requests`() async throws {
    let categories = [
      ("OL7", "gas"), ("CE7", "cafe"), ("PM9", "pharmacy"), ("HP8", "hospital"), ("FD6", "restaurant"),
    ]
    let service = try Service(KakaoStub(places: Self.places(of: categories)))
    let words = categories.map(\.1) + ["dentist"]
    var random = SeededRandom(51)
    var input = Self.opening
    for call in 1...84 {
      var arguments = #""category":"\#(words[call % words.count])","limit":5,"within":"\#(try Self.district(&random))""#
      if call % 2 == 0 {
        arguments += #","lat":\#(37.4979 + 0.005 * random.normal()),"lng":\#(127.0276 + 0.005 * random.normal())"#
      }
      if call % 7 == 0 { arguments += #","text":"가짜장소""# }
      input += Self.call(call, "{\(arguments)}")
    }
    let outcome = try await Placefind.run(
      "mcp --rate 0",
      input: input,
      linesBeforeEnd: 85,
      environment: service.environment
    )
    let results = outcome.output.split(separator: "\n").dropFirst()
    #expect(results.count == 84)
    for result in results { #expect(result.contains(#""returned":5"#), "\(result.prefix(1_000))") }
    #expect(service.server.requests.count <= 250, "\(service.server.requests.count)")
  }

  @Test func `an exhausted quota for keywords refuses no category search`() async throws {
    let service = try Service(instead: { request in
      request.path.contains("keyword") ? .json(#"{"code":-10,"msg":"API limit has been exceeded."}"#, status: 400) : nil
    })
    var input = Self.opening
    for call in 1...20 {
      let arguments = #""category":"gas","lat":\#(37.49 + Double(call) / 1_000),"lng":127.0276"#
      input += Self.call(call, "{\(arguments)\(call % 4 == 0 ? #","text":"가짜장소""# : "")}")
    }
    let outcome = try await Placefind.run(
      "mcp --rate 0",
      input: input,
      linesBeforeEnd: 21,
      environment: service.environment
    )
    let results = outcome.output.split(separator: "\n").dropFirst()
    #expect(results.count { $0.contains(#""isError":false"#) && $0.contains(#""source":"kakao""#) } == 15, "\(outcome)")
    #expect(results.count { $0.contains(#""isError":true"#) && $0.contains("quota") } == 5, "\(outcome)")
  }

  @Test func `a service gets the key, which is in no result`() async throws {
    let service = try Service()
    var run = try Placefind.invocation("mcp", environment: service.environment)
    run.input = Self.opening + Self.call(1, #"{"category":"cafe","lat":37.5,"lng":127.0}"#)
    let outcome = try await run.run()
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(#""source":"kakao""#), "\(outcome.output)")
    #expect(!(outcome.output + outcome.errors).contains(service.stub.key))
  }

  @Test func `the end of the input ends a call without a response`() async throws {
    let service = try Service(instead: { _ in .json("{}").delayed(by: .seconds(50)) })
    var run = try Placefind.invocation("mcp --timeout 1m", environment: service.environment)
    run.input = Self.opening + Self.call(1, #"{"category":"cafe","lat":37.5,"lng":127.0}"#)
    let began = ContinuousClock.now
    let outcome = try await run.run()
    #expect(outcome.status == 0 && !outcome.isTimedOut)
    #expect(outcome.output.split(separator: "\n").count == 1)
    // The limit allows for other work on the machine.
    #expect(ContinuousClock.now - began < .seconds(20))
  }

  @Test func `the skill begins as agents read it`() async throws {
    let outcome = try await Placefind.run("skill")
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines[0] == "---" && lines[1] == "name: placefind" && lines[2].hasPrefix("description: ") && lines[3] == "---"
    )
    #expect(lines[2].count <= 1_024 && lines.count < 500)
    #expect(outcome.output.contains("- `--source osm`") && !outcome.output.contains("%"))
  }
}
