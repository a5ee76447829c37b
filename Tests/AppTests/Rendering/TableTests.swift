import Domain
import Testing

@testable import App

@Suite
struct TableTests {
  private func text(_ table: Table, columns: Int? = nil, hasHeader: Bool = true, isColored: Bool = false) -> String {
    var bytes: [UInt8] = []
    table.append(to: &bytes, terminalColumns: columns, hasHeader: hasHeader, isColored: isColored)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("주유소", 6), ("ﾊﾟ", 2), ("Ａ", 2), ("é", 1), ("e\u{301}", 1), ("🛢️", 2), ("😀", 2),
    ("👩‍👩‍👧", 2), ("🇰🇷", 2), ("\u{1100}\u{1161}\u{11A8}", 2), ("한\u{200B}글", 4), ("…", 1), ("日本", 4), ("❤️", 2),
    ("\u{AD}", 0),
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

  @Test func `places stand in columns`() {
    #expect(
      text(PlaceTable(fields: nil).table(of: [.full, .bare])) == """
        DISTANCE  NAME             CATEGORY  ADDRESS                 PHONE
           223 m  샘플주유소 "01"  gas       서울 강남구 강남대로 1  02-000-0001
         1.23 km

        """
    )
  }

  @Test func `a narrow terminal cuts the widest columns and then leaves out the last`() {
    let table = PlaceTable(fields: nil).table(of: [.full])
    for columns in 1...80 {
      for line in text(table, columns: columns).split(separator: "\n") { #expect(DisplayWidth.of(line) <= columns) }
    }
    #expect(
      text(table, columns: 50) == """
        DISTANCE  NAME            CATEGORY  ADDRESS
           223 m  샘플주유소 "0…  gas       서울 강남구 …

        """
    )
  }

  @Test func `fields are columns under their names`() {
    let table = PlaceTable(fields: [.id, .distance, .latitude]).table(of: [.full])
    #expect(text(table) == "id       distance_m      lat\n8190212         223  37.4979\n")
    #expect(text(table, hasHeader: false) == "8190212  223  37.4979\n")
    #expect(text(table, isColored: true).hasPrefix("\u{1B}[1mid       distance_m      lat\u{1B}[0m\n"))
  }

  @Test func `a name cannot steer the terminal`() {
    let table = PlaceTable(fields: [.placeName])
      .table(of: [.named("a\u{1B}]0;x\u{7}b\u{9B}31mc\u{202E}d\ne\rf\tg\u{7F}")])
    #expect(text(table, hasHeader: false) == "a]0;xb31mcd e f g\n")
  }
}
