import Testing

@testable import PlaceIndex

@Suite struct InputFormatTests {
  @Test(arguments: [
    ("{\"type\":\"FeatureCollection\"}", InputFormat.json), ("\n  [1]", .json), ("\u{1E}{\"type\":\"Feature\"}", .json),
    ("\u{FEFF}{\"a\":1}", .json), ("name,lat,lng\n", .csv), ("\u{FEFF}역번호,역위도\n", .csv), ("\"역번호\",역위도\n", .csv),
    ("", .empty), (" \r\n\t", .empty), ("\u{FEFF}", .empty), ("PFX1\u{0}\u{0}", .binary),
  ])
  func `the format is recognised by the content`(text: String, format: InputFormat) {
    #expect(InputFormat(prefix: Array(text.utf8).span) == format)
  }

  @Test func `CP949 is text, also with a NUL here and there`() {
    #expect(InputFormat(prefix: ([0xBE, 0xE0, 0x2C, 0x41] as [UInt8]).span) == .csv)
    #expect(InputFormat(prefix: Array("name,lat,lng\na\u{0},37.1,127.1\nb,37.2,127.1\n".utf8).span) == .csv)
  }
}
