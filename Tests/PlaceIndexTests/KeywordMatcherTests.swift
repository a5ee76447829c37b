import Domain
import Testing

@testable import PlaceIndex

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
