import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Platform

/// Compares the expected number of requests of a search with the actual number.
struct KakaoForecastTests {
  private enum Shape: Int, CaseIterable { case circle, polygons, box, corridor }

  /// Returns an area of 1 to 3.5 km around a point near the middle of the places, with and without a centre.
  private static func area(_ shape: Shape, _ random: inout SeededRandom) throws -> SearchArea {
    let middle = try Coordinate(
      latitude: 37.4979 + 0.01 * random.normal(),
      longitude: 127.0276 + 0.01 * random.normal()
    )
    let center = random.unit() < 0.5 ? middle : nil
    let meters = 1_000 + 2_500 * random.unit()
    let degrees = meters / 111_000
    switch shape {
    case .circle: return .circle(center: middle, radius: try Fixture.radius(meters))
    case .polygons:
      let polygons = random.polygons(around: middle, degrees: degrees).map { Polygon($0) }
      return .polygons(PolygonArea(polygons), center: center)
    case .box:
      let box = try #require(SearchArea.circle(center: middle, radius: try Fixture.radius(meters)).enclosingBox)
      return .box(box, center: center)
    case .corridor:
      let line = RouteLine(random.lines(around: middle, degrees: degrees))
      return .corridor(Corridor(along: line, radius: try Fixture.radius(100 + 400 * random.unit())))
    }
  }

  private static let layouts: [StubPlace.Layout] = [.uniform, .clustered, .line, .town, .buildings]
  /// The areas of each layout and shape; `PLACEFIND_SIMULATIONS=60` searches others as well.
  private static let areaCount =
    Int(ProcessInfo.processInfo.environment["PLACEFIND_SIMULATIONS"] ?? "") ?? Seeds.count(of: 8)

  /// The first estimate of a search, and the requests that it sent.
  private struct Trial: CustomStringConvertible {
    let name: String
    let expected: Int
    let sent: Int

    var isRight: Bool { expected <= 2 * sent && sent <= 2 * expected }
    var description: String { "\(name): \(expected) expected, \(sent) sent" }
  }

  /// Searches random areas of a shape; a search without an estimate, which takes few requests, is left out.
  private static func trials(_ layout: StubPlace.Layout, _ shape: Shape, isLimited: Bool) async throws -> [Trial] {
    var trials: [Trial] = []
    for number in 0..<areaCount {
      var random = SeededRandom(UInt64(number * 10 + shape.rawValue) &* 1_000 &+ UInt64(layout.rawValue.count))
      let count = 2_000 + Int(4_000 * random.unit())
      let places = StubPlace.generated(count, layout: layout, reach: 4_000, seed: random.next())
      let stub = KakaoStub(places: places, key: Fixture.secret)
      let query = try PlaceQuery(categories: [.group(.gas)], area: try area(shape, &random))
      let limit: PlaceLimit = isLimited ? try Fixture.first(50 + Int(400 * random.unit())) : .all
      let first = Mutex<Int?>(nil)
      let found = try await Fixture.places(over: StubExchange.serving(stub), timeout: .seconds(600))
        .places(matching: query.limited(to: limit)) { search in
          first.withLock { $0 = $0 ?? search.expectedRequests }
        }
      let sent = found.provenance.requests
      guard sent >= 10, let expected = first.withLock({ $0 }) else { continue }
      trials.append(Trial(name: "\(layout) \(shape) \(number)", expected: expected, sent: sent))
    }
    return trials
  }

  @Test(arguments: layouts, Shape.allCases)
  private func `an estimate of a whole area is right within a factor of two`(
    layout: StubPlace.Layout,
    shape: Shape
  ) async throws {
    for trial in try await Self.trials(layout, shape, isLimited: false) { #expect(trial.isRight, "\(trial)") }
  }

  @Test func `no estimate exceeds the maximum of the query`() async throws {
    let stub = KakaoStub(places: StubPlace.generated(3_000, layout: .uniform, reach: 4_000, seed: 1))
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(5_000)).limited(to: .all)
    let highest = Mutex(0)
    _ = try await Fixture.places(over: StubExchange.serving(stub), maximumRequests: 5)
      .places(matching: query) { search in
        highest.withLock { $0 = max($0, search.expectedRequests ?? 0) }
      }
    #expect(highest.withLock(\.self) == 5)
  }

