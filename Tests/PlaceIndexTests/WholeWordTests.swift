import Domain
import Testing

@testable import PlaceIndex

/// Whether the first place of a search by name certainly is the one that a text means.
@Suite struct WholeWordTests {
  private func index(_ name: String, _ address: String, _ group: CategoryGroup = .cafe) throws -> PlaceIndex {
    let builder = PlaceIndexBuilder()
    try builder.add([name], [group], lots: [address.isEmpty ? nil : address])
    return try builder.makeIndex()
  }

  @Test(
    arguments: [
      ("Main", "Mainly Books", "77 Mainz Avenue, Ogden", false), ("Mainz", "Books", "77 Mainz Avenue, Ogden", true),
      ("Bahn 8800", "Hotel", "Bahnhofstrasse 16, 8800 Thalwil", false),
      ("16 Bahnhof 8800", "Hotel", "Bahnhofstrasse 16, 8800 Thalwil", false),
      ("Bahnhofstrasse, Thalwil", "Hotel Thalwilerhof", "Bahnhofstrasse 16, 8800 Thalwil", true),
      ("Thalwil", "Hotel Thalwilerhof", "Zürich", false), ("zurich hotel", "Hotel Thalwilerhof", "Zürich", true),
      ("Hotel, Zug", "Hotel", "Zugerstrasse 1", false), ("coexmall", "COEX Mall", "", true),
      ("coexmall", "COEX Mall Annex", "", true), ("coexma", "COEX Mall", "", false), ("Joe", "Joe's Cafe", "", true),
      ("강남대로 39", "카페", "서울 강남구 강남대로 39-6", true), ("강남대로39", "카페", "서울 강남구 강남대로 39", true),
      ("강남 대로 39", "카페", "서울 강남구 강남대로 39", true), ("서울시 강남구", "카페", "강남구 강남대로 39", true),
      ("강남", "강남세브란스병원", "", false), ("渋谷", "カフェ", "東京都渋谷区1", true),
    ]
  )
  func `a place has the text's words as whole words`(
    text: String,
    name: String,
    address: String,
    isCertain: Bool
  ) throws {
    let found = try index(name, address).places(named: try #require(SearchText(text)), limit: 3)
    #expect(found.totalCount == 1)
    #expect(found.isFirstCertain == isCertain)
  }

  @Test func `a station may lack the word for stations`() throws {
    let index = try index("강남 2호선", "", .subway)
    #expect(try index.places(named: try #require(SearchText("강남역")), limit: 3).isFirstCertain)
  }
}
