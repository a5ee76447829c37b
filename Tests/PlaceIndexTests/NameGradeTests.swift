import Domain
import Testing

@testable import PlaceIndex

/// The candidates that match a text as well as the first candidate.
@Suite struct NameGradeTests {
  /// Reads candidates in the notation `name|group|category`; each is a degree north of the previous one.
  private func places(_ candidates: [String]) throws -> [Place] {
    try candidates.enumerated().map { number, line in
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      let isAddress = parts.count > 1 && parts[1] == "address"
      return Place(
        id: "",
        name: parts[0],
        coordinate: try Coordinate(latitude: Double(number), longitude: 0),
        group: parts.count > 1 ? CategoryGroup.allCases.first { $0.slug == parts[1] } : nil,
        categoryPath: parts.count > 2 ? parts[2] : nil,
        lotAddress: isAddress ? parts[0] : nil
      )
    }
  }

  private func rivals(_ text: String, _ candidates: [String]) throws -> [Int] {
    NameGrade.rivals(among: try places(candidates), for: try #require(SearchText(text))).map { Int($0.latitude) }
  }

  @Test(
    arguments: [
      ("스타벅스", ["스타벅스 강남점|cafe", "스타벅스 부산점|cafe", "스타벅스리저브 제주|cafe"], [1]),
      ("Main", ["Main Books|cafe", "Mainly Books|cafe", "The Main|cafe"], []),
      ("Main", ["A Main|cafe", "My Mainz|cafe"], []),
      ("place 3", ["A place 3|cafe", "A place 83|cafe", "B place 3|cafe"], [2]),
      ("Starbucks", ["스타벅스 강남점|cafe", "스타벅스 부산점|cafe", "스타박스|cafe"], [1]),
      ("Starbucks", ["Starbucks|cafe", "Starbucks|cafe", "Starbucks Reserve|cafe"], [1]),
      ("강남역", ["강남역 2호선|subway", "강남역 신분당선|subway", "강남역사거리|", "강남역약국|pharmacy"], [1]),
      ("중앙역", ["중앙역|subway", "중앙역|subway"], [1]),
      ("서울시청", ["서울특별시청|public", "서울시청 별관|public", "시청역 1호선|subway", "수원시청|public"], []),
      ("시청", ["서울특별시청|public", "수원시청|public", "시청역|subway"], [1]),
      ("코엑스", ["코엑스|", "코엑스 아쿠아리움|attraction", "코엑스몰|"], []),
      ("롯데월드", ["롯데월드 어드벤처|attraction", "롯데월드 어드벤처 부산|attraction"], []),
      ("Springfield", ["Springfield||place=town", "Springfield||place=city", "Springfield Mall|"], [1]),
      ("Durham", ["Durham|subway|railway=station", "Durham||railway=station", "Durham Museum|culture"], [1]),
      ("Town Hall, Springfield", ["Town Hall|public", "Town Hall|public", "City Hall|public"], [1]),
      ("강남대로 396", ["서울 강남구 강남대로 396|address"], []),
      ("중앙로 1", ["강원 춘천시 중앙로 1|address", "경북 안동시 중앙로 1|address", "대전 중구 중앙로 1-2|address"], [1]),
      ("서울시 중구 중앙로 12", ["서울특별시 중구 중앙로 12|address", "중구 중앙로 12|address"], []),
      ("서울 중구 중앙로 12", ["중구 중앙로 12|address", "중구 중앙로 12|address"], [1]),
      ("x", [], []),
    ] as [(String, [String], [Int])]
  )
  func `rivals match the text in the same way as the first place`(
    text: String,
    candidates: [String],
    expected: [Int]
  ) throws {
    #expect(try rivals(text, candidates) == expected)
  }

  @Test(
    arguments: [
      ("가온 1", ["가온 11|gas", "가온 12|gas", "가온 1|gas"], [2, 0, 1], []),
      ("가온", ["가온 11|gas", "가온|gas", "가온|gas"], [1, 0, 2], [2]),
      ("가온", ["가온|gas", "가온 1|gas", "가온|gas"], [0, 1, 2], [2]),
      ("강남역", ["강남역 2호선|subway", "강남역|cafe"], [0, 1], []),
      ("강남", ["강남구청|public", "강남|cafe"], [0, 1], []),
      ("Starbucks", ["스타벅스 강남점|cafe", "스타벅스 부산점|cafe", "Starbucks|cafe"], [0, 1, 2], [1]),
    ] as [(String, [String], [Int], [Int])]
  )
  func `a place with exactly the name precedes places of its rank that contain the name`(
    text: String,
    candidates: [String],
    order: [Int],
    expectedRivals: [Int]
  ) throws {
    let text = try #require(SearchText(text))
    let ranked = NameGrade.puttingExactNameFirst(try places(candidates), for: text)
    #expect(ranked.map { Int($0.coordinate.latitude) } == order)
    #expect(NameGrade.rivals(among: ranked, for: text).map { Int($0.latitude) } == expectedRivals)
  }
}
