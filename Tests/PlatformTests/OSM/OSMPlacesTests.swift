import Domain
import Foundation
import PlaceIndex
import Synchronization
import TestSupport
import Testing

@testable import Platform

struct OSMPlacesTests {
  private static let towns = [(37.4979, 127.0276), (-16.82, 179.995), (78.22, 15.62)]

  private func places(
    over exchange: StubExchange,
    time: ManualTime = ManualTime(),
    _ change: (inout SourceConfiguration) -> Void = { _ in }
  ) throws -> OSMPlaces {
    OSMPlaces(client: try Self.client(over: exchange, time: time, change))
  }

  static func client(
    over exchange: StubExchange,
    time: ManualTime = ManualTime(),
    _ change: (inout SourceConfiguration) -> Void = { _ in }
  ) throws -> OSMClient {
    var configuration = SourceConfiguration()
    configuration.timeout = Service.osm.requestDefaults.timeout
    configuration.retries = Service.osm.requestDefaults.retries
    configuration[.osm].requestsPerSecond = 0
    configuration[.osm].ownsInstance = true
    change(&configuration)
    let gate = RequestGate(requestsPerSecond: 0, budget: nil, time: time.timekeeper)
    var connection = ServiceConnection(
      service: .osm,
      configuration: configuration,
      settings: configuration[.osm],
      exchange: exchange,
      addresses: [
        try ServiceAddress("http://127.0.0.1/api", example: Service.osm.address),
        try ServiceAddress("http://127.0.0.1", example: Service.osm.addresses[1].url),
      ],
      userAgent: "placefind/test",
      mask: SecretMask(key: nil),
      gate: gate,
      responses: Fixture.stores(TemporaryDirectory()).makeResponses(),
      calls: Fixture.calls(TemporaryDirectory(), at: 1_000)
    )
    connection.time = time.timekeeper
    return OSMClient(connection)
  }

  /// Returns the double, with faults in three of ten responses.
  static func exchange(failing stub: OSMStub, seed: UInt64) -> StubExchange {
    let random = Mutex(SeededRandom(seed))
    return StubExchange { request throws(HTTPFailure) in
      let lot = random.withLock { $0.unit() }
      let whole = HTTPResponse(stub.reply(to: LoopbackRequest(request)))
      guard lot < 0.4, request.url.path().hasSuffix("/interpreter") else { return whole }
      func json(_ body: Data) -> HTTPResponse {
        HTTPResponse(status: 200, fields: ["content-type": "application/json"], body: Data(body))
      }
      switch Int(lot / 0.4 * 9) {
      case 0: return .json(OSMStub.response([], remark: "runtime error: Query timed out"))
      case 1: return .json(OSMStub.response(Array(stub.elements.prefix(2)), remark: "runtime error: out of memory"))
      case 2: return .json(OSMStub.response([], counting: 3))
      case 3: return json(whole.body.prefix(whole.body.count / 2))
      case 4: return HTTPResponse(status: 504, fields: [:], body: Data("too busy".utf8))
      case 5: return HTTPResponse(status: 429, fields: [:], body: Data("rate_limited".utf8))
      case 6: return HTTPResponse(status: 200, fields: ["content-type": "text/html"], body: Data("<html>".utf8))
      case 7: throw .timedOut
      default: throw .unreachable(detail: "transfer closed")
      }
    }
  }

  private func query(_ random: inout SeededRandom, around town: (Double, Double)) throws -> PlaceQuery {
    let all: [CategoryGroup] = [.cafe, .parking, .gas, .lodging, .subway, .attraction, .restaurant]
    let categories = all.filter { _ in random.unit() < 0.3 }.map(PlaceCategory.group)
    let latitude = town.0 + 0.03 * random.normal()
    let longitude = (town.1 + 0.03 * random.normal() + 540).truncatingRemainder(dividingBy: 360) - 180
    let center = try Coordinate(latitude: latitude, longitude: longitude)
    let radius = try Fixture.radius(pow(10, 1.5 + 2.5 * random.unit()))
    let text = random.unit() < 0.2 ? SearchText("Place \(Int(random.unit() * 10))") : nil
    return try PlaceQuery(
      categories: categories.isEmpty ? [.group(.cafe)] : categories,
      text: text,
      area: .circle(center: center, radius: radius)
    )
  }

