import Domain
import Testing
import TestSupport

@testable import Platform

struct KakaoRequestTests {
  private func request(_ query: PlaceQuery, page: Int = 1, size: Int = 15) throws -> LoopbackRequest {
    let search = try #require(try KakaoSearch.searches(for: query).first)
    return LoopbackRequest(try Fixture.requests().request(for: search, on: try Fixture.page(page, size: size)))
  }

  @Test func `a category around a point`() throws {
    let request = try request(PlaceQuery(categories: [.group(.gas)], area: Fixture.circle()), page: 2, size: 10)
    #expect(request.path == "/v2/local/search/category.json")
    #expect(
      request.parameters == [
        "category_group_code": "OL7", "x": "127.0276", "y": "37.4979", "radius": "1000", "page": "2", "size": "10",
        "sort": "distance",
      ]
    )
    #expect(request.headers["authorization"] == "KakaoAK \(Fixture.secret)")
    #expect(request.headers["user-agent"] == "placefind/test")
    #expect(!request.target.contains(Fixture.secret))
  }

  @Test func `a keyword in a box without a centre`() throws {
    let box = try BoundingBox(west: 127, south: 37.4, east: 127.1, north: 37.5)
    let request = try request(PlaceQuery(text: SearchText("gs25"), area: .box(box, center: nil)))
    #expect(request.path == "/v2/local/search/keyword.json")
    #expect(
      request.parameters == [
        "query": "gs25", "rect": "127.0,37.4,127.1,37.5", "page": "1", "size": "15", "sort": "accuracy",
      ]
    )
  }

  @Test(arguments: [
    ("a+b", "a%2Bb"), ("A&B=C", "A%26B%3DC"), ("100%", "100%25"), ("#1 ?", "%231%20%3F"),
    ("카페", "%EC%B9%B4%ED%8E%98"), ("\u{1100}\u{1161}", "%EA%B0%80"), ("~-._", "~-._"),
  ])
  func `text is sent composed and every special character encoded`(text: String, encoded: String) throws {
    let request = try request(PlaceQuery(text: SearchText(text), area: .anywhere(center: nil)))
    #expect(request.target.contains("query=\(encoded)&"))
  }

  @Test(arguments: [
    (127.0, "127.0"), (37.4979, "37.4979"), (33.00000000012, "33.0"), (126.9999999999, "127.0"),
    (127.123456789, "127.123456789"), (127.12345678949, "127.123456789"),
  ])
  func `degrees have up to nine decimals`(value: Double, text: String) {
    #expect(KakaoRequest.degrees(value) == text)
  }

  @Test func `a radius is rounded up to whole metres`() throws {
    let request = try request(PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle(999.2)))
    #expect(request.parameters["radius"] == "1000")
  }
}

struct KakaoSearchTests {
  @Test func `a list of categories is one search each, with the keyword`() throws {
    let query = try PlaceQuery(
      categories: [.group(.gas), .group(.cafe)],
      text: SearchText("24"),
      area: Fixture.circle()
    )
    let searches = try KakaoSearch.searches(for: query)
    #expect(searches.map(\.group) == [.gas, .cafe])
    #expect(searches.allSatisfy { $0.text?.value == "24" })
  }

  @Test(arguments: [
    (0.0, 0.0, false), (35.68, 139.69, false), (40.0, 127.0, false), (37.5, 117.149, false), (31.99, 127.0, false),
  ])
  func `a centre outside Korea is refused`(latitude: Double, longitude: Double, isSwapped: Bool) throws {
    let center = try Coordinate(latitude: latitude, longitude: longitude)
    let query = try PlaceQuery(categories: [.group(.gas)], area: .circle(center: center, radius: .standard))
    #expect(throws: PlaceSearchError.unsupported(.outsideServiceArea(.kakao, center, looksSwapped: isSwapped))) {
      try KakaoSearch.searches(for: query)
    }
  }

  @Test(arguments: [(32.0, 124.0), (39.0, 132.0), (33.1, 126.27), (38.61, 128.35), (37.24, 131.87)])
  func `the edges of Korea are accepted`(latitude: Double, longitude: Double) throws {
    let center = try Coordinate(latitude: latitude, longitude: longitude)
    let query = try PlaceQuery(categories: [.group(.gas)], area: .circle(center: center, radius: .standard))
    #expect(try KakaoSearch.searches(for: query).count == 1)
  }

  @Test func `a radius over 20 km is refused`() throws {
    #expect(
      try KakaoSearch.searches(for: PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(20_000))).count == 1
    )
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(20_000.5))
    #expect(throws: PlaceSearchError.unsupported(.radiusTooLarge(maximum: Distance(validMeters: 20_000)))) {
      try KakaoSearch.searches(for: query)
    }
  }

  @Test func `a category without a place to look is refused, a keyword is not`() throws {
    let nowhere = SearchArea.anywhere(center: nil)
    #expect(throws: PlaceSearchError.unsupported(.categoryWithoutArea)) {
      try KakaoSearch.searches(for: PlaceQuery(categories: [.group(.gas)], area: nowhere))
    }
    #expect(try KakaoSearch.searches(for: PlaceQuery(text: SearchText("a"), area: nowhere)).count == 1)
  }

  @Test func `a shape that leaves the service area is refused by its name`() throws {
    let corners = [(139.6, 35.6), (139.8, 35.6), (139.8, 35.8), (139.6, 35.6)]
    let ring = try corners.map { try Coordinate(latitude: $0.1, longitude: $0.0) }
    let area = PolygonArea([Polygon([ring])], name: "tokyo.geojson")
    let query = try PlaceQuery(categories: [.group(.gas)], area: .drawn(.polygons(area), center: nil))
    let box = try #require(query.area.enclosingBox)
    #expect(throws: PlaceSearchError.unsupported(.boxOutsideServiceArea(.kakao, box, around: "tokyo.geojson"))) {
      try KakaoSearch.searches(for: query)
    }
  }

  @Test(arguments: [(127.1, 127.0), (123.9, 127.0), (127.0, 132.1)])
  func `a box that leaves the service area is refused`(west: Double, east: Double) throws {
    let box = try BoundingBox(west: west, south: 37, east: east, north: 38)
    let query = try PlaceQuery(categories: [.group(.gas)], area: .box(box, center: nil))
    #expect(throws: PlaceSearchError.unsupported(.boxOutsideServiceArea(.kakao, box))) {
      try KakaoSearch.searches(for: query)
    }
  }
}
