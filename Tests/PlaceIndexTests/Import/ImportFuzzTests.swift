import Domain
import Foundation
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
    """
    {"id":"1","name":"\\uac00","category":"카페 > 디저트","lat":37.5,"lng":127.5,"tel":"+82"}
    {"id":"2","name":"n","amenity":"bank;atm","geometry":{"coordinates":[127.1,37.1]},"basic_category":"cafe"}
    {"id":"2","category":"bank","lat":37.6,"lng":127.6,"website":"https://x"}

    """,
    "id,name,lat,lng,category,phone\n1,가온,37.5,127.5,카페,02\n2,나래,37.6,127.6,bank;약국,\n2,나래,37.6,127.6,종류,03\n",
  ]

  /// The inputs that are damaged; in the long run also the beginnings of the files in a directory.
  private static let inputs: [[UInt8]] = seeds.map { Array($0.utf8) } + FuzzSettings.files

  @Test(arguments: inputs.indices)
  func `an index of a damaged input is valid, and the import always ends`(input: Int) {
    var random = SeededRandom(UInt64(FuzzSettings.count + input))
    for _ in 0..<FuzzSettings.count / Self.inputs.count {
      var bytes = Self.inputs[input]
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
        let chunkBytes = Int.random(in: 1...400, using: &random)
        let pace = ImportPace(threads: Int.random(in: 1...2, using: &random), chunkBytes: chunkBytes)
        var importer = PlaceImporter(rules: ImportRules(), pace: pace)
        let partByteCount = [bytes.count, 1, 7, 300].randomElement(using: &random) ?? 1
        try importer.read(bytes, name: "input", partByteCount: partByteCount)
        let index = try importer.builder.makeIndex(name: "fuzz")
        try index.verify()
        if let query = Self.query {
          let answer = try index.places(matching: query)
          #expect(answer.places.count == importer.builder.collected.points.count { $0.groups != 0 })
          #expect(answer.places.allSatisfy { !$0.place.id.isEmpty })
        }
      } catch {
        switch error {
        case .unknownFormat, .malformed, .archiveUnusable, .gridUnknown, .foreignFormat, .otherEncoding, .rowsNested:
          break
        default: Issue.record("\(error) of \(bytes)")
        }
      }
    }
  }

  private static let query = (try? Coordinate(latitude: 37.5, longitude: 127.5)).flatMap {
    try? PlaceQuery(categories: CategoryGroup.allCases, area: .anywhere(center: $0))
  }
}
