import Domain
import Foundation
import Testing

@testable import Platform

struct KakaoPageTests {
  /// A recorded format with an invented place.
  private static let full = """
    {"address_name":"서울 가짜구 지어낸동 159","category_group_code":"OL7","category_group_name":"주유소,충전소",\
    "category_name":"교통,수송 \\u003e 자동차","distance":"418","id":"26338954","phone":"02-000-0000",\
    "place_name":"가짜 \\u0026 주유소","place_url":"http://place.map.kakao.com/26338954",\
    "road_address_name":"서울 가짜구 없는로 513","x":"127.05902969025047","y":"37.51207412593136"}
    """
  private static let bare = """
    {"address_name":"","category_group_code":"","category_group_name":"","category_name":"","distance":"7","id":"1",\
    "phone":"","place_name":"","place_url":"","road_address_name":"","x":127,"y":37.5}
    """

  private static func body(_ documents: [String], total: Int = 2, keyword: Bool = false) -> String {
    let same = keyword ? #","same_name":{"region":[],"keyword":"가","selected_region":""}"# : #","same_name":null"#
    let meta = #"{"is_end":true,"pageable_count":\#(total)\#(same),"total_count":\#(total),"new_field":[1]}"#
    return #"{"documents":[\#(documents.joined(separator: ","))],"meta":\#(meta),"more":{}}"#
  }

  private func read(_ text: String, hasOrigin: Bool = true) throws -> KakaoPage {
    try KakaoPage(reading: .json(text), mustHaveDistances: hasOrigin)
  }

  @Test(arguments: [false, true])
  func `a document is mapped field by field`(keyword: Bool) throws {
    let page = try read(Self.body([Self.full, Self.bare], keyword: keyword))
    #expect(page.totalCount == 2)
    #expect(page.pageableCount == 2)
    #expect(page.isLast)
    #expect(page.unreadableCount == 0)
    let found = try #require(page.places.first)
    #expect(found.distance == Distance(validMeters: 418))
    #expect(
      found.place
        == Place(
          id: "26338954",
          name: "가짜 & 주유소",
          coordinate: try Coordinate(latitude: 37.51207412593136, longitude: 127.05902969025047),
          group: .gas,
          categoryPath: "교통,수송 > 자동차",
          phone: "02-000-0000",
          lotAddress: "서울 가짜구 지어낸동 159",
          roadAddress: "서울 가짜구 없는로 513",
          url: "https://place.map.kakao.com/26338954"
        )
    )
  }

  @Test func `empty text is absent, and numbers are read where text is documented`() throws {
    let place = try #require(try read(Self.body([Self.full, Self.bare])).places.last).place
    #expect(place == Place(id: "1", name: nil, coordinate: try Coordinate(latitude: 37.5, longitude: 127), group: nil))
  }

  @Test(arguments: [#""id":"26338954""#, #""x":"127.05902969025047""#, #""y":"37.51207412593136""#])
  func `an unreadable record is skipped and counted`(field: String) throws {
    let odd = Self.full.replacing(field, with: #""\#(field.dropFirst().prefix { $0 != "\"" })":null"#)
    let page = try read(Self.body([odd, Self.bare]))
    #expect(page.places.map(\.place.id) == ["1"])
    #expect(page.unreadableCount == 1)
    #expect(throws: PlaceSearchError.untrustworthy(.unreadable(detail: "documents: none has an id and a coordinate"))) {
      try read(Self.body([odd]))
    }
  }

  @Test(arguments: [(#""id":"26338954""#, false), ("", true)])
  func `pages that lack a record are never complete, even if their count doesn't include it`(
    field: String,
    isComplete: Bool
  ) throws {
    let first = field.isEmpty ? [] : [Self.full.replacing(field, with: #""id":null"#)]
    var pages = PagedSearch.Pages()
    pages.add(try read(Self.body(first + [Self.bare], total: 1)))
    let result = try pages.result()
    #expect(result.places.map(\.place.id) == ["1"] && result.isComplete == isComplete)
  }

  @Test func `a response without distances to the sent centre is refused`() throws {
    let text = Self.body([Self.full.replacing(#""418""#, with: #""""#)])
    #expect(throws: PlaceSearchError.untrustworthy(.centerIgnored)) { try read(text) }
    #expect(try read(text, hasOrigin: false).places.first?.distance == nil)
  }

  @Test func `a byte order mark before the JSON is skipped`() throws {
    #expect(try read("\u{FEFF}" + Self.body([Self.full])).places.count == 1)
    #expect(throws: PlaceSearchError.self) { try read("\u{FEFF}\u{FEFF}" + Self.body([Self.full])) }
  }

  @Test func `nothing found is an empty page`() throws {
    let page = try read(#"{"documents":[],"meta":{"is_end":true,"pageable_count":0,"total_count":0}}"#)
    #expect(page.places.isEmpty)
    #expect(page.totalCount == 0)
  }

  @Test func `bytes that are not UTF-8 are refused`() throws {
    let text = Self.body([Self.full])
    let cut = HTTPResponse(
      status: 200,
      fields: ["content-type": "application/json"],
      body: Data(Array(text.utf8).map { $0 == UInt8(ascii: "&") ? 0xFF : $0 } + [0xC0])
    )
    #expect(throws: PlaceSearchError.untrustworthy(.notUTF8)) { try KakaoPage(reading: cut, mustHaveDistances: true) }
    let wide = try #require(text.data(using: .utf16LittleEndian))
    let sixteen = HTTPResponse(status: 200, fields: ["content-type": "application/json"], body: wide)
    #expect(throws: PlaceSearchError.self) { try KakaoPage(reading: sixteen, mustHaveDistances: true) }
  }

  @Test(arguments: ["text/html", "application/xml;charset=UTF-8", "", nil])
  func `another content type is refused`(type: String?) {
    let fields = type.map { ["content-type": $0] } ?? [:]
    let response = HTTPResponse(status: 200, fields: fields, body: Data(Self.body([]).utf8))
    #expect(throws: PlaceSearchError.untrustworthy(.contentType(type))) {
      try KakaoPage(reading: response, mustHaveDistances: true)
    }
  }
}
