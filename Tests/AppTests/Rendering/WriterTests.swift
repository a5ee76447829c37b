import Domain
import TestSupport
import Testing

@testable import App

struct WriterTests {
  private func text(_ write: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    write(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("", #""""#), ("plain", #""plain""#), ("주유소 🛢", #""주유소 🛢""#), (#"a"b\c/d"#, #""a\"b\\c/d""#),
    ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#), ("\u{0}\u{1B}\u{1F}\u{7F}", #""\u0000\u001b\u001f\u007f""#),
    ("a\u{80}b\u{9B}c\u{9F}d\u{A0}e", "\"a\\u0080b\\u009bc\\u009fd\u{A0}e\""),
    ("\u{202E}x\u{2066}y\u{2028}", "\"\\u202ex\\u2066y\u{2028}\""),
    ("é\u{C2}…", "\"é\u{C2}…\""),
  ])
  func `a text is a JSON string`(plain: String, json: String) {
    #expect(text { $0.appendJSON(string: plain) } == json)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (37.0, "37"), (37.4979, "37.4979"), (-122.4194155, "-122.4194155"),
    (0.1 + 0.2, "0.30000000000000004"),
    (127.05902969025047, "127.05902969025047"), (1e-7, "0.0000001"), (1e-9, "1e-09"),
    (1e22, "1e+22"), (123_456_789.125, "123456789.125"), (9.25, "9.25"), (99.5, "99.5"), (999.75, "999.75"),
    (1_000.5, "1000.5"),
  ])
  func `a number is the shortest that reads back`(number: Double, decimal: String) {
    #expect(text { $0.append(decimal: number) } == decimal)
    #expect(Double(decimal) == number)
  }

  @Test func `any number reads back`() {
    var random = SeededRandom(1)
    for _ in 0..<20_000 {
      let exact = Double.random(in: -180...180, using: &random)
      let short = (exact * 1e6).rounded() / 1e6
      for number in [exact, short] {
        let written = text { $0.append(decimal: number) }
        #expect(Double(written) == number)
        // Below a ten-thousandth, the standard library uses an exponent, which is shorter but not a valid coordinate.
        #expect(abs(number) < 0.001 || written.utf8.count <= number.description.utf8.count)
      }
    }
  }

  @Test(arguments: [
    (0, "0"), (7, "7"), (-7, "-7"), (1_000, "1000"), (Int.max, "9223372036854775807"),
    (Int.min, "-9223372036854775808"),
  ])
  func `a whole number is written`(number: Int, decimal: String) {
    #expect(text { $0.append(decimal: number) } == decimal)
  }

