import Domain
import Foundation
import TestSupport
import Testing

@testable import Platform

/// Polygons and corridors with the Kakao double, compared with all its places.
struct ShapeCollectorTests {
  private static let middle = (latitude: 37.4979, longitude: 127.0276)

  private static func area(_ number: Int, _ random: inout SeededRandom) throws -> SearchArea {
    let center = try Coordinate(
      latitude: middle.latitude + 0.02 * random.normal(),
      longitude: middle.longitude + 0.02 * random.normal()
    )
    let degrees = [0.005, 0.02, 0.06][number % 3]
    guard number % 2 == 0 else {
      let radius = try #require(Distance(meters: [50.0, 300, 900][number % 3]).flatMap(SearchRadius.init))
      return .corridor(Corridor(along: RouteLine(random.lines(around: center, degrees: degrees)), radius: radius))
    }
    let polygons = random.polygons(around: center, degrees: degrees).map { Polygon($0) }
    return .polygons(PolygonArea(polygons), center: number % 4 == 0 ? center : nil)
  }

  /// Returns the double's places in an area, and those for which rounding decides.
  private static func truth(_ places: [StubPlace], _ area: SearchArea) throws -> (
    sure: Set<String>, unsure: Set<String>
  ) {
    let oracle = try #require(ShapeOracle(area))
    var sure: Set<String> = []
    var unsure: Set<String> = []
    for place in places {
      let point = try Coordinate(latitude: place.latitude, longitude: place.longitude)
      switch oracle.contains(point) {
      case true?: sure.insert(place.id)
      case false?: break
      case nil: unsure.insert(place.id)
      }
    }
    return (sure, unsure)
  }

  @Test(arguments: [StubPlace.Layout.uniform, .clustered, .town], 1...UInt64(Seeds.count(of: 6)))
  func `every place of a shape is found and proven, and nothing else`(
    layout: StubPlace.Layout,
    seed: UInt64
  ) async throws {
    var random = SeededRandom(seed)
    let count = ShapeTrials.placeCount(usually: 1_500)
    let stub = KakaoStub(places: StubPlace.generated(count, layout: layout, reach: 6_000, seed: seed))
    for number in 0..<ShapeTrials.count(usually: 6, ofCases: 18) {
      let area = try Self.area(number, &random)
      let query = try PlaceQuery(categories: [.group(.gas)], area: area)
      let exchange = StubExchange.serving(stub)
      let found = try await Fixture.places(over: exchange).places(matching: query.limited(to: .all), progress: nil)
      let (sure, unsure) = try Self.truth(stub.places, area)
      let ids = Set(found.places.map(\.place.id))
      #expect(found.isComplete && found.totalCount == ids.count && ids.count == found.places.count, "\(area)")
      #expect(ids.isSuperset(of: sure) && ids.subtracting(sure).isSubset(of: unsure), "\(area)")
      if area.corridor != nil {
        for (first, second) in zip(found.places, found.places.dropFirst()) {
          #expect(!FoundPlace.isEarlier(second, first, by: .route))
        }
        #expect(found.places.allSatisfy { $0.along != nil && $0.distance != nil })
      } else {
        #expect(found.places.allSatisfy { ($0.distance != nil) == (area.center != nil) && $0.along == nil })
      }
    }
  }

