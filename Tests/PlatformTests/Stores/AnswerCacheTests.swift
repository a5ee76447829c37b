import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(5))) struct AnswerCacheTests {
  private let directory = TemporaryDirectory()

  /// A clock that a test moves.
  private final class Clock: Sendable {
    let seconds = Mutex<Int64>(1_000_000)
    var clock: WallClock { WallClock { [self] in seconds.withLock { $0 } } }
    func advance(by count: Int64) { seconds.withLock { $0 += count } }
  }

  private func cache(
    _ directory: TemporaryDirectory,
    _ clock: Clock = Clock(),
    maximumBytes: Int = AnswerCache.maximumBytes,
    _ change: (inout StoreConfiguration) -> Void = { _ in }
  ) -> AnswerCache {
    var options = StoreConfiguration()
    change(&options)
    return AnswerCache(
      directory: StoreDirectory(path: directory.path),
      configuration: options,
      clock: clock.clock,
      log: StoreErrorLog(),
      maximumBytes: maximumBytes,
      bytesBeforeCount: 0
    )
  }

  @Test func `an answer is used until it is too old`() async throws {
    let clock = Clock()
    let cache = cache(directory, clock)
    #expect(cache.answer(to: .text("q")) == nil)
    cache.keep(.text("answer"), to: .text("q"))
    #expect(cache.answer(to: .text("q"))?.answer == .text("answer"))
    #expect(cache.answer(to: .text("other")) == nil)
    clock.advance(by: 599)
    #expect(cache.answer(to: .text("q"))?.answer == .text("answer"))
    clock.advance(by: 1)
    #expect(cache.answer(to: .text("q")) == nil)
    clock.advance(by: -700)
    #expect(cache.answer(to: .text("q")) == nil, "an answer from the future is none")
  }

  @Test func `nothing is stored without a lifetime, or used when the cache may not be read`() async throws {
    for lifetime in [Duration.zero, .seconds(-1)] {
      let none = cache(directory) { $0.cacheLifetime = lifetime }
      none.keep(.null, to: .text("q"))
      #expect(directory.names.isEmpty)
      let answers = try none.summary().freshAnswers
      #expect(answers == 0)
    }
    let refreshing = cache(directory) { $0.readsCache = false }
    refreshing.keep(.text("1"), to: .text("q"))
    #expect(refreshing.answer(to: .text("q")) == nil)
    #expect(cache(directory).answer(to: .text("q"))?.answer == .text("1"))
  }

  @Test func `an entry that is damaged in any byte is a miss and removed`() async throws {
    let cache = cache(directory)
    cache.keep(.text("an answer"), to: .text("q"))
    let name = try #require(directory.names.first { $0.hasSuffix(".answer") })
    let bytes = try Data(contentsOf: URL(fileURLWithPath: directory.file(name)))
    for position in bytes.indices {
      var damaged = bytes
      damaged[position] ^= 0x01
      try damaged.write(to: URL(fileURLWithPath: directory.file(name)))
      // The time alone has no checksum: it makes an answer older or younger, and no other.
      if let cached = cache.answer(to: .text("q")) {
        #expect(cached.answer == .text("an answer"))
      }
      try bytes.prefix(position).write(to: URL(fileURLWithPath: directory.file(name)))
      #expect(cache.answer(to: .text("q")) == nil)
      #expect(!directory.names.contains(name))
    }
    cache.keep(.text("an answer"), to: .text("q"))
    #expect(cache.answer(to: .text("q"))?.answer == .text("an answer"))
  }

  @Test(arguments: ["-1", "-9223372036854775808", "9223372036854774784", "1e300"])
  func `an entry of an impossible time is a miss`(time: String) async throws {
    let cache = cache(directory)
    cache.keep(.text("an answer"), to: .text("q"))
    let name = try #require(directory.names.first { $0.hasSuffix(".answer") })
    let url = URL(fileURLWithPath: directory.file(name))
    let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    let changed = text.replacingOccurrences(of: "\"at\":1000000", with: "\"at\":\(time)")
    try #require(changed != text)
    try Data(changed.utf8).write(to: url)
    #expect(cache.answer(to: .text("q")) == nil)
    cache.keep(.text("an answer"), to: .text("q"))
    #expect(cache.answer(to: .text("q"))?.answer == .text("an answer"))
  }

  @Test func `a file of an impossible time counts as old`() async throws {
    let cache = cache(directory)
    cache.keep(.text("an answer"), to: .text("q"))
    let name = try #require(directory.names.first { $0.hasSuffix(".answer") })
    let earliest = timespec(tv_sec: .min, tv_nsec: 0)
    // Where the file system has no such time, it takes its earliest.
    try #require(unsafe utimensat(AT_FDCWD, directory.file(name), [earliest, earliest], 0) == 0)
    let summary = try cache.summary()
    #expect(summary.answers == 1 && summary.freshAnswers == 0)
  }

  @Test func `the oldest answers go first`() async throws {
    for count in 0..<20 {
      // Each as a process of its own: one alone may not fill it.
      cache(directory, maximumBytes: 2_000).keep(.text(String(repeating: "x", count: 100)), to: .integer(count))
      // The file system's clock ticks slowly: the order is what counts here.
      for name in directory.names where name.hasSuffix(".answer") {
        let path = directory.file(name)
        let date = try #require(FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
        try FileManager.default.setAttributes([.modificationDate: date.addingTimeInterval(-60)], ofItemAtPath: path)
      }
    }
    let cache = cache(directory, maximumBytes: 2_000)
    let summary = try cache.summary()
    #expect(summary.bytes <= 2_000)
    #expect(summary.answers > 3)
    #expect(cache.answer(to: .integer(19)) != nil)
    #expect(cache.answer(to: .integer(0)) == nil)
    #expect(try cache.clear() == summary.answers)
    #expect(try cache.summary().answers == 0)
  }

  @Test func `one process stores at most a quarter`() async throws {
    let cache = cache(directory, maximumBytes: 40_000)
    for count in 0..<100 { cache.keep(.text(String(repeating: "x", count: 1_000)), to: .integer(count)) }
    let summary = try cache.summary()
    #expect((9_000...12_000).contains(summary.bytes))
    #expect(cache.answer(to: .integer(0)) != nil)
    #expect(cache.answer(to: .integer(99)) == nil)
  }

  // MARK: In front of the service

  private func caching(
    _ exchange: StubExchange,
    _ cache: AnswerCache,
    maximumRequests: Int? = nil
  ) throws -> CachingPlaces {
    let places = try Fixture.places(over: exchange, maximumRequests: maximumRequests)
    return CachingPlaces(
      source: places,
      cached: CachedAnswers(cache: cache, service: .kakao, address: try Fixture.requests().address.base)
    )
  }

  @Test func `a query that is asked again sends nothing and has the same answer`() async throws {
    let exchange = StubExchange.answering(KakaoStub(places: StubPlace.generated(60, reach: 800)))
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let near = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(), near: "강남역")
    let limit = try Fixture.first(20)
    #expect(!(try caching(exchange, cache(directory)).cached.isKept(query, limit: limit)))
    let first = try await caching(exchange, cache(directory)).places(matching: query, limit: limit, progress: nil)
    let sent = exchange.requests.count
    for query in [query, near] {
      #expect(try caching(exchange, cache(directory)).cached.isKept(query, limit: limit))
      #expect(!(try caching(exchange, cache(directory)).cached.isKept(query, limit: .all)))
      let again = try await caching(exchange, cache(directory)).places(matching: query, limit: limit, progress: nil)
      #expect(again.places == first.places)
      #expect((again.totalCount, again.isComplete) == (first.totalCount, first.isComplete))
      #expect(again.provenance.requests == 0)
    }
    #expect(exchange.requests.count == sent)
    _ = try await caching(exchange, cache(directory)).places(matching: query, limit: .all, progress: nil)
    #expect(exchange.requests.count > sent)
    let page = try await caching(exchange, cache(directory)).places(matching: query, on: Fixture.page(2))
    let all = exchange.requests.count
    let pageAgain = try await caching(exchange, cache(directory)).places(matching: query, on: Fixture.page(2))
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
    let places = try caching(exchange, cache(directory))
    for isPart in [true, false, false] {
      fails.withLock { $0 = isPart }
      let address = try await places.address(of: try Fixture.seoul())
      #expect(address.lotAddress == "역삼동 858")
      #expect((address.regionError != nil) == isPart)
    }
    #expect(exchange.requests.count == 4)
  }

  /// The stand-in and its answers while the cache holds those of another.
  private func places(_ count: Int) -> StubExchange {
    StubExchange.answering(KakaoStub(places: StubPlace.generated(count, reach: 600)))
  }

  @Test func `a refreshed answer replaces the older one`() async throws {
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    for limit in [try Fixture.first(20), .all] {
      _ = try await caching(places(60), cache(directory)).places(matching: query, limit: limit, progress: nil)
      _ = try await caching(places(21), cache(directory) { $0.readsCache = false })
        .places(matching: query, limit: limit, progress: nil)
      let found = try await caching(places(60), cache(directory)).places(matching: query, limit: limit, progress: nil)
      #expect(found.totalCount == 21)
    }
  }

  @Test func `a refreshed answer that is not kept removes the older one`() async throws {
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    _ = try await caching(places(20), cache(directory)).places(matching: query, limit: .all, progress: nil)
    _ = try await caching(places(80), cache(directory) { $0.readsCache = false }, maximumRequests: 1)
      .places(matching: query, limit: .all, progress: nil)
    #expect(!(try caching(places(80), cache(directory)).cached.isKept(query, limit: .all)))
  }

  @Test func `an answer that cannot be stored removes the older one`() async throws {
    let kept = cache(directory)
    kept.keep(.text("old"), to: .text("q"))
    kept.keep(.text(String(repeating: "x", count: AnswerCache.maximumAnswerBytes)), to: .text("q"))
    #expect(kept.answer(to: .text("q")) == nil)
    let full = cache(directory, maximumBytes: 400)
    full.keep(.text(String(repeating: "x", count: 200)), to: .text("other"))
    kept.keep(.text("old"), to: .text("q"))
    full.keep(.text("new"), to: .text("q"))
    #expect(kept.answer(to: .text("q")) == nil)
  }

  @Test func `a cached answer tells its age`() async throws {
    let clock = Clock()
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let asked = try await caching(places(20), cache(directory, clock))
      .places(matching: query, limit: .all, progress: nil)
    #expect(asked.provenance.age == nil)
    clock.advance(by: 250)
    let cached = try await caching(places(20), cache(directory, clock))
      .places(matching: query, limit: .all, progress: nil)
    #expect(cached.provenance.age == .seconds(250))
  }

  @Test func `a text is located once for every limit`() async throws {
    let exchange = StubExchange.answering(KakaoStub(places: StubPlace.generated(60, reach: 800)))
    let text = try #require(SearchText("가짜장소"))
    var names: [String?] = []
    for limit in [3, 15, 1, 1_000] {
      let located = try await caching(exchange, cache(directory)).candidates(for: text, limit: limit)
      #expect(located.candidates.count == min(limit, 15))
      #expect(located.totalCount == 60)
      if limit == 15 { names = located.candidates.map(\.name) }
      if limit == 1 { #expect(located.candidates.map(\.name) == Array(names.prefix(1))) }
    }
    // For an address, and for a name.
    #expect(exchange.requests.count == 2)
  }

  @Test func `errors and partial answers are not cached`() async throws {
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let refusing = StubExchange.always(.json(#"{"code":-10,"msg":"API limit has been exceeded."}"#, status: 400))
    await #expect(throws: PlaceSearchError.self) {
      try await caching(refusing, cache(directory)).places(matching: query, limit: .all, progress: nil)
    }
    let exchange = StubExchange.answering(KakaoStub(places: StubPlace.generated(60, reach: 800)))
    let part = try await caching(exchange, cache(directory), maximumRequests: 1)
      .places(matching: query, limit: .all, progress: nil)
    #expect(!part.isComplete)
    #expect(directory.names.filter { $0.hasSuffix(".answer") }.isEmpty)
    // As many as wanted, but not the nearest, since the second category was not asked for.
    let both = try PlaceQuery(categories: [.group(.gas), .group(.cafe)], area: Fixture.circle())
    let limit = try Fixture.first(15)
    let first = try await caching(exchange, cache(directory), maximumRequests: 1)
      .places(matching: both, limit: limit, progress: nil)
    #expect(first.places.count == 15)
    #expect(!(try caching(exchange, cache(directory)).cached.isKept(both, limit: limit)))
  }
}
