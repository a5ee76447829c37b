import Domain
import Synchronization
import TestSupport
import Testing

@testable import Platform

/// Compares the estimated number of requests with the actual number.
struct KakaoForecastTests {
  private static func area(_ number: Int, _ random: inout SeededRandom) throws -> SearchArea {
    let center = try Coordinate(
      latitude: 37.4979 + 0.01 * random.normal(),
      longitude: 127.0276 + 0.01 * random.normal()
    )
    let meters = 1_000 + 2_500 * random.unit()
    switch number % 3 {
    case 0: return .circle(center: center, radius: try Fixture.radius(meters))
    case 1:
      let degrees = meters / 111_000
      return .polygons(PolygonArea(random.polygons(around: center, degrees: degrees).map { Polygon($0) }), center: nil)
    default:
      let box = try #require(SearchArea.circle(center: center, radius: try Fixture.radius(meters)).enclosingBox)
      return .box(box, center: nil)
    }
  }

  @Test(arguments: [StubPlace.Layout.uniform, .clustered, .town, .buildings])
  func `estimates are right within a factor of two for all but one area of ten`(layout: StubPlace.Layout) async throws {
    var random = SeededRandom(7)
    // The estimate of a shape next to a town may use the density of the town.
    var wrong: [String] = []
    for number in 0..<10 {
      let places = StubPlace.generated(6_000, layout: layout, reach: 4_000, seed: UInt64(number))
      let stub = KakaoStub(places: places, key: Fixture.secret)
      let query = try PlaceQuery(categories: [.group(.gas)], area: try Self.area(number, &random))
      let first = Mutex<Int?>(nil)
      let found = try await Fixture.places(over: StubExchange.answering(stub), timeout: .seconds(600))
        .places(matching: query, limit: .all) { search in
          first.withLock { $0 = $0 ?? search.expectedRequests }
        }
      let taken = found.provenance.requests
      guard taken >= 20, let expected = first.withLock({ $0 }) else { continue }
      if expected > 2 * taken || taken > 2 * expected {
        wrong.append("\(number): \(expected), \(taken) sent")
      }
    }
    #expect(wrong.count <= 1, "\(layout) \(wrong)")
  }

  @Test func `a search that is expected to send too many requests is refused after a few`() async throws {
    var random = SeededRandom(3)
    let stub = KakaoStub(places: StubPlace.generated(6_000, reach: 3_000, seed: 3), key: Fixture.secret)
    for number in 0..<6 {
      let area = try Self.area(number, &random)
      let query = try PlaceQuery(categories: [.group(.gas)], area: area)
      let exchange = StubExchange.answering(stub)
      var places = try Fixture.places(over: exchange, timeout: .seconds(600))
      let all = try await places.places(matching: query, limit: .all, progress: nil).provenance.requests
      let before = exchange.requests.count
      places.allowedRequests = { _ in all / 4 }
      let error = await #expect(throws: PlaceSearchError.self) {
        try await places.places(matching: query, limit: .all, progress: nil)
      }
      guard case .tooManyRequests(let expected, all / 4) = error else {
        Issue.record("another error")
        continue
      }
      #expect(expected <= 2 * all && all <= 2 * expected, "\(number): \(expected), \(all)")
      #expect(exchange.requests.count - before <= 40, "\(number)")
      places.allowedRequests = { _ in 3 * all }
      #expect(try await places.places(matching: query, limit: .all, progress: nil).isComplete)
    }
  }

  @Test func `a time that the user sets holds for the pace of a large area`() async throws {
    let stub = KakaoStub(places: StubPlace.generated(3_000, reach: 3_000, seed: 3), key: Fixture.secret)
    let exchange = StubExchange.answering(stub)
    var places = try Fixture.places(over: exchange, timeout: .seconds(3))
    places.interval = .milliseconds(100)
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(3_000))
    let found = try await places.places(matching: query, limit: .all, progress: nil)
    #expect(!found.isComplete && found.earlyEnd == .timeUp && found.places.count > 100)
    #expect((25...45).contains(exchange.requests.count), "\(exchange.requests.count)")
  }
}
