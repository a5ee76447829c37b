import Domain
import Testing

@Suite struct PlaceQueryTests {
  private let center: Coordinate
  init() throws { center = try Coordinate(latitude: 37.5, longitude: 127) }

  @Test func `a query with a centre sorts by distance by default`() throws {
    let area = SearchArea.circle(center: center, radius: .standard)
    #expect(try PlaceQuery(categories: [.group(.gas)], area: area).sort == .distance)
    #expect(try PlaceQuery(categories: [.group(.gas)], area: area, sort: .accuracy).sort == .accuracy)
    let text = try #require(SearchText("카카오"))
    #expect(try PlaceQuery(text: text, area: .anywhere(center: nil)).sort == .accuracy)
  }

  @Test func `a query that asks for nothing is refused`() {
    #expect(throws: InvalidQuery.nothingToLookFor) {
      try PlaceQuery(area: .circle(center: center, radius: .standard))
    }
  }

  @Test func `an order by distance needs a centre`() throws {
    let text = try #require(SearchText("카카오"))
    #expect(throws: InvalidQuery.distanceOrderWithoutCenter) {
      try PlaceQuery(text: text, area: .anywhere(center: nil), sort: .distance)
    }
  }

  @Test func `a repeated category counts once, in the requested order`() throws {
    let query = try PlaceQuery(
      categories: [.group(.cafe), .group(.gas), .group(.cafe)],
      area: .anywhere(center: center)
    )
    #expect(query.categories == [.group(.cafe), .group(.gas)])
  }

  @Test func `spaces around a text are dropped, and its length is limited`() {
    #expect(SearchText("  카카오 프렌즈 \n")?.value == "카카오 프렌즈")
    for text in ["\u{200B}", "\u{301} \u{AD}", "\u{FEFF}"] {
      #expect(SearchText(text) == nil, "\(text.unicodeScalars)")
    }
    #expect(SearchText("é\u{200B}") != nil && SearchText("&") != nil)
    #expect(SearchText(" \t ") == nil)
    #expect(SearchText("") == nil)
    #expect(SearchText(String(repeating: "가", count: 100)) != nil)
    #expect(SearchText(String(repeating: "가", count: 101)) == nil)
  }

  @Test func `a query moved to another point keeps everything else`() throws {
    let point = try Coordinate(latitude: 37.5, longitude: 127)
    let other = try Coordinate(latitude: 35, longitude: 129)
    let query = try PlaceQuery(
      categories: [.group(.gas)],
      text: SearchText("ev"),
      area: .circle(center: point, radius: .standard),
      sort: .accuracy
    )
    let expected = try PlaceQuery(
      categories: [.group(.gas)],
      text: SearchText("ev"),
      area: .circle(center: other, radius: .minimum),
      sort: .accuracy
    )
    #expect(query.around(other, radius: .minimum) == expected)
  }

  @Test(arguments: [(0, 15), (46, 15), (1, 0), (1, 16)])
  func `pages beyond a service's limits are refused`(number: Int, size: Int) {
    #expect(PageRequest(number: number, size: size) == nil)
  }

  @Test func `a key never prints itself`() throws {
    let key = try #require(APIKey(" 0123456789abcdef \n"))
    #expect(key.secret == "0123456789abcdef")
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped] { #expect(!text.contains("0123")) }
    #expect(APIKey("with blank") == nil)
    #expect(APIKey("열쇠") == nil)
    #expect(APIKey("") == nil)
  }

  @Test func `any category makes the others redundant`() throws {
    let query = try PlaceQuery(categories: [.group(.cafe), .any], area: .anywhere(center: nil))
    #expect(query.categories == [.any])
  }
}
