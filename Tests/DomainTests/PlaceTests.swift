import Foundation
import Testing

@testable import Domain

@Suite struct PlaceTests {
  @Test func `every field comes back and absent ones are nil`() throws {
    let place = Place(
      id: "8190212",
      name: "샘플주유소 01",
      coordinate: try Coordinate(latitude: 37.4981, longitude: 127.0301),
      group: .gas,
      categoryPath: "교통,수송 > 자동차 > 주유소,충전소",
      phone: "",
      roadAddress: "서울 강남구"
    )
    #expect(place.id == "8190212")
    #expect(place.name == "샘플주유소 01")
    #expect(place.text[.groupCode] == "OL7")
    #expect(place.text[.groupName] == "주유소,충전소")
    #expect(place.categoryPath == "교통,수송 > 자동차 > 주유소,충전소")
    #expect(place.phone == nil)
    #expect(place.lotAddress == nil)
    #expect(place.roadAddress == "서울 강남구")
    #expect(place.url == nil)
  }

  @Test func `a group outside the 18 is stored as the source writes it`() throws {
    let place = Place(
      id: "1",
      name: nil,
      coordinate: try Coordinate(latitude: 0, longitude: 0),
      group: nil,
      unlistedGroupCode: "XX9",
      unlistedGroupName: "새것"
    )
    #expect(place.text[.groupCode] == "XX9")
    #expect(place.text[.groupName] == "새것")
    #expect(place.name == nil)
  }

  @Test func `a place prints its name, category, coordinate and distance`() throws {
    let position = try Coordinate(latitude: 37.4981, longitude: 127.0301)
    let known = Place(id: "1", name: "샘플주유소 01", coordinate: position, group: .gas)
    #expect("\(known)" == "샘플주유소 01 (gas) at 37.4981,127.0301")
    #expect("\(FoundPlace(place: known, distance: Distance(meters: 120.7)))" == "\(known), 120 m")
    let unlisted = Place(id: "7", name: nil, coordinate: position, group: nil, categoryPath: "음식점 > 국수")
    #expect("\(FoundPlace(place: unlisted, distance: nil))" == "7 (음식점 > 국수) at 37.4981,127.0301")
    #expect("\(Place(id: "8", name: nil, coordinate: position, group: nil))" == "8 at 37.4981,127.0301")
  }

  @Test func `text fields that are already packed are adopted unchanged`() {
    let fields: [PlaceText.Field: String] = [
      .id: "id", .name: "이름", .categoryPath: "길 > 곳", .roadAddress: "로", .url: "https://x",
    ]
    let strings = PlaceText { fields[$0] }
    let packed = PlaceText(packed: strings.utf8)
    #expect(packed == strings)
    for field in PlaceText.Field.allCases { #expect(packed[field] == fields[field]) }
  }

  @Test func `attributes are stored by key, once each, and only with a value`() throws {
    let given = [("b", "2"), ("a", "1\0"), ("b", "3"), ("c", ""), ("", "4"), ("가", "값; \"x\"")]
    let text = PlaceText(attributes: given.map { PlaceAttribute(key: $0.0, value: $0.1) }) { $0 == .url ? "u" : nil }
    #expect(text.attributes.map(\.key) == ["a", "b", "가"])
    #expect(text.attributes.map(\.value) == ["1", "2", "값; \"x\""])
    #expect(text[.url] == "u" && text.range.count == 1)
    let afterPrefix = PlaceText(packed: [7, 7, 7] + text.utf8, at: 3)
    #expect(afterPrefix == text && afterPrefix.attributes == text.attributes && afterPrefix.hashValue == text.hashValue)
    #expect(PlaceText { $0 == .url ? "u" : nil } != text && PlaceText { _ in nil }.attributes.isEmpty)
  }

  @Test(arguments: ["", "Cafe", "Café Zürich", "강남역 2번 출구", "Ελλάδα Ёлка", "ガソリン パン", "Việt Nam", "가1ᄀ", "e\u{20DD}"])
  func `letters are composed as in NFC`(text: String) {
    for spelling in [text, text.decomposedStringWithCanonicalMapping] {
      let expected = Array(text.precomposedStringWithCanonicalMapping.unicodeScalars)
      #expect(Array(spelling.composed.unicodeScalars) == expected)
    }
  }

  @Test func `every Hangul syllable and every letter of Latin is composed of its parts`() {
    for value in [Array(UInt32(0xAC00)...0xD7A3), Array(0xC0...0x24F), Array(0x1E00...0x1EF9)].joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let whole = String(scalar).precomposedStringWithCanonicalMapping
      #expect(whole.decomposedStringWithCanonicalMapping.composed.unicodeScalars.elementsEqual(whole.unicodeScalars))
    }
  }
}
