import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(20))) struct ResponseStoreTests {
  private let directory = TemporaryDirectory()

  /// A clock that is advanced by a test.
  private final class Clock: Sendable {
    let seconds = Mutex<Int64>(1_000_000)
    var clock: WallClock { WallClock { [self] in seconds.withLock { $0 } } }
    func advance(by count: Int64) { seconds.withLock { $0 += count } }
  }

  private func cache(
    _ directory: TemporaryDirectory,
    _ clock: Clock = Clock(),
    maximumBytes: Int = 32 << 20,
    _ change: (inout StoreConfiguration) -> Void = { _ in }
  ) -> ResponseStore {
    var options = StoreConfiguration()
    change(&options)
    var limits = ResponseStore.Limits(options)
    limits.maximumBytes = maximumBytes
    return ResponseStore(
      directory: StoreDirectory(path: directory.path),
      limits: limits,
      clock: clock.clock,
      log: StoreErrorLog(),
      bytesBeforeCount: 0
    )
  }

  @Test func `a response is used until it is too old`() async throws {
    let clock = Clock()
    let cache = cache(directory, clock)
    #expect(cache.response(to: "q") == nil)
    cache.save(Array("response".utf8), of: "q")
    #expect(cache.response(to: "q")?.body == Array("response".utf8))
    #expect(cache.response(to: "other") == nil)
    clock.advance(by: 599)
    #expect(cache.response(to: "q")?.body == Array("response".utf8))
    clock.advance(by: 1)
    #expect(cache.response(to: "q") == nil)
    clock.advance(by: -700)
    #expect(cache.response(to: "q") == nil, "a response from the future is ignored")
  }

  @Test func `nothing is stored without a lifetime, or used when the cache may not be read`() async throws {
    for lifetime in [Duration.zero, .seconds(-1)] {
      let none = cache(directory) { $0.cacheLifetime = lifetime }
      none.save([], of: "q")
      #expect(directory.names.isEmpty)
      let count = try none.summary().freshResponses
      #expect(count == 0)
    }
    let refreshing = cache(directory) { $0.readsCache = false }
    refreshing.save(Array("1".utf8), of: "q")
    #expect(refreshing.response(to: "q") == nil)
    #expect(cache(directory).response(to: "q")?.body == Array("1".utf8))
  }

  @Test func `an entry that is damaged in any byte is a miss and removed`() async throws {
    let cache = cache(directory)
    cache.save(Array("a response".utf8), of: "q")
    let name = try #require(directory.names.first { $0.hasSuffix(".response") })
    let bytes = try Data(contentsOf: URL(fileURLWithPath: directory.file(name)))
    for position in bytes.indices {
      var damaged = bytes
      damaged[position] ^= 0x01
      try damaged.write(to: URL(fileURLWithPath: directory.file(name)))
      // Only the time has no checksum: a change makes a response older or newer, but not different.
      if let cached = cache.response(to: "q") {
        #expect(cached.body == Array("a response".utf8))
      }
      try bytes.prefix(position).write(to: URL(fileURLWithPath: directory.file(name)))
      #expect(cache.response(to: "q") == nil)
      #expect(!directory.names.contains(name))
    }
    cache.save(Array("a response".utf8), of: "q")
    #expect(cache.response(to: "q")?.body == Array("a response".utf8))
  }

  @Test(arguments: ["-1", "-9223372036854775808", "9223372036854774784", "1e300"])
  func `an entry of an impossible time is a miss`(time: String) async throws {
    let cache = cache(directory)
    cache.save(Array("a response".utf8), of: "q")
    let name = try #require(directory.names.first { $0.hasSuffix(".response") })
    let url = URL(fileURLWithPath: directory.file(name))
    let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    let changed = text.replacingOccurrences(of: "\"at\":1000000", with: "\"at\":\(time)")
    try #require(changed != text)
    try Data(changed.utf8).write(to: url)
    #expect(cache.response(to: "q") == nil)
    cache.save(Array("a response".utf8), of: "q")
    #expect(cache.response(to: "q")?.body == Array("a response".utf8))
  }

  @Test func `a file of an impossible time counts as old`() async throws {
    let cache = cache(directory)
    cache.save(Array("a response".utf8), of: "q")
    let name = try #require(directory.names.first { $0.hasSuffix(".response") })
    let earliest = timespec(tv_sec: .min, tv_nsec: 0)
    // If the file system doesn't support such a time, it uses its earliest time.
    try #require(unsafe utimensat(AT_FDCWD, directory.file(name), [earliest, earliest], 0) == 0)
    let summary = try cache.summary()
    #expect(summary.responses == 1 && summary.freshResponses == 0)
  }

  @Test func `the oldest responses are evicted first`() async throws {
    for count in 0..<20 {
      // Each in a separate process, because one process may not fill the cache alone.
      cache(directory, maximumBytes: 2_000).save([UInt8](repeating: 0x78, count: 100), of: "\(count)")
      // The file system's clock is coarse, but the order matters here.
      for name in directory.names where name.hasSuffix(".response") {
        let path = directory.file(name)
        let date = try #require(FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
        try FileManager.default.setAttributes([.modificationDate: date.addingTimeInterval(-60)], ofItemAtPath: path)
      }
    }
    let cache = cache(directory, maximumBytes: 2_000)
    let summary = try cache.summary()
    #expect(summary.bytes <= 2_000)
    #expect(summary.responses > 3)
    #expect(cache.response(to: "19") != nil)
    #expect(cache.response(to: "0") == nil)
    #expect(try await cache.clear() == summary.responses)
    #expect(try cache.summary().responses == 0)
  }

  @Test func `an eviction leaves a file that another process is writing`() throws {
    try directory.write("part", to: "other.tmp")
    let clock = Clock()
    clock.seconds.withLock { $0 = Int64(Date().timeIntervalSince1970) }
    for count in 0..<30 {
      cache(directory, clock, maximumBytes: 2_000).save([UInt8](repeating: 0x78, count: 100), of: "\(count)")
    }
    #expect(directory.names.contains("other.tmp"))
  }

  @Test func `one process keeps its latest responses, however many it has stored`() async throws {
    let cache = cache(directory, maximumBytes: 40_000)
    for count in 0..<400 {
      cache.save([UInt8](repeating: 0x78, count: 1_000), of: "\(count)")
      #expect(cache.response(to: "\(count)") != nil)
    }
    #expect(try cache.summary().bytes <= 60_000)
    _ = try await cache.clear()
    cache.save([1], of: "again")
    #expect(cache.response(to: "again") != nil)
  }

  @Test func `a response that can't be cached removes the older response`() async throws {
    let usual = cache(directory)
    usual.save(Array("old".utf8), of: "q")
    usual.save([UInt8](repeating: 0x78, count: usual.limits.maximumResponseBytes + 1), of: "q")
    #expect(usual.response(to: "q") == nil)
    let full = cache(directory, maximumBytes: 40)
    usual.save(Array("old".utf8), of: "q")
    full.save(Array("new".utf8), of: "q")
    #expect(usual.response(to: "q") == nil)
  }
}
