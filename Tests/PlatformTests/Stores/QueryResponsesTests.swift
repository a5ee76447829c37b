import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Platform

/// Results that are computed again from cached responses.
@Suite(.timeLimit(.minutes(20))) struct QueryResponsesTests {
  private let directory = TemporaryDirectory()

  private func store(
    _ directory: TemporaryDirectory,
    at seconds: Int64 = 1_000_000,
    _ change: (inout StoreConfiguration) -> Void = { _ in }
  ) -> ResponseStore {
    var options = StoreConfiguration()
    change(&options)
    return ResponseStore(
      directory: StoreDirectory(path: directory.path, secret: try? Fixture.key()),
      limits: ResponseStore.Limits(options),
      clock: WallClock { seconds },
      log: StoreErrorLog()
    )
  }

  private func kakao(
    _ exchange: StubExchange,
    _ store: ResponseStore,
    maximumRequests: Int? = nil
  ) throws -> KakaoPlaces {
    var places = try Fixture.places(over: exchange, maximumRequests: maximumRequests)
    places.responses = store
    return places
  }

  /// Returns whether cached responses suffice for a query.
  private func isCached(_ query: PlaceQuery, _ limit: PlaceLimit, _ store: ResponseStore) async throws -> Bool {
    let exchange = StubExchange { _ throws(HTTPFailure) in throw .cancelled }
    _ = try? await kakao(exchange, store).places(matching: query.limited(to: limit), progress: nil)
    return exchange.requests.isEmpty
  }

  @Test func `a repeated query sends nothing and has the same result`() async throws {
    let exchange = StubExchange.serving(KakaoStub(places: StubPlace.generated(60, reach: 800)))
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let near = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(), near: "강남역")
    let limit = try Fixture.first(20)
    #expect(!(try await isCached(query, limit, store(directory))))
    let first = try await kakao(exchange, store(directory)).places(matching: query.limited(to: limit), progress: nil)
    let sent = exchange.requests.count
    for query in [query, near] {
      #expect(try await isCached(query, limit, store(directory)))
      #expect(!(try await isCached(query, .all, store(directory))))
      let again = try await kakao(exchange, store(directory)).places(matching: query.limited(to: limit), progress: nil)
      #expect(again.places == first.places)
      #expect((again.totalCount, again.isComplete) == (first.totalCount, first.isComplete))
      #expect(again.provenance.requests == 0)
    }
    #expect(exchange.requests.count == sent)
    _ = try await kakao(exchange, store(directory)).places(matching: query.limited(to: .all), progress: nil)
    #expect(exchange.requests.count > sent)
    let page = try await kakao(exchange, store(directory)).places(
      matching: query.limited(to: .page(Fixture.page(2))),
      progress: nil
    )
    let all = exchange.requests.count
    let pageAgain = try await kakao(exchange, store(directory)).places(
      matching: query.limited(to: .page(Fixture.page(2))),
      progress: nil
    )
    #expect(pageAgain.places == page.places)
    #expect(exchange.requests.count == all)
  }

  @Test func `an address without its regions is not cached`() async throws {
    let fails = Mutex(true)
    let body = #"{"meta":{"total_count":1},"documents":[{"road_address":null,"address":{"address_name":"역삼동 858"}}]}"#
    let exchange = StubExchange { request throws(HTTPFailure) in
      request.url.lastPathComponent == "coord2regioncode.json" && fails.withLock { $0 }
        ? HTTPResponse(status: 404, fields: [:], body: Data()) : .json(body)
    }
    let places = try kakao(exchange, store(directory))
    for isPart in [true, false, false] {
      fails.withLock { $0 = isPart }
      let address = try await places.address(of: try Fixture.seoul())
      #expect(address.lotAddress == "역삼동 858")
      #expect((address.regionError != nil) == isPart)
    }
    // The address isn't requested again.
    #expect(exchange.requests.count == 3)
  }

  /// Returns the double, for responses that differ from the cached ones.
  private func places(_ count: Int) -> StubExchange {
    StubExchange.serving(KakaoStub(places: StubPlace.generated(count, reach: 600)))
  }

  @Test func `a refreshed response replaces the older one`() async throws {
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    for limit in [try Fixture.first(20), .all] {
      _ = try await kakao(places(60), store(directory)).places(matching: query.limited(to: limit), progress: nil)
      _ = try await kakao(places(21), store(directory) { $0.readsCache = false })
        .places(matching: query.limited(to: limit), progress: nil)
      let found = try await kakao(places(60), store(directory)).places(
        matching: query.limited(to: limit),
        progress: nil
      )
      #expect(found.totalCount == 21)
    }
  }

  @Test func `a refreshed response that is not cached removes the older one`() async throws {
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    _ = try await kakao(places(20), store(directory)).places(matching: query.limited(to: .all), progress: nil)
    _ = try await kakao(places(80), store(directory) { $0.readsCache = false }, maximumRequests: 1)
      .places(matching: query.limited(to: .all), progress: nil)
    #expect(!(try await isCached(query, .all, store(directory))))
  }

  @Test func `a cached result has its age`() async throws {
    var now: Int64 = 1_000_000
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let collection = try await kakao(places(20), store(directory, at: now))
      .places(matching: query.limited(to: .all), progress: nil)
    #expect(collection.provenance.age == nil)
    now += 250
    let cached = try await kakao(places(20), store(directory, at: now))
      .places(matching: query.limited(to: .all), progress: nil)
    #expect(cached.provenance.age == .seconds(250))
  }

  @Test func `a text is located once for every limit`() async throws {
    let exchange = StubExchange.serving(KakaoStub(places: StubPlace.generated(60, reach: 800)))
    let text = try #require(SearchText("가짜장소"))
    var names: [String?] = []
    for limit in [3, 15, 1, 1_000] {
      let located = try await kakao(exchange, store(directory)).candidates(for: text, where: [], limit: limit)
      #expect(located.candidates.count == min(limit, 15))
      #expect(located.totalCount == 60)
      if limit == 15 { names = located.candidates.map(\.name) }
      if limit == 1 { #expect(located.candidates.map(\.name) == Array(names.prefix(1))) }
    }
    // One for an address and one for a name.
    #expect(exchange.requests.count == 2)
  }

  @Test func `refused responses are not cached, and a partial result is completed`() async throws {
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let refusing = StubExchange.always(.json(#"{"code":-10,"msg":"API limit has been exceeded."}"#, status: 400))
    await #expect(throws: PlaceSearchError.self) {
      try await kakao(refusing, store(directory)).places(matching: query.limited(to: .all), progress: nil)
    }
    let exchange = StubExchange.serving(KakaoStub(places: StubPlace.generated(60, reach: 800)))
    let part = try await kakao(exchange, store(directory), maximumRequests: 1)
      .places(matching: query.limited(to: .all), progress: nil)
    #expect(!part.isComplete)
    #expect(!(try await isCached(query, .all, store(directory))))
    // As many places as requested, but not the nearest, because the second category wasn't requested.
    let other = TemporaryDirectory()
    let both = try PlaceQuery(categories: [.group(.gas), .group(.cafe)], area: Fixture.circle())
    let limit = try Fixture.first(15)
    let first = try await kakao(exchange, store(other), maximumRequests: 1)
      .places(matching: both.limited(to: limit), progress: nil)
    #expect(first.places.count == 15)
    #expect(!(try await isCached(both, limit, store(other))))
  }

  @Test func `no response is older than the first of its query`() async throws {
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let limit = try Fixture.first(45)
    _ = try await kakao(places(40), store(directory)).places(matching: query.limited(to: limit), progress: nil)
    // The first page was refreshed later, so the other pages are requested again.
    _ = try await kakao(places(40), store(directory, at: 1_000_100) { $0.readsCache = false })
      .places(matching: query.limited(to: Fixture.first(15)), progress: nil)
    let exchange = places(40)
    let found = try await kakao(exchange, store(directory, at: 1_000_200))
      .places(matching: query.limited(to: limit), progress: nil)
    #expect(exchange.requests.count == 2 && found.places.count == 40)
    #expect(found.provenance.requests == 2 && found.provenance.age == nil)
  }
}
