import Domain
import Testing

@testable import PlaceIndex

/// Places of one chain have several names in one file, and each name finds all of them.
@Suite struct ChainNamesTests {
  private func found(_ words: String, of places: [String]) throws -> [String] {
    var importer = PlaceImporter(rules: ImportRules())
    let both = [String](repeating: #""amenity":"cafe","name":"스타벅스","name:en":"Starbucks""#, count: 3)
    let text = (both + places).enumerated().map { number, tags in
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[127.1,37.\#(100 + number)]},"properties":{"@id":"node/\#(number)",\#(tags)}}"#
    }
    try importer.read(Array(text.joined(separator: "\n").utf8), name: "input")
    let query = try PlaceQuery(text: SearchText(words), area: .anywhere(center: nil))
    let index = try importer.builder.makeIndex()
    return try index.places(matching: query, limit: nil).places.map { $0.place.name ?? "" }.sorted()
  }

  @Test func `a place with one name of its chain is found by the other`() throws {
    let places = ["스타벅스", "스타벅스 삼청점", "STARBUCKS COFFEE", "starbucks"].map { #""amenity":"cafe","name":"\#($0)""# }
    let others = [#""amenity":"cafe","name":"커피빈""#]
    let all = try found("스타벅스", of: places + others)
    #expect(all.count == 7 && !all.contains("커피빈"))
    #expect(try found("Starbucks", of: places + others) == all)
    #expect(try found("starbucks 삼청점", of: places) == ["스타벅스 삼청점"])
  }

  @Test func `names of few rows, of another category and those that mostly occur with others stay`() throws {
    let places = [
      #""tourism":"hotel","name":"Starbucks Hotel""#, #""amenity":"bank","name":"가온","name:en":"Gaon""#,
      #""amenity":"bank","name":"가온","name:en":"Gaon""#, #""amenity":"bank","name":"Gaon""#,
    ]
    #expect(try found("스타벅스", of: places) == ["스타벅스", "스타벅스", "스타벅스"])
    #expect(try found("가온", of: places) == ["가온", "가온"])
    let cafes = ["커피빈", "커피빈", "커피빈", "커피베이", "커피니", "커피랑", "커피고"].map {
      #""amenity":"cafe","name":"\#($0)","name:en":"Coffee \#($0 == "커피빈" ? "Bean" : "Other")""#
    }
    let coffees = ["Coffee Only", "Coffee Bean"].map { #""amenity":"cafe","name":"\#($0)""# }
    #expect(try found("커피빈", of: cafes + coffees) == ["Coffee Bean", "커피빈", "커피빈", "커피빈"])
  }
}
