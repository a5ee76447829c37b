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

@Suite struct AddressSearchTests {
  private func index(_ addresses: [(lot: String?, road: String?)]) throws -> PlaceIndex {
    let builder = PlaceIndexBuilder()
    for (number, address) in addresses.enumerated() {
      try builder.add(
        Place(
          id: "id\(number)",
          name: "가게 \(number)",
          coordinate: try Coordinate(latitude: 37.5 + Double(number) / 1_000, longitude: 127),
          group: number % 2 == 0 ? .cafe : nil,
          lotAddress: address.lot,
          roadAddress: address.road
        )
      )
    }
    return try builder.makeIndex()
  }

  private static let teheran: [(lot: String?, road: String?)] = [
    ("서울 강남구 역삼동 737", "서울 강남구 테헤란로 152"), ("서울 강남구 역삼동 737", "서울 강남구 테헤란로 152"),
    (nil, "서울 강남구 테헤란로 15"), ("서울 강남구 역삼동 737-1", "서울 강남구 테헤란로 152 3층"), (nil, nil),
    (nil, "Unter den Linden 77, Berlin"), (nil, "서울 강남구 테헤란로 15２"),
  ]

  @Test(arguments: [
    ("서울 강남구 테헤란로 152", ["서울 강남구 테헤란로 152", "서울 강남구 테헤란로 152 3층"]),
    ("테헤란로 152", ["서울 강남구 테헤란로 152", "서울 강남구 테헤란로 152 3층"]), ("테헤란로 15", ["서울 강남구 테헤란로 15"]),
    ("테헤란로152", ["서울 강남구 테헤란로 152", "서울 강남구 테헤란로 152 3층"]), ("역삼동 737", ["서울 강남구 역삼동 737", "서울 강남구 역삼동 737-1"]),
    ("unter den linden 77", ["Unter den Linden 77, Berlin"]), ("Linden 7", []), ("테헤란로 2", []), ("테헤란로 1520", []),
    ("테헤란로 15 2", []), ("테헤란로 1523", []),
  ])
  func `an address is found by its words, with whole numbers, and is a place of its own`(
    text: String,
    expected: [String]
  ) throws {
    let index = try index(Self.teheran)
    let found = try index.places(named: try #require(SearchText(text)), limit: 20)
    let wide = "서울 강남구 테헤란로 15２"
    #expect(found.places.compactMap(\.name).filter { $0 != wide } == expected)
    #expect(found.places.contains { $0.name == wide } == text.hasSuffix("152"))
    #expect(found.totalCount == found.places.count)
    #expect(found.places.allSatisfy { $0.group == nil && [$0.lotAddress, $0.roadAddress].contains($0.name) })
    #expect(try index.places(named: try #require(SearchText(text)), limit: 1).totalCount == found.totalCount)
  }

  @Test func `a name wins over an address`() throws {
    let index = try index([(nil, "가게 1"), (nil, nil)])
    let found = try index.places(named: try #require(SearchText("가게 1")), limit: 20)
    #expect(found.places.map(\.id) == ["id1"])
  }

  @Test func `the nearest place with an address may have no category and lie behind a thousand without`() throws {
    let builder = PlaceIndexBuilder()
    for number in 0..<1_200 {
      try builder.add(
        Place(
          id: "\(number)",
          name: "a",
          coordinate: try Coordinate(latitude: 37.5 + Double(number) / 1_000_000, longitude: 127),
          group: number % 2 == 0 ? .cafe : nil,
          roadAddress: number == 1_101 ? "there" : nil
        )
      )
    }
    let point = try Coordinate(latitude: 37.5, longitude: 127)
    let found = try builder.makeIndex().nearestPlace(to: point, within: 500) { $0.roadAddress != nil }
    #expect(found?.place.id == "1101")
    #expect(found?.distance?.wholeMeters == 122)
    #expect(try builder.makeIndex().nearestPlace(to: point, within: 100) { $0.roadAddress != nil } == nil)
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
