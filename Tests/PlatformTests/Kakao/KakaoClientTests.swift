import Domain
import Foundation
import Synchronization
import Testing
import TestSupport

@testable import Platform

struct KakaoClientTests {
  private static let empty = HTTPResponse.json(
    #"{"documents":[],"meta":{"is_end":true,"pageable_count":0,"total_count":0}}"#
  )

  /// Queries once; the responses are returned one after the other, and the last one repeatedly.
  private func request(
    _ responses: [Result<HTTPResponse, HTTPFailure>],
    retries: Int = 4,
    rate: Double = 0,
    timeout: Duration = .seconds(30),
    time: ManualTime = ManualTime()
  ) async throws -> (result: Result<PlaceCollection, PlaceSearchError>, exchange: StubExchange) {
    let rest = Mutex(responses)
    let exchange = StubExchange { _ throws(HTTPFailure) in
      let reply = rest.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
      return try reply.get()
    }
    let places = try Fixture.places(
      over: exchange,
      timeout: timeout,
      retries: retries,
      requestsPerSecond: rate,
      time: time.timekeeper
    )
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let page = try Fixture.page()
    do {
      return (.success(try await places.places(matching: query.limited(to: .page(page)), progress: nil)), exchange)
    } catch {
      return (.failure(error), exchange)
    }
  }

  @Test func `a transient failure is not visible`() async throws {
    let time = ManualTime()
    let faults: [Result<HTTPResponse, HTTPFailure>] = [
      .failure(.unreachable(detail: "reset")), .success(.json("", status: 503)), .failure(.timedOut),
      .success(.json(#"{"code":-7,"msg":"maintenance"}"#, status: 400)), .success(Self.empty),
    ]
    let (result, exchange) = try await request(faults, time: time)
    #expect(try result.get().provenance.requests == 5)
    #expect(exchange.requests.count == 5)
    #expect(time.elapsed >= .milliseconds(1_500))
  }

  @Test(arguments: [
    (HTTPResponse.json("", status: 400), 1), (.json("", status: 401), 1), (.json("", status: 403), 1),
    (.json(#"{"code":-10,"msg":"API limit has been exceeded."}"#, status: 400), 1), (.json("", status: 429), 2),
    (.json("", status: 503), 5), (.json("", status: 504), 5), (.json("", status: 408), 5), (.json("", status: 425), 5),
    (.json("nonsense"), 5), (.json(""), 5), (.json("<h1>", fields: ["content-type": "text/html"]), 5),
    (.json("", status: 302), 1), (.json("", status: 304), 1),
  ])
  func `each refusal is retried as often as it can help`(reply: HTTPResponse, requests: Int) async throws {
    let (result, exchange) = try await request([.success(reply)])
    #expect(throws: PlaceSearchError.self) { try result.get() }
    #expect(exchange.requests.count == requests)
  }

  @Test func `a request that could not be sent is not counted`() async throws {
    let responses: [Result<HTTPResponse, HTTPFailure>] = [
      .success(.json("", status: 503)), .failure(.notSetUp(.libraryMissing)),
    ]
    let rest = Mutex(responses)
    let exchange = StubExchange { _ throws(HTTPFailure) in try rest.withLock { $0.removeFirst() }.get() }
    let places = try Fixture.places(over: exchange, retries: 4)
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    await #expect(throws: PlaceSearchError.self) {
      try await places.places(matching: query.limited(to: .page(Fixture.page())), progress: nil)
    }
    #expect(exchange.requests.count == 2)
    #expect(places.client.engine.gate.statistics().requests == 1)
    #expect(places.client.engine.gate.statistics().retries == 0)
    let idle = try Fixture.places(over: StubExchange { _ throws(HTTPFailure) in throw .notSetUp(.libraryMissing) })
    await #expect(throws: PlaceSearchError.self) {
      try await idle.places(matching: query.limited(to: .page(Fixture.page())), progress: nil)
    }
    #expect(idle.client.engine.gate.statistics().requests == 0)
    #expect(idle.client.engine.gate.statistics().retries == 0)
  }

  @Test func `an overload slows the next query down as well`() async throws {
    let time = ManualTime()
    _ = try await request([.success(.json("", status: 503)), .success(Self.empty)], rate: 2, time: time)
    // The rate is halved at once: a second between the first and the second attempt.
    #expect(time.elapsed >= .milliseconds(500))
  }

  @Test func `a service that becomes slow gets a second request for the first slow response only`() async throws {
    let time = ManualTime()
    let exchange = SlowingExchange(time: time, reply: Self.empty)
    let places = try Fixture.places(over: exchange, timeout: .seconds(10), retries: 4, time: time.timekeeper)
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    for _ in 0..<20 { _ = try await places.places(matching: query.limited(to: .page(Fixture.page())), progress: nil) }
    let first = try await places.places(matching: query.limited(to: .page(Fixture.page())), progress: nil)
    #expect(first.provenance.requests == 2)
    #expect(
      try await places.places(matching: query.limited(to: .page(Fixture.page())), progress: nil).provenance.requests
        == 1
    )
  }

  /// A wait longer than the remaining time isn't started.
  @Test(arguments: [(2, 7), (600, 0)])
  func `one deadline holds for the whole query, tries and waits included`(wait: Int, most: Int) async throws {
    let time = ManualTime()
    let refusal = HTTPResponse.json("", status: 503, fields: ["retry-after": "\(wait)"])
    let (result, _) = try await request([.success(refusal)], retries: 100, timeout: .seconds(7), time: time)
    #expect(result == .failure(.throttled(status: 503, retryAfter: .seconds(wait))))
    #expect(time.elapsed <= .seconds(most))
  }

  @Test func `a search that the service postpones has a partial result and the wait`() async throws {
    let stub = KakaoStub(places: StubPlace.generated(110, reach: 900, seed: 1))
    let refusal = HTTPResponse.json("", status: 503, fields: ["retry-after": "100"])
    let exchange = StubExchange { request, number throws(HTTPFailure) in
      number > 3 ? refusal : HTTPResponse(stub.reply(to: LoopbackRequest(request)))
    }
    let places = try Fixture.places(over: exchange, retries: 4, time: ManualTime(jitter: 0).timekeeper)
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(900))
    let found = try await places.places(matching: query.limited(to: .all), progress: nil)
    #expect(found.earlyEnd == .putOff(.seconds(100), isRequested: true))
  }

