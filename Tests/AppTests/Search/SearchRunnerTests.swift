import Domain
import Synchronization
import Testing

@testable import App

/// A search returns values; nothing is written.
struct SearchRunnerTests {
  private static let place = Place(id: "11", name: "강남역", coordinate: .gangnam, group: .subway)

  /// The calls of a search observer, in order.
  private final class Recording: Sendable {
    private let heard = Mutex<[String]>([])

    var all: [String] { heard.withLock { $0 } }

    func note(_ text: String) { heard.withLock { $0.append(text) } }

    func observer(details: Bool) -> SearchObserver {
      SearchObserver(
        hearsDetails: details,
        say: { self.note($0.text) },
        sayDetail: { self.note("detail: \($0.text)") },
        approve: { source, query in self.note("approve \(query == nil ? "a name" : "a query")") },
        watch: { prepared, search in
          self.note("search")
          return try await search(nil)
        },
        ended: { _ in self.note("ended") }
      )
    }
  }

  private var run = Run()
  private let output = MemorySink()
  private let errors = MemorySink()

  private func runner(_ words: [String] = [], _ observer: SearchObserver = SearchObserver()) throws -> SearchRunner {
    let arguments = try Arguments(ArgumentParser.parse(["find"] + words, services: run.services))
    var world = run.world([], output: output, errors: errors)
    world.services = run.services
    let desk = SourceResolver(arguments, in: world) { [provider = run.provider] options in
      provider.note(options)
      return provider
    } warn: { _ in
    }
    return SearchRunner(sources: desk, observer: observer)
  }

  private var query: Query {
    var query = Query()
    query.categories = [.group(.gas)]
    query.center = .coordinate(.gangnam)
    return query
  }

  @Test func `a result has its notices and its source, and nothing is stored`() async throws {
    let found = try await runner().run(query)
    #expect(found.result.places.map(\.place.id) == ["8190212", "9"])
    #expect(found.result.query.area.center == .gangnam)
    #expect(found.source.source == .sample)
    #expect(output.text + errors.text == "")
  }

  @Test func `notices before the result are printed in order`() async throws {
    run.provider.memory.withState { $0.located = .named([Self.place], totalCount: 3) }
    var query = query
    query.center = SearchText("강남역").map(Query.Center.name)
    let heard = Recording()
    let found = try await runner([], heard.observer(details: false)).run(query)
    #expect(heard.all == ["approve a query", "Near 강남역. 2 others match: `placefind near 강남역`", "search", "ended"])
    #expect(found.result.provenance.requests == 3)
    #expect(found.result.query.near == "강남역")
  }

  /// A place about 1.5 km north matches as well as the first place.
  @Test(arguments: [(nil, 3, false), (1_000, 3, false), (2_000, 2, true), (2_000, 3, false)] as [(Double?, Int, Bool)])
  func `a name of several places that are farther apart than the radius is refused`(
    radius: Double?,
    totalCount: Int,
    isTaken: Bool
  ) async throws {
    let other = Place(
      id: "12",
      name: "강남역",
      coordinate: try Coordinate(latitude: 37.5114, longitude: 127.0276),
      group: .subway,
      lotAddress: "서울 강남구 2"
    )
    let located = LocatedPlaces.named([Self.place, other], totalCount: totalCount, rivals: [other.coordinate])
    run.provider.memory.withState { $0.located = located }
    var query = query
    query.center = SearchText("강남역").map(Query.Center.name)
    query.radius = radius.flatMap { Distance(meters: $0) }.flatMap(SearchRadius.init)
    let requested = query
    guard !isTaken else {
      return #expect(try await runner().run(requested).result.query.area.center == Self.place.coordinate)
    }
    let failure = await #expect(throws: Failure.self) { try await runner().run(requested) }
    #expect(failure?.code == .usage)
    #expect(failure?.message.contains("'강남역' may mean \(totalCount) places.") == true)
    #expect(failure?.message.contains("강남역 at 37.4979,127.0276; 강남역 (서울 강남구 2) at 37.5114,127.0276") == true)
    #expect(run.provider.requests.query == nil)
  }

  @Test func `a search that is confirmed continues without geocoding its centre again`() async throws {
    let error = PlaceSearchError.tooManyRequests(expected: 600, allowed: 500, left: 90_000)
    var tests = Self()
    tests.run = Run(provider: StubProvider(firstError: error))
    tests.run.provider.memory.withState { $0.located = .named([Self.place], totalCount: 3) }
    var query = query
    query.center = SearchText("강남역").map(Query.Center.name)
    let heard = Recording()
    var observer = heard.observer(details: false)
    observer.confirm = { [memory = tests.run.provider.memory] demand in
      heard.note("confirm \(demand.expected)")
      memory.withState { $0.statistics = RequestStatistics(requests: 2, retries: 0, median: nil, percentile95: nil) }
      return true
    }
    let found = try await tests.runner([], observer).run(query)
    #expect(found.result.provenance.requests == 5, "3 for the centre, and 2 before the consent")
    #expect(tests.run.provider.memory.withState { $0.geocodingCount } == 1)
    #expect(tests.run.provider.requests.options?.maximumRequests == 1_200)
    #expect(heard.all.filter { $0.hasPrefix("Near") }.count == 1, "\(heard.all)")
    #expect(heard.all.suffix(5) == ["search", "ended", "confirm 600", "search", "ended"])
  }

  @Test func `details are made only for an observer`() async throws {
    let heard = Recording()
    _ = try await runner([], heard.observer(details: true)).run(query)
    #expect(heard.all.contains("detail: Searching the bundled sample."))
  }

  @Test func `a rejected source is not queried`() async throws {
    let observer = SearchObserver(approve: { _, _ throws(Failure) in throw .needsTerminal })
    await #expect(throws: Failure.needsTerminal) { try await runner([], observer).run(query) }
    #expect(run.provider.requests.query == nil)
  }

  @Test func `queries of one source share its use cases`() async throws {
    let runner = try runner()
    _ = try await runner.run(query)
    _ = try await runner.run(query)
    #expect(run.provider.requests.providers == 1)
  }

  @Test func `a saved location takes precedence over a place of its name`() async throws {
    let home = try Coordinate(latitude: 37.51, longitude: 127.06)
    let position = try #require(SavedLocation(name: "강남역", coordinate: home))
    run.provider.memory.withState {
      $0.savedLocations = SavedLocations(locations: [position])
      $0.located = .named([Self.place])
    }
    var query = query
    query.center = SearchText("강남역").map(Query.Center.name)
    let found = try await runner().run(query)
    #expect(found.result.query.area.center == home)
    #expect(run.provider.memory.withState { $0.geocodingCount } == 0)
  }
}
