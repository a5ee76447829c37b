import Domain
import Tables
import Testing

@testable import PlaceIndex
@testable import Rows

/// The format of a batch's input, however its bytes arrive.
@Suite struct TableDecoderTests {
  struct Input: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]

    init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

    init(_ name: String, _ bytes: [UInt8]) { (testDescription, self.bytes) = (name, bytes) }
  }

  private enum Outcome: Equatable {
    case text([UInt8])
    case failure(IndexFileError)
  }

  private static func utf16(_ text: String, isBig: Bool = false) -> [UInt8] {
    text.utf16.flatMap { isBig ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  private static let table = "이름,위도,경도\n가온,37.5,127.1\n"

  private static let inputs: [Input] = [
    Input("nothing", ""),
    Input("a table", table),
    Input("one line", "lat,lng"),
    Input("comments", "# a\n# b\nlat,lng\n37.5,127\n"),
    Input("lines of JSON", "{\"이름\":\"a\"}\n{}\n"),
    Input("an array", " [{\"lat\":37.5}]"),
    Input("UTF-16", utf16(table)),
    Input("big-endian UTF-16", utf16(table, isBig: true)),
    Input("UTF-16 below a title", utf16("전국도서관\n" + table)),
    Input("JSON in UTF-16", utf16("[{\"이름\":1}]")),
    Input("CP949", [192, 204, 184, 167, 44, 192, 167, 181, 181, 10, 176, 161, 44, 51, 10]),
    Input("a mark", "\u{FEFF}" + table),
    Input("KML", "<?xml version=\"1.0\"?>\n<kml xmlns=\"http://www.opengis.net/kml/2.2\">\n</kml>\n"),
    Input("GPX", "<?xml version=\"1.0\"?>\n\n<gpx version=\"1.1\">\n</gpx>\n"),
    Input("a page", "\n<!DOCTYPE html>\n<html></html>\n"),
    Input("Turtle", "# a comment\n\n@prefix a: <http://a/> .\n"),
    Input("a pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n"),
    Input("rich text", "{\\rtf1\\ansi}"),
    Input("Parquet", Array("PAR1".utf8) + [0x15, 0x04, 0x0A, 0x15, 0x00]),
    Input("a database", Array("SQLite format 3".utf8) + [UInt8](repeating: 0, count: 53) + Array("GPKG\n".utf8)),
    Input("a binary", [1, 2, 3, 4, 10] + [UInt8](repeating: 5, count: 100)),
    Input(
      "a workbook",
      [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 22) + [19, 0, 0, 0] + "[Content_Types].xml".utf8
    ),
  ]

  private func outcome(of input: Input, inPartsOf size: Int) -> Outcome {
    let decoder = TableDecoder(path: "rows")
    var text: [UInt8] = []
    do throws(IndexFileError) {
      for start in stride(from: 0, to: input.bytes.count, by: size) {
        text += try decoder.decode(Array(input.bytes[start..<min(start + size, input.bytes.count)]))
      }
      text += try decoder.decode([])
      return .text(text)
    } catch { return .failure(error) }
  }

  @Test(arguments: inputs) func `the format of bytes does not depend on how they arrive`(input: Input) {
    let whole = outcome(of: input, inPartsOf: 1 << 20)
    for size in [1, 2, 3, 5, 7, 64] { #expect(outcome(of: input, inPartsOf: size) == whole, "\(size)") }
  }

  @Test(arguments: ["UTF-16", "big-endian UTF-16"]) func `UTF-16 is recognised without a mark and without ASCII`(
    name: String
  ) {
    let input = Self.inputs.first { $0.testDescription == name }
    #expect(input.map { outcome(of: $0, inPartsOf: 1) } == .text(Array(Self.table.utf8)))
  }

  /// Each line is returned when it has arrived; an object of an array is returned even before its line ends.
  @Test func `one line of CP1252 among lines of ASCII is converted`() throws {
    let plain = Array(String(repeating: "plain,1,2\n", count: 1000).utf8)
    let line = Array("caf".utf8) + [0xE9] + Array("s,1,2\n".utf8)
    let decoder = TableDecoder(path: "rows")
    let text = try decoder.decode(Array("name,lat,lng\n".utf8) + plain + line + plain) + decoder.decode([])
    #expect(String(decoding: text, as: UTF8.self).contains("\ncafés,1,2\nplain,1,2\n"))
    #expect(text.count == 13 + 2 * plain.count + line.count + 1)
    #expect(decoder.assumedEncoding == .cp1252 && !decoder.isUnchanged)
    let other = TableDecoder(path: "rows")
    let spaced = try other.decode(plain + Array("a".utf8) + [0xA0] + Array(" ,1,2\n".utf8) + plain) + other.decode([])
    #expect(String(decoding: spaced, as: UTF8.self).contains("\na\u{A0} ,1,2\n"))
  }

  @Test func `rows that trickle are not held back`() throws {
    let lines = TableDecoder(path: "rows")
    #expect(try lines.decode(Array("이름,lat,lng\n".utf8)) == Array("이름,lat,lng\n".utf8))
    #expect(try lines.decode(Array("가,1,2\n".utf8)) == Array("가,1,2\n".utf8))
    let objects = TableDecoder(path: "rows")
    #expect(try objects.decode(Array("{\"이름\":1}\n".utf8)) == Array("{\"이름\":1}\n".utf8))
  }
}
