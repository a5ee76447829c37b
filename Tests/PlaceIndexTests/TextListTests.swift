import Domain
import IndexChecks
import TestSupport
import Testing

@testable import PlaceIndex

/// The posting lists of names and addresses return the same places as reading every place.
@Suite(.timeLimit(.minutes(20))) struct TextListTests {
  private static let starts = ["한빛", "해돋이", "GS", "Café", "24시,", "O'", "CU ", "나래 "]
  private static let middles = ["", "", "마을", " 1호", "스토어", "land", " 본 "]
  private static let ends = ["카페", "공인중개사", "역", "Bar", "東京", "食堂"]
  private static let districts = ["강남구", "중구", "수정구 신흥동"]
  private static let roads = ["테헤란로", "세종대로", "종로대로", "대로", "Main St", "3·1대로", "테헤란로8길 "]

  /// Places with a few words, or each with a unique word, on a short street.
  private static func places(_ count: Int, seed: UInt64, areUnique: Bool) throws -> [Place] {
    var random = SeededRandom(seed)
    return try (0..<count).map { number in
      let parts = [starts, middles, ends].map { $0.randomElement(using: &random) ?? "" }
      let name = parts.joined() + (areUnique ? "\(number)" + String(repeating: "가", count: number % 5 + 8) : "")
      let district = districts.randomElement(using: &random) ?? ""
      let road = roads.randomElement(using: &random) ?? ""
      return Place(
        id: "\(Int.random(in: 0..<9, using: &random))-\(number)",
        name: number % 40 == 0 ? nil : name,
        coordinate: try Coordinate(
          latitude: Double(Int.random(in: 370_000_000...372_000_000, using: &random)) / 10_000_000,
          longitude: Double(Int.random(in: 1_270_000_000...1_272_000_000, using: &random)) / 10_000_000
        ),
        group: CategoryGroup.allCases[number % 3],
        lotAddress: number % 4 == 0 ? "서울 \(district) \(number % 60)-\(number % 7)" : nil,
        roadAddress: number % 5 == 0 ? nil : "서울특별시 \(district) \(road)\(number % 30) \(number % 11)층"
      )
    }
  }

  private static func texts(of places: [Place], _ random: inout SeededRandom) -> [String] {
    var texts = [
      "한빛", "해돋이", "공인중개사", "카페", "스토어", "café", "gs", "g", "a", "빛", "ㅎㅂ", "ㅎㄷㅇ", "ㄱ", "해돋이 카페", "24시,", "ㅅㅌㅇ ㅋㅍ",
      "東京", "京", "land", "없는말", "대로", "세종대로", "종대로", "세종 대로", "중구 세종대로", "대로 중구", "서울 세종대로", "main st", "main", "로",
      "신흥동테헤란로",
      "테헤란로 8", "8길", "테헤란로8길", "세종대로 12", "수정구 신흥동", "1층", "층", "3·1대로", "경기 세종대로", "구 테",
    ]
    for place in (0..<12).compactMap({ _ in places.randomElement(using: &random) }) {
      let letters = Array((Bool.random(using: &random) ? place.name : place.roadAddress) ?? "역")
      let start = Int.random(in: 0..<letters.count, using: &random)
      texts.append(String(letters[start..<Int.random(in: start + 1...letters.count, using: &random)]))
    }
    for place in (0..<30).compactMap({ _ in places.randomElement(using: &random) }) {
      let name = (place.name ?? "카페").split(separator: " ").shuffled(using: &random)
      let address = (place.roadAddress ?? place.lotAddress ?? "서울 강남구").split(separator: " ").dropFirst()
      let count = Int.random(in: 1...address.count, using: &random)
      let parts = [name, Array(address.shuffled(using: &random).prefix(count))]
      let words = parts.shuffled(using: &random).flatMap(\.self)
      texts.append(words.joined(separator: Bool.random(using: &random) ? " " : ", "))
    }
    texts += ["한빛 역 강남구", "한빛역 station 중구", "카페 강남구", "해돋이 카페, 중구", "GS 25 중구", "스토어 7층", "ㅎㅂ 강남구", "나래 서울"]
    // The oracle ignores the province, so it can't find a part of its name.
    return texts.filter { !"서울특별시".contains($0) }
  }

  /// Some of five types of areas.
  private static func areas(_ random: inout SeededRandom) throws -> [SearchArea] {
    let center = try Coordinate(latitude: .random(in: 37...37.2, using: &random), longitude: 127.1)
    let radius = try #require(Distance(meters: .random(in: 500...20_000, using: &random)).flatMap(SearchRadius.init))
    let north = Double.random(in: 37.01...37.2, using: &random)
    let box = try BoundingBox(west: 127.05, south: 37, east: 127.2, north: north)
    let areas: [SearchArea] = [
      .anywhere(center: nil), .anywhere(center: center), .circle(center: center, radius: radius),
      .box(box, center: nil), .box(box, center: center),
    ]
    return Array(areas.shuffled(using: &random).prefix(Seeds.count(of: 4)))
  }

  private static func index(of places: [Place], inputs: Int) throws -> PlaceIndex {
    let builder = PlaceIndexBuilder()
    for input in 0..<inputs {
      builder.begin(IndexInput("\(input).csv"))
      // The inputs share some places.
      for (number, place) in places.enumerated() where number % inputs == input || number % 10 == 0 {
        try builder.add(place)
      }
    }
    return try builder.makeIndex()
  }

  @Test(arguments: [(0, false, 1), (1, false, 2), (2, true, 1)])
  func `a text search of names and addresses equals reading every place`(
    seed: UInt64,
    areUnique: Bool,
    inputs: Int
  ) throws {
    let places = try Self.places(Seeds.areAll || seed == 0 ? 7_000 : 2_500, seed: seed, areUnique: areUnique)
    let index = try Self.index(of: places, inputs: inputs)
    try index.checkFormat()
    var random = SeededRandom(50 + seed)
    var counts: [TextMatch: Int] = [:]
    let all = BruteForce(
      places: places.map { BruteForce.IndexedPlace(place: $0, groups: Set([$0.group].compactMap(\.self))) }
    )
    let ofGroup = places.filter { $0.group == CategoryGroup.allCases[1] }
    let oracles = [NameOracle(places: places), NameOracle(places: ofGroup)]
    for text in Self.texts(of: places, &random) {
      guard let sought = SearchText(text) else { continue }
      let isOfGroup = Int.random(in: 0..<3, using: &random) == 0
      let wanted = isOfGroup ? [PlaceCategory.group(CategoryGroup.allCases[1])] : []
      let known = isOfGroup ? ofGroup : places
      let oracle = oracles[isOfGroup ? 1 : 0]
      let (ids, match) = Self.expected(text, oracle, known)
      for area in try Self.areas(&random) {
        let expected = try all.search(PlaceQuery(categories: [.any], area: area)).map(\.id).filter(ids.contains)
        let query = try PlaceQuery(categories: wanted, text: sought, area: area)
        for limit in [4, nil, 0] {
          let result = try index.places(matching: query, limit: limit)
          #expect(result.totalCount == expected.count, "\(text) in \(area)")
          let first = limit.map { Array(expected.prefix($0)) } ?? expected
          #expect(result.places.map(\.place.id) == first, "\(text) in \(area), \(limit ?? -1)")
          #expect(result.match == (expected.isEmpty ? .name : match), "\(text) in \(area)")
        }
        counts[match, default: 0] += expected.count
      }
    }
    for match in [TextMatch.name, .address] { #expect(counts[match, default: 0] > 500, "\(counts)") }
    #expect(counts[.nameAndAddress, default: 0] > 0, "\(counts)")
    // Each of the unique names has a number.
    #expect(areUnique || counts[.wholeNameAndAddress, default: 0] > 0, "\(counts)")
  }

  /// Returns the places that match a text best, by reading each of them.
  private static func expected(
    _ text: String,
    _ oracle: NameOracle,
    _ places: [Place]
  ) -> (ids: Set<String>, match: TextMatch) {
    let named = oracle.holding(text)
    if !named.isEmpty { return (Set(named), .name) }
    let together = oracle.together(text)
    let whole = together.filter(\.isWhole)
    if !whole.isEmpty, !text.utf8.contains(where: { (0x30...0x39).contains($0) }) {
      return (Set(whole.map(\.id)), .wholeNameAndAddress)
    }
    let addresses = oracle.addresses(text)
    let addressed = places.filter { [$0.lotAddress, $0.roadAddress].contains { $0.map(addresses.contains) ?? false } }
    if !addressed.isEmpty { return (Set(addressed.map(\.id)), .address) }
    return (Set(together.map(\.id)), .nameAndAddress)
  }
}
