import Domain
import Testing

@testable import PlaceIndex

@Suite struct ImportFuzzTests {
  private static let seeds = [
    """
    \u{FEFF}관리번호,상호,x,y,업종,주소,영업상태명\r
    1,"가온 ""카페"" 1",127.01,37.5,음식점 > 카페,"서울 가온로 1, 2층",영업/정상\r
    2,"나래
    분식",127.02,37.6,CE7;FD6,-,폐업\r
    3,다솜,200123.5,451234.5,,,\r

    """,
    """
    {"type":"FeatureCollection","features":[{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},
    "properties":{"names":{"primary":"A\\u00e9","common":[{"value":"b"}]},"categories":{"primary":"cafe","alternate":["bar"]},
    "taxonomy":{"hierarchy":["x","bar"]},"addresses":[{"freeform":"1"}],"phones":["2"],"confidence":0.5}}]}
    """,
    "\u{1E}{\"id\":\"1\",\"name\":\"n\",\"lat\":1.5,\"lng\":2.5,\"category\":\"cafe\"}\n",
  ]

  @Test(arguments: seeds)
  func `a damaged input is read or refused, and the import always comes to an end`(seed: String) {
    var random = SeededRandom(11)
    for _ in 0..<150 {
      var bytes = Array(seed.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(at..<min(bytes.count, at + 1 + Int.random(in: 0..<9, using: &random)))
        case 2: bytes.insert(contentsOf: Array(#"","{}[]:;"#.utf8).shuffled(using: &random).prefix(3), at: at)
        default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 40)], at: at)
        }
        if bytes.isEmpty { bytes = [0x2C] }
      }
      do throws(IndexFileError) {
        let imported = try ImportedPlaces(bytes)
        #expect(imported.rows.allSatisfy { abs($0.latitude) <= 90 && abs($0.longitude) <= 180 && !$0.id.isEmpty })
      } catch {
        switch error {
        case .unknownFormat, .malformed: break
        default: Issue.record("\(error)")
        }
      }
    }
  }
}