  @Test func `every query observes the wait that a 429 asks for`() async throws {
    let time = ManualTime()
    let refused = HTTPResponse.json("", status: 429, fields: ["retry-after": "7"])
    let (result, _) = try await request([.success(refused), .success(refused), .success(Self.empty)], time: time)
    #expect(try result.get().provenance.requests == 3)
    #expect(time.elapsed >= .seconds(14))
  }

  @Test(arguments: [HTTPResponse.json("", status: 500), .json("", status: 503), .json("nonsense")])
  func `a failure that uses up the requests of a query is an error, not an empty result`(
    reply: HTTPResponse
  ) async throws {
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    for limit in [nil, PlaceLimit.all, try Fixture.first(15)] {
      let exchange = StubExchange.always(reply)
      let places = try Fixture.places(over: exchange, maximumRequests: 2, retries: 4)
      await #expect(throws: PlaceSearchError.self) {
        if let limit {
          _ = try await places.places(matching: query.limited(to: limit), progress: nil)
        } else {
          _ = try await places.places(matching: query.limited(to: .page(Fixture.page())), progress: nil)
        }
      }
      #expect(exchange.requests.count == 2)
    }
  }

  @Test(arguments: [
    (HTTPFailure.malformed(detail: "cut off"), 1), (.tooLarge(limit: 1), 1), (.timedOut, 1), (.cancelled, 1),
    (.challenged, 1), (.unreachable(detail: "reset"), 1), (.notSetUp(.libraryMissing), 0),
  ])
  func `a call counts once it was sent, whatever its outcome`(failure: HTTPFailure, calls: Int) async throws {
    let counted = Mutex(0)
    var client = try Fixture.places(over: StubExchange { _ throws(HTTPFailure) in throw failure }).client
    client.engine.reserveCall = { _ in counted.withLock { $0 += 1 } }
    client.engine.giveBackCall = { _ in counted.withLock { $0 -= 1 } }
    let places = KakaoPlaces(client: client, timeout: .seconds(30), growth: nil, maximumRequests: nil)
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    await #expect(throws: PlaceSearchError.self) {
      try await places.places(matching: query.limited(to: .page(Fixture.page())), progress: nil)
    }
    #expect(counted.withLock { $0 } == calls)
  }

  @Test func `a call that a proxy refused doesn't count against the quota`() async throws {
    let directory = TemporaryDirectory()
    let calls = Fixture.calls(directory, at: 1_795_273_200)
    for status in [407, 503] {
      let exchange = StubExchange { _ throws(HTTPFailure) in HTTPResponse(status: status, fields: [:], body: .init()) }
      var client = try Fixture.places(over: exchange).client
      client.engine.reserveCall = calls.reserve
      client.engine.giveBackCall = calls.giveBack
      let places = KakaoPlaces(client: client, timeout: .seconds(30), growth: nil, maximumRequests: nil)
      let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
      await #expect(throws: PlaceSearchError.self) {
        try await places.places(matching: query.limited(to: .page(Fixture.page())), progress: nil)
      }
      #expect(exchange.requests.count == 1)
    }
    // Only the answered request is counted, also by another process.
    for calls in [calls, Fixture.calls(directory, at: 1_795_273_200)] {
      let use = try calls.report().uses.first { $0.call == .category }
      #expect(use == QuotaUse(call: .category, today: 1, month: 1))
    }
  }

  @Test func `a rate near zero is valid`() async throws {
    let time = ManualTime()
    for rate in [1e-30, Double.leastNonzeroMagnitude] {
      let (result, _) = try await request([.success(Self.empty)], rate: rate, time: time)
      #expect(throws: Never.self) { try result.get() }
    }
  }
}

/// A service that responds twenty times within 20 ms, and then takes 4 s.
private final class SlowingExchange: HTTPExchange {
  private let time: ManualTime
  private let reply: HTTPResponse
  private let count = Mutex(0)

  init(time: ManualTime, reply: HTTPResponse) {
    self.time = time
    self.reply = reply
  }

  func response(
    to request: HTTPRequest,
    before deadline: ContinuousClock.Instant,
    whenSent: @escaping @Sendable () -> Void
  ) async throws(HTTPFailure) -> HTTPResponse {
    whenSent()
    let number = count.withLock { count in
      count += 1
      return count
    }
    let taken = number > 20 ? Duration.seconds(4) : .milliseconds(20)
    let timeLeft = time.timekeeper.now().duration(to: deadline)
    time.advance(by: min(taken, timeLeft))
    guard taken <= timeLeft else { throw .timedOut }
    return reply
  }
}
