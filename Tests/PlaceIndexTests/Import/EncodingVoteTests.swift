import Domain
import Tables
import Testing

@testable import PlaceIndex
@testable import Rows

/// A text is read in the encoding that most of its bytes support, and a broken row affects no other row.
@Suite struct EncodingVoteTests {
  /// 약국 in CP949.
  private static let korean: [UInt8] = [0xBE, 0xE0, 0xB1, 0xB9]
  private static let header = Array("name,lat,lng,note\n".utf8)
  /// A last cell for long rows, because many short rows take longer.
  private static let note = "," + String(repeating: "n", count: 100)

  private static func rows(_ name: [UInt8], count: Int, note: String = "") -> [UInt8] {
    (0..<count).flatMap { name + Array(" \($0),37.5,127.5\(note)\n".utf8) }
  }

  /// Imports from a stream that returns a number of bytes at a time.
  private static func imported(_ bytes: [UInt8], step: Int) throws(IndexFileError) -> (names: [String], skipped: Int) {
    var importer = PlaceImporter(rules: ImportRules())
    try importer.read(bytes, name: "input", partByteCount: step)
    var names: [String] = []
    for point in importer.builder.collected.points {
      if let row = RowFormat(importer.builder.collected.arena.view(point.row)) { names.append(row[.name].text) }
    }
    return (names, importer.skipped.reduce(0) { $0 + $1.count })
  }

  @Test(arguments: [1, 4096, 1 << 20])
  func `one broken row after any number of ASCII rows is skipped, and UTF-8 after it is read`(step: Int) throws {
    // More than the sample at the beginning, which is ASCII.
    let plain = Self.rows(Array("plain".utf8), count: step == 1 ? 5_500 : 10_000, note: Self.note)
    let broken = Array("caf".utf8) + [0xE9] + Array("s,37.5,127.5\n".utf8)
    let text = Self.header + plain + broken + Self.rows(Array("약국".utf8), count: 3_600)
    let (names, skipped) = try Self.imported(text, step: step)
    #expect(names.count == text.count { $0 == 0x0A } - 2 && skipped == 1)
    #expect(names.last == "약국 3599")
  }

  @Test(arguments: [1, 4096, 1 << 20])
  func `one row of CP1252 among only ASCII is read, and one of other bytes is skipped`(step: Int) throws {
    let plain = Self.rows(Array("plain".utf8), count: step == 1 ? 2_000 : 10_000, note: Self.note)
    for (letter, name) in [(0xE9, "cafés"), (0x81, nil)] as [(UInt8, String?)] {
      let broken = Array("caf".utf8) + [letter] + Array("s,37.5,127.5\n".utf8)
      let (names, skipped) = try Self.imported(
        Self.header + plain + broken + Self.rows(Array("other".utf8), count: 9),
        step: step
      )
      #expect(names.count == plain.count { $0 == 0x0A } + (name == nil ? 9 : 10) && skipped == (name == nil ? 1 : 0))
      #expect(name.map(names.contains) != false)
    }
  }

  @Test func `a line longer than the buffer of the converter is converted whole`() throws {
    let note = Array(repeating: Self.korean, count: 150_000).flatMap(\.self)
    let text = Array("name,lat,lng,note\n".utf8) + Self.korean + Array(",37.5,127.5,a".utf8) + note
    for end in [[0x0A], [], [0x0A] + Self.korean + Array(",37.5,127.5,\n".utf8)] as [[UInt8]] {
      var window = InputWindow(
        ConvertedStream(DividedStream(text + end, partByteCount: 4096), from: .cp949)
          ?? DividedStream([], partByteCount: 1),
        path: "input"
      )
      try window.fill(to: 4 << 20)
      let lines = window.view.text.split(separator: "\n")
      #expect(lines[1].hasPrefix("약국,") && lines[1].count == 150_000 * 2 + 15 && !lines[1].contains("\u{FFFD}"))
      #expect(lines.count == (end.count > 1 ? 3 : 2))
    }
  }

  @Test(
    arguments: [
      (.shiftJIS, [0x93, 0x8C, 0x8B, 0x9E, 0x83, 0x5E, 0x83, 0x8F, 0x81, 0x5B], "東京タワー")
    ] as [(TextEncoding, [UInt8], String)]
  )
  func `Japanese encodings are distinguished from Korean, and read`(
    encoding: TextEncoding,
    name: [UInt8],
    text: String
  ) throws {
    let row = name + Array(",37.5,127.5\n".utf8)
    #expect(ByteView.over(row, { EncodingVote($0).verdict }) == .other(encoding))
    let invalid = name + [0xFF] + Array(",37.6,127.5\n".utf8)
    let imported = try ImportedPlaces(Self.header + row + row + invalid + row)
    #expect(imported.rows.map(\.name).allSatisfy { $0.hasPrefix(text) } && imported.rows.count >= 1)
    #expect(imported.rows.map(\.latitude).allSatisfy { $0 == 37.5 } && imported.skips == [.notText: 1])
  }

