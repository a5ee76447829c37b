import Domain
import Tables
import Testing

@testable import PlaceIndex
@testable import Rows

@Suite struct TextConverterTests {
  /// Decodes several texts in succession with one converter; fails if the system has none.
  private func decoded(_ texts: [UInt8]...) -> [String?] {
    guard var converter = TextConverter(from: .cp949) else {
      Issue.record("no converter for CP949")
      return []
    }
    var results: [String?] = []
    for text in texts {
      results.append(ByteView.over(text) { converter.utf8(of: $0) }.map { String(decoding: $0, as: UTF8.self) })
    }
    return results
  }

  @Test func `CP949 becomes UTF-8, the syllables beyond EUC-KR too`() {
    // 약국 is also in EUC-KR; 뷁 only in CP949.
    let texts = decoded([0xBE, 0xE0, 0xB1, 0xB9, 0x20, 0x41, 0x94, 0xEE], Array("02-123".utf8), [])
    #expect(texts == ["약국 A뷁", "02-123", ""])
  }

  @Test(arguments: [[0xBE], [0xBE, 0xE0, 0xFF], [0xFF, 0xFF]] as [[UInt8]])
  func `invalid CP949 is refused, and the converter can be used again`(bytes: [UInt8]) {
    #expect(decoded(bytes, [0xB1, 0xB9]) == [nil, "국"])
  }

  @Test func `marks of other encodings are known`() {
    let marks: [([UInt8], TextEncoding?)] = [
      ([0xFF, 0xFE, 0x41, 0x00], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian), (Array("ab".utf8), nil),
    ]
    for (bytes, encoding) in marks { #expect(TextEncoding.marked(in: bytes.span) == encoding) }
    #expect(TextEncoding.markLength(of: ([0xEF, 0xBB, 0xBF, 0x61] as [UInt8]).span) == 3)
    #expect(TextEncoding.markLength(of: ([0x61] as [UInt8]).span) == 0)
  }
}

/// UTF-16, as spreadsheets save "Unicode text".
@Suite struct WideTextTests {
  private static func bytes(_ text: String, isBigEndian: Bool) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
  }

  @Test(
    arguments: [true, false],
    ["name\t위도\t경도\r\n가온 \u{1F9C1}\t37.1\t127.1\r\n", #"[{"name":"가온 🧁","lat":37.1,"lng":127.1}]"#]
  )
  func `UTF-16 is read in both byte orders, in tables and in JSON`(isBigEndian: Bool, text: String) throws {
    #expect(try ImportedPlaces(Self.bytes(text, isBigEndian: isBigEndian)).rows.map(\.name) == ["가온 \u{1F9C1}"])
  }

  @Test(arguments: 1...3) func `a table of any length is read completely`(padding: Int) throws {
    let name = String(repeating: "x", count: padding) + "가\u{1F9C1}"
    let text = "name,lat,lng\n" + (10_000..<19_000).map { "\(name),37.1,127.\($0)\n" }.joined()
    let imported = try ImportedPlaces(Self.bytes(text, isBigEndian: false))
    #expect(imported.rows.count == 9_000)
    #expect(Set(imported.rows.map(\.name)) == [name])
  }

  @Test func `a lone surrogate skips its row, and half a code unit at the end nothing else`() throws {
    var bytes = Self.bytes("name,lat,lng\n가온,37.1,127.1\n나래", isBigEndian: false)
    bytes += [0x3C, 0xD8] + Self.bytes(",37.2,127.1\n다솜,37.3,127.1\n라온,37.4,127.1\n", isBigEndian: false).dropFirst(2)
    #expect(try ImportedPlaces(bytes).rows.map(\.name) == ["가온", "다솜", "라온"])
    #expect(try ImportedPlaces(bytes + [0x41]).rows.map(\.name) == ["가온", "다솜", "라온"])
  }
}
