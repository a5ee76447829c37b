import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Platform

/// Every page is checked against its query, because a cache may ignore the query.
struct ResponseCheckTests {
  private let directory = TemporaryDirectory()

  private func search(_ scope: KakaoScope, group: CategoryGroup? = .gas, text: String? = nil) -> KakaoSearch {
    KakaoSearch(group: group, text: text.flatMap(SearchText.init), scope: scope, sortsByDistance: false)
  }

  /// Returns a place north of the centre of the fixtures, at 110.98 km per degree.
  private func found(north meters: Double, reported: Double?, _ group: CategoryGroup? = .gas) throws -> FoundPlace {
    let center = try Fixture.seoul()
    let point = try Coordinate(latitude: center.latitude + meters / 110_980, longitude: center.longitude)
    let place = Place(id: "1", name: "곳", coordinate: point, group: group)
    return FoundPlace(place: place, distance: reported.flatMap { Distance(meters: $0) })
  }

  @Test(
    arguments: [
      (87, 87), (0, 0), (0, 4), (4, 0), (1_000, 999), (1_000, 1_008), (15_000, 14_930), (15_000, nil), (15_000, 15_078),
    ] as [(Double, Double?)]
  )
  func `a distance may differ by 5 metres and half a percent`(meters: Double, reported: Double?) throws {
    let check = ResponseCheck(search(.circle(center: try Fixture.seoul(), radiusInMeters: 15_000)))
    #expect(check.mismatch(of: try found(north: meters, reported: reported)) == nil)
  }

  @Test(arguments: [(3_400, 87), (87, 3_400), (0, 6), (1_000, 1_012), (15_000, 14_900)] as [(Double, Double)])
  func `a distance that contradicts the coordinates belongs to another query`(meters: Double, reported: Double) throws {
    let check = ResponseCheck(search(.circle(center: try Fixture.seoul(), radiusInMeters: 15_000)))
    guard case .distance(let stated, let measured) = check.mismatch(of: try found(north: meters, reported: reported))
    else {
      Issue.record("accepted")
      return
    }
    #expect(stated.meters == reported && abs(measured.meters - meters) < 2)
  }

  @Test func `a place must be in the circle or rectangle, with the same tolerance`() throws {
    let center = try Fixture.seoul()
    let circle = ResponseCheck(search(.circle(center: center, radiusInMeters: 1_000)))
    #expect(circle.mismatch(of: try found(north: 1_009, reported: 1_009)) == nil)
    #expect(circle.mismatch(of: try found(north: 1_012, reported: 1_012)) == .outsideArea)
    let north = center.latitude + 1_000 / 110_980
    let box = try BoundingBox(west: 127.02, south: center.latitude, east: 127.04, north: north)
    for origin in [nil, center] {
      let rectangle = ResponseCheck(search(.rectangle(box, origin: origin)))
      #expect(rectangle.mismatch(of: try found(north: 1_009, reported: nil)) == nil)
      #expect(rectangle.mismatch(of: try found(north: -9, reported: nil)) == nil)
      #expect(rectangle.mismatch(of: try found(north: 1_012, reported: nil)) == .outsideArea)
      #expect(rectangle.mismatch(of: try found(north: -12, reported: nil)) == .outsideArea)
    }
  }

  @Test func `each place has the requested category`() throws {
    let scope = KakaoScope.circle(center: try Fixture.seoul(), radiusInMeters: 1_000)
    for text in [nil, "곳"] {
      let check = ResponseCheck(search(scope, text: text))
      #expect(check.mismatch(of: try found(north: 5, reported: 5)) == nil)
      #expect(check.mismatch(of: try found(north: 5, reported: 5, .cafe)) != nil)
      #expect(check.mismatch(of: try found(north: 5, reported: 5, nil)) == .category(code: nil))
    }
  }

