import Domain
import TestSupport
import Testing

@testable import PlaceIndex

/// A text search in an area returns the global results that are inside the area.
@Suite(.timeLimit(.minutes(20))) struct AreaTextTests {
  private func index(_ places: [(name: String, road: String?)]) throws -> PlaceIndex {
    let builder = PlaceIndexBuilder()
    try builder.add(places.map(\.name), [.cafe, .bank], roads: places.map(\.road))
    return try builder.makeIndex()
  }

  /// Areas around the row of an index's places, with up to a number of places.
  private func areas(upTo count: Int) throws -> [SearchArea] {
    let north = 37.5 + Double(count) * 0.001 - 0.000_5
    let box = try BoundingBox(west: 126, south: 37.4, east: 128, north: north)
    let center = try Coordinate(latitude: 37.5, longitude: 127)
    let radius = try #require(Distance(meters: (north - 37.5) * 111_195).flatMap(SearchRadius.init))
    return [.box(box, center: nil), .box(box, center: center), .circle(center: center, radius: radius)]
  }

  private func ids(_ text: String, _ category: PlaceCategory? = nil, in area: SearchArea, _ index: PlaceIndex) throws
    -> [String]
  {
    let query = try PlaceQuery(categories: [category].compactMap(\.self), text: SearchText(text), area: area)
    let result = try index.places(matching: query)
    #expect(result.totalCount == result.places.count)
    #expect(try index.places(matching: query, limit: 0).totalCount == result.totalCount)
    return result.places.map(\.place.id)
  }

  @Test func `an address is found in a circle and in a box that hold it`() throws {
    let index = try index([
      ("가게", "서울 강남구 테헤란로 152"), ("다른 곳", "서울 강남구 테헤란로 15"), ("집", "서울특별시 강남구 테헤란로 152"),
    ])
    for area in try areas(upTo: 2) { #expect(try ids("테헤란로 152", in: area, index) == ["id0"]) }
    for area in try areas(upTo: 3) {
      #expect(try ids("152 테헤란로", in: area, index) == ["id0", "id2"])
      #expect(try ids("테헤란로 152", .group(.bank), in: area, index) == [])
    }
  }

  @Test func `a text that is a name somewhere isn't an address elsewhere, among places of the categories`() throws {
    let index = try index([("가게", "가온로 1"), ("나무", "가온로 1"), ("가온로 1", nil)])
    for area in try areas(upTo: 2) {
      #expect(try ids("가온로 1", in: area, index) == [])
      #expect(try ids("가온로 1", .group(.cafe), in: area, index) == [])
      // No bank has this name.
      #expect(try ids("가온로 1", .group(.bank), in: area, index) == ["id1"])
    }
    for area in try areas(upTo: 3) { #expect(try ids("가온로 1", in: area, index) == ["id2"]) }
  }

  /// 2 × about 70 texts in six areas each take three seconds.
  @Test(arguments: 0..<2)
  func `a result in an area equals the filtered result of everywhere`(seed: UInt64) throws {
    let index = try NameIndexTests.index(3_000, seed: seed)
    var random = SeededRandom(seed)
    var texts = NameIndexTests.words
    texts += ["ㅅㅌㅂㅅ", "ㄱㄴ", "ㄱ ㅋ", "강", "u", "호점", "강남역 스타벅스", "스타 벅스", "없는곳", "남역스", "서울", "특별시", "구 12-3"]
    let all = index.content.blockCount * IndexLayout.blockSize
    for _ in 0..<20 {
      let position = UInt32.random(in: 0..<UInt32(all), using: &random)
      guard let place = PlaceReader(content: index.content).place(at: position) else { continue }
      for text in [place.name, place.roadAddress, place.lotAddress].compactMap(\.self) {
        let letters = Array(text)
        let start = Int.random(in: 0..<letters.count, using: &random)
        texts.append(String(letters[start..<Int.random(in: start + 1...letters.count, using: &random)]))
        texts.append(text.split(separator: " ").suffix(2).reversed().joined(separator: " "))
      }
    }
    texts += ["강남 서울", "카페 특별시", "스타벅스, 강남로", "은행 커피구", "역 강남구", "CU 12-3", "커피 15 서울"]
    var (found, inArea, byAddress) = (0, 0, 0)
    let categories: [[PlaceCategory]] = [
      [], [.any], [.group(.cafe)], [.group(.cafe), .group(.bank)], [.source("기차역")],
    ]
    for text in texts.compactMap(SearchText.init) {
      let wanted = categories.randomElement(using: &random) ?? []
      let center = try Coordinate(latitude: .random(in: 37...38, using: &random), longitude: 127)
      let everywhere = try index.places(
        matching: PlaceQuery(categories: wanted, text: text, area: .anywhere(center: center))
      )
      found += everywhere.totalCount
      byAddress += everywhere.match == .address ? everywhere.totalCount : 0
      // Areas with a few places, which are read, and with thousands, which aren't.
      for meters in [2_000, 30_000, 110_000].map({ Double.random(in: 0...$0, using: &random) + 1 }) {
        let radius = try #require(Distance(meters: meters).flatMap(SearchRadius.init))
        let degrees = meters / 111_195
        let box = try BoundingBox(
          west: 126.9,
          south: center.latitude - degrees,
          east: 127.1,
          north: center.latitude + degrees * .random(in: 0...1, using: &random)
        )
        for (area, expected) in [
          (
            SearchArea.circle(center: center, radius: radius),
            everywhere.places.filter { $0.distance?.meters ?? 0 <= meters }
          ),
          (.box(box, center: center), everywhere.places.filter { box.contains($0.place.coordinate) }),
        ] {
          let query = try PlaceQuery(categories: wanted, text: text, area: area)
          let result = try index.places(matching: query)
          #expect(result.places == expected && result.totalCount == expected.count, "\(text.value) in \(area)")
          let first = try index.places(matching: query, limit: 3)
          #expect(first.places == Array(expected.prefix(3)) && first.totalCount == expected.count)
          inArea += expected.count
        }
      }
    }
    #expect(found > 10_000 && inArea > 10_000 && byAddress > 100)
  }
}
