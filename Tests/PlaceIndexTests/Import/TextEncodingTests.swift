import Domain
import System
import Tables
import TestSupport
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

  /// Random bytes: runs of ASCII, and pairs that are characters in some encodings and invalid in others.
  private static func randomBytes(_ random: inout SeededRandom) -> [UInt8] {
    (0..<Int.random(in: 0...6, using: &random)).flatMap { _ -> [UInt8] in
      let count = Int.random(in: 0...12, using: &random)
      if Bool.random(using: &random) { return (0..<count).map { _ in .random(in: 0...0x7F, using: &random) } }
      return (0..<count).flatMap { _ in
        [.random(in: 0x81...0xFE, using: &random), .random(in: 0x30...0xFE, using: &random)]
      }
    }
  }

  /// Converts with one call of the system's converter.
  private static func convertedAtOnce(_ bytes: [UInt8], from name: String) -> (utf8: [UInt8], read: Int, stop: Int32) {
    let converter: iconv_t? = unsafe iconv_open("UTF-8", name)
    defer { unsafe _ = iconv_close(converter) }
    var bytes = bytes
    var output = [UInt8](repeating: 0, count: 4 * bytes.count + 8)
    return unsafe bytes.withUnsafeMutableBytes { input in
      unsafe output.withUnsafeMutableBytes { output in
        var from = unsafe input.bindMemory(to: CChar.self).baseAddress
        var into = unsafe output.bindMemory(to: CChar.self).baseAddress
        var (bytesLeft, bytesFree) = (input.count, output.count)
        let outcome = unsafe iconv(converter, &from, &bytesLeft, &into, &bytesFree)
        let written = output.count - bytesFree
        return unsafe (Array(output[..<written]), input.count - bytesLeft, Int(outcome) == -1 ? errno : 0)
      }
    }
  }

  @Test(arguments: TextEncoding.allCases)
  func `a text is converted as by one call of the system, whatever space is free`(encoding: TextEncoding) {
    guard var converter = TextConverter(from: encoding) else {
      Issue.record("no converter for \(encoding)")
      return
    }
    var random = SeededRandom(949)
    for _ in 0..<300 {
      let bytes = Self.randomBytes(&random)
      let expected = Self.convertedAtOnce(bytes, from: encoding == .cp949 ? "UHC" : encoding.rawValue)
      var utf8: [UInt8] = []
      var read = 0
      var stop = E2BIG
      while stop == E2BIG {
        var output = [UInt8](repeating: 0, count: .random(in: 4...40, using: &random))
        let outcome = ByteView.over(bytes) { bytes in
          unsafe output.withUnsafeMutableBytes { output in
            unsafe converter.convert(bytes.part(read..<bytes.count), into: output)
          }
        }
        utf8 += output[..<outcome.written]
        read += outcome.read
        stop = outcome.stop
      }
      #expect(utf8 == expected.utf8 && read == expected.read && stop == expected.stop, "\(bytes)")
    }
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