  /// Returns the same elements as a file, read like an index.
  private func index(of stub: OSMStub) throws -> PlaceIndex {
    try IndexedPlaces.read(Array(OSMStub.response(stub.elements).utf8), name: "a file of Overpass", language: nil).index
  }

  @Test(arguments: 0..<3)
  func `the same data gives the same result online and through an index, place by place`(town: Int) async throws {
    let town = Self.towns[town]
    let stub = OSMStub.generated(300, seed: 7, around: town)
    let index = try index(of: stub)
    let places = try places(
      over: StubExchange { request throws(HTTPFailure) in HTTPResponse(stub.reply(to: LoopbackRequest(request))) }
    )
    var random = SeededRandom(11)
    for _ in 0..<12 {
      let query = try query(&random, around: town)
      let expected = try index.places(matching: query)
      let result = try await places.places(matching: query.limited(to: .all), progress: nil)
      #expect(result.isComplete)
      #expect(result.places == expected.places, "\(query)")
      #expect(result.provenance.requests == 1)
      let first = try await places.places(matching: query.limited(to: Fixture.first(3)), progress: nil)
      #expect(first.places == Array(expected.places.prefix(3)))
      #expect(first.totalCount == expected.totalCount)
      let page = try await places.places(matching: query.limited(to: .page(Fixture.page(2, size: 5))), progress: nil)
      #expect(page.places == Array(expected.places.dropFirst(5).prefix(5)))
    }
  }

