import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Platform

/// Searches of many requests over the cache.
@Suite(.timeLimit(.minutes(20))) struct CachedSearchTests {
  private let directory = TemporaryDirectory()
  /// More places than paging can reach, so the area is searched in parts.
  private let exchange = StubExchange.serving(KakaoStub(places: StubPlace.generated(300, reach: 800)))

  private func store(at seconds: Int64 = 1_000_000, reads: Bool = true) -> ResponseStore {
    var options = StoreConfiguration()
    options.readsCache = reads
    return ResponseStore(
      directory: StoreDirectory(path: directory.path, secret: try? Fixture.key()),
      limits: ResponseStore.Limits(options),
      clock: WallClock { seconds },
      log: StoreErrorLog()
    )
  }

  private func search(
    _ exchange: StubExchange,
    _ store: ResponseStore,
    maximumRequests: Int? = nil
  ) async throws -> PlaceCollection {
    var places = try Fixture.places(over: exchange, maximumRequests: maximumRequests)
    places.responses = store
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    return try await places.places(matching: query.limited(to: .all), progress: nil)
  }

  @Test func `a result of many requests is computed again from their responses, each cached once`() async throws {
    let first = try await search(exchange, store())
    let sent = exchange.requests.count
    #expect(sent > 10)
    #expect(directory.names.filter { !$0.hasPrefix(".") }.count == sent)
    #expect(try store().summary().responses == sent)
    let again = try await search(exchange, store(at: 1_000_100))
    #expect(again.places == first.places)
    #expect(again.isComplete == first.isComplete)
    #expect(again.provenance.age == .seconds(100))
    #expect(exchange.requests.count == sent)
  }

  @Test func `a second response to the same request is cached too, and no later search requests it`()
    async throws
  {
    let stub = KakaoStub(places: StubPlace.generated(300, reach: 800))
    // One more than there are, so the search checks at the end whether the count has changed.
    let exchange = StubExchange { request throws(HTTPFailure) in
      let reply = HTTPResponse(stub.reply(to: LoopbackRequest(request)))
      let text = String(decoding: reply.body, as: UTF8.self)
      guard request.url.query?.contains("radius=1000&page=1&") == true else { return reply }
      return .json(text.replacing(/"total_count":(\d+)/) { "\"total_count\":\((Int($0.1) ?? 0) + 1)" })
    }
    // Each request takes a second.
    let clock = WallClock { 1_000_000 + Int64(exchange.requests.count) }
    func store() -> ResponseStore {
      ResponseStore(
        directory: StoreDirectory(path: directory.path, secret: try? Fixture.key()),
        limits: ResponseStore.Limits(StoreConfiguration()),
        clock: clock,
        log: StoreErrorLog()
      )
    }
    let first = try await search(exchange, store())
    let requests = exchange.requests.map(\.url.absoluteString)
    #expect(Set(requests).count < requests.count)
    let again = try await search(exchange, store())
    #expect(exchange.requests.count == requests.count)
    #expect(again.places == first.places)
    #expect((again.totalCount, again.isComplete) == (first.totalCount, first.isComplete))
  }

  @Test func `the parts of a search without distances are cached`() async throws {
    var quirks = StubQuirks()
    quirks.ignoresOriginWithRect = true
    let stub = KakaoStub(places: StubPlace.generated(300, reach: 800), quirks: quirks)
    let exchange = StubExchange.serving(stub)
    let first = try await search(exchange, store())
    let sent = exchange.requests.count
    #expect(first.isComplete && sent > 10)
    let again = try await search(exchange, store(at: 1_000_100))
    #expect(again.places == first.places && again.isComplete)
    #expect(exchange.requests.count == sent)
  }

  @Test func `a search that was refreshed and stopped leaves nothing older than its beginning`() async throws {
    _ = try await search(exchange, store())
    let other = StubExchange.serving(KakaoStub(places: StubPlace.generated(200, reach: 700)))
    let stopped = try await search(other, store(at: 1_000_050, reads: false), maximumRequests: 1)
    #expect(stopped.earlyEnd != nil)
    #expect(try await search(other, store(at: 1_000_060)).totalCount == 200)
  }

  @Test func `responses are not used after they are too old`() async throws {
    _ = try await search(exchange, store())
    let sent = exchange.requests.count
    _ = try await search(exchange, store(at: 1_000_600))
    #expect(exchange.requests.count == 2 * sent)
    #expect(try store(at: 1_000_600).summary().freshResponses <= sent)
  }

  @Test func `simultaneous searches of several processes leave readable files`() async throws {
    let results = try await withThrowingTaskGroup(of: PlaceCollection.self) { group in
      for number in 0..<8 {
        group.addTask { try await search(exchange, store(reads: number % 2 == 0)) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(results.map { $0.places.map(\.place.id).sorted() }).count == 1)
    let sent = exchange.requests.count
    #expect(try await search(exchange, store(at: 1_000_100)).places == results[0].places)
    #expect(exchange.requests.count == sent)
  }
}
