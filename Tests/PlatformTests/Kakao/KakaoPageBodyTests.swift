import Domain
import Foundation
import TestSupport
import Testing

@testable import Platform

struct KakaoPageBodyTests {
  private static let document = #"""
    {"address_name":"서울 가짜구 지어낸동 159","category_group_code":"OL7","category_group_name":"주유소,충전소",
    "category_name":"교통,수송 \u003e 자동차","distance":"418","id":"26338954","phone":"02-000-0000",
    "place_name":"가짜 \ud83d\ude00 \"주유소\"","place_url":"http://place.map.kakao.com/26338954",
    "road_address_name":"서울 가짜구 없는로 513","x":"127.05902969025047","y":"37.51207412593136"}
    """#
  private static let whole =
    #"{"documents":[\#(document),\#(document.replacing("26338954", with: "7"))],"meta":{"is_end":true,"#
    + #""pageable_count":2,"same_name":{"region":["a",["b"]],"keyword":null},"total_count":2}}"#

  private func read(_ bytes: [UInt8]) throws(PlaceSearchError) -> KakaoPage {
    let response = HTTPResponse(status: 200, fields: ["content-type": "application/json"], body: Data(bytes))
    return try KakaoPage(reading: response, mustHaveDistances: false)
  }

  private func read(_ text: String) throws(PlaceSearchError) -> KakaoPage { try read(Array(text.utf8)) }

  /// Returns a page of one document with these members before the standard ones.
  private func place(_ members: String) throws -> Place? {
    let standard = #""id":"1","x":"127","y":"37.5""#
    let text = #"{"documents":[{\#(members),\#(standard)}],"meta":{"is_end":true,"pageable_count":1,"total_count":1}}"#
    return try read(text).places.first?.place
  }

  @Test func `a page cut at any byte is refused`() throws {
    let bytes = Array(Self.whole.utf8)
    #expect(try read(bytes).places.map(\.place.id) == ["26338954", "7"])
    for length in bytes.indices {
      #expect(throws: PlaceSearchError.self, "\(length)") { try read(Array(bytes[..<length])) }
    }
  }

  @Test func `one wrong byte anywhere gives an error or a page, never anything else`() throws {
    let bytes = Array(Self.whole.utf8)
    for wrong in [0x00, 0x0A, 0x22, 0x5C, 0x7B, 0x80, 0xFF] as [UInt8] {
      for place in bytes.indices {
        var text = bytes
        text[place] = wrong
        guard let page = try? read(text) else { continue }
        #expect(page.places.count + page.unreadableCount == 2)
        #expect(wrong != 0x00 && wrong != 0xFF)
      }
    }
  }

  @Test(arguments: [
    (#""phone":"\u0030\u0032-\ud83d\ude00""#, "02-😀"), (#""phone":2"#, "2"),
    (#""phone":-2.50"#, "-2.50"), (#""phone":1e2"#, "1e2"), (#""phone":"02" , "phone":"03""#, "02"),
    (#""ph\u006Fne":"02""#, "02"), (#""phone":"""#, nil), (#""phone":null"#, nil), (#""phone":true"#, nil),
    (#""phone":["02"]"#, nil), (#""phone":{"phone":"02"}"#, nil), (#""Phone":"02""#, nil),
    (#""more":[{"phone":"02"}]"#, nil), (#""phone":null,"phone":"03""#, "03"),
  ])
  func `a field is its text, a number as written, or absent`(member: String, phone: String?) throws {
    #expect(try #require(try place(member)).phone == phone)
  }

  @Test func `each document has its own group`() throws {
    let text = ["OL7", "CE7", "", "XX9", "CE7"].enumerated().map { number, code in
      #"{"id":"\#(number)","x":"127","y":"37","category_group_code":"\#(code)","category_group_name":"말"}"#
    }
    let page = try read(
      #"{"documents":[\#(text.joined(separator: ","))],"meta":{"is_end":true,"pageable_count":5,"total_count":5}}"#
    )
    #expect(page.places.map(\.place.group) == [.gas, .cafe, nil, nil, .cafe])
    #expect(page.places.map { $0.place.text[.groupCode] } == ["OL7", "CE7", nil, "XX9", "CE7"])
    #expect(page.places.map { $0.place.text[.groupName] } == ["주유소,충전소", "카페", "말", "말", "카페"])
  }

  @Test(arguments: [
    (#"{"documents":null,"meta":{}}"#, "documents: null"),
    (#"{"documents":{},"meta":{}}"#, "documents: of another type"),
    (#"{"documents":[{},null]}"#, "documents: 1: null"), (#"{"documents":[],"meta":null}"#, "meta: null"),
    (#"{"documents":[],"meta":[]}"#, "meta: of another type"), ("null", "of another type"), ("7", "of another type"),
    (#"{"meta":7}"#, "documents is missing"),
    (#"{"documents":[],"meta":{"total_count":null}}"#, "meta: total_count: null"),
    (#"{"documents":[],"meta":{"total_count":"1"}}"#, "meta: total_count: of another type"),
    (#"{"documents":[],"meta":{"total_count":1,"pageable_count":1.5}}"#, "meta: pageable_count: of another type"),
    (#"{"documents":[],"meta":{"total_count":1,"pageable_count":1}}"#, "meta: is_end is missing"),
    (#"{"documents":[3],"meta":{"#, "not JSON"), (Self.whole + "x", "not JSON"), (Self.whole + "\0", "not JSON"),
    (Self.whole + Self.whole, "not JSON"), ("", "it is empty"), (" ", "not JSON"),
    (#"{"documents":[]}"#, "meta is missing"),
    (#"{"documents":[],"meta":{"is_end":true,"pageable_count":0}}"#, "meta: total_count is missing"),
    (#"{"documents":[3],"meta":{"is_end":true,"pageable_count":0,"total_count":0}}"#, "documents: 0: of another type"),
    (#"{"documents":[],"meta":{"is_end":true,"pageable_count":0,"total_count":-1}}"#, "meta: a negative count"),
    (
      #"{"documents":[],"meta":{"is_end":true,"pageable_count":0,"total_count":9223372036854775807}}"#,
      "meta: an implausible count"
    ), (#"{"documents":[],"meta":{"is_end":1,"pageable_count":0,"total_count":0}}"#, "meta: is_end: of another type"),
  ])
  func `another structure is refused with the location of the first error`(text: String, detail: String) {
    #expect(throws: PlaceSearchError.untrustworthy(.unreadable(detail: detail))) { try read(text) }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `a mutilated page is the same page to Foundation, or refused`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let bytes = Array(Self.whole.utf8)
    let odd = Array(#"{}[]:,"\u0nft-.e 19"#.utf8)
    for _ in 0..<1_500 {
      var text = bytes
      for _ in 0...Int(random.unit() * 2) {
        let place = Int(random.unit() * Double(text.count))
        let byte = odd[Int(random.unit() * Double(odd.count))]
        if random.unit() < 0.5 { text[place] = byte } else { text.insert(byte, at: place) }
      }
      guard let page = try? read(text) else { continue }
      let object = try #require(try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any])
      let documents = try #require(object["documents"] as? [[String: Any]])
      #expect(page.places.count + page.unreadableCount == documents.count)
      guard page.unreadableCount == 0 else { continue }
      for (found, document) in zip(page.places, documents) {
        if let name = document["place_name"] as? String, !name.isEmpty { #expect(found.place.name == name) }
        if let phone = document["phone"] as? String, !phone.isEmpty { #expect(found.place.phone == phone) }
        if let x = document["x"] as? String { #expect(Double(x) == found.place.coordinate.longitude) }
      }
    }
  }
}
