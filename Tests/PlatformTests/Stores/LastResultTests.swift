import Domain
import TestSupport
import Testing

@testable import Platform

struct LastResultTests {
  private let directory = TemporaryDirectory()

  private func stores(_ directory: TemporaryDirectory, session: Int32) -> Stores {
    Fixture.stores(directory, session: session) { $0.recordsHistory = true }
  }

  @Test func `each terminal has its own last result, and a new terminal has the latest of all results`() async throws {
    let (first, second, third) = (
      stores(directory, session: 1), stores(directory, session: 2), stores(directory, session: 3)
    )
    #expect(try first.recentResults.lastResult() == nil)
    try await first.recentResults.record([try Fixture.found("a")], center: nil, provenance: Provenance(source: .index))
    try await second.recentResults.record([try Fixture.found("b")], center: nil, provenance: Provenance(source: .index))
    #expect(try first.recentResults.lastResult()?.map(\.found.place.id) == ["a"])
    #expect(try second.recentResults.lastResult()?.map(\.found.place.id) == ["b"])
    #expect(try third.recentResults.lastResult()?.map(\.found.place.id) == ["b"])
    #expect(try first.recentResults.results().map { $0.map(\.found.place.id) } == [["b"], ["a"]])
  }

  @Test func `candidates are recorded as a result, and an empty list is not`() async throws {
    let stores = stores(directory, session: 1)
    let memory = LocalMemory(stores: stores) { nil }
    for places in [[try Fixture.found("a").place, try Fixture.found("b").place], []] {
      let provenance = Provenance(source: .index)
      await memory.record(LocatedPlaces(candidates: places, totalCount: places.count, provenance: provenance))
    }
    #expect(try stores.recentResults.lastResult()?.map(\.found.place.id) == ["a", "b"])
    #expect(try stores.history.entries().isEmpty)
  }

  @Test func `a query is in the history once for each source`() async throws {
    let memory = LocalMemory(stores: stores(directory, session: 1)) { nil }
    let query = try PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle())
    let sources: [Source] = [.sample, .index(["/a.pfx"]), .index(["/b.pfx"]), .sample]
    for source in sources { await memory.record(query, [], totalCount: 0, from: Provenance(source: source)) }
    #expect(try memory.history().map(\.source) == [.sample, .index(["/b.pfx"]), .index(["/a.pfx"])])
  }

  @Test func `a query that can't be recorded without a directory is noted`() async throws {
    let stores = Fixture.stores(directory, session: 1) {
      $0.recordsHistory = true
      $0.stateDirectory = nil
    }
    let memory = LocalMemory(stores: stores) { nil }
    let query = try PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle())
    await memory.record(query, [try Fixture.found("a")], totalCount: 1, from: Provenance(source: .index))
    #expect(stores.log.storeErrors() == [.noDirectory])
  }

  @Test func `a count is recorded as a query, but isn't the last result`() async throws {
    let stores = stores(directory, session: 1)
    let memory = LocalMemory(stores: stores) { nil }
    let query = try PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle())
    let provenance = Provenance(source: .index)
    await memory.record(query, [try Fixture.found("a")], totalCount: 1, from: provenance)
    await memory.record(query.limited(to: .nothing), [], totalCount: 1, from: provenance)
    #expect(try memory.history().count == 2)
    #expect(try memory.lastResult()?.map(\.found.place.id) == ["a"])
    await memory.record(query, [], totalCount: 0, from: provenance)
    #expect(try memory.lastResult()?.isEmpty == true)
  }

  @Test func `clearing the history removes the results too`() async throws {
    let stores = stores(directory, session: 1)
    try await stores.recentResults.record([try Fixture.found("a")], center: nil, provenance: Provenance(source: .index))
    try await stores.history.clear()
    #expect(try stores.recentResults.results().isEmpty)
  }
}
