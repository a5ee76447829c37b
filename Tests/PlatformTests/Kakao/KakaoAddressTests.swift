import Domain
import Foundation
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(20))) struct KakaoAddressTests {
  private static let noAddress = #"{"documents":[],"meta":{"is_end":true,"pageable_count":0,"total_count":0}}"#

  private static func exchange(_ responses: @escaping @Sendable (String) -> String) -> StubExchange {
    StubExchange { request throws(HTTPFailure) in .json(responses(request.url.lastPathComponent)) }
  }

  private static let address = #"""
    {"documents":[{"address":{"address_name":"서울 강남구 역삼동 858","b_code":"1168010100"},
    "address_name":"서울 강남구 강남대로 396","address_type":"ROAD_ADDR",
    "road_address":{"address_name":"서울 강남구 강남대로 396","zone_no":"06232"},
    "x":"127.028000","y":"37.497900"},{"address_name":"없음","x":null,"y":"1"}],
    "meta":{"is_end":true,"pageable_count":2,"total_count":2}}
    """#

  @Test func `an address is taken before any keyword`() async throws {
    let exchange = Self.exchange { _ in Self.address }
    let found = try await Fixture.places(over: exchange)
      .candidates(for: try #require(SearchText("강남대로 396")), where: [], limit: 5)
    #expect(found.candidates.map(\.name) == ["서울 강남구 강남대로 396"])
    #expect(found.candidates.first?.lotAddress == "서울 강남구 역삼동 858")
    let expected = try Coordinate(latitude: 37.4979, longitude: 127.028)
    #expect(found.candidates.first?.coordinate == expected)
    #expect(found.totalCount == 2)
    #expect(found.provenance.requests == 1)
    #expect(exchange.requests.map(\.url.lastPathComponent) == ["address.json"])
  }

  @Test func `a name is searched for when there is no address`() async throws {
    let stub = KakaoStub(places: StubPlace.generated(60, reach: 800), key: Fixture.secret)
    let name = try #require(stub.places.first?.name)
    let found = try await Fixture.places(over: StubExchange.serving(stub))
      .candidates(for: try #require(SearchText(name)), where: [], limit: 5)
    #expect(!found.candidates.isEmpty)
    #expect(found.provenance.requests == 2)
    #expect(found.similarNames.isEmpty)
  }

  @Test func `a text that is not found is searched for once more by its beginning`() async throws {
    let stub = KakaoStub(places: StubPlace.generated(60, reach: 800), key: Fixture.secret)
    let name = try #require(stub.places.first?.name)
    let found = try await Fixture.places(over: StubExchange.serving(stub))
      .candidates(for: try #require(SearchText(name + "쀍")), where: [], limit: 5)
    #expect(found.candidates.isEmpty)
    #expect(found.similarNames.count == 3)
    #expect(found.similarNames.allSatisfy { $0.hasPrefix("가짜장소") })
    #expect(found.provenance.requests == 3)
  }

  @Test func `branches of a chain match equally well`() async throws {
    let document = { (id: Int) in
      #"{"id":"\#(id)","place_name":"스타벅스 \#(id)호점","category_group_code":"CE7","x":"127.0\#(id)","y":"37.5"}"#
    }
    let documents = (1...3).map(document).joined(separator: ",")
    let meta = #"{"is_end":false,"pageable_count":45,"total_count":316}"#
    let exchange = Self.exchange {
      $0 == "address.json" ? Self.noAddress : #"{"documents":[\#(documents)],"meta":\#(meta)}"#
    }
    let found = try await Fixture.places(over: exchange)
      .candidates(for: try #require(SearchText("스타벅스")), where: [], limit: 15)
    #expect(found.rivals == found.candidates.dropFirst().map(\.coordinate) && found.rivals.count == 2)
    #expect(found.totalCount == 316)
  }

  @Test func `no more candidates are returned than requested`() async throws {
    let document = { (id: Int) in #"{"id":"\#(id)","place_name":"강남","x":"127.0276","y":"37.498"}"# }
    let names =
      #"{"documents":[\#(document(1)),\#(document(2))],"meta":{"is_end":true,"pageable_count":2,"total_count":2}}"#
    let exchange = Self.exchange { $0 == "address.json" ? Self.noAddress : names }
    let found = try await Fixture.places(over: exchange)
      .candidates(for: try #require(SearchText("강남")), where: [], limit: 1)
    #expect(found.candidates.map(\.id) == ["1"])
    #expect(found.totalCount == 2)
  }

  @Test func `a coordinate has an address and two regions`() async throws {
    let exchange = Self.exchange { path in
      path == "coord2address.json"
        ? #"""
        {"meta":{"total_count":1},"documents":[{"road_address":null,"address":{"address_name":"서울 강남구 역삼동 858"}}]}
        """#
        : #"""
        {"meta":{"total_count":2},"documents":[
        {"region_type":"B","code":"1168010100","address_name":"서울특별시 강남구 역삼동","x":127.03,"y":37.49},
        {"region_type":"H","code":"1168064000","address_name":"서울특별시 강남구 역삼1동","x":127.03,"y":37.49}]}
        """#
    }
    let address = try await Fixture.places(over: exchange).address(of: try Fixture.seoul())
    #expect(address.lotAddress == "서울 강남구 역삼동 858")
    #expect(address.roadAddress == nil)
    #expect(address.legalRegion == .init(name: "서울특별시 강남구 역삼동", code: "1168010100"))
    #expect(address.administrativeRegion == .init(name: "서울특별시 강남구 역삼1동", code: "1168064000"))
    #expect(address.provenance.requests == 2)
    #expect(exchange.requests.allSatisfy { $0.url.query()?.contains("x=127.0276&y=37.4979") == true })
  }

  @Test(arguments: [404, 401, 500])
  func `an address is used if its region request fails, but not if there is no address`(status: Int) async throws {
    let found = #"{"meta":{"total_count":1},"documents":[{"road_address":null,"address":{"address_name":"역삼동 858"}}]}"#
    for (body, isFound) in [(found, true), (Self.noAddress, false)] {
      let exchange = StubExchange { request throws(HTTPFailure) in
        request.url.lastPathComponent == "coord2address.json"
          ? .json(body) : HTTPResponse(status: status, fields: [:], body: Data())
      }
      let places = try Fixture.places(over: exchange, retries: 0)
      guard isFound else {
        await #expect(throws: PlaceSearchError.self) { try await places.address(of: try Fixture.seoul()) }
        continue
      }
      let address = try await places.address(of: try Fixture.seoul())
      #expect(address.lotAddress == "역삼동 858")
      #expect(address.regionError != nil)
      #expect(status != 404 || address.regionError == .untrustworthy(.status(404)))
    }
  }

  @Test(arguments: ["", "[]", "{}", #"{"documents":[]}"#, #"{"documents":{},"meta":{"total_count":0}}"#, "<html>"])
  func `a response of another structure is not trusted`(body: String) async throws {
    let places = try Fixture.places(over: Self.exchange { _ in body })
    await #expect(throws: PlaceSearchError.self) {
      try await places.candidates(for: try #require(SearchText("강남")), where: [], limit: 1)
    }
  }

  @Test func `a budget for the whole run ends it`() async throws {
    let exchange = Self.exchange { _ in Self.noAddress }
    let places = try Fixture.places(over: exchange, budget: 1)
    await #expect(throws: PlaceSearchError.budgetSpent(requests: 1)) {
      try await places.candidates(for: try #require(SearchText("강남")), where: [], limit: 1)
    }
    #expect(exchange.requests.count == 1)
  }
}