  @Test(
    arguments: [
      ("EUC-JP", [0xC5, 0xEC, 0xB5, 0xFE, 0xA5, 0xBF, 0xA5, 0xEF, 0xA1, 0xBC], "東京タワー"),
      // 臺北車站便利商店
      (
        "BIG5", [0xBB, 0x4F, 0xA5, 0x5F, 0xA8, 0xAE, 0xAF, 0xB8, 0xAB, 0x4B, 0xA7, 0x51, 0xB0, 0xD3, 0xA9, 0xB1],
        "臺北車站便利商店"
      ),
      // 杭州市中心药店
      ("GB18030", [0xBA, 0xBC, 0xD6, 0xDD, 0xCA, 0xD0, 0xD6, 0xD0, 0xD0, 0xC4, 0xD2, 0xA9, 0xB5, 0xEA], "杭州市中心药店"),
    ] as [(String, [UInt8], String)]
  )
  func `other encodings of Japan, Taiwan and China are refused by name`(
    encoding: String,
    name: [UInt8],
    text: String
  ) {
    let row = name + Array(",37.5,127.5\n".utf8)
    let error = #expect(throws: IndexFileError.self) { try ImportedPlaces(Self.header + row + row) }
    guard case .otherEncoding(_, let readings)? = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(readings.contains(EncodingReading(encoding, text: text)), "\(readings)")
  }

  @Test(
    arguments: [
      (Array("caf".utf8) + [0xE9], "café"),
      // An apostrophe and a letter look like a Japanese character, and the dash is a control character in ISO 8859-1.
      (Array("Joe".utf8) + [0x92] + Array("s".utf8), "Joe’s"), (Array("a".utf8) + [0x96] + Array("b".utf8), "a–b"),
      (Array("Joe 5".utf8) + [0xA0] + Array("x".utf8), "Joe 5\u{A0}x"), (Array("Joe".utf8) + [0xA0, 0x20], "Joe"),
      ([0xD6] + Array("ffnung Stra".utf8) + [0xDF] + Array("e".utf8), "Öffnung Straße"),
      // Signs after a number or a letter, and words of one letter, which also occur in Russian.
      (Array("HUMBERTO 1".utf8) + [0xB0], "HUMBERTO 1°"),
      (Array("Calle N".utf8) + [0xBA] + Array(" 5".utf8), "Calle Nº 5"),
      (
        Array("S".utf8) + [0xE9] + Array("jour ".utf8) + [0xE0] + Array(" deux ".utf8) + [0xE0] + Array(" la".utf8),
        "Séjour à deux à la"
      ),
    ] as [([UInt8], String)]
  )
  func `a table with accents between letters is read as CP1252, and the report mentions it`(name: [UInt8], text: String)
    throws
  {
    let imported = try ImportedPlaces(Self.header + name + Array(",37.5,127.5\n".utf8))
    #expect(imported.rows.map(\.name) == [text] && imported.input?.encoding == "CP1252")
  }

  @Test func `a text with a byte that CP1252 lacks isn't read as CP1252`() {
    // Řezník, šťastný in CP1250.
    let czech = [0xD8] + Array("ezn".utf8) + [0xED] + Array("k ".utf8) + [0x9A, 0x9D] + Array("astn".utf8) + [0xFD]
    #expect(ByteView.over(czech, { EncodingVote($0).verdict }) == .unclear)
    let readings = ByteView.over(czech) { EncodingReading.readings(of: $0) }
    #expect(readings.contains(EncodingReading("CP1250", text: "Řezník šťastný")), "\(readings)")
    #expect(!readings.contains { $0.encoding == "CP1252" })
  }

  @Test func `a text that ends with its only letters beyond ASCII is decided by them`() {
    let texts: [([UInt8], EncodingVote.Verdict)] = [
      (Array("7 약국".utf8), .utf8), (Self.korean, .other(.cp949)),
    ]
    for (text, expected) in texts { #expect(ByteView.over(text, { EncodingVote($0).verdict }) == expected, "\(text)") }
  }

  @Test func `each other single-byte encoding is a candidate, with the name decoded in it`() {
    let alone = Array("1 ".utf8) + [0xE8] + Array(" 2".utf8)
    #expect(ByteView.over(alone, { EncodingVote($0).verdict }) == .unclear)
    let name: [UInt8] = [0xC0, 0xEF, 0xF2, 0xE5, 0xEA, 0xE0]
    let expected = [("ISO-8859-1", "Àïòåêà"), ("CP1252", "Àïòåêà"), ("CP1250", "Ŕďňĺęŕ"), ("CP1251", "Аптека")]
      .map { EncodingReading($0.0, text: $0.1) }
    let error = #expect(throws: IndexFileError.self) {
      try ImportedPlaces(Self.header + name + Array(",37.5,127.5\n".utf8))
    }
    guard case .otherEncoding("input", let readings)? = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(Array(readings.prefix(4)) == expected)
  }
}
