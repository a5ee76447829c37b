import Domain
import IndexChecks
import TestSupport
import Testing

@testable import PlaceIndex

@Suite(.timeLimit(.minutes(20))) struct NameSearchTests {
  private func index(_ places: [(name: String, group: CategoryGroup?, sourceCategory: String?)]) throws -> PlaceIndex {
    let builder = PlaceIndexBuilder()
    try builder.add(places.map(\.name), places.map(\.group), paths: places.map(\.sourceCategory))
    return try builder.makeIndex()
  }

  private func names(_ text: String, in index: PlaceIndex, limit: Int = 20) throws -> [String] {
    try index.places(named: try #require(SearchText(text)), limit: limit).places.compactMap(\.place.name)
  }

  @Test func `a station precedes the twelve shops named after it`() throws {
    let shops = (1...12).map { ("강남역\($0)호점", CategoryGroup?.some(.cafe), String?.none) }
    for station in ["강남역", "강남", "강남역 2호선", "강남역(2호선)", "강남 (Gangnam)"] {
      let index = try index(shops + [("강남역", .restaurant, nil), (station, .subway, nil)])
      #expect(try names("강남역", in: index).first == station)
      #expect(try index.places(named: try #require(SearchText("강남역")), limit: 3).totalCount == 14)
    }
  }

  @Test func `landmarks precede shops, and exact names precede prefixes and parts`() throws {
    let index = try index([
      ("새광화문식당", .restaurant, nil), ("광화문", .cafe, nil), ("광화문광장", .attraction, nil), ("옛 광화문터", .attraction, nil),
      ("광화문", .attraction, nil), ("광화문", .subway, nil), ("광화문시민공원", nil, "leisure=park"), ("광화문점", .convenience, nil),
    ])
    let expected = ["광화문", "광화문", "광화문광장", "광화문시민공원", "옛 광화문터", "광화문", "광화문점", "새광화문식당"]
    #expect(try names("광화문", in: index) == expected)
    let groups = try index.places(named: try #require(SearchText("광화문")), limit: 2).places.map(\.place.group)
    #expect(groups == [.subway, .attraction])
  }

  @Test func `spaces and case do not matter`() throws {
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
    #expect(try index.place(withID: "id1")?.places.first?.place.name == "b")
    #expect(try index.place(withID: "id") == nil)
    let point = try Coordinate(latitude: 37.5, longitude: 127)
    #expect(try index.nearestPlace(to: point, within: 500) { $0.name == "b" }?.places.first?.place.id == "id1")
    #expect(try index.nearestPlace(to: point, within: 50) { $0.name == "b" } == nil)
  }
}

/// Texts with a place and its town.
@Suite struct NameAndAddressTests {
  /// Name, category and address.
  private static let places = [
    ("Durham", "railway=station", "Station Approach, Durham, England"),
    ("Durham", "railway=station", "West Pettigrew St, Durham, North Carolina"),
    ("Durham Museum", "tourism=museum", "Durham, England"), ("Town Hall", "amenity=townhall", "1 Main St, Springfield"),
    ("Town Hall", "amenity=townhall", "2 Main St, Durham, England"),
    ("Cafe Uno", "amenity=cafe", "5 High St, Durham, England"),
    ("Route 66 Diner", "amenity=restaurant", "7 Elm St, Springfield"), ("김밥천국", "amenity=restaurant", "서울 강남구 역삼동 1"),
    ("김밥천국", "amenity=restaurant", "서울 종로구 청운동 2"), ("청운동 분식", "amenity=restaurant", "서울 종로구 청운동 3-1"),
    ("강남대로점", "amenity=cafe", "서울 강남구 강남대로 396"),
  ]

  private func index() throws -> PlaceIndex {
    let rows = Self.places.enumerated().map { number, place in
      "\(number),\(place.0),\(place.1),\"\(place.2)\",\(37 + Double(number) / 10),127\n"
    }
    var importer = PlaceImporter()
    try importer.read(Array(("id,name,category_name,address,lat,lng\n" + rows.joined()).utf8), name: "towns.csv")
    return try importer.builder.makeIndex()
  }

  private func found(_ text: String) throws -> [String] {
    let result = try index().places(named: try #require(SearchText(text)), limit: 20)
    #expect(result.totalCount == result.places.count)
    return result.places.map { "\($0.place.name ?? "")@\($0.place.address ?? "")" }
  }

  @Test(
    arguments: [
      ("Durham Station, England", ["Durham@Station Approach, Durham, England"]),
      ("durham england", ["Durham@Station Approach, Durham, England"]),
      ("Durham, North Carolina", ["Durham@West Pettigrew St, Durham, North Carolina"]),
      ("Town Hall, Springfield", ["Town Hall@1 Main St, Springfield"]),
      ("Springfield Town Hall", ["Town Hall@1 Main St, Springfield"]),
      ("Route 66 Diner, Springfield", ["Route 66 Diner@7 Elm St, Springfield"]),
      ("강남구 김밥천국", ["김밥천국@서울 강남구 역삼동 1"]), ("Uno, Durham", ["Cafe Uno@5 High St, Durham, England"]),
      ("강남대로 396", ["서울 강남구 강남대로 396@서울 강남구 강남대로 396"]), ("Town Hall, Boston", []),
      ("Town Hall, 2 Main St", ["Town Hall@2 Main St, Durham, England"]), ("Elm St 66", []), ("Elm St, 66", []),
      ("Springfield 66", []), ("Museum 5", []), ("Route 7 Springfield", []), ("Route 6 Diner, Springfield", []),
      ("Route 66 Springfield", ["Route 66 Diner@7 Elm St, Springfield"]),
      ("Diner 7 Elm St", ["Route 66 Diner@7 Elm St, Springfield"]),
    ] as [(String, [String])]
  )
  func `a name and its town match name and address together`(text: String, expected: [String]) throws {
    #expect(try found(text) == expected)
  }

  @Test(
    arguments: [
      ("Durham Station, England", nil, ["0"]), ("durham england", nil, ["0"]), ("Durham", nil, ["0", "1", "2"]),
      ("Town Hall, Springfield", nil, ["3"]), ("Springfield town hall", nil, ["3"]), ("Uno, Durham", nil, ["5"]),
      ("Hall Durham", nil, ["4"]), ("Route 66 Springfield", nil, ["6"]), ("Route 7 Springfield", nil, []),
      ("Diner 7 Elm St", nil, ["6"]), ("강남구 김밥천국", nil, ["7"]), ("김밥천국, 서울", nil, ["7", "8"]),
      ("Town Hall, Boston", nil, []), ("Main St", nil, ["3", "4"]), ("Durham England", "amenity=cafe", ["5"]),
      ("Town Hall, Springfield", "amenity=cafe", []),
    ] as [(String, String?, [String])]
  )
  func `a text of a query matches name and address together, in any area`(
    text: String,
    category: String?,
    expected: [String]
  ) throws {
    let index = try index()
    let categories = category.map { [PlaceCategory.source($0)] } ?? []
    for south in [36.0, 37.25, 37.75] {
      let box = try BoundingBox(west: 126, south: south, east: 128, north: 39)
      let query = try PlaceQuery(categories: categories, text: SearchText(text), area: .box(box, center: nil))
      let inside = expected.filter { 37 + (Double($0) ?? 0) / 10 > south }
      #expect(try index.places(matching: query).places.map(\.place.id) == inside, "\(south)")
    }
  }

  @Test func `a part of an address comes before names with further words`() throws {
    #expect(try found("종로구 청운동").allSatisfy { $0.hasPrefix("서울 종로구 청운동") })
  }
}

@Suite struct AddressSearchTests {
  private func index(_ addresses: [(lot: String?, road: String?)]) throws -> PlaceIndex {
    let builder = PlaceIndexBuilder()
    let names = addresses.indices.map { "가게 \($0)" }
    try builder.add(names, [.cafe, nil], lots: addresses.map(\.lot), roads: addresses.map(\.road))
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
  func `an address is found by its words and whole numbers, and is a place`(text: String, expected: [String]) throws {
    let index = try index(Self.teheran)
    let found = try index.places(named: try #require(SearchText(text)), limit: 20)
    let wide = "서울 강남구 테헤란로 15２"
    let places = found.places.map(\.place)
    #expect(places.compactMap(\.name).filter { $0 != wide } == expected)
    #expect(places.contains { $0.name == wide } == text.hasSuffix("152"))
    #expect(found.totalCount == found.places.count)
    #expect(places.allSatisfy { $0.group == nil && [$0.lotAddress, $0.roadAddress].contains($0.name) })
    #expect(try index.places(named: try #require(SearchText(text)), limit: 1).totalCount == found.totalCount)
  }

  @Test(arguments: [
    ("테헤란로 3", []), ("테헤란로 3층", [0]), ("테헤란로 152 3층", [0]), ("152 테헤란로", [0]), ("테헤란로 8", []), ("테헤란로 15", []),
    ("테헤란로8길 15", [1]), ("100 Main St", []), ("5 Main St", [2]), ("5 Main St Suite 100", [2]), ("Suite 100", [2]),
    ("Suite 100, 5 Main St", [2]),
    ("Main St 1", []), ("Main St 10", [3]), ("Main St Apt 1", [3]), ("10 Main St, Glasgow", [3]),
    ("11 Rue du 11 Novembre 1918", []), ("2 Rue du 11 Novembre 1918", [4]), ("Rue du 11 Novembre, 2", [4]),
    ("Felsstraße 3, München", [5, 6]), ("München, Felsstraße 3", [5, 6]), ("felsstr 3 münchen", [5, 6]),
    ("3 München", [6]),
    ("80331 München", [5]), ("Felsstraße 80331", [5]), ("역삼동 152", []), ("Fels 3", [5, 6]),
    ("Calle Mayor, 3", []), ("Calle Mayor 25", [7]), ("Calle Mayor, 25", [7]), ("25, Calle Mayor", [7]),
    ("신사동 1", []), ("신사동 736", [8]), ("신사동 736-1", [8]), ("신사동 7", []), ("논현동 73", [9]), ("논현동 73번지", [9]),
    ("논현동 2", []), ("종로 3", []), ("종로3가 12", [10]),
  ])
  func `a house number belongs to the words next to it, with commas or without`(text: String, expected: [Int]) throws {
    let addresses = [
      "테헤란로 152, 3층 (역삼동)", "서울 테헤란로8길 15", "5 Main St, Suite 100", "Main St. 10, Apt 1, Glasgow",
      "2 Rue du 11 Novembre 1918", "Felsstraße 3, 80331 München", "Felsstraße 3 München", "Calle Mayor, 25, 3 B",
      "서울 신사동 736-1", "서울 논현동 73번지 2층", "서울 종로3가 12",
    ]
    let index = try index(addresses.map { (nil, $0) })
    let found = try index.places(named: try #require(SearchText(text)), limit: 20)
    #expect(Set(found.places.compactMap(\.place.name)) == Set(expected.map { addresses[$0] }))
    let query = try PlaceQuery(text: SearchText(text), area: .anywhere(center: nil))
    #expect(try index.places(matching: query).totalCount == expected.count)
  }

  @Test(arguments: [
    ("서울특별시 강남구 테헤란로 152", 4), ("테헤란로 152 강남구 서울시", 4), ("강남구 테헤란로 152", 4), ("경기도 강남구 테헤란로 152", 1), ("152 테헤란로", 4),
    ("충청남도 천안시 1", 2), ("충남 천안시 1", 2), ("부산 강남구 테헤란로 152", 1), ("경기도 광주시 2", 1), ("광주시 2", 1), ("서울시", 3),
  ])
  func `the parts of an address may have any order, and the province any form`(text: String, count: Int) throws {
    let index = try index([
      (nil, "서울 강남구 테헤란로 152"), (nil, "서울특별시 강남구 테헤란로 152"), (nil, "강남구 테헤란로 152"), ("서울시 강남구 152 테헤란로 9", nil),
      ("충청남도 천안시 1", nil), ("충남 천안시 1", nil), ("경기 광주시 2", nil),
    ])
    #expect(try index.places(named: try #require(SearchText(text)), limit: 20).totalCount == count)
    let query = try PlaceQuery(text: SearchText(text), area: .anywhere(center: nil))
    #expect(try index.places(matching: query).totalCount == count)
  }

  @Test(arguments: [
    "전라남도 광양시 중군동 산125-7", "서울특별시 양천구 목1동 925-1", "경기도 평택시 평6길 48", "인천 남동구 제2공단4길 55",
    "광주 광산구 하남동 (광산 제1지구) 7", "Berlin, A1 Platz 7", "1동 산2", "목1동", "B2b 3rd Street 4c-5",
  ])
  func `every address finds itself, its parts in any order, and without the first ones`(address: String) throws {
    let index = try index([(address, nil), (nil, "\(address) 지하"), (nil, "다른 곳 99")])
    let words = address.split(separator: " ")
    for typed in [words[...], ArraySlice(words.reversed())] + words.indices.dropFirst().map({ words[$0...] }) {
      let text = try #require(SearchText(typed.joined(separator: " ")))
      #expect(try index.places(named: text, limit: 20).totalCount == 2, "\(text)")
    }
  }

  @Test func `a name wins over an address`() throws {
    let index = try index([(nil, "가게 1"), (nil, nil)])
    let found = try index.places(named: try #require(SearchText("가게 1")), limit: 20)
    #expect(found.places.map(\.place.id) == ["id1"])
  }

  @Test func `the same address in two towns is two candidates`() throws {
    let builder = PlaceIndexBuilder()
    let roads: [String?] = ["Hauptstr. 1", "Hauptstr. 1", "Hauptstr. 2"]
    try builder.add(["A", "B", "C"], [.cafe], lots: [nil], roads: roads, apart: 0.03)
    try builder.add(["D"], [.cafe], lots: [nil], roads: ["Hauptstr. 1"], apart: 0)
    let found = try builder.makeIndex().places(named: try #require(SearchText("Hauptstr. 1")), limit: 20)
    #expect(found.places.map(\.place.coordinate.latitude) == [37.5, 37.53])
    #expect(found.totalCount == 2)
  }

  @Test(arguments: [
    ("테헤란로 5", "서울 테헤란로 5"), ("테헤란로 53", "테헤란로 53 주차장"), ("3 Main St", "3 Main St"), ("테헤란로", "테헤란로 53 주차장"),
  ])
  func `a name with a part of a number doesn't hide an address`(text: String, expected: String) throws {
    let builder = PlaceIndexBuilder()
    let names = ["테헤란로 53 주차장", "13 Main Street Grill", "가게", "Shop"]
    let roads = ["서울 어딘가 9", nil, "서울 테헤란로 5", "3 Main St"]
    try builder.add(names, [.cafe], lots: [nil, nil, nil, nil], roads: roads)
    let found = try builder.makeIndex().places(named: try #require(SearchText(text)), limit: 20)
    #expect(found.places.first?.place.name == expected)
    #expect(found.isFirstCertain)
  }

  @Test func `an address with a number doesn't hide names that contain a word for stations`() throws {
    let builder = PlaceIndexBuilder()
    try builder.add(["강남역 GS25", "가게"], [.cafe], lots: [nil, nil], roads: [nil, "서울 역삼로 25"])
    let found = try builder.makeIndex().places(named: try #require(SearchText("역 25")), limit: 20)
    #expect(found.places.map(\.place.name) == ["강남역 GS25"])
  }

  @Test func `the nearest place with an address may have no category and follow a thousand without`() throws {
    let builder = PlaceIndexBuilder()
    let roads = (0..<1_200).map { $0 == 1_101 ? "there" : nil }
    try builder.add(roads.map { _ in "a" }, [.cafe, nil], roads: roads, apart: 0.000_001)
    let point = try Coordinate(latitude: 37.5, longitude: 127)
    let found = try builder.makeIndex().nearestPlace(to: point, within: 500) { $0.roadAddress != nil }
    #expect(found?.places.first?.place.id == "id1101")
    #expect(found?.places.first?.distance?.wholeMeters == 122)
    #expect(try builder.makeIndex().nearestPlace(to: point, within: 100) { $0.roadAddress != nil } == nil)
  }
}

@Suite struct NameIndexTests {
  static let words = [
    "강남", "강남역", "역", "스타벅스", "커피", "카페", "CU", "GS25", "Café", "a", "은행", "15", "2호점", "(구)", "점", "ㅋㅋ", "東京", "Ünal",
  ]

  private static func places(_ count: Int, seed: UInt64) throws -> [Place] {
    var random = SeededRandom(seed)
    func text(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
        .joined(separator: Bool.random(using: &random) ? " " : "")
    }
    return try (0..<count).map { number in
      let latitude = Double.random(in: 37...38, using: &random)
      let group = CategoryGroup.allCases.randomElement(using: &random)
      return Place(
        id: "\(number)",
        name: number % 50 == 0 ? nil : text(1...3),
        coordinate: try Coordinate(latitude: latitude, longitude: 127),
        group: number % 3 == 0 ? nil : group,
        categoryPath: number % 7 == 0 ? "기차역" : nil,
        lotAddress: number % 4 == 0 ? nil : "서울 \(text(1...2))구 \(number % 60)-\(number % 7)",
        roadAddress: number % 5 == 0 ? nil : "서울특별시 \(text(1...1))로 \(number % 90)"
      )
    }
  }

  static func index(_ count: Int, seed: UInt64) throws -> PlaceIndex { try index(places(count, seed: seed)) }

  private static func index(_ places: [Place]) throws -> PlaceIndex {
    let builder = PlaceIndexBuilder()
    for place in places { try builder.add(place) }
    return try builder.makeIndex()
  }

  /// Typical input: words, initial consonants, parts of existing names, and addresses.
  private static func typed(of places: [Place], _ random: inout SeededRandom) throws -> [String] {
    var texts = words + ["ㅅㅌㅂㅅ", "ㄱㄴ", "ㄱ ㅋ", "강", "u", "호점", "강남역 스타벅스", "스타 벅스", "역 25", "없는곳", "남역스", "ünal"]
    for _ in 0..<60 {
      let letters = Array(try #require(places.randomElement(using: &random)).name ?? "x")
      let start = Int.random(in: 0..<letters.count, using: &random)
      texts.append(String(letters[start..<Int.random(in: start + 1...letters.count, using: &random)]))
    }
    for _ in 0..<40 {
      let place = try #require(places.randomElement(using: &random))
      let words = (place.roadAddress ?? place.lotAddress ?? "서울").split(separator: " ")
      let start = Int.random(in: 0..<words.count, using: &random)
      texts.append(words[start...].shuffled(using: &random).joined(separator: " "))
    }
    return texts
  }

  @Test(arguments: 0..<UInt64(Seeds.count(of: 4)))
  func `a name search equals reading every place`(seed: UInt64) throws {
    let places = try Self.places(3_000, seed: seed)
    let (index, oracle) = (try Self.index(places), NameOracle(places: places))
    try index.checkFormat()
    var random = SeededRandom(100 + seed)
    var (byName, byAddress, nowhere) = (0, 0, 0)
    for text in try Self.typed(of: places, &random).compactMap(SearchText.init) {
      let found = try index.places(named: text, limit: .max)
      let some = try index.places(named: text, limit: 5)
      #expect(some.places == Array(found.places.prefix(5)) && some.totalCount == found.totalCount, "\(text.value)")
      #expect(found.totalCount == found.places.count)
      let hits = oracle.named(text.value)
      if hits.isEmpty {
        let addresses = oracle.addresses(text.value)
        #expect(Set(found.places.compactMap(\.place.name)) == addresses, "\(text.value)")
        let repeated = Dictionary(grouping: found.places.map(\.place)) { $0.name }.values
        let areApart = repeated.allSatisfy { same in
          same.indices.allSatisfy { index in
            let circle = GreatCircle(from: same[index].coordinate)
            return same[..<index].allSatisfy { circle.meters(to: $0.coordinate) > 2_000 }
          }
        }
        #expect(areApart, "\(text.value)")
        (byAddress, nowhere) = (byAddress + (addresses.isEmpty ? 0 : 1), nowhere + (addresses.isEmpty ? 1 : 0))
      } else {
        let ranks = Dictionary(uniqueKeysWithValues: hits.map { ($0.id, $0.rank) })
        #expect(Set(found.places.map(\.place.id)) == Set(ranks.keys), "\(text.value)")
        #expect(found.places.map { ranks[$0.place.id] } == hits.sorted().map(\.rank), "\(text.value)")
        byName += 1
      }
      let holding = oracle.holding(text.value)
      guard !holding.isEmpty else { continue }
      let query = try PlaceQuery(text: text, area: .anywhere(center: nil))
      #expect(try index.places(matching: query).places.map(\.place.id) == holding, "\(text.value)")
    }
    #expect(byName >= 60 && byAddress >= 10 && nowhere >= 1, "\(byName), \(byAddress), \(nowhere)")
  }

  @Test(arguments: [
    ("ㅅㅌㅂㅅ", ["스타벅스 강남점"]), ("ㅅㅌㅂㅅ 강남", ["스타벅스 강남점"]), ("ㄱㄴㅈ", ["스타벅스 강남점"]), ("ㅋ", ["커피ㅋ", "ㅋㅋ"]),
    ("ㅋㅋ", ["ㅋㅋ"]), ("ㅎㅎ", []),
  ])
  func `a name is found by the first consonants of its syllables`(text: String, expected: [String]) throws {
    let builder = PlaceIndexBuilder()
    try builder.add(["스타벅스 강남점", "스타 벅스", "커피ㅋ", "ㅋㅋ", "Starbucks"], [.cafe])
    let found = try builder.makeIndex().places(named: try #require(SearchText(text)), limit: 9).places
    #expect(Set(found.compactMap(\.place.name)) == Set(expected))
  }

  @Test(arguments: ["카페", "ㅋㅍ", "a가", "페 카페", "온카"])
  func `two adjacent letters are found, in the order of ids`(text: String) throws {
    let builder = PlaceIndexBuilder()
    let names = ["카페 가온", "가온카페", "카 페", "A가", "코 피", "코피", "온 카페", "a 가", "나래"]
    let center = try Coordinate(latitude: 37.5, longitude: 127)
    var random = SeededRandom(12)
    var known: [(id: String, name: String)] = []
    for number in 0..<3_000 {
      let name = names.randomElement(using: &random) ?? ""
      let id = "\(Int.random(in: 0..<9, using: &random))-node/\(number)"
      known.append((id, name))
      try builder.add(Place(id: id, name: name, coordinate: center, group: .cafe))
    }
    let index = try builder.makeIndex()
    try index.checkFormat()
    let words = text.split(separator: " ")
    let expected = known.filter { place in
      words.allSatisfy { word in
        let name =
          word.contains("ㅋ") ? place.name.replacing(/[카코]/, with: "ㅋ").replacing(/[페피]/, with: "ㅍ") : place.name
        return name.lowercased().contains(word)
      }
    }
    .map(\.id).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let query = try PlaceQuery(text: SearchText(text), area: .anywhere(center: nil))
    for limit in [1, 5, 700] {
      let result = try index.places(matching: query, limit: limit)
      #expect(result.totalCount == expected.count)
      #expect(result.places.map(\.place.id) == Array(expected.prefix(limit)))
    }
  }
}

@Suite struct KeywordMatcherTests {
  @Test(arguments: [
    ("샘플 은행", "샘플은행 01", true), ("은행 샘플", "샘플은행 01", true), ("은행  01\u{3000}샘플", "샘플은행 01", true),
    ("샘플은행 01", "샘플은행 01", true), ("샘플 약국", "샘플은행 01", false), ("CAFE é", "Café ＣＡＦＥ", true),
    ("은", "샘플은행", true), ("은행은행", "샘플은행", false), ("b a", "AB", true), ("a c", "AB", false),
  ])
  func `a name must contain every word, in any order`(words: String, name: String, isThere: Bool) throws {
    let builder = PlaceIndexBuilder()
    try builder.add([name], [.bank])
    let query = try PlaceQuery(text: SearchText(words), area: .anywhere(center: nil))
    #expect(try builder.makeIndex().places(matching: query).totalCount == (isThere ? 1 : 0))
  }
}
