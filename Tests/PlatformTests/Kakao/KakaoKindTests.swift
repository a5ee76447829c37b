import Domain
import Foundation
import TestSupport
import Testing

@testable import Platform

/// Kinds, which the service doesn't know.
@Suite struct KakaoKindTests {
  private static let paths = ["의료,건강 > 병원 > 치과", "의료,건강 > 병원 > 내과", "의료,건강 > 병원 > 피부과", "의료,건강 > 병원 > 치과 > 미소치과", ""]

  /// Returns a double with hospitals, three in five of which aren't dentists.
  private static func stub(_ count: Int) -> KakaoStub {
    let places = StubPlace.generated(count, groupCode: "HP8", reach: 1_500).enumerated().map { number, place in
      var place = place
      place.categoryPath = paths[number % paths.count]
      return place
    }
    return KakaoStub(places: places)
  }

  /// Returns the dentists within a radius, nearest first.
  private static func truth(_ stub: KakaoStub, _ meters: Double) -> [String] {
    let dentists = Set(stub.places.filter { $0.categoryPath.contains("치과") }.map(\.id))
    return stub.truth(within: meters).filter(dentists.contains)
  }

  private static func query(_ word: String, _ meters: Double = 1_000) throws -> PlaceQuery {
    try PlaceQuery(categories: [PlaceCategory(word: word)], area: Fixture.circle(meters))
  }

  @Test(arguments: [40, 150, 900], [1, 5, 20, 70, nil] as [Int?])
  func `no place of another kind is returned, and none of the nearest is missing`(count: Int, limit: Int?) async throws
  {
    let stub = Self.stub(count)
    for meters in [300.0, 1_000, 2_500] {
      let truth = Self.truth(stub, meters)
      let places = try Fixture.places(over: StubExchange.serving(stub))
      let found = try await places.places(
        matching: Self.query("dentist", meters).limited(
          to: limit.flatMap(PlaceCount.init).map(PlaceLimit.first) ?? .all
        ),
        progress: nil
      )
      #expect(found.places.map(\.place.id) == Array(truth.prefix(limit ?? .max)), "\(meters)")
      #expect(found.places.allSatisfy { $0.place.kind?.slug == "dentist" })
      #expect(found.isComplete == (found.totalCount == truth.count && found.places.count == truth.count), "\(meters)")
      #expect(found.totalCount == nil || found.totalCount == truth.count, "\(meters)")
      #expect(limit != nil || found.isComplete, "\(meters)")
      #expect(found.gap == nil && found.earlyEnd == nil)
    }
  }

  @Test(arguments: [40, 150, 900])
  func `a count alone reports how many are of a kind`(count: Int) async throws {
    let stub = Self.stub(count)
    let places = try Fixture.places(over: StubExchange.serving(stub))
    let found = try await places.places(matching: Self.query("dentist").limited(to: .nothing), progress: nil)
    #expect(found.totalCount == Self.truth(stub, 1_000).count && found.isComplete && found.places.isEmpty)
  }

  @Test func `kinds of one group are one search for the group`() throws {
    let query = try PlaceQuery(
      categories: ["dentist", "doctor", "bakery", "toilets", "restaurant"].map(PlaceCategory.init(word:)),
      area: Fixture.circle()
    )
    let searches = try KakaoSearch.searches(for: query)
    #expect(searches.map(\.group) == [.hospital, .restaurant, nil])
    #expect(searches.map { $0.rest.categories.map(\.slug) } == [["dentist", "doctor"], [], ["toilets"]])
    #expect(searches.map(\.hasExactCount) == [false, true, false])
    #expect(searches.map(\.text?.value) == [nil, nil, "화장실"])
  }

  /// Kakao lists charging points for electric cars in no group.
  @Test(arguments: [("화장실", "화장실"), ("ev-charging", "전기차충전소"), ("충전소", "충전소")])
  func `a kind without a group is searched by its word, and is never complete`(word: String, keyword: String)
    async throws
  {
    let exchange = StubExchange.serving(Self.stub(3))
    let places = try Fixture.places(over: exchange)
    let found = try await places.places(matching: Self.query(word), progress: nil)
    #expect(found.places.isEmpty && !found.isComplete && found.gap == .byWord)
    let address = try #require(exchange.requests.first?.url.absoluteString.removingPercentEncoding)
    #expect(address.contains("keyword.json?query=\(keyword)") && !address.contains("OL7"), "\(address)")
  }

  @Test func `any is every group, and never complete`() async throws {
    let exchange = StubExchange.serving(Self.stub(3))
    let places = try Fixture.places(over: exchange)
    let found = try await places.places(matching: Self.query("any", 2_500), progress: nil)
    #expect(found.places.count == 3 && !found.isComplete && found.gap == .groupsOnly)
    #expect(exchange.requests.count == 18)
  }

  @Test(arguments: ["gass", "amenity=invented", "shop=*"])
  func `a category that only another source has is refused before it is sent`(word: String) async throws {
    let exchange = StubExchange.serving(Self.stub(3))
    let places = try Fixture.places(over: exchange)
    await #expect(throws: PlaceSearchError.unsupported(.category(word))) {
      try await places.places(matching: Self.query(word), progress: nil)
    }
    #expect(exchange.requests.isEmpty)
  }

  @Test func `a tag is queried as its kind`() throws {
    let search = try #require(try KakaoSearch.searches(for: Self.query("amenity=dentist")).first)
    #expect(search.group == .hospital && search.rest.categories.map(\.slug) == ["dentist"])
  }
}
