import Domain
import Testing

@testable import App

struct TableTests {
  private func text(_ table: Table, columns: Int? = nil, hasHeader: Bool = true, isColored: Bool = false) -> String {
    var bytes: [UInt8] = []
    table.append(to: &bytes, Table.Style(terminalColumns: columns, hasHeader: hasHeader, isColored: isColored))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("주유소", 6), ("ﾊﾟ", 2), ("Ａ", 2), ("é", 1), ("e\u{301}", 1), ("🛢️", 2), ("😀", 2),
    ("👩‍👩‍👧", 2), ("🇰🇷", 2), ("\u{1100}\u{1161}\u{11A8}", 2), ("한\u{200B}글", 4), ("…", 1), ("日本", 4), ("❤️", 2),
    ("\u{AD}", 0), ("กำ", 2), ("น้ำตก", 4), ("हिन्दी", 5), ("क्ष्म", 3), ("தமிழ்", 4), ("⛹🏽", 2), ("ｶﾞ", 2), ("カﾞ", 3), ("\u{2028}", 0),
  ])
  func `a text takes the columns that a terminal gives it`(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(arguments: [
    ("주유소", 6, "주유소"), ("주유소", 5, "주유…"), ("주유소", 4, "주…"), ("주유소", 1, "…"), ("주유소", 0, ""),
    ("abcdef", 4, "abc…"), ("abc", 3, "abc"),
  ])
  func `a text is cut to a width`(text: String, columns: Int, fitted: String) {
    #expect(DisplayWidth.fitted(text, to: columns) == fitted)
    #expect(DisplayWidth.of(fitted) <= columns)
  }

  @Test func `places are printed in columns`() {
    #expect(
      text(PlaceTable(fields: nil).table(of: [.full, .bare])) == """
        #  DISTANCE  NAME             CATEGORY  ADDRESS                 PHONE
        1     223 m  샘플주유소 "01"  gas       서울 강남구 강남대로 1  02-000-0001
        2   1.23 km  place, no name

        """
    )
  }

  @Test func `the category of every place is shown if the query names another one`() {
    let dentist = Place(
      id: "1",
      name: "Zahn",
      coordinate: .gangnam,
      group: .hospital,
      kind: Kind(slug: "dentist")
    )
    let places = [dentist, dentist].map { FoundPlace(place: $0, distance: nil) }
    func lines(_ word: String) -> String {
      text(PlaceTable(fields: nil, categories: [PlaceCategory(word: word)]).table(of: places))
    }
    #expect(lines("hospital") == "#  NAME  CATEGORY\n1  Zahn  dentist\n2  Zahn  dentist\n")
    #expect(lines("dentist") == "#  NAME\n1  Zahn\n2  Zahn\n")
  }

  @Test func `a narrow terminal cuts and omits the least important first`() {
    let table = PlaceTable(fields: nil).table(of: [.full])
    for columns in 1...80 {
      for line in text(table, columns: columns).split(separator: "\n") { #expect(DisplayWidth.of(line) <= columns) }
    }
    #expect(
      text(table, columns: 50) == """
        #  DISTANCE  NAME           CATEGORY  ADDRESS
        1     223 m  샘플주유소 "…  gas       서울 강남구…

        """
    )
  }

  @Test(arguments: [
    (["서울 강남구 강남대로 1", "서울 강남구 테헤란로 22"], 24, "#  NAME  ADDRESS\n1  가    …강남대로 1\n2  나    …테헤란로 22\n"),
    (["서울 강남구 강남대로 1", "서울 강남구 강남대로 1"], 80, "#  NAME\n1  가\n2  나\n"),
    (["서울 강남구 강남대로 1", ""], 80, "#  NAME  ADDRESS\n1  가    서울 강남구 강남대로 1\n2  나\n"),
    (["서울 강남구 강남대로 1"], 80, "#  NAME  CATEGORY  ADDRESS\n1  가    cafe      서울 강남구 강남대로 1\n"),
  ])
  func `a column without values is left out, and addresses lose their common part`(
    addresses: [String],
    columns: Int,
    expected: String
  ) throws {
    let places = zip(["가", "나"], addresses).map { FoundPlace.named($0, roadAddress: $1) }
    #expect(text(PlaceTable(fields: nil).table(of: places), columns: columns) == expected)
  }

  @Test func `omitted columns and cut cells are reported`() {
    let table = PlaceTable(fields: nil).table(of: [.full])
    var bytes: [UInt8] = []
    #expect(table.append(to: &bytes, Table.Style(terminalColumns: 80)).isNone)
    #expect(
      table.append(to: &bytes, Table.Style(terminalColumns: 50)) == Table.Omission(columns: ["PHONE"], cutCells: 2)
    )
    #expect(table.append(to: &bytes, Table.Style(terminalColumns: 30)).columns == ["CATEGORY", "ADDRESS", "PHONE"])
  }

  @Test func `one long name does not stretch the rest`() {
    let names = Array(repeating: FoundPlace.named("카페"), count: 19) + [.named(String(repeating: "긴 이름 ", count: 20))]
    let table = PlaceTable(fields: nil).table(of: names)
    let lines = text(table, columns: 200).split(separator: "\n")
    #expect(lines.allSatisfy { DisplayWidth.of($0) < 60 })
    #expect(lines.last?.contains("…") == true)
    #expect(text(table).contains(String(repeating: "긴 이름 ", count: 20).dropLast()), "a file gets everything")
  }

  @Test(arguments: [80, 120, 200]) func `long names leave room for addresses`(columns: Int) {
    let long = String(repeating: "긴 이름 ", count: 20)
    let names = (0..<10).map { FoundPlace.named($0 < 5 ? long : "카페", roadAddress: "서울 강남구 강남대로 \($0)길 12") }
    let lines = text(PlaceTable(fields: nil).table(of: names), columns: columns)
    #expect(lines.contains("3길 12\n") && lines.contains("긴 이름 긴"), "\(lines)")
    #expect(lines.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= columns })
  }

  @Test func `colours and links take no columns`() {
    let table = PlaceTable(fields: nil).table(of: [.full])
    var bytes: [UInt8] = []
    table.append(to: &bytes, Table.Style(terminalColumns: 80, hasHeader: false, isColored: true, hasLinks: true))
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "\u{1B}[2m1\u{1B}[22m  223 m  \u{1B}]8;;https://place.map.kakao.com/8190212\u{1B}\\샘플주유소 \"01\""
        + "\u{1B}]8;;\u{1B}\\  \u{1B}[31mgas\u{1B}[39m  서울 강남구 강남대로 1  02-000-0001\n"
    )
  }

  @Test(arguments: [
    (["TERM_PROGRAM": "WezTerm"], true), (["VTE_VERSION": "6800"], true), (["VTE_VERSION": "4200"], false),
    (["TERM": "xterm-256color"], false), (["FORCE_HYPERLINK": "1", "TERM": "xterm"], true),
    (["FORCE_HYPERLINK": "0", "TERM_PROGRAM": "WezTerm"], false), (["TERM": "dumb", "WT_SESSION": "x"], false),
  ])
  func `links are for terminals that show them`(environment: [String: String], areShown: Bool) async {
    let output = await Run(environment: environment, outputColumns: 80)("-c gas --at 37.4979,127.0276").output
    #expect(output.contains("\u{1B}]8;;https://") == areShown)
    let piped = await Run(environment: environment)("-c gas --at 37.4979,127.0276 -f table").output
    #expect(!piped.contains("\u{1B}"))
  }

  @Test func `fields are columns under their names`() {
    let table = PlaceTable(fields: [.id, .distance, .latitude]).table(of: [.full])
    #expect(text(table) == "id       distance_m        lat\n8190212         223  37.497900\n")
    #expect(text(table, hasHeader: false) == "8190212  223  37.497900\n")
    #expect(text(table, isColored: true).hasPrefix("\u{1B}[1mid       distance_m        lat\u{1B}[0m\n"))
  }

  @Test func `the attributes that the query compares are columns`() {
    let place = Place(
      id: "1",
      name: "a",
      coordinate: .gangnam,
      group: .cafe,
      attributes: [PlaceAttribute(key: "wheelchair", value: "yes")]
    )
    var table = PlaceTable(fields: nil)
    table.attributes = ["wheelchair", "capacity"]
    let lines = text(table.table(of: [FoundPlace(place: place, distance: nil)])).split(separator: "\n")
    #expect(lines.first?.contains("WHEELCHAIR") == true && lines.last?.contains("yes") == true)
  }

  @Test func `a name cannot control the terminal`() {
    let table = PlaceTable(fields: [.placeName])
      .table(of: [.named("a\u{1B}]0;x\u{7}b\u{9B}31mc\u{202E}d\ne\rf\tg\u{7F}")])
    #expect(text(table, hasHeader: false) == "a]0;xb31mcd e f g\n")
  }
}
