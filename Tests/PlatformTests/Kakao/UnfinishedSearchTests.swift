import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Platform

/// Responses of a failed search are cached.
struct UnfinishedSearchTests {
  private let directory = TemporaryDirectory()

  private let stub = KakaoStub(places: StubPlace.generated(700, layout: .clustered, reach: 2_500), key: Fixture.secret)

  private func query(_ meters: Double = 3_000) throws -> PlaceQuery {
    try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(meters))
  }

  /// Fails three of ten requests, different ones each time.
  private func storm(seed: UInt64) -> StubExchange {
    let random = Mutex(SeededRandom(seed))
    let stub = stub
    return StubExchange { request throws(HTTPFailure) in
      guard random.withLock({ $0.unit() }) >= 0.3 else { throw .unreachable(detail: "reset") }
      return HTTPResponse(stub.reply(to: LoopbackRequest(request)))
    }
  }

  private func withoutFaults() async throws -> Int {
    let exchange = StubExchange.serving(stub)
    _ = try await Fixture.places(over: exchange).places(matching: query().limited(to: .all), progress: nil)
    return exchange.requests.count
  }

  /// Repeats the query until it succeeds; returns the result and the number of attempts.
  private func insist(_ attempt: () throws -> KakaoPlaces) async throws -> (found: PlaceCollection, attempts: Int) {
    for attempts in 1...60 {
      do {
        return (try await attempt().places(matching: query().limited(to: .all), progress: nil), attempts)
      } catch PlaceSearchError.unreachable {}
    }
    throw Fixture.Unusable(what: "never answered")
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `many faults cost little more than the failed requests`(seed: UInt64) async throws {
    let plain = try await withoutFaults()
    try #require(plain > 40)
    let exchange = storm(seed: seed)
    var places = try Fixture.places(over: exchange, retries: 1)
    places.responses = cache(directory, .system)
    let (found, attempts) = try await insist { [places] in places }
    #expect(found.isComplete)
    #expect(found.places.map(\.place.id) == stub.truth(within: 3_000))
    #expect(attempts <= 12)
    // Each request fails 0.43 times on average.
    #expect(exchange.requests.count <= plain * 2, "\(plain), \(attempts) attempts")
  }

  private func cache(
    _ directory: TemporaryDirectory,
    _ clock: WallClock,
    lifetime: Duration = .seconds(600)
  ) -> ResponseStore {
    var configuration = StoreConfiguration()
    configuration.cacheLifetime = lifetime
    return ResponseStore(
      directory: StoreDirectory(path: directory.path, secret: try? Fixture.key()),
      limits: ResponseStore.Limits(configuration),
      clock: clock,
      log: StoreErrorLog()
    )
  }

  @Test func `the next process uses the cached responses`() async throws {
    let plain = try await withoutFaults()
    let exchange = storm(seed: 5)
    let clock = WallClock { 1_000_000 }
    func process() throws -> KakaoPlaces {
      var places = try Fixture.places(over: exchange, retries: 1)
      places.responses = cache(directory, clock)
      return places
    }
    let (found, attempts) = try await insist(process)
    #expect(attempts > 1 && attempts <= 12)
    #expect(found.isComplete && found.places.map(\.place.id) == stub.truth(within: 3_000))
    #expect(exchange.requests.count <= plain * 2, "\(plain)")
    for name in directory.names where name.hasSuffix(".response") {
      let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: directory.file(name))), as: UTF8.self)
      #expect(!text.contains(Fixture.secret))
    }
    // Repeating the query sends no request.
    let again = StubExchange.serving(stub)
    var fresh = try Fixture.places(over: again)
    fresh.responses = cache(directory, clock)
    let kept = try await fresh.places(matching: query().limited(to: .all), progress: nil)
    #expect(again.requests.isEmpty && kept.places == found.places)
  }

  @Test(arguments: [(600, 599, true), (600, 600, false), (86_400, 600, true), (60, 60, false), (0, 599, false)])
  func `cached responses of a failed search have the usual lifetime, and without one no other process uses them`(
    lifetime: Int,
    age: Int64,
    areUsed: Bool
  ) async throws {
    let now = Mutex<Int64>(1_000_000)
    let clock = WallClock { now.withLock { $0 } }
    let paid = StubExchange.serving(stub)
    func places(_ exchange: StubExchange, maximumRequests: Int? = nil) throws -> KakaoPlaces {
      let lifetime = Duration.seconds(lifetime)
      var places = try Fixture.places(over: exchange, maximumRequests: maximumRequests)
      places.responses = cache(directory, clock, lifetime: lifetime)
      return places
    }
    let part = try await places(paid, maximumRequests: 20).places(matching: query().limited(to: .all), progress: nil)
    #expect(!part.isComplete)
    now.withLock { $0 += age }
    let plain = try await withoutFaults()
    let rest = StubExchange.serving(stub)
    let found = try await places(rest).places(matching: query().limited(to: .all), progress: nil)
    #expect(found.isComplete)
    #expect(rest.requests.count == (areUsed ? plain - 20 : plain))
  }

  @Test func `paid requests aren't repeated after the quota ends in the middle`() async throws {
    let stub = stub
    let remaining = Mutex(30)
    let exchange = StubExchange { request throws(HTTPFailure) in
      let isLeft = remaining.withLock { remaining in
        remaining -= 1
        return remaining >= 0
      }
      guard isLeft else { return .json(#"{"code":-10,"msg":"API limit has been exceeded."}"#, status: 400) }
      return HTTPResponse(stub.reply(to: LoopbackRequest(request)))
    }
    let plain = try await withoutFaults()
    let paid = cache(directory, .system)
    for _ in 1...2 {
      var places = try Fixture.places(over: exchange)
      places.responses = paid
      await #expect(throws: PlaceSearchError.self) {
        try await places.places(matching: query().limited(to: .all), progress: nil)
      }
    }
    let rest = StubExchange.serving(stub)
    var places = try Fixture.places(over: rest)
    places.responses = paid
    let found = try await places.places(matching: query().limited(to: .all), progress: nil)
    #expect(found.isComplete)
    #expect(rest.requests.count == plain - 30)
  }
}
