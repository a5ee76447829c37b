import Domain
import Testing

@testable import PlaceIndex

/// Places of one chain have several names in one file, and each name finds all of them.
@Suite struct ChainNamesTests {
  private func index(_ rows: [String]) throws -> PlaceIndex {
    var importer = PlaceImporter(rules: ImportRules())
    let text = rows.enumerated().map { number, tags in
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[127.1,37.\#(100 + number)]},"properties":{"@id":"node/\#(number)",\#(tags)}}"#
    }
    try importer.read(Array(text.joined(separator: "\n").utf8), name: "input")
    return try importer.builder.makeIndex()
  }

  private func found(_ words: String, in index: PlaceIndex) throws -> [String] {
    let query = try PlaceQuery(text: SearchText(words), area: .anywhere(center: nil))
    return try index.places(matching: query, limit: nil).places.map { $0.place.name ?? "" }.sorted()
  }

  private static let both = [String](
    repeating: #""amenity":"cafe","name":"스타벅스","name:en":"Starbucks""#,
    count: 3
  )

  @Test func `a place with one name of its chain is found by the other`() throws {
    let index = try index(
      Self.both + [
        #""amenity":"cafe","name":"스타벅스""#, #""amenity":"cafe","name":"스타벅스 삼청점""#,
        #""amenity":"cafe","name":"스타벅스강남점""#,
        #""amenity":"cafe","name":"STARBUCKS COFFEE""#, #""amenity":"cafe","name":"starbucks""#,
        #""amenity":"cafe","name":"오류동 스타벅스""#, #""amenity":"cafe","name":"스타벅스커피 중랑구청점""#,
        #""amenity":"cafe","name":"가온","brand":"스타벅스""#, #""amenity":"cafe","name":"커피빈""#,
      ]
    )
    let all = try found("스타벅스", in: index)
    #expect(all.count == 11 && !all.contains("커피빈"))
    #expect(try found("Starbucks", in: index) == all)
    #expect(try found("starbucks 삼청점", in: index) == ["스타벅스 삼청점"])
  }

  @Test func `names that few rows have, and those of another category, are not shared`() throws {
    let index = try index(
      Self.both + [
        #""tourism":"hotel","name":"Starbucks Hotel""#, #""amenity":"bank","name":"가온","name:en":"Gaon""#,
        #""amenity":"bank","name":"가온","name:en":"Gaon""#, #""amenity":"bank","name":"Gaon""#,
        #""amenity":"cafe","name":"스타""#,
      ]
    )
    #expect(try found("스타벅스", in: index) == ["스타벅스", "스타벅스", "스타벅스"])
    #expect(try found("가온", in: index) == ["가온", "가온"])
  }

  @Test func `a name that mostly occurs with others is shared with none`() throws {
    let cafes = ["커피빈", "커피빈", "커피빈", "커피베이", "커피니", "커피랑", "커피고"].map {
      #""amenity":"cafe","name":"\#($0)","name:en":"Coffee \#($0 == "커피빈" ? "Bean" : "Other")""#
    }
    let index = try index(
      cafes + [#""amenity":"cafe","name":"Coffee Only""#, #""amenity":"cafe","name":"Coffee Bean""#]
    )
    #expect(try found("커피빈", in: index) == ["Coffee Bean", "커피빈", "커피빈", "커피빈"])
  }

  /// Compared each with all others, the names of the two places would take hours.
  @Test func `an index with thousands of names for a place is read in linear time`() throws {
    let builder = PlaceIndexBuilder()
    for id in ["1", "2"] {
      try builder.add(Place(id: id, name: "가온", coordinate: Coordinate(latitude: 37.1, longitude: 127.1), group: .cafe))
    }
    let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
    let key = (0..<16_000).flatMap { (number: Int) -> [UInt8] in
      [0x0A] + [676, 26, 1].map { (place: Int) -> UInt8 in letters[number / place % 26] }
    }
    for index in 0..<2 {
      let row = try #require(RowFormat(builder.collected.arena.view(builder.collected.points[index].row)))
      builder.collected.replaceRow(of: index, key: Array("가온".utf8) + key, row)
    }
    let crafted = try builder.makeIndex()
    var importer = PlaceImporter(rules: ImportRules())
    for _ in 0..<2 { try importer.read(crafted, category: nil, nil) }
    let index = try importer.builder.makeIndex()
    #expect(try found("abc", in: index) == ["가온", "가온"])
  }

  @Test func `an index is the same however often its names are shared, and by however many threads`() throws {
    let rows = Self.both + [#""amenity":"cafe","name":"스타벅스 삼청점""#]
    var importer = PlaceImporter(rules: ImportRules())
    let first = try index(rows)
    try importer.read(first, category: nil, nil)
    #expect(try found("starbucks", in: try importer.builder.makeIndex()).count == 4)
  }
}