  @Test func `unrequested fields are not checked`() throws {
    let far = try found(north: 90_000, reported: 3)
    #expect(ResponseCheck(search(.nationwide(origin: nil), group: nil, text: "곳")).mismatch(of: far) == nil)
    for group in [nil, CategoryGroup.cafe] {
      let place = try found(north: 90_000, reported: 90_000, group)
      let check = ResponseCheck(search(.nationwide(origin: try Fixture.seoul()), group: nil, text: "곳"))
      #expect(check.mismatch(of: place) == nil)
    }
    let box = try BoundingBox(west: 127, south: 37, east: 128, north: 39)
    #expect(ResponseCheck(search(.rectangle(box, origin: nil))).mismatch(of: far) == nil)
  }

  @Test func `each distance that the service has is accepted, all over the country`() throws {
    var random = SeededRandom(4)
    for _ in 0..<2_000 {
      let origin = (33 + 5 * random.unit(), 125 + 6 * random.unit())
      let (south, east) = (random.normal() / 10, random.normal() / 10)
      let point = (origin.0 + south, origin.1 + east)
      let reported = StubPlane(latitude: origin.0, longitude: origin.1).asCenter
        .distance(to: StubPlane(latitude: point.0, longitude: point.1)).rounded(.down)
      let center = try Coordinate(latitude: origin.0, longitude: origin.1)
      let coordinate = try Coordinate(latitude: point.0, longitude: point.1)
      let place = Place(id: "1", name: nil, coordinate: coordinate, group: .gas)
      let check = ResponseCheck(search(.nationwide(origin: center)))
      #expect(check.mismatch(of: FoundPlace(place: place, distance: Distance(meters: reported))) == nil)
      // If the service measured along the ground one day, the response would still match the query.
      let radians = Double.pi / 180
      let (half, across) = (sin(south * radians / 2), sin(east * radians / 2))
      let haversine = half * half + cos(origin.0 * radians) * cos(point.0 * radians) * across * across
      let ground = 2 * 6_371_008.8 * asin(haversine.squareRoot())
      #expect(check.mismatch(of: FoundPlace(place: place, distance: Distance(meters: ground))) == nil)
    }
  }

  // MARK: Queries

  private let stub = KakaoStub(places: StubPlace.generated(300, reach: 2_500), key: Fixture.secret)

  /// Returns a cache that ignores the query and returns the first response for each page number.
  private func cache(over stub: KakaoStub) -> StubExchange {
    let cached = Mutex<[String: HTTPResponse]>([:])
    return StubExchange { request throws(HTTPFailure) in
      let received = LoopbackRequest(request)
      return cached.withLock { cached in
        let page = received.parameters["page"] ?? ""
        let response = cached[page] ?? HTTPResponse(stub.reply(to: received))
        cached[page] = response
        return response
      }
    }
  }