  // The first places along a line may be in a town that the first requests haven't reached.
  @Test(arguments: Shape.allCases)
  private func `estimates of the first places are right within a factor of two for nine of ten`(
    shape: Shape
  ) async throws {
    var trials: [Trial] = []
    for layout in Self.layouts { trials += try await Self.trials(layout, shape, isLimited: true) }
    let wrong = trials.filter { !$0.isRight }
    #expect(wrong.count <= max(1, trials.count / 10) + (shape == .corridor ? 2 : 0), "\(wrong)")
  }

  @Test func `all categories of a query count together, before one of them is searched`() async throws {
    let places = StubPlace.generated(4_000, reach: 3_000, seed: 3).inTwoCategories
    let stub = KakaoStub(places: places, key: Fixture.secret)
    let query = try PlaceQuery(categories: [.group(.gas), .group(.cafe)], area: Fixture.circle(3_000))
    let exchange = StubExchange.serving(stub)
    var service = try Fixture.places(over: exchange, timeout: .seconds(600))
    let all = try await service.places(matching: query.limited(to: .all), progress: nil).provenance.requests
    let before = exchange.requests.count
    service.allowance = { _ in RequestBudget.Allowance(requests: all * 2 / 3) }
    let error = await #expect(throws: PlaceSearchError.self) {
      try await service.places(matching: query.limited(to: .all), progress: nil)
    }
    guard case .tooManyRequests(let expected, _, nil) = error else { throw Fixture.Unusable(what: "\(error as Any)") }
    #expect(expected <= 2 * all && all <= 2 * expected, "\(expected), \(all)")
    #expect(exchange.requests.count - before <= 10)
  }

  @Test func `a search that is expected to send too many requests is refused after a few`() async throws {
    var random = SeededRandom(3)
    let stub = KakaoStub(places: StubPlace.generated(6_000, reach: 3_000, seed: 3), key: Fixture.secret)
    for number in 0..<8 {
      let area = try Self.area(Shape.allCases[number % Shape.allCases.count], &random)
      let query = try PlaceQuery(categories: [.group(.gas)], area: area)
      let exchange = StubExchange.serving(stub)
      var places = try Fixture.places(over: exchange, timeout: .seconds(600))
      let all = try await places.places(matching: query.limited(to: .all), progress: nil).provenance.requests
      let before = exchange.requests.count
      places.allowance = { _ in RequestBudget.Allowance(requests: all / 4, left: all) }
      let error = await #expect(throws: PlaceSearchError.self) {
        try await places.places(matching: query.limited(to: .all), progress: nil)
      }
      guard case .tooManyRequests(let expected, all / 4, all) = error else {
        Issue.record("another error")
        continue
      }
      #expect(expected <= 2 * all && all <= 2 * expected, "\(number): \(expected), \(all)")
      #expect(exchange.requests.count - before <= 40, "\(number)")
      places.allowance = { _ in RequestBudget.Allowance(requests: 3 * all) }
      #expect(try await places.places(matching: query.limited(to: .all), progress: nil).isComplete)
    }
  }

  @Test func `a time limit from the user includes the pace of a large area`() async throws {
    let stub = KakaoStub(places: StubPlace.generated(3_000, reach: 3_000, seed: 3), key: Fixture.secret)
    let exchange = StubExchange.serving(stub)
    var places = try Fixture.places(over: exchange, timeout: .seconds(3))
    places.interval = .milliseconds(100)
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(3_000))
    let found = try await places.places(matching: query.limited(to: .all), progress: nil)
    #expect(!found.isComplete && found.earlyEnd == .timeUp && found.places.count > 100)
    // Three requests don't count, and one more would have no time left.
    #expect(exchange.requests.count == 32)
  }
}
