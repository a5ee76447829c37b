import Domain
import Foundation
import Synchronization
import System
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(20))) struct LocalMemoryTests {
  private let directory = TemporaryDirectory()

  @Test func `recording waits for the lock without blocking the thread, up to a timeout`() async throws {
    let stores = Fixture.stores(directory) { $0.recordsHistory = true }
    let descriptor = Mutex<FileLock?>(nil)
    try await StoreDirectory(path: directory.file("state")).locked { () throws(StoreError) in () }
    let held = FileLock(ofFileAt: directory.file("state/.lock"))
    #expect(try held.take())
    descriptor.withLock { $0 = held }
    let waits = Mutex(0)
    let time = ManualTime()
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let recorded = query
    for releasesAt in [3, Int.max] {
      let keeper = time.timekeeper
      var slow = stores
      slow.time = Timekeeper(
        now: keeper.now,
        sleep: { moment in
          let count = waits.withLock { waits in
            waits += 1
            return waits
          }
          if count == releasesAt { descriptor.withLock { $0?.release() } }
          try await keeper.sleep(moment)
        },
        jitter: keeper.jitter
      )
      if releasesAt == .max { #expect(try held.take()) }
      await LocalMemory(stores: slow) { nil }.record(recorded, [], totalCount: 0, from: Provenance(source: .sample))
      let entries = try stores.history.entries().count
      #expect(entries == 1)
      #expect(stores.log.storeErrors().isEmpty == (releasesAt == 3))
    }
    #expect(waits.withLock { $0 } > 100)
  }

  @Test func `a query with a shape that is too large for the history is reported`()
    async throws
  {
    let stores = Fixture.stores(directory) { $0.recordsHistory = true }
    let memory = LocalMemory(stores: stores) { nil }
    for (count, isKept) in [(100, true), (2_000, false)] {
      var ring: [Coordinate] = []
      for step in 0..<count {
        let angle = 2 * Double.pi * Double(step) / Double(count)
        ring.append(try Coordinate(latitude: 37.5 + 0.1 * sin(angle), longitude: 127 + 0.1 * cos(angle)))
      }
      let area = PolygonArea([Polygon([ring + [ring[0]]])], name: "town.geojson")
      let query = try PlaceQuery(categories: [.group(.gas)], area: .polygons(area, center: nil))
      let recorded = query
      await memory.record(recorded, [], totalCount: 0, from: Provenance(source: .sample))
      let errors = stores.log.storeErrors()
      #expect(errors == (isKept ? [] : [.shapeTooLarge(name: "town.geojson", points: 2_001, limit: 1_500)]))
      #expect(try stores.history.entries().count == 1)
    }
  }
}