  @Test func `a place is an object with every key in order`() {
    #expect(
      text { PlaceWriter(as: .json).append(.full, to: &$0) }
        == #"{"id":"8190212","place_name":"샘플주유소 \"01\"","category":"gas","category_group_code":"OL7","#
        + #""category_group_name":"주유소,충전소","category_name":"교통,수송 > 자동차 > 주유소,충전소","phone":"02-000-0001","#
        + #""address_name":"서울 강남구 역삼동 1","road_address_name":"서울 강남구 강남대로 1","lat":37.4979,"#
        + #""lng":127.0276,"distance_m":223,"place_url":"https://place.map.kakao.com/8190212","kind":null,"attributes":null}"#
    )
    #expect(
      text { PlaceWriter(as: .json).append(.bare, to: &$0) }
        == #"{"id":"9","place_name":null,"category":null,"category_group_code":null,"category_group_name":null,"#
        + #""category_name":null,"phone":null,"address_name":null,"road_address_name":null,"lat":37.4979,"#
        + #""lng":127.0276,"distance_m":1234,"place_url":null,"kind":null,"attributes":null}"#
    )
  }

  @Test(arguments: ["\u{1B}", "\u{9B}", "\"", "\\", ",", "\n", "가", "\u{202E}", "a"])
  func `a place with unusual text is written completely`(word: String) throws {
    let words = String(repeating: word, count: 500)
    let place = Place(
      id: words,
      name: words,
      coordinate: try Coordinate(latitude: -37.123456789012345, longitude: -127.12345678901234),
      group: nil,
      unlistedGroupCode: words,
      unlistedGroupName: words,
      categoryPath: words,
      phone: words,
      lotAddress: words,
      roadAddress: words,
      url: words
    )
    let found = FoundPlace(place: place, distance: Distance(meters: 20_000_000))
    let value = { (write: (inout [UInt8]) -> Void) in self.text(write) }
    let quoted = value { $0.appendJSON(string: words) }
    #expect(
      value { PlaceWriter(fields: [.id, .placeURL, .latitude], as: .json).append(found, to: &$0) }
        == "{\"id\":\(quoted),\"place_url\":\(quoted),\"lat\":-37.123456789012344}"
    )
    #expect(value { PlaceWriter(as: .json).append(found, to: &$0) }.utf8.count == 9 * quoted.utf8.count + 263)
    for notation in [TextNotation.csv, .tsv] {
      let cell = value { $0.append(value: words, as: notation) }
      let separator = notation == .csv ? "," : "\t"
      #expect(
        value { PlaceWriter(fields: [.id, .placeName, .distance], as: notation).appendLine(found, to: &$0) }
          == [cell, cell, "20000000"].joined(separator: separator) + "\n"
      )
    }
  }

  @Test func `a column is a field, a usual attribute or a requested attribute`() {
    #expect(PlaceColumn(word: "LAT") == .field(.latitude))
    #expect(PlaceColumn(word: "price") == .attribute("price"))
    #expect(PlaceColumn(word: "fuel:diesel") == .attribute("fuel:diesel"))
    #expect(PlaceColumn(word: "contact:website") == .attribute("website"))
    #expect(PlaceColumn(word: "attributes.관리번호") == .attribute("관리번호"))
    for word in ["nmae", "attributes.", "fuel:", ""] { #expect(PlaceColumn(word: word) == nil, "\(word)") }
  }

  @Test func `attributes are an object of texts, and a cell of a table if requested`() throws {
    let place = Place(
      id: "1",
      name: nil,
      coordinate: try Coordinate(latitude: 1, longitude: 2),
      group: nil,
      attributes: [
        PlaceAttribute(key: "wheelchair", value: "yes"),
        PlaceAttribute(key: "opening_hours", value: "Mo-Fr 08:00-18:00; PH \"by appointment\"\u{1B}"),
      ]
    )
    let found = FoundPlace(place: place, distance: nil)
    let object = #"{"opening_hours":"Mo-Fr 08:00-18:00; PH \"by appointment\"\u001b","wheelchair":"yes"}"#
    #expect(text { PlaceWriter(as: .json).append(found, to: &$0) }.hasSuffix(#","kind":null,"attributes":\#(object)}"#))
    #expect(
      text { PlaceWriter(fields: [.id, .attributes], as: .csv).append(found, to: &$0) }
        == "1,\"\(object.replacing("\"", with: "\"\""))\""
    )
    let columns = ["id", "opening_hours", "price", "attributes.wheelchair", "website"].compactMap(PlaceColumn.init)
    #expect(
      text { PlaceWriter(fields: columns, as: .csv).append(found, to: &$0) }
        == "1,\"Mo-Fr 08:00-18:00; PH \"\"by appointment\"\"\",,yes,"
    )
    #expect(
      text { PlaceWriter(fields: columns, as: .json).append(found, to: &$0) }
        == #"{"id":"1","opening_hours":"Mo-Fr 08:00-18:00; PH \"by appointment\"\u001b","price":null,"#
        + #""wheelchair":"yes","website":null}"#
    )
    #expect(text { PlaceWriter(fields: columns, as: .tsv).appendHeader(to: &$0) }.hasPrefix("id\topening_hours\tprice"))
    let without = text { PlaceWriter(as: .csv).append(found, to: &$0) }
    #expect(!without.contains("wheelchair") && without.filter { $0 == "," }.count == PlaceField.ofPlaces.count - 2)
  }

  @Test func `an attribute with the name of a field has another name in the output`() async throws {
    let names = "phone,attributes.phone,distance_m,attributes.distance_m,attributes.price"
    let outcome = await Run()("-c gas --at 37.4979,127.0276 -f csv --fields \(names)")
    let header = "phone,attributes.phone,distance_m,attributes.distance_m,price\n"
    #expect(outcome.output.hasPrefix("\(header)02-000-0001,02-000-0001,223,,\n"), "\(outcome.output)")
    #expect(PlaceColumn(word: "contact:phone") == .field(.phone))
    for twice in ["price,attributes.price", "phone,contact:phone", "attributes.phone,attributes.contact:phone"] {
      #expect(await Run()("-c gas --at 37.4979,127.0276 --fields \(twice)").status == 2, "\(twice)")
    }
    let place = Place(
      id: "1",
      name: nil,
      coordinate: .gangnam,
      group: nil,
      attributes: [PlaceAttribute(key: "distance_m", value: "x")]
    )
    let columns = ["attributes.distance_m"].compactMap { PlaceColumn(word: $0) }
    #expect(
      text { PlaceWriter(fields: columns, as: .json).append(FoundPlace(place: place, distance: nil), to: &$0) }
        == #"{"attributes.distance_m":"x"}"#
    )
  }

  @Test func `fields choose the keys and their order`() {
    let writer = PlaceWriter(fields: [.distance, .id], as: .json)
    #expect(text { writer.append(.full, to: &$0) } == #"{"distance_m":223,"id":"8190212"}"#)
    #expect(text { writer.append(.bare, to: &$0) } == #"{"distance_m":1234,"id":"9"}"#)
  }

  @Test(arguments: [
    ("plain", "plain", "plain"), ("a,b", "\"a,b\"", "a,b"), ("a\"b", "\"a\"\"b\"", "a\"b"),
    ("a\rb", "\"a\rb\"", #"a\rb"#),
    ("a\nb\rc\td", "\"a\nb\rc\td\"", #"a\nb\rc\td"#), ("a\tb", "a\tb", #"a\tb"#), (#"a\b"#, #"a\b"#, #"a\\b"#),
    ("\u{1B}[31mred\u{9B}0m\u{202E}", "[31mred0m", "[31mred0m"), ("=1+1", "=1+1", "=1+1"), ("+82-2", "+82-2", "+82-2"),
  ])
  func `a value is quoted or escaped`(value: String, csv: String, tsv: String) {
    #expect(text { $0.append(value: value, as: .csv) } == csv)
    #expect(text { $0.append(value: value, as: .tsv) } == tsv)
  }

  @Test func `places are lines under a header`() {
    let fields: [PlaceField] = [.placeName, .category, .groupName, .phone, .latitude, .longitude, .distance]
    let csv = PlaceWriter(fields: fields, as: .csv)
    #expect(
      text { bytes in
        csv.appendHeader(to: &bytes)
        csv.appendLine(.full, to: &bytes)
        csv.appendLine(.bare, to: &bytes)
      } == """
        place_name,category,category_group_name,phone,lat,lng,distance_m
        "샘플주유소 ""01\""",gas,"주유소,충전소",02-000-0001,37.4979,127.0276,223
        ,,,,37.4979,127.0276,1234

        """
    )
    let single = PlaceWriter(fields: [.phone], as: .csv)
    #expect(text { single.appendLine(.bare, to: &$0) } == "\"\"\n", "a blank line would be no record")
    let tsv = PlaceWriter(fields: fields, as: .tsv)
    #expect(
      text { tsv.appendLine(.full, to: &$0) } == "샘플주유소 \"01\"\tgas\t주유소,충전소\t02-000-0001\t37.4979\t127.0276\t223\n"
    )
  }
}