  @Test(arguments: 1...4) func `the first places of a shape equal the beginning of all places`(seed: UInt64)
    async throws
  {
    var random = SeededRandom(seed)
    let stub = KakaoStub(places: StubPlace.generated(3_000, layout: .uniform, reach: 6_000, seed: seed))
    for number in 0..<8 {
      let area = try Self.area(number, &random)
      guard area.isMeasured else { continue }
      let sort: PlaceQuery.Sort? = number == 3 ? .distance : nil
      let query = try PlaceQuery(categories: [.group(.gas)], area: area, sort: sort)
      let places = try Fixture.places(over: StubExchange.serving(stub))
      let all = try await places.places(matching: query.limited(to: .all), progress: nil)
      let first = try await places.places(matching: query.limited(to: Fixture.first(7)), progress: nil)
      #expect(first.places == Array(all.places.prefix(7)), "\(area)")
      #expect(first.isNearest != false && (first.isNearest == true) == (area.center != nil))
      if all.places.count > 7 { #expect(!first.isComplete) }
    }
  }

  @Test(arguments: [7, 60, nil]) func `several categories along a line are sorted by distance`(count: Int?) async throws
  {
    let stub = KakaoStub(places: StubPlace.generated(400, layout: .uniform, reach: 3_000, seed: 9))
    let points = try [(127.0, 37.48), (127.05, 37.51)].map { try Coordinate(latitude: $0.1, longitude: $0.0) }
    let radius = try #require(Distance(meters: 500).flatMap(SearchRadius.init))
    let area = SearchArea.corridor(Corridor(along: RouteLine([points]), radius: radius))
    let query = try PlaceQuery(categories: [.group(.gas), .group(.bank)], area: area, sort: .distance)
    let limit = try count.map(Fixture.first) ?? .all
    let found = try await Fixture.places(over: StubExchange.serving(stub))
      .places(matching: query.limited(to: limit), progress: nil)
    #expect(!found.places.isEmpty)
    for (first, second) in zip(found.places, found.places.dropFirst()) {
      #expect(!FoundPlace.isEarlier(second, first, by: .distance))
    }
  }

  @Test(arguments: [true, false], [0, 1, 2, 4])
  func `a shape is searched by counts if the service ignores the centre of a rectangle`(isAll: Bool, number: Int)
    async throws
  {
    var random = SeededRandom(UInt64(number))
    let places = StubPlace.generated(1_000, layout: .uniform, reach: 6_000, seed: 3)
    let area = try Self.area(number, &random)
    func search(_ quirks: StubQuirks) async throws -> PlaceCollection {
      let query = try PlaceQuery(categories: [.group(.gas)], area: area)
      let exchange = StubExchange.serving(KakaoStub(places: places, quirks: quirks))
      let limit = isAll ? PlaceLimit.all : try Fixture.first(7)
      return try await Fixture.places(over: exchange).places(matching: query.limited(to: limit), progress: nil)
    }
    var quirks = StubQuirks()
    quirks.ignoresOriginWithRect = true
    let (usual, other) = (try await search(StubQuirks()), try await search(quirks))
    #expect(!usual.places.isEmpty && other.isComplete == usual.isComplete && other.isNearest == usual.isNearest)
    if isAll || area.isMeasured {
      #expect(other.places == usual.places, "\(area)")
    } else {
      #expect(other.places.count == usual.places.count)
    }
  }

  @Test func `a corridor takes fewer requests than the rectangle that holds it`() async throws {
    let stub = KakaoStub(places: StubPlace.generated(4_000, layout: .uniform, reach: 6_000, seed: 3))
    let points = try [(127.0, 37.46), (127.02, 37.49), (127.05, 37.53)].map {
      try Coordinate(latitude: $0.1, longitude: $0.0)
    }
    let radius = try #require(Distance(meters: 200).flatMap(SearchRadius.init))
    let corridor = Corridor(along: RouteLine([points]), radius: radius)
    let box = try #require(corridor.enclosingBox)
    let places = try Fixture.places(over: StubExchange.serving(stub))
    func requests(_ area: SearchArea) async throws -> Int {
      let query = try PlaceQuery(categories: [.group(.gas)], area: area)
      let found = try await places.places(matching: query.limited(to: .all), progress: nil)
      #expect(found.isComplete)
      return found.provenance.requests
    }
    let (along, all) = (try await requests(.corridor(corridor)), try await requests(.box(box, center: nil)))
    #expect(along * 3 < all, "\(along) along the line, \(all) for the rectangle")
    let query = try PlaceQuery(categories: [.group(.gas)], area: .corridor(corridor))
    let first = try await places.places(matching: query.limited(to: Fixture.first(7)), progress: nil)
    #expect(first.provenance.requests < along, "\(first.provenance.requests) for the first, \(along) for all")
    let one = try await places.places(matching: query.limited(to: Fixture.first(1)), progress: nil)
    #expect(one.places.first == first.places.first && one.provenance.requests <= 6, "\(one.provenance.requests)")
  }

  @Test(arguments: [1.0, 5, 20]) func `the estimate before the first request is at least the cost of a shape`(
    density: Double
  ) async throws {
    var random = SeededRandom(UInt64(density))
    for number in 0..<6 {
      let area = try Self.area(number, &random)
      let box = try #require(area.enclosingBox)
      // Places everywhere at this density.
      let count = Int(density * 14 * 14)
      let stub = KakaoStub(places: StubPlace.generated(count, layout: .uniform, reach: 7_000, seed: 5))
      guard box.squareMeters < 100e6 else { continue }
      let query = try PlaceQuery(categories: [.group(.gas)], area: area)
      let cost = try KakaoCosts(maximumRequests: nil).cost(of: query.limited(to: .all))
      let likely = try #require(cost.likely)
      let places = try Fixture.places(over: StubExchange.serving(stub))
      let taken = try await places.places(matching: query.limited(to: .all), progress: nil).provenance.requests
      #expect(taken >= cost.requests.lowerBound && cost.requests.upperBound == .max)
      // Fewer requests are needed where places end, and some more for places that are distributed by chance.
      #expect(taken <= likely.upperBound * 3 / 2 + 4, "\(taken) of \(likely)")
      #expect(density < 20 || taken * 3 + 4 >= likely.lowerBound, "\(taken) of \(likely)")
      let first = try #require(try KakaoCosts(maximumRequests: 7).cost(of: query.limited(to: Fixture.first(5))).likely)
      #expect(first.upperBound <= min(7, likely.upperBound))
    }
  }

  @Test func `polygons take fewer requests than the rectangle that holds them`() async throws {
    let stub = KakaoStub(places: StubPlace.generated(4_000, layout: .uniform, reach: 6_000, seed: 4))
    let corners = [(127.0, 37.46), (127.06, 37.47), (127.05, 37.475), (127.01, 37.52), (127.0, 37.46)]
    let ring = try corners.map { try Coordinate(latitude: $0.1, longitude: $0.0) }
    let polygons = PolygonArea([Polygon([ring])])
    let box = try #require(polygons.enclosingBox)
    func requests(_ area: SearchArea) async throws -> Int {
      let query = try PlaceQuery(categories: [.group(.gas)], area: area)
      let places = try Fixture.places(over: StubExchange.serving(stub))
      let found = try await places.places(matching: query.limited(to: .all), progress: nil)
      #expect(found.isComplete)
      return found.provenance.requests
    }
    let inside = try await requests(.polygons(polygons, center: nil))
    let all = try await requests(.box(box, center: nil))
    let share = polygons.squareMeters / box.squareMeters
    #expect(Double(inside) < Double(all) * (share + 0.25), "\(inside) inside, \(all) for the rectangle, \(share)")
    #expect(inside < all)
  }

  @Test(arguments: [46, 120, 1_000], [1.0, 4, 30])
  func `a building with more places than paging reaches, outside of a polygon, leaves its places proven`(
    count: Int,
    meters: Double
  ) async throws {
    // The building is equally far outside an edge that runs across the cells.
    let corners = [(126.99, 37.48), (127.03, 37.49), (127.02, 37.52), (126.99, 37.48)]
    let ring = try corners.map { try Coordinate(latitude: $0.1, longitude: $0.0) }
    let polygons = PolygonArea([Polygon([ring])])
    let building = (0..<count).map { number in
      StubPlace(
        id: "b\(number)",
        name: "가짜장소 b\(number)",
        latitude: 37.485 - meters * 1.03 / 111_000,
        longitude: 127.01
      )
    }
    let others = StubPlace.generated(90, layout: .uniform, reach: 3_000, seed: 8)
    let stub = KakaoStub(places: others + building, key: Fixture.secret)
    let center = try Coordinate(latitude: 37.486, longitude: 127.01)
    for (limit, center) in [(PlaceLimit.all, nil), (.nothing, nil), (.all, center), (try Fixture.first(90), center)] {
      let area = SearchArea.polygons(polygons, center: center)
      let query = try PlaceQuery(categories: [.group(.gas)], area: area)
      let exchange = StubExchange.serving(stub)
      let found = try await Fixture.places(over: exchange, timeout: .seconds(600))
        .places(matching: query.limited(to: limit), progress: nil)
      let (sure, _) = try Self.truth(stub.places, area)
      #expect(found.isComplete && !found.hasCrowdedSpot && found.totalCount == sure.count, "\(sure.count)")
      if limit != .nothing { #expect(Set(found.places.map(\.place.id)) == sure) }
      #expect(exchange.requests.count < 120, "\(exchange.requests.count)")
    }
  }

  @Test func `a result that was cut short is not complete, and a page is refused`() async throws {
    var random = SeededRandom(1)
    let stub = KakaoStub(places: StubPlace.generated(3_000, layout: .uniform, reach: 6_000, seed: 2))
    let area = try Self.area(2, &random)
    let query = try PlaceQuery(categories: [.group(.gas)], area: area)
    let places = try Fixture.places(over: StubExchange.serving(stub), maximumRequests: 6)
    let found = try await places.places(matching: query.limited(to: .all), progress: nil)
    #expect(!found.isComplete && found.earlyEnd == .maximumSent(requests: 6))
    await #expect(throws: PlaceSearchError.unsupported(.shapeOnOnePage)) {
      try await places.places(matching: query.limited(to: .page(Fixture.page())), progress: nil)
    }
  }
}
