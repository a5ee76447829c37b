import Domain
import Foundation
import Testing

@testable import PlaceIndex
@testable import Tables

/// Search ignores case and diacritics; names with the typed diacritics come first.
@Suite struct NameFoldingTests {
  private static func index(_ names: [String]) throws -> PlaceIndex {
    let builder = PlaceIndexBuilder()
    for (number, name) in names.enumerated() {
      let coordinate = try Coordinate(latitude: 37.5, longitude: 127 + Double(number) / 1_000)
      try builder.add(Place(id: "\(number)", name: name, coordinate: coordinate, group: .cafe))
    }
    return try builder.makeIndex()
  }

  @Test(arguments: [
    ("cafe", "Café"), ("CAFÉ", "cafe"), ("istanbul", "İstanbul"), ("lodz", "Łódź"), ("strasse", "Straße"),
    ("STRASSE", "straße"), ("οδος", "ΟΔΟΣ"), ("ΌΔΟΣ", "οδος"), ("ＡＢＣ", "abc"), ("ｶﾞｿﾘﾝ", "ガソリン"), ("aero", "Ærø"),
    ("cafe\u{301}", "café"), ("елка", "Ёлка"), ("nguyen", "Nguyễn"), ("ıstanbul", "Istanbul"), ("oeuvre", "Œuvre"),
    ("xii", "Ⅻ"), ("(주)가온", "㈜가온"), ("rio", "Río de Janeiro"),
    ("o'reilly's", "O’Reilly’s"), ("O‘Reilly", "O'Reilly"), ("coca-cola", "Coca‑Cola"), ("rock “n”", "Rock \"n\" Roll"),
    ("mehrfamilien", "Mehr\u{AD}familien"), ("نیم‌فاصله", "نیمفاصله"),
  ])
  func `a text finds a name that differs in case, diacritics or width`(text: String, name: String) throws {
    let index = try Self.index(["other", name])
    let sought = try #require(SearchText(text))
    #expect(try index.places(named: sought, limit: 9).places.map(\.place.name) == [name])
    let query = try PlaceQuery(text: sought, area: .anywhere(center: nil))
    #expect(try index.places(matching: query).places.map(\.place.name) == [name])
  }

  @Test(arguments: [("ハ", "バ"), ("가", "각"), ("ก", "กิ"), ("한", "하")])
  func `kana keep voicing marks, and Hangul stays composed`(text: String, name: String) throws {
    let isThai = text == "ก"
    let found = try Self.index([name]).places(named: try #require(SearchText(text)), limit: 9).totalCount
    #expect(found == (isThai ? 1 : 0))
  }

  @Test func `names with the typed diacritics come first`() throws {
    let index = try Self.index(["Cafe", "Café", "CAFE", "Cafe\u{301}"])
    func names(_ text: String) throws -> [String?] {
      try index.places(named: #require(SearchText(text)), limit: 9).places.map(
        \.place.name?.precomposedStringWithCanonicalMapping
      )
    }
    #expect(Set(try names("café").prefix(2)) == ["Café"])
    #expect(Set(try names("cafe").prefix(2)) == ["Cafe", "CAFE"])
  }

  @Test func `every character that folds to others is a variant or dropped`() {
    let variants = Set(NameFolding.variants.map(\.scalar))
    for value in UInt32(1)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned else { continue }
      let folded = NameFolding.fold(String(scalar))
      let lower = scalar.properties.lowercaseMapping
      let isListed: Bool =
        if folded.isEmpty {
          NameFolding.droppedRanges.contains { $0.contains(value) }
        } else {
          folded == [0x20] || folded == Array(lower.utf8) || variants.contains(scalar)
            || lower.unicodeScalars.contains(where: variants.contains)
        }
      if !isListed { Issue.record("U+\(String(value, radix: 16))") }
    }
  }

  @Test func `folding bytes and folding text agree for every scalar`() {
    for value in UInt32(1)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned else { continue }
      let text = "a\(String(scalar))b"
      let folded = ByteView.over(Array(text.utf8)) { NameFolding.fold($0) }
      if folded != NameFolding.fold(text) { Issue.record("U+\(String(value, radix: 16))") }
      let again = NameFolding.fold(String(decoding: folded, as: UTF8.self))
      if again != folded { Issue.record("twice U+\(String(value, radix: 16))") }
    }
  }

  @Test(
    arguments: [
      ("서울특별시", "서울"), ("서울시", "서울"), ("서울", "서울"), ("부산광역시", "부산"), ("세종특별자치시", "세종"), ("경기도", "경기"),
      ("강원특별자치도", "강원"), ("전라북도", "전북"), ("제주특별자치도", "제주"), ("경남", "경남"), ("제주시", nil), ("광주시", nil),
      ("서울역", nil), ("도", nil), ("경", nil), ("", nil), ("seoul", nil), ("충청북", nil), ("서울특별", nil),
    ] as [(String, String?)]
  )
  func `the full names of provinces have a short form`(name: String, short: String?) {
    #expect(Province.shortName(of: Array(name.utf8)) == short.map { Array($0.utf8) })
  }
}
