import Domain
import Foundation
import Testing
import Tables

@testable import PlaceIndex

/// The work of an import is linear in the size of any input.
///
/// Work is counted, not timed.
@Suite struct LinearWorkTests {
  private static func importer(threads: Int = 1, maximumValueByteCount: Int = 64 << 20) -> PlaceImporter {
    var pace = ImportPace(threads: threads, chunkBytes: 1 << 12)
    pace.maximumValueByteCount = maximumValueByteCount
    return PlaceImporter(rules: ImportRules(), pace: pace)
  }

  @Test(arguments: [1, 2])
  func `lines with an open bracket are parsed a bounded number of times`(threads: Int) throws {
    let line = #"{"id":"1","lat":37.5,"lng":127.5,"a":[{"b":"#
    var work: [Double] = []
    for count in [300, 900] {
      let bytes = Array(String(repeating: line + "\n", count: count).utf8)
      var importer = Self.importer(threads: threads)
      try importer.read(bytes, name: "input")
      #expect(importer.skipped.map(\.count) == [count])
      work.append(Double(importer.parsedByteCount) / Double(bytes.count))
    }
    // Two brackets per line: after 64 lines the values are nested too deeply to be plausible.
    #expect(work[1] <= 2 * Double(JSONViewCursor.maximumNesting))
    #expect(threads > 1 || work[1] <= work[0] * 1.5)
  }

  @Test func `a row is parsed once, however many threads read`() throws {
    let rows = (0..<4000).map { #"{"id":"\#($0)","lat":37.5,"lng":127.5}"# }
    for text in [rows.joined(separator: "\n") + "\n", "[" + rows.joined(separator: ",\n") + "]"] {
      var importer = Self.importer(threads: 3)
      try importer.read(Array(text.utf8), name: "input")
      #expect(importer.builder.placeCount == 4000 && importer.parsedByteCount < 3 * text.utf8.count / 2)
    }
  }

  @Test func `a value that never closes is skipped, and the rest is read`() throws {
    let open = #"{"id":"x","a":["# + "\n" + String(repeating: "1,\n", count: 60_000)
    let row = #"{"id":"1","lat":37.5,"lng":127.5}"# + "\n"
    var importer = Self.importer(maximumValueByteCount: 1 << 16)
    try importer.read(Array((open + row).utf8), name: "input")
    #expect(importer.builder.placeCount == 1)
    #expect(importer.skipped.map(\.count) == [60_001])
    #expect(importer.parsedByteCount < 3 * open.utf8.count)
  }

  @Test func `a feature that comes through a pipe in small parts is parsed a few times at most`() async throws {
    let ring = (0..<20_000).map { "[127.\($0),37.5]" }.joined(separator: ",")
    let feature = #"{"id":"1","geometry":{"type":"Polygon","coordinates":[["# + ring + "]]}}\n"
    let bytes = Array(feature.utf8)
    var importer = Self.importer()
    try Self.read(bytes, &importer)
    #expect(importer.builder.placeCount == 1)
    #expect(importer.parsedByteCount < 4 * bytes.count)
  }

  @Test func `a line without an end is not stored, whatever its format`() throws {
    let long = String(repeating: "x", count: 5 << 20)
    var table = Self.importer()
    try Self.read(Array("id,lat,lng\n\"\(long)\n1,37.5,127.5\n".utf8), &table)
    #expect(table.builder.placeCount == 1)
    #expect(table.skipped.map(\.reason) == [.malformed])
    var sequence = Self.importer()
    try Self.read(Array("{\(long)\n{\"id\":\"1\",\"lat\":37.5,\"lng\":127.5}\n".utf8), &sequence)
    #expect(sequence.builder.placeCount == 1)
    #expect(sequence.skipped.map(\.reason) == [.malformed])
  }

  /// Comparing both byte by byte at every offset would take hours.
  @Test func `an address and a city of one letter are compared in linear time`() throws {
    let (address, city) = (String(repeating: "a", count: 400_000), String(repeating: "a", count: 200_000) + "b")
    var importer = Self.importer()
    try importer.read(
      Array(#"{"id":"1","lat":37.5,"lng":127.5,"address":"\#(address)","addr:city":"\#(city)"}"#.utf8),
      name: "input"
    )
    #expect(importer.builder.placeCount == 1)
  }

  @Test(arguments: [
    ("", true), ("abc", true), ("bcb", false), (String(repeating: "x", count: 51), false),
    ("abcab" + String(repeating: "x", count: 40), true),
  ])
  func `bytes are found within others`(part: String, isFound: Bool) {
    let text = Array(("ababcab" + String(repeating: "x", count: 50)).utf8)
    #expect(ByteView.over(text) { text in ByteView.over(Array(part.utf8)) { text.contains($0) } } == isFound)
  }

  @Test func `ids with colliding hashes are distinguished without comparing each with all`() {
    var table = HashTable()
    var comparisons = 0
    for number in 0..<4000 {
      let isKnown = ByteView.over(Self.collidingID(UInt64(number))) { id in
        table.insert(ByteHash.seeded.hash(id)) { _ in
          comparisons += 1
          return false
        }
      }
      #expect(isKnown == nil)
    }
    #expect(comparisons < 100)
  }

  /// Three words of eight bytes whose hash without a seed is 0, whatever the second word is.
  private static func collidingID(_ number: UInt64) -> [UInt8] {
    let middle = number &+ 0x6161_6161_0000_0000
    let product = middle.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    let words: [UInt64] = [0x9E37_79B9_7F4A_7C15 ^ 24, middle, product.high ^ product.low]
    return words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) } }
  }

  /// Reads bytes through a pipe, which returns 64 KB at a time.
  private static func read(_ bytes: [UInt8], _ importer: inout PlaceImporter) throws {
    let pipe = Pipe()
    Thread.detachNewThread {
      try? pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
      try? pipe.fileHandleForWriting.close()
    }
    try importer.read(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
  }
}
