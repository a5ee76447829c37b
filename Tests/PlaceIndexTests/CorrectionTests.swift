import Domain
import TestSupport
import Testing

@testable import PlaceIndex

/// Corrections of typing errors, compared with every word of every name.
struct CorrectionTests {
  private static let names = [
    "Starbucks", "Starbucks", "Startrucks", "Café Müller", "Bäckerei Kamps", "스타벅스 강남점", "스타벅스 역삼점", "파리바게뜨",
    "Albert Heijn", "Albert Hein", "Pharmacie Central", "Łódź Kaliska",
  ]

  private static func index(of names: [String]) throws -> PlaceIndex {
    let builder = PlaceIndexBuilder()
    for (number, name) in names.enumerated() {
      let coordinate = try Coordinate(latitude: 37.5, longitude: 127 + Double(number) / 1_000)
      try builder.add(
        Place(id: "\(number)", name: name, coordinate: coordinate, group: .cafe, roadAddress: "서울 테헤란로 \(number)")
      )
    }
    return try builder.makeIndex()
  }

  @Test(arguments: [
    // A missing, an inserted and a wrong letter, and swapped neighbours, also in the middle.
    ("starbcks", "starbucks"), ("starbuccks", "starbucks"), ("stirbucks", "starbucks"), ("tsarbucks", "starbucks"),
    ("stabrucks", "starbucks"), ("muler", "muller"), ("backerie", "backerei"), ("스타박스", "스타벅스"), ("파리바게트", "파리바게뜨"),
    // The other words stay as they were typed; addresses have words too.
    ("스타벅수 강남점", "스타벅스 강남점"), ("Pharmcie Central", "pharmacie Central"), ("스타박스 테헤란로", "스타벅스 테헤란로"),
    ("starbcks 테헤란로 3", "starbucks 테헤란로 3"),
  ])
  func `a word that no place has is replaced by a similar word`(typed: String, corrected: String) throws {
    let text = try #require(SearchText(typed))
    #expect(try Self.index(of: Self.names).correction(of: text)?.value == corrected)
  }

  @Test(arguments: [
    "starbucks", "bucks", "테헤란로", "kamp", "hen", "strbcks", "xyzxyz", "lodz", "역샴", "starbcks xyzxyz", "st4rbucks",
    "스벅타스",
  ])
  func `known, short and very different words are unchanged`(typed: String) throws {
    let text = try #require(SearchText(typed))
    #expect(try Self.index(of: Self.names).correction(of: text) == nil)
  }

  @Test func `the more frequent of two similar words is used`() throws {
    let index = try Self.index(of: ["Startucks", "Starbucks", "Starbucks", "Startucks", "Startucks"])
    #expect(try index.correction(of: #require(SearchText("starucks")))?.value == "startucks")
  }

  @Test(arguments: 0..<Seeds.count(of: 12))
  func `a correction is the best of all words of all names`(seed: Int) throws {
    var random = SeededRandom(UInt64(seed + 1))
    let letters = Array("abcdeàé가각나")
    func word() -> String {
      String((0..<Int.random(in: 3...7, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
    }
    let words = (0..<200).map { _ in word() }
    let index = try Self.index(of: words)
    let folded = words.map { NameFolding.fold($0) }
    var edits = EditDistance()
    func scalars(_ bytes: [UInt8]) -> [UInt32] {
      String(decoding: bytes, as: UTF8.self).unicodeScalars.reduce(into: []) { EditDistance.append($1.value, to: &$0) }
    }
    var corrections = 0
    for _ in 0..<200 {
      let typed = word()
      let bytes = NameFolding.fold(typed)
      let unicode = String(decoding: bytes, as: UTF8.self).unicodeScalars
      let isHangul = unicode.allSatisfy { (0xAC00...0xD7A3).contains($0.value) }
      let isKnown = folded.contains {
        String(decoding: $0, as: UTF8.self).contains(String(decoding: bytes, as: UTF8.self))
      }
      var expected: String?
      if !isKnown, unicode.count >= (isHangul ? 3 : 5) {
        let near = folded.filter { edits.between(scalars(bytes), scalars($0), limit: 1) == 1 }
        let counts = Dictionary(grouping: near, by: \.self).mapValues(\.count)
        expected = counts.sorted {
          $0.value != $1.value ? $0.value > $1.value : $0.key.lexicographicallyPrecedes($1.key)
        }.first.map { String(decoding: $0.key, as: UTF8.self) }
      }
      let found = try index.correction(of: #require(SearchText(typed)))?.value
      #expect(found == expected, "\(typed)")
      if found != nil { corrections += 1 }
    }
    #expect(corrections > 0)
  }
}