  @Test func `a response for another point is refused, and the error names a place`() async throws {
    let places = try Fixture.places(over: cache(over: stub))
    let first = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(800))
    _ = try await places.places(matching: first.limited(to: Fixture.first(30)), progress: nil)
    let center = try Coordinate(latitude: 37.5279, longitude: 127.0276)
    let other = try PlaceQuery(categories: [.group(.gas)], area: .circle(center: center, radius: Fixture.radius(800)))
    for limit in [nil, try Fixture.first(15), .all] {
      let error = try #require(
        await #expect(throws: PlaceSearchError.self) {
          if let limit {
            _ = try await places.places(matching: other.limited(to: limit), progress: nil)
          } else {
            _ = try await places.places(matching: other.limited(to: .page(Fixture.page())), progress: nil)
          }
        }
      )
      guard case .untrustworthy(.otherQuery(let place, .outsideArea)) = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(place.hasPrefix("가짜장소"))
    }
  }

  /// Moves some places of the first page by a third of a degree without changing their distances.
  private func moving(_ count: Int, over stub: KakaoStub) -> StubExchange {
    StubExchange { request throws(HTTPFailure) in
      var text = String(decoding: stub.reply(to: LoopbackRequest(request)).body, as: UTF8.self)
      var rest = text.startIndex
      let isFirst = LoopbackRequest(request).parameters["page"] == "1"
      for _ in 0..<(isFirst ? count : 0) {
        guard let x = text.range(of: #""x":"127.0"#, range: rest..<text.endIndex) else { break }
        text.replaceSubrange(x, with: #""x":"127.3"#)
        rest = x.upperBound
      }
      return .json(text)
    }
  }

  /// Four of fifteen are too many for one page, but not for the two pages with twelve correct places.
  @Test func `the pages of a query are judged together`() async throws {
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(2_000))
    for (count, limit, hasResponse) in [(4, 10, false), (4, 12, true), (6, 12, true), (7, 12, false), (12, 45, false)] {
      let places = try Fixture.places(over: moving(count, over: stub))
      let first = try Fixture.first(limit)
      do throws(PlaceSearchError) {
        let result = try await places.places(matching: query.limited(to: first), progress: nil)
        #expect(hasResponse && result.droppedCount == count && !result.isComplete, "\(count) of \(limit)")
      } catch {
        #expect(!hasResponse, "\(count) of \(limit): \(error)")
      }
    }
  }

  @Test(arguments: [(1, true), (3, true), (4, false)])
  func `up to a fifth of a page is dropped and reported, and the result is neither complete nor cached`(
    count: Int,
    hasResponse: Bool
  ) async throws {
    var configuration = StoreConfiguration()
    configuration.cacheDirectory = directory.path
    let stores = Stores(configuration: configuration, service: .kakao, key: nil, clock: .system)
    var places = try Fixture.places(over: moving(count, over: stub))
    places.responses = stores.makeResponses()
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(2_000))
    let small = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(1_000))
    try #require((20...45).contains(stub.truth(within: 1_000).count))
    guard hasResponse else {
      await #expect(throws: PlaceSearchError.self) {
        try await places.places(matching: query.limited(to: .page(Fixture.page())), progress: nil)
      }
      await #expect(throws: PlaceSearchError.self) {
        try await places.places(matching: query.limited(to: Fixture.first(10)), progress: nil)
      }
      return
    }
    let page = try await places.places(matching: query.limited(to: .page(Fixture.page())), progress: nil)
    #expect(page.places.count == 15 - count && page.droppedCount == count)
    let few = try await places.places(matching: query.limited(to: Fixture.first(12)), progress: nil)
    #expect(few.places.count == 12 && few.droppedCount == count)
    #expect(few.places.allSatisfy { $0.place.coordinate.longitude < 127.2 })
    let all = try await places.places(matching: small.limited(to: Fixture.first(45)), progress: nil)
    #expect(all.droppedCount == count && !all.isComplete)
    #expect(all.places.count == stub.truth(within: 1_000).count - count)
    // Incorrect pages are requested again.
    let again = try await places.places(matching: small.limited(to: Fixture.first(45)), progress: nil)
    #expect(again.provenance.requests > 0 && again.droppedCount == count)
  }

  @Test(arguments: ["elsewhere", "distance", "category"])
  func `an area search discards pages of other queries and survives a few`(what: String) async throws {
    for every in [9, 2] {
      let stub = stub
      let exchange = StubExchange { request, number throws(HTTPFailure) in
        let received = LoopbackRequest(request)
        let result = stub.reply(to: received)
        guard received.parameters["rect"] != nil, number % every == 0 else { return HTTPResponse(result) }
        let text = String(decoding: result.body, as: UTF8.self).replacing(#""id":""#, with: #""id":"x"#)
        switch what {
        case "elsewhere": return .json(text.replacing(#""x":"127.0"#, with: #""x":"127.3"#))
        case "distance": return .json(text.replacing(#""distance":""#, with: #""distance":"9"#))
        default: return .json(text.replacing("OL7", with: "CE7"))
        }
      }
      let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(2_000))
      let truth = stub.truth(within: 2_000)
      let found = try await Fixture.places(over: exchange).places(matching: query.limited(to: .all), progress: nil)
      #expect(Set(found.places.map(\.place.id)).isSubset(of: Set(truth)))
      #expect(!found.isComplete || found.places.count == truth.count)
      #expect(found.places.count >= 45)
      #expect(exchange.requests.count < 200)
    }
  }
}