  @Test func `a response to another query is refused and not cached`() async throws {
    let pharmacies = (1...20).map { OSMStub.Element("node/\($0)", 37.5, 127, ["amenity": "pharmacy"]) }
    let cafes = (21...57).map { OSMStub.Element("node/\($0)", 37.5, 127, ["amenity": "Cafe; bar"]) }
    let responses = Mutex([pharmacies, pharmacies.prefix(3) + cafes, cafes])
    let places = try places(
      over: StubExchange { _ throws(HTTPFailure) in .json(OSMStub.response(responses.withLock { $0.removeFirst() })) }
    )
    let center = try Coordinate(latitude: 37.5, longitude: 127)
    let area = SearchArea.circle(center: center, radius: .standard)
    let query = try PlaceQuery(categories: [.group(.cafe)], area: area)
    let error = await #expect(throws: PlaceSearchError.self) {
      try await places.places(matching: query.limited(to: .all), progress: nil)
    }
    guard case .untrustworthy(.otherQuery(let place, .category("amenity=pharmacy"))) = error else {
      return #expect(error == nil, "another error")
    }
    #expect(place.hasPrefix("node/"))
    // A few are left out; nothing is cached, so the server is queried again.
    for droppedCount in [3, 0] {
      let result = try await places.places(matching: query.limited(to: .all), progress: nil)
      #expect(result.places.count == 37 && result.droppedCount == droppedCount)
      #expect(result.isComplete == (droppedCount == 0) && result.isNearest == (droppedCount == 0))
    }
  }

  @Test(arguments: 0..<3)
  func `no fault makes a result with a missing place complete`(town: Int) async throws {
    let town = Self.towns[town]
    let stub = OSMStub.generated(300, seed: 7, around: town)
    let index = try index(of: stub)
    let exchange = Self.exchange(failing: stub, seed: 5)
    var queries = SeededRandom(3)
    var (complete, partial, failed) = (0, 0, 0)
    for _ in 0..<30 {
      let query = try query(&queries, around: town)
      let expected = try index.places(matching: query)
      do {
        let result = try await places(over: exchange).places(matching: query.limited(to: .all), progress: nil)
        if result.isComplete {
          complete += 1
          #expect(result.places == expected.places, "\(query)")
        } else {
          partial += 1
          #expect(result.earlyEnd != nil && result.totalCount == nil)
          #expect(!result.places.isEmpty)
          #expect(Set(result.places).isSubset(of: expected.places))
        }
      } catch let error as PlaceSearchError {
        failed += 1
        #expect(isOfService(error), "\(error)")
      }
    }
    // Most queries succeed nevertheless.
    #expect(complete > 15 && partial + failed > 0, "\(complete) \(partial) \(failed)")
  }

  private func isOfService(_ error: PlaceSearchError) -> Bool {
    switch error {
    case .serviceFailing, .throttled, .timedOut, .unreachable, .untrustworthy: true
    default: false
    }
  }

  @Test(arguments: [429, 504])
  func `a wait for a busy server is reported as it begins`(status: Int) async throws {
    let stub = OSMStub.generated(50, seed: 1, around: Self.towns[0])
    let time = ManualTime(jitter: 0)
    let exchange = StubExchange { request, number throws(HTTPFailure) in
      number == 1
        ? HTTPResponse(status: status, fields: [:], body: Data())
        : HTTPResponse(stub.reply(to: LoopbackRequest(request)))
    }
    let client = try Self.client(over: exchange, time: time)
    let reports = Mutex<[(wait: Duration, at: Duration)]>([])
    client.overpass.gate.observeWaits { wait in reports.withLock { $0.append((wait, time.elapsed)) } }
    let query = try PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle(5_000))
    let result = try await OSMPlaces(client: client).places(matching: query.limited(to: .all), progress: nil)
    #expect(result.isComplete && exchange.requests.count == 2)
    let waits = reports.withLock { $0 }
    #expect(waits.count == 1 && waits[0].wait == .seconds(30) && waits[0].at < .seconds(1), "\(waits)")
    #expect(time.elapsed >= .seconds(30) && time.elapsed < .seconds(32))
    #expect(exchange.requests.allSatisfy { $0.fields["User-Agent"]?.hasPrefix("placefind/test (") == true })
  }

  @Test(arguments: [5, 29, 31, 45, 59])
  func `a slot that frees within a minute is used within the default time limit`(seconds: Int) async throws {
    let stub = OSMStub.generated(50, seed: 1, around: Self.towns[0])
    let time = ManualTime()
    let exchange = StubExchange { request, number throws(HTTPFailure) in
      time.elapsed < .seconds(seconds)
        ? HTTPResponse(status: 429, fields: [:], body: Data()) : HTTPResponse(stub.reply(to: LoopbackRequest(request)))
    }
    let query = try PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle(5_000))
    let places = OSMPlaces(client: try Self.client(over: exchange, time: time))
    #expect(try await places.places(matching: query.limited(to: .all), progress: nil).isComplete)
    #expect(exchange.requests.count <= 3 && time.elapsed < .seconds(seconds + 31))
  }

  @Test func `one report is for all requests that wait, also in another process`() async throws {
    let time = ManualTime(jitter: 0)
    let gate = RequestGate(requestsPerSecond: 0, budget: nil, time: time.timekeeper)
    let count = Mutex(0)
    gate.observeWaits { _ in count.withLock { $0 += 1 } }
    for _ in 0..<3 { gate.report(wait: .seconds(30)) }
    gate.report(wait: .milliseconds(300))
    #expect(count.withLock { $0 } == 1)
    time.advance(by: .seconds(40))
    gate.report(wait: .seconds(30))
    #expect(count.withLock { $0 } == 2)
  }

  @Test(arguments: [
    PlaceSearchError.throttled(status: 504, retryAfter: .seconds(30), isRequested: false),
    .serviceFailing(status: 500, code: nil, message: nil),
  ])
  func `a wait that does not fit the time ends with how long to wait`(error: PlaceSearchError) async throws {
    let status = if case .throttled = error { 504 } else { 500 }
    let exchange = StubExchange.always(HTTPResponse(status: status, fields: [:], body: Data()))
    let places = try places(over: exchange) { $0.timeout = .seconds(20) }
    let query = try PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle())
    await #expect(throws: error) {
      try await places.places(matching: query.limited(to: .all), progress: nil)
    }
    #expect(exchange.requests.count == 1)
  }

  @Test func `an empty response with a remark is a failure, not an empty result`() async throws {
    let places = try places(over: .always(.json(OSMStub.response([], remark: "runtime error: timed out"))))
    let query = try PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle())
    let failure = PlaceSearchError.serviceFailing(status: 200, code: nil, message: "runtime error: timed out")
    await #expect(throws: failure) { try await places.places(matching: query.limited(to: .all), progress: nil) }
  }

  private static let cafe = OSMStub.Element("node/1", 37.4979, 127.0276, ["amenity": "cafe", "name": "가온"])

  @Test(arguments: [
    #"{"type":"relation","id":5,"tags":{"amenity":"cafe"}}"#,
    #"{"type":"way","id":5,"center":{"lat":95.5,"lon":127.0},"tags":{"amenity":"cafe"}}"#,
    #"{"type":"node","id":5,"lat":37.4979,"lon":327.0,"tags":{"amenity":"cafe"}}"#,
    #"{"type":"node","id":5,"lat":"north","lon":"east","tags":{"amenity":"cafe"}}"#,
    #"{"type":"node","id":5,"lat":null,"lon":127.0,"tags":{"amenity":"cafe"}}"#,
    #"{"type":"node","id":5,"lat":0,"lon":0,"tags":{"amenity":"cafe"}}"#, "5",
  ])
  func `an element without a usable coordinate makes a result incomplete`(element: String)
    async throws
  {
    let places = try places(over: .always(.json(OSMStub.response([Self.cafe], and: [element]))))
    let query = try PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle())
    let result = try await places.places(matching: query.limited(to: .all), progress: nil)
    #expect(result.places.map(\.place.id) == ["node/1"])
    #expect(!result.isComplete && result.earlyEnd == nil)
    #expect(result.gap == .unplaced(1))
    #expect(
      try await places.places(matching: query.limited(to: .page(Fixture.page())), progress: nil).gap == .unplaced(1)
    )
  }

  @Test func `a closed place without a coordinate has another reason than a closed place`() async throws {
    let closed = #"{"type":"node","id":5,"lat":37.4979,"lon":127.0276,"tags":{"amenity":"cafe","disused":"yes"}}"#
    let places = try places(over: .always(.json(OSMStub.response([Self.cafe], and: [closed]))))
    let query = try PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle())
    #expect(try await places.places(matching: query.limited(to: .all), progress: nil).isComplete)
  }

  /// Responses that aren't valid Overpass responses.
  static let unreadable: [HTTPResponse] = [
    .json(String(OSMStub.response([Self.cafe]).dropLast(20))),
    HTTPResponse(status: 200, fields: ["content-type": "text/html"], body: Data("<html>".utf8)),
    HTTPResponse(status: 200, fields: ["content-type": "application/json"], body: Data([0xFF, 0xFE])),
    .json(#"{"elements":[]}"#), .json(""),
  ]

  @Test(arguments: unreadable.indices)
  func `an unreadable response is requested once more, after a pause`(number: Int) async throws {
    let time = ManualTime(jitter: 0)
    let exchange = StubExchange.always(Self.unreadable[number])
    let places = try places(over: exchange, time: time) { $0.retries = 4 }
    let query = try PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle(20_000))
    await #expect(throws: PlaceSearchError.self) {
      try await places.places(matching: query.limited(to: .all), progress: nil)
    }
    #expect(exchange.requests.count == 2)
    #expect(time.elapsed >= .seconds(30))
  }

  @Test func `a result of halved requests is computed again from the halves`() async throws {
    let stub = OSMStub.generated(60, seed: 1, around: Self.towns[0])
    let exchange = StubExchange { request, number throws(HTTPFailure) in
      guard number > 2 else { return .json(String(OSMStub.response(stub.elements, counting: 9_000).dropLast(20))) }
      return HTTPResponse(stub.reply(to: LoopbackRequest(request)))
    }
    let query = try PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle(5_000))
    let places = try places(over: exchange) { $0.timeout = .seconds(120) }
    let first = try await places.places(matching: query.limited(to: .all), progress: nil)
    let sent = exchange.requests.count
    let again = try await places.places(matching: query.limited(to: Fixture.first(2)), progress: nil)
    #expect(exchange.requests.count == sent && sent > 3)
    #expect(again.places == Array(first.places.prefix(2)) && again.totalCount == first.totalCount)
    #expect(first.provenance.age == nil && again.provenance.age == .zero)
  }

  @Test func `a large truncated response is requested in halves`() async throws {
    let stub = OSMStub.generated(60, seed: 1, around: Self.towns[0])
    let exchange = StubExchange { request, number throws(HTTPFailure) in
      guard number > 2 else { return .json(String(OSMStub.response(stub.elements, counting: 9_000).dropLast(20))) }
      return HTTPResponse(stub.reply(to: LoopbackRequest(request)))
    }
    let query = try PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle(5_000))
    let result = try await places(over: exchange) { $0.timeout = .seconds(120) }
      .places(matching: query.limited(to: .all), progress: nil)
    #expect(result.isComplete && exchange.requests.count == 4)
  }

  @Test func `a server that truncates everything does not get a request for every part of a large area`() async throws {
    let exchange = StubExchange.always(
      .json(OSMStub.response([Self.cafe], counting: 1, remark: "runtime error: no memory"))
    )
    let query = try PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle(20_000))
    let result = try await places(over: exchange).places(matching: query.limited(to: .all), progress: nil)
    #expect(!result.isComplete && result.earlyEnd != nil)
    #expect(exchange.requests.count <= 16)
  }

  @Test func `a long query is posted as a form`() async throws {
    let stub = OSMStub.generated(50, seed: 1, around: Self.towns[0])
    let exchange = StubExchange { request throws(HTTPFailure) in
      let body = Array(request.body ?? Data())
      return HTTPResponse(stub.reply(to: LoopbackRequest(method: "POST", target: "/", headers: [:], body: body)))
    }
    let query = try PlaceQuery(
      categories: CategoryGroup.allCases.map(PlaceCategory.group),
      area: Fixture.circle(20_000)
    )
    let result = try await places(over: exchange).places(matching: query.limited(to: .all), progress: nil)
    #expect(result.isComplete && !result.places.isEmpty)
    #expect(exchange.requests.first?.url.absoluteString == "http://127.0.0.1/api/interpreter")
  }

  @Test(arguments: [("0.61", "0.34", 0), ("0.00007", "0.00006", 1), ("0.6", "0.6", 1)])
  func `the ranking of Nominatim is trusted unless its first two results tie`(
    first: String,
    second: String,
    count: Int
  ) async throws {
    func hit(_ number: Int, _ importance: String) -> String {
      #"""
      {"osm_type":"node","osm_id":\#(number),"lat":"5\#(number)","lon":"5","category":"place","type":"town",
      "name":"Springfield","display_name":"Springfield","importance":\#(importance)}
      """#
    }
    let hits = "[\(hit(1, first)),\(hit(2, second))]"
    let exchange = StubExchange { _ throws(HTTPFailure) in .json(hits) }
    let text = try #require(SearchText("Springfield"))
    let located = try await places(over: exchange).candidates(for: text, where: [], limit: 15)
    #expect(located.candidates.count == 2)
    #expect(located.rivals == located.candidates.suffix(count).map(\.coordinate))
  }

  @Test(arguments: [
    (["0.0001", "0.0001", "0.00005"], "3"), (["0.6", "0.6", "0.1"], "3"), (["0.6", "0.3", "0.1"], "1"),
  ])
  func `a place with exactly the name comes first if the first two tie`(
    importances: [String],
    expected: String
  ) async throws {
    let names = ["Kafka Corner West", "Kafka Corner East", "Kafka Corner"]
    let hits = names.indices.map { number in
      #"""
      {"osm_type":"node","osm_id":\#(number + 1),"lat":"5\#(number)","lon":"5","category":"amenity","type":"cafe",
      "name":"\#(names[number])","display_name":"\#(names[number])","importance":\#(importances[number])}
      """#
    }
    let exchange = StubExchange { _ throws(HTTPFailure) in .json("[\(hits.joined(separator: ","))]") }
    let text = try #require(SearchText("Kafka Corner"))
    let located = try await places(over: exchange).candidates(for: text, where: [], limit: 15)
    #expect(located.candidates.first?.id == "node/\(expected)")
    #expect(located.rivals.isEmpty)
  }

  @Test(arguments: [(14, 1, false), (15, 1, true), (15, 15, true), (15, 16, false), (40, 100, true), (39, 100, false)])
  func `a full list of Nominatim may lack matches`(count: Int, limit: Int, mayHaveMore: Bool) async throws {
    let hits = (1...count).map {
      #"{"osm_type":"node","osm_id":\#($0),"lat":"5","lon":"5","category":"place","type":"town","name":"Springfield"}"#
    }
    let exchange = StubExchange { _ throws(HTTPFailure) in .json("[\(hits.joined(separator: ","))]") }
    let text = try #require(SearchText("Springfield"))
    let located = try await places(over: exchange).candidates(for: text, where: [], limit: limit)
    #expect(located.totalCount == count && located.mayHaveMore == mayHaveMore)
  }

  @Test func `a postcode without an element has an id of its content`() async throws {
    let hit = #"{"place_id":7,"lat":"52","lon":"5","category":"place","type":"postcode","name":"3511"}"#
    let exchange = StubExchange { _ throws(HTTPFailure) in .json("[\(hit)]") }
    let text = try #require(SearchText("3511"))
    let located = try await places(over: exchange).candidates(for: text, where: [], limit: 15)
    #expect(located.candidates.map { $0.id.prefix(1) } == ["~"])
    #expect(located.candidates.map(\.name) == ["3511"])
  }

  @Test func `a name and a point are sent to Nominatim`() async throws {
    let hit = #"""
      {"place_id":1,"osm_type":"way","osm_id":12000000002,"lat":"52.0894","lon":"5.1101","category":"railway","type":"station",
      "name":"Utrecht Centraal","display_name":"Utrecht Centraal, Stationsplein, Utrecht, Nederland",
      "address":{"railway":"Utrecht Centraal","road":"Stationsplein","house_number":"7","city":"Utrecht","state":"Utrecht",
      "postcode":"3511 CE","country":"Nederland","country_code":"nl"}}
      """#
    let exchange = StubExchange { request throws(HTTPFailure) in
      .json(request.url.path() == "/search" ? "[\(hit)]" : hit)
    }
    let places = try places(over: exchange) { $0.language = "ko" }
    let text = try #require(SearchText("Utrecht Centraal & Co"))
    let located = try await places.candidates(for: text, where: [], limit: 15)
    #expect(located.candidates.map(\.id) == ["way/12000000002"])
    #expect(located.candidates.first?.roadAddress == "Stationsplein 7, Utrecht")
    #expect(located.candidates.first?.categoryPath == "railway=station")
    #expect(located.provenance.attribution?.contains("OpenStreetMap contributors") == true)
    let point = try Coordinate(latitude: 52.0894, longitude: 5.1101)
    let address = try await places.address(of: point)
    #expect(address.roadAddress == "Stationsplein 7, Utrecht")
    #expect(address.postalCode == "3511 CE")
    #expect(
      exchange.requests.map { $0.url.absoluteString } == [
        "http://127.0.0.1/search?format=jsonv2&addressdetails=1&accept-language=ko&q=Utrecht%20Centraal%20%26%20Co&limit=15",
        "http://127.0.0.1/reverse?format=jsonv2&addressdetails=1&accept-language=ko&lat=52.0894000&lon=5.1101000",
      ]
    )
  }

  @Test func `a search that sends its maximum of requests before it finds a place says so`() async throws {
    let tooLarge = #"{"version":0.6,"elements":[],"remark":"runtime error: Query timed out in \"query\" at line 1"}"#
    let places = try places(over: .always(.json(tooLarge))) { $0.maximumRequests = 2 }
    let query = try PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle(5_000))
    await #expect(throws: PlaceSearchError.maximumSent(requests: 2)) {
      try await places.places(matching: query.limited(to: .all), progress: nil)
    }
  }

  @Test func `nothing is sent to the public Nominatim by users of another Overpass`() async throws {
    let exchange = StubExchange { _ throws(HTTPFailure) in .json("[]") }
    let text = try #require(SearchText("Utrecht"))
    for (variables, isSent) in [
      ([], true), (["PLACEFIND_OVERPASS"], false), (["PLACEFIND_OVERPASS", "PLACEFIND_NOMINATIM"], true),
    ] {
      let sentBefore = exchange.requests.count
      let places = try places(over: exchange) {
        for variable in variables { $0[.osm].addresses[variable] = "http://127.0.0.1" }
      }
      do {
        _ = try await places.candidates(for: text, where: [], limit: 15)
        #expect(isSent)
      } catch {
        #expect(error == .endpointUnusable("http://127.0.0.1", .notChosen(variable: "PLACEFIND_NOMINATIM")))
      }
      #expect((exchange.requests.count > sentBefore) == isSent, "\(variables)")
    }
  }

  @Test func `an unknown tag is matched against the tags of the response`() async throws {
    let stub = OSMStub.generated(300, seed: 7, around: Self.towns[0])
    let exchange = StubExchange { request throws(HTTPFailure) in HTTPResponse(stub.reply(to: LoopbackRequest(request)))
    }
    let query = try PlaceQuery(categories: [.source("amenity=bench")], area: Fixture.circle(3_000))
    let center = try Fixture.seoul()
    let expected = stub.elements.filter {
      $0.tags["amenity"] == "bench" && $0.meters(to: center.latitude, center.longitude) <= 3_000
    }
    let result = try await places(over: exchange).places(matching: query.limited(to: .all), progress: nil)
    #expect(result.isComplete)
    #expect(!expected.isEmpty)
    #expect(Set(result.places.map(\.place.id)) == Set(expected.map(\.id)))
  }

  @Test(arguments: [
    (#"{"error":"Database is not available"}"#, "Database is not available"),
    (#"{"error":"Query too long"}"#, "Query too long"),
    (#"{"error":{"code":500,"message":"connection to server failed"}}"#, "connection to server failed"),
    (#"{"error":"Unable to geocode this today"}"#, "Unable to geocode this today"),
  ])
  func `an error of Nominatim with status 200 is not a result`(body: String, message: String) async throws {
    let places = try places(over: .always(.json(body)))
    let text = try #require(SearchText("Utrecht"))
    let errors = [
      await #expect(throws: PlaceSearchError.self) { try await places.address(of: Fixture.seoul()) },
      await #expect(throws: PlaceSearchError.self) { try await places.candidates(for: text, where: [], limit: 1) },
    ]
    for error in errors {
      guard case .serviceFailing(200, _, let detail)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(detail == message)
    }
  }

  @Test(arguments: ["{}", "[]", #"{"display_name":"x","address":{"road":"y"}}"#, #"{"error":null}"#, "7"])
  func `a response that is neither an address nor its absence is unreadable`(body: String) async throws {
    let places = try places(over: .always(.json(body)))
    let error = await #expect(throws: PlaceSearchError.self) { try await places.address(of: Fixture.seoul()) }
    guard case .untrustworthy(.unreadable)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `an empty result near a point is a result`() async throws {
    let places = try places(over: .always(.json(#"{"error":"Unable to geocode"}"#)))
    let address = try await places.address(of: Fixture.seoul())
    #expect(address.roadAddress == nil && address.lotAddress == nil)
  }
}
