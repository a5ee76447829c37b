import Domain
import Foundation
import Testing
import TestSupport

@testable import Platform

struct KakaoPlacesTests {
  private let stub = KakaoStub(places: StubPlace.generated(200, reach: 1_500))

  private func query(_ meters: Double, categories: [PlaceCategory] = [.group(.gas)]) throws -> PlaceQuery {
    try PlaceQuery(categories: categories, area: Fixture.circle(meters))
  }

  @Test func `one page is the service's own`() async throws {
    let exchange = StubExchange.serving(stub)
    let page = try await Fixture.places(over: exchange)
      .places(matching: query(2_500).limited(to: .page(Fixture.page(2, size: 10))), progress: nil)
    #expect(page.places.count == 10)
    #expect(page.totalCount == 200)
    #expect(page.page?.pageableCount == 45)
    #expect(page.page?.isLast == false)
    #expect(page.provenance == Provenance(source: .kakao, requests: 1))
    #expect(exchange.requests.count == 1)
  }

  @Test(arguments: [(4, 15, 2_500.0), (6, 10, 2_500), (45, 15, 2_500), (4, 15, 300), (45, 1, 100)])
  func `a page past the end is empty, although the service sends its last page again`(
    number: Int,
    size: Int,
    meters: Double
  ) async throws {
    let page = try await Fixture.places(over: StubExchange.serving(stub))
      .places(matching: query(meters).limited(to: .page(Fixture.page(number, size: size))), progress: nil)
    #expect(page.places.isEmpty)
    #expect(page.page?.isLast == true)
    #expect(page.totalCount == stub.truth(within: meters).count)
  }

  @Test func `the last page is not empty`() async throws {
    for (number, size) in [(3, 15), (5, 10), (45, 1)] {
      let page = try await Fixture.places(over: StubExchange.serving(stub))
        .places(matching: query(2_500).limited(to: .page(Fixture.page(number, size: size))), progress: nil)
      #expect(page.places.count == 45 - (number - 1) * size)
      #expect(page.page?.isLast == true)
    }
  }

