import Domain
import TestSupport
import Testing

@testable import PlaceIndex

@Suite(.timeLimit(.minutes(5))) struct NameSearchTests {
  private func index(_ places: [(name: String, group: CategoryGroup?, sourceCategory: String?)]) throws -> PlaceIndex {
    let builder = PlaceIndexBuilder()
    for (number, place) in places.enumerated() {
      try builder.add(
        Place(
          id: "id\(number)",
          name: place.name,
          coordinate: try Coordinate(latitude: 37.5 + Double(number) / 1_000, longitude: 127),
          group: place.group,
          categoryPath: place.sourceCategory
        )
      )
    }
    return try builder.makeIndex()
  }

  private func names(_ text: String, in index: PlaceIndex, limit: Int = 20) throws -> [String] {
    try index.places(named: try #require(SearchText(text)), limit: limit).places.compactMap(\.name)
  }

  @Test func `the station comes before the twelve shops that are called after it`() throws {
    let shops = (1...12).map { ("강남역\($0)호점", CategoryGroup?.some(.cafe), String?.none) }
    for station in ["강남역", "강남", "강남역 2호선", "강남역(2호선)", "강남 (Gangnam)"] {
      let index = try index(shops + [("강남역", .restaurant, nil), (station, .subway, nil)])
      #expect(try names("강남역", in: index).first == station)
      #expect(try index.places(named: try #require(SearchText("강남역")), limit: 3).totalCount == 14)
    }
  }

  @Test func `landmarks before shops, the name itself before its beginning before its part`() throws {
    let index = try index([
      ("새광화문식당", .restaurant, nil), ("광화문", .cafe, nil), ("광화문광장", .attraction, nil), ("옛 광화문터", .attraction, nil),
      ("광화문", .attraction, nil), ("광화문", .subway, nil), ("광화문시민공원", nil, "leisure=park"), ("광화문점", .convenience, nil),
    ])
    let expected = ["광화문", "광화문", "광화문광장", "광화문시민공원", "옛 광화문터", "광화문", "광화문점", "새광화문식당"]
    #expect(try names("광화문", in: index) == expected)
    let groups = try index.places(named: try #require(SearchText("광화문")), limit: 2).places.map(\.group)
    #expect(groups == [.subway, .attraction])
  }

  @Test func `blanks and case do not matter`() throws {
    let index = try index([("광화문 광장", .attraction, nil), ("COEX Mall", .culture, nil)])
    #expect(try names("광화문광장", in: index) == ["광화문 광장"])
    #expect(try names("coex mall", in: index) == ["COEX Mall"])
    #expect(try names("coexmall", in: index) == ["COEX Mall"])
    #expect(try names("없는 곳", in: index).isEmpty)
  }

  @Test func `a typing error is distinguished from another name`() throws {
    let index = try index([
      ("광화문", .attraction, nil), ("강남", .subway, nil), ("광화문", .cafe, nil), ("전혀 다른 곳", .cafe, nil),
    ])
    func similar(_ text: String) throws -> [String] {
      try index.names(similarTo: try #require(SearchText(text)), limit: 3)
    }
    #expect(try similar("괌화문") == ["광화문"])
    #expect(try similar("강남옄") == ["강남"])
    #expect(try similar("부산역").isEmpty)
  }

  @Test func `a place is found by its id, and the nearest with an address`() throws {
    let index = try index([("a", .cafe, nil), ("b", .cafe, nil)])
    #expect(try index.place(withID: "id1")?.name == "b")
    #expect(try index.place(withID: "id") == nil)
    let point = try Coordinate(latitude: 37.5, longitude: 127)
    #expect(try index.nearestPlace(to: point, within: 500) { $0.name == "b" }?.place.id == "id1")
    #expect(try index.nearestPlace(to: point, within: 50) { $0.name == "b" } == nil)
  }
}

@Suite struct KeywordMatcherTests {
  @Test(arguments: [
    ("샘플 은행", "샘플은행 01", true), ("은행 샘플", "샘플은행 01", true), ("은행  01\u{3000}샘플", "샘플은행 01", true),
    ("샘플은행 01", "샘플은행 01", true), ("샘플 약국", "샘플은행 01", false), ("CAFE é", "Café ＣＡＦＥ", true),
    ("은", "샘플은행", true), ("은행은행", "샘플은행", false), ("b a", "AB", true), ("a c", "AB", false),
  ])
  func `every word must be there, in any order`(words: String, name: String, isThere: Bool) throws {
    let builder = PlaceIndexBuilder()
    try builder.add(
      Place(id: "1", name: name, coordinate: try Coordinate(latitude: 37.5, longitude: 127), group: .bank)
    )
    let query = try PlaceQuery(text: SearchText(words), area: .anywhere(center: nil))
    #expect(try builder.makeIndex().places(matching: query).totalCount == (isThere ? 1 : 0))
  }
}
