import Domain
import Foundation
import Tables
import TestSupport
import Testing

@testable import PlaceIndex
@testable import Rows

@Suite struct CompressedInputTests {
  private static let table = "name,lat,lng,category\n가온,37.1,127.1,cafe\n나래,37.2,127.1,bank\n"

  /// `table` as written by `gzip -n` and by Python's zipfile.
  private static func bytes(_ base64: String) throws -> [UInt8] { Array(try #require(Data(base64Encoded: base64))) }

  @Test func `gzip is decompressed, also in two members`() throws {
    let member = try Self.bytes(
      "H4sIAAAAAAACA8tLzE3VyUks0cnJS9dJTixJTc8vquR6taHhzYwVOsbmeoY6hkYgMjkxLZXrddOM1/NmgISNoMJJiXnZXADEsl8jRAAAAA=="
    )
    #expect(try ImportedPlaces(member).rows.map(\.name) == ["가온", "나래"])
    #expect(try ImportedPlaces(member + member).rows.map(\.name) == ["가온", "나래"])
    #expect(throws: IndexFileError.self) { try ImportedPlaces(Array(member.dropLast(12))) }
    #expect(try ImportedPlaces(member + [0, 0, 0] + member + [0, 0]).rows.map(\.name) == ["가온", "나래"])
    #expect(throws: IndexFileError.malformed(path: "input", detail: "something else follows the gzip data", offset: 0))
    {
      try ImportedPlaces(member + Array("다솜,37.3,127.1,cafe\n".utf8))
    }
  }

  @Test(arguments: [
    "UEsDBBQAAAgIAAAAIVgAAAAAAgAAAAAAAAAHAAAA7J6Q66OMLwMAUEsDBBQAAAgIAAAAIVgtdMGkEQAAAA4AAAATAAAA7J297Ja07KO87IS47JqULnR4dHszd4vCm3kTXi/ued01hQsAUEsDBBQAAAgIAAAAIVjEsl8jPQAAAEQAAAAKAAAA7IOB6rCALmNzdstLzE3VyUks0cnJS9dJTixJTc8vquR6taHhzYwVOsbmeoY6hkYgMjkxLZXrddOM1/NmgISNoMJJiXnZXABQSwECFAMUAAAICAAAACFYAAAAAAIAAAAAAAAABwAAAAAAAAAAAAAAgAEAAAAA7J6Q66OML1BLAQIUAxQAAAgIAAAAIVgtdMGkEQAAAA4AAAATAAAAAAAAAAAAAACAAScAAADsnb3slrTso7zshLjsmpQudHh0UEsBAhQDFAAACAgAAAAhWMSyXyM9AAAARAAAAAoAAAAAAAAAAAAAAIABaQAAAOyDgeqwgC5jc3ZQSwUGAAAAAAMAAwCuAAAAzgAAAAAA",
    "UEsDBBQACAgIAAAAIVgAAAAAAAAAAAAAAAAHAAAA7J6Q66OMLwMAUEsHCAAAAAACAAAAAAAAAFBLAwQUAAgICAAAACFYAAAAAAAAAAAAAAAAEwAAAOydveyWtOyjvOyEuOyalC50eHR7M3eLwpt5E14v7nndNYULAFBLBwgtdMGkEQAAAA4AAABQSwMEFAAICAgAAAAhWAAAAAAAAAAAAAAAAAoAAADsg4HqsIAuY3N2y0vMTdXJSSzRyclL10lOLElNzy+q5Hq1oeHNjBU6xuZ6hjqGRiAyOTEtlet104zX82aAhI2gwkmJedlcAFBLBwjEsl8jPQAAAEQAAABQSwECFAMUAAgICAAAACFYAAAAAAIAAAAAAAAABwAAAAAAAAAAAAAAgAEAAAAA7J6Q66OML1BLAQIUAxQACAgIAAAAIVgtdMGkEQAAAA4AAAATAAAAAAAAAAAAAACAATcAAADsnb3slrTso7zshLjsmpQudHh0UEsBAhQDFAAICAgAAAAhWMSyXyM9AAAARAAAAAoAAAAAAAAAAAAAAIABiQAAAOyDgeqwgC5jc3ZQSwUGAAAAAAMAAwCuAAAA/gAAAAAA",
    "UEsDBBQAAAgAAAAAIVgAAAAAAAAAAAAAAAAHAAAA7J6Q66OML1BLAwQUAAAIAAAAACFYLXTBpA4AAAAOAAAAEwAAAOydveyWtOyjvOyEuOyalC50eHTsnbQg7J6Q66OM64qUClBLAwQUAAAIAAAAACFYxLJfI0QAAABEAAAACgAAAOyDgeqwgC5jc3ZuYW1lLGxhdCxsbmcsY2F0ZWdvcnkK6rCA7JioLDM3LjEsMTI3LjEsY2FmZQrrgpjrnpgsMzcuMiwxMjcuMSxiYW5rClBLAQIUAxQAAAgAAAAAIVgAAAAAAAAAAAAAAAAHAAAAAAAAAAAAAACAAQAAAADsnpDro4wvUEsBAhQDFAAACAAAAAAhWC10waQOAAAADgAAABMAAAAAAAAAAAAAAIABJQAAAOydveyWtOyjvOyEuOyalC50eHRQSwECFAMUAAAIAAAAACFYxLJfI0QAAABEAAAACgAAAAAAAAAAAAAAgAFkAAAA7IOB6rCALmNzdlBLBQYAAAAAAwADAK4AAADQAAAAAAA=",
    // Sizes of eight bytes after the data.
    "UEsDBC0ACAgIAAAAIVgAAAAA//////////8NABQA7J6Y66q77IS8LnR4dAEAEAAAAAAAAAAAAAAAAAAAAAAAq1CoVKhSeDNvwuvFPQBQSwcIy5rs0w4AAAAAAAAADAAAAAAAAABQSwMELQAICAgAAAAhWAAAAAD//////////woAFADsg4HqsIAuY3N2AQAQAAAAAAAAAAAAAAAAAAAAAADLS8xN1clJLNHJyUvXSU4sSU3PL6rkerWh4c2MFTrG5nqGOoZGIDI5MS2V63XTjNfzZoCEjaDCSYl52VwAUEsHCMSyXyM9AAAAAAAAAEQAAAAAAAAAUEsBAi0DLQAICAgAAAAhWMua7NMOAAAADAAAAA0AAAAAAAAAAAAAAIABAAAAAOyemOuqu+yEvC50eHRQSwECLQMtAAgICAAAACFYxLJfIz0AAABEAAAACgAAAAAAAAAAAAAAgAFlAAAA7IOB6rCALmNzdlBLBQYAAAAAAgACAHMAAAD2AAAAAAA=",
  ])
  func `the tables of an archive are read, whatever else is in it`(base64: String) throws {
    var importer = PlaceImporter(rules: ImportRules())
    try importer.read(try Self.bytes(base64), name: "a.zip")
    #expect(importer.builder.placeCount == 2)
    #expect(importer.inputs.map(\.path) == ["a.zip/상가.csv"])
  }

  /// Fills the buffer except its last byte.
  private final class AlmostFullStream: ByteStream {
    private(set) var minimumRoom = Int.max
    private var left = 500_000

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      minimumRoom = min(minimumRoom, buffer.count)
      let count = min(left, max(1, buffer.count - 1))
      for index in 0..<count { unsafe buffer[index] = UInt8(ascii: "x") }
      left -= count
      return count
    }
  }

  @Test func `reading ahead leaves the view where it is`() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 >> 3 ^ $0) }
    var window = InputWindow(JoinedStream(bytes), capacity: 128)
    var random = SeededRandom(1)
    var isUnmoved = true
    var isEqual = true
    while window.offset < bytes.count {
      window.reserve(2000)
      try window.readAhead(to: 1000)
      let view = window.view
      try window.readAhead(to: 2000)
      isUnmoved = isUnmoved && view.offset(in: window.view) == 0
      isEqual = isEqual && view.array == Array(bytes[window.offset...].prefix(view.count))
      isEqual = isEqual && window.byteCount >= min(2000, bytes.count - window.offset)
      window.consume(min(window.byteCount, Int.random(in: 1...1500, using: &random)))
    }
    #expect(isUnmoved && isEqual)
  }

  @Test func `a stream is never read into less space than a character takes`() throws {
    let stream = AlmostFullStream()
    var window = InputWindow(stream, path: "input", capacity: 100)
    while !window.isAtEnd { try window.refill() }
    #expect(window.view.count == 500_000)
    // Four bytes are the longest character in UTF-8.
    #expect(stream.minimumRoom >= 4)
  }

  @Test(arguments: 0..<6) func `a table in CP949 is read to its end, wherever its rows are split`(padding: Int) throws {
    let name = [0xBE, 0xE0, 0xB1, 0xB9] as [UInt8]
    var bytes = Array("name,lat,lng,category\n".utf8)
    for row in 0..<300 {
      bytes +=
        [UInt8](repeating: UInt8(ascii: "x"), count: padding) + name + name
        + Array(",37.\(1000 + row),127.1,cafe\n".utf8)
    }
    #expect(try ImportedPlaces(bytes).rows.count == 300)
  }

  @Test func `CP949 is converted on its way, in tables and in JSON`() throws {
    let name: [UInt8] = [0xBE, 0xE0, 0xB1, 0xB9]
    let json = Array("[{\"name\":\"".utf8) + name + Array("\",\"lat\":35.1,\"lng\":128.5}]".utf8)
    #expect(try ImportedPlaces(json).rows.map(\.name) == ["약국"])
    let broken =
      Array("name,lat,lng\n".utf8) + name + Array(",35.1,128.5\n".utf8) + [0xBE] + Array(",35.2,128.5\n".utf8) + name
    let imported = try ImportedPlaces(broken + Array(",35.3,128.5\n".utf8))
    #expect(imported.rows.map(\.latitude) == [35.1, 35.3] && imported.skips == [.notText: 1])
  }
}