  @Test func `a page of several categories is refused before it is sent`() async throws {
    let exchange = StubExchange.serving(stub)
    let places = try Fixture.places(over: exchange)
    let query = try query(1_000, categories: [.group(.gas), .group(.cafe)])
    await #expect(throws: PlaceSearchError.unsupported(.severalCategoriesOnOnePage)) {
      try await places.places(matching: query.limited(to: .page(Fixture.page())), progress: nil)
    }
    #expect(exchange.requests.isEmpty)
  }

  @Test func `a page of a kind is refused with its reason`() async throws {
    let exchange = StubExchange.serving(stub)
    let places = try Fixture.places(over: exchange)
    let dentist = try #require(Kind(slug: "dentist"))
    let query = try query(1_000, categories: [.kind(dentist)])
    await #expect(throws: PlaceSearchError.unsupported(.filterOnOnePage(dentist))) {
      try await places.places(matching: query.limited(to: .page(Fixture.page())), progress: nil)
    }
    #expect(exchange.requests.isEmpty)
  }

  @Test(arguments: [(1, 1), (15, 1), (16, 2), (30, 2), (31, 3), (45, 3)])
  func `a limit requests only the pages that it needs`(limit: Int, requests: Int) async throws {
    let exchange = StubExchange.serving(stub)
    let found = try await Fixture.places(over: exchange)
      .places(matching: query(2_500).limited(to: Fixture.first(limit)), progress: nil)
    #expect(found.places.map(\.place.id) == Array(stub.truth(within: 2_500).prefix(limit)))
    #expect(found.totalCount == 200)
    #expect(!found.isComplete)
    #expect(found.provenance.requests == requests)
  }

  @Test func `a place found in two categories is returned once`() async throws {
    let exchange = StubExchange { request throws(HTTPFailure) in
      let code = LoopbackRequest(request).parameters["category_group_code"] ?? ""
      return .json(
        #"{"documents":[{"id":"1","x":"127.0276","y":"37.498","distance":"11","category_group_code":"\#(code)"}],"#
          + #""meta":{"is_end":true,"pageable_count":1,"total_count":1}}"#
      )
    }
    for limit in [PlaceLimit.all, try Fixture.first(15)] {
      let found = try await Fixture.places(over: exchange)
        .places(matching: query(1_000, categories: [.group(.gas), .group(.cafe)]).limited(to: limit), progress: nil)
      #expect(found.places.map(\.place.id) == ["1"])
      #expect(found.totalCount == 1)
      #expect(found.isComplete)
    }
  }

  @Test func `a place of two incomplete categories is counted once`() throws {
    let query = try query(1_000, categories: [.group(.gas), .group(.cafe)])
    var collected = CollectedSearches()
    for (search, ids) in zip(try KakaoSearch.searches(for: query), [["1", "2"], ["2", "3"]]) {
      let places = try ids.map { try Fixture.found($0) }
      let part = SearchCollector.Result(places: places, totalCount: 50, isComplete: false, provenMeters: 0)
      collected.add(part, of: search, in: query.area)
    }
    let collection = collected.collection(for: query, earlyEnd: nil, provenance: Provenance(source: .kakao))
    #expect(collection.places.count == 3 && collection.totalCount == 99)
  }

  @Test func `without a centre a limit takes as many places of each category`() async throws {
    let places = StubPlace.generated(60, reach: 800).inTwoCategories
    let box = try BoundingBox(west: 127, south: 37.48, east: 127.05, north: 37.52)
    let query = try PlaceQuery(categories: [.group(.cafe), .group(.gas)], area: .box(box, center: nil))
    for (limit, each) in [(10, 5), (60, 30)] {
      let found = try await Fixture.places(over: StubExchange.serving(KakaoStub(places: places)))
        .places(matching: query.limited(to: Fixture.first(limit)), progress: nil)
      #expect(found.places.count { $0.place.group == .gas } == each)
      #expect(found.places.count { $0.place.group == .cafe } == each)
    }
  }

  @Test(arguments: [
    ("neverEnds", true), ("repeatsFirstPage", false), ("countTooHigh", false), ("countTooLow", false),
    ("drifts", false),
  ])
  func `the result of a misbehaving service is never complete`(quirk: String, complete: Bool) async throws {
    var quirks = StubQuirks()
    switch quirk {
    case "neverEnds": quirks.neverEnds = true
    case "repeatsFirstPage": quirks.repeatsFirstPage = true
    case "countTooHigh": quirks.countError = 3
    case "countTooLow": quirks.countError = -3
    default: quirks.countDrifts = true
    }
    let odd = KakaoStub(places: StubPlace.generated(40, reach: 500), quirks: quirks)
    let found = try await Fixture.places(over: StubExchange.serving(odd))
      .places(matching: query(3_000).limited(to: Fixture.first(45)), progress: nil)
    #expect(found.isComplete == complete)
    #expect(found.places.count == (quirk == "repeatsFirstPage" ? 15 : 40))
  }

  @Test(arguments: [
    (HTTPFailure.timedOut, PlaceSearchError.timedOut(after: .zero)),
    (.unreachable(detail: "x"), .unreachable(host: "dapi.kakao.com", detail: "x", wasSent: true)),
    (.challenged, .keyRefused(.kakao, status: 401, message: nil)),
    (.tooLarge(limit: 8_388_608), .untrustworthy(.tooLarge(limit: 8_388_608))),
    (.notSetUp(.libraryMissing), .networkNotSetUp(host: "dapi.kakao.com", .libraryMissing)),
    (.cancelled, .cancelled),
  ])
  func `a network failure becomes its typed error`(failure: HTTPFailure, expected: PlaceSearchError) async throws {
    let places = try Fixture.places(over: StubExchange { _ throws(HTTPFailure) in throw failure })
    let query = try query(1_000)
    await #expect(throws: expected) {
      try await places.places(matching: query.limited(to: .page(Fixture.page())), progress: nil)
    }
  }

  @Test(arguments: [PlaceLimit.nothing, .standard], [PlaceQuery.Sort.distance, .accuracy])
  func `a category that wasn't searched for lack of requests is missing in the result`(
    limit: PlaceLimit,
    sort: PlaceQuery.Sort
  ) async throws {
    let places = try Fixture.places(over: StubExchange.serving(stub), maximumRequests: 2)
    let groups = [CategoryGroup.gas, .cafe, .bank].map(PlaceCategory.group)
    let query = try PlaceQuery(categories: groups, area: Fixture.circle(2_500), sort: sort)
    let found = try await places.places(matching: query.limited(to: limit), progress: nil)
    #expect(found.totalCount == nil && !found.isComplete && found.isNearest != true)
    #expect(found.earlyEnd == .maximumSent(requests: 2))
  }

  @Test(arguments: [1, 300, 2_000, 5_000, 20_000], [PlaceQuery.Sort.distance, .accuracy])
  func `the likely cost of any limit is within the possible cost`(meters: Double, sort: PlaceQuery.Sort) throws {
    for limit in [1, 15, 45, 46, 60, 100, 1_000, 100_000] {
      for maximum in [nil, 1, 10] {
        let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(meters), sort: sort)
        let cost = try KakaoCosts(maximumRequests: maximum).cost(of: query.limited(to: Fixture.first(limit)))
        if let likely = cost.likely {
          #expect(cost.requests.lowerBound <= likely.lowerBound && likely.upperBound <= cost.requests.upperBound)
        }
      }
    }
  }

  @Test func `the cost is estimated beforehand`() throws {
    let places = KakaoCosts(maximumRequests: nil)
    #expect(try places.cost(of: query(1_000).limited(to: Fixture.first(15))).requests == 1...1)
    #expect(
      try places.cost(of: query(1_000, categories: [.group(.gas), .group(.cafe)]).limited(to: Fixture.first(31)))
        .requests
        == 2...6
    )
    #expect(try places.cost(of: query(1_000).limited(to: .all)).requests == 1...Int.max)
    #expect(try places.cost(of: query(1_000).limited(to: Fixture.first(.max))).requests == 1...Int.max)
    let wide = try query(20_001)
    #expect(throws: PlaceSearchError.unsupported(.radiusTooLarge(maximum: Distance(validMeters: 20_000)))) {
      try places.cost(of: wide.limited(to: .all))
    }
  }
}
