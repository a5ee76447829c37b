import Domain
import Testing

@testable import PlaceIndex

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
  func `it is read in both orders of bytes, in tables and in JSON`(isBigEndian: Bool, text: String) throws {
    #expect(try ImportedPlaces(Self.bytes(text, isBigEndian: isBigEndian)).rows.map(\.name) == ["가온 \u{1F9C1}"])
  }

  @Test(arguments: 1...3) func `a table of any length comes whole`(padding: Int) throws {
    let name = String(repeating: "x", count: padding) + "가\u{1F9C1}"
    let text = "name,lat,lng\n" + (10_000..<19_000).map { "\(name),37.1,127.\($0)\n" }.joined()
    let imported = try ImportedPlaces(Self.bytes(text, isBigEndian: false))
    #expect(imported.rows.count == 9_000)
    #expect(Set(imported.rows.map(\.name)) == [name])
  }

  @Test func `half a pair of surrogates skips its row, and half a unit at the end nothing else`() throws {
    var bytes = Self.bytes("name,lat,lng\n가온,37.1,127.1\n나래", isBigEndian: false)
    bytes += [0x3C, 0xD8] + Self.bytes(",37.2,127.1\n다솜,37.3,127.1\n라온,37.4,127.1\n", isBigEndian: false).dropFirst(2)
    #expect(try ImportedPlaces(bytes).rows.map(\.name) == ["가온", "다솜", "라온"])
    #expect(try ImportedPlaces(bytes + [0x41]).rows.map(\.name) == ["가온", "다솜", "라온"])
  }
}
