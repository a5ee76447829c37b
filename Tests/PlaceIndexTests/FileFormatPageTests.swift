import Domain
import Foundation
import IndexChecks
import Testing

@testable import PlaceIndex
@testable import Tables

/// The page about the file format shows the bytes of a real file.
@Suite struct FileFormatPageTests {
  @Test func `the dump on the page is the file that the builder writes`() throws {
    let written = try Self.example()
    let shown = try Self.bytesOnThePage()
    let isSame = shown == written
    #expect(isSame, "the page should show\n\(Self.dump(of: written))")
  }

  @Test func `the dump on the page is a valid index`() throws {
    let bytes = try Self.bytesOnThePage()
    let image = try IndexImage(count: bytes.count)
    ByteView.over(bytes) { image.copy($0, at: 0) }
    let index = try PlaceIndex(image.sealed(), path: "page")
    try index.checkFormat()
    let center = try Coordinate(latitude: 37.4979, longitude: 127.0276)
    let radius = try #require(Distance(meters: 10).flatMap { SearchRadius($0) })
    let query = try PlaceQuery(categories: [.group(.cafe)], area: .circle(center: center, radius: radius))
    #expect(try index.places(matching: query, limit: nil).places.map(\.place.name) == ["가온"])
  }

  private static func example() throws -> [UInt8] {
    var description = IndexDescription()
    description.inputs = [IndexInput("example.csv", modifiedAtSeconds: 1_795_305_600)]
    description.newestInputAt = 1_795_305_600
    let builder = PlaceIndexBuilder(description: description)
    let first = try Coordinate(latitude: 37.4979, longitude: 127.0276)
    try builder.add(Place(id: "1", name: "가온", coordinate: first, group: .cafe, categoryPath: "카페"))
    let second = try Coordinate(latitude: 37.5, longitude: 127)
    try builder.add(Place(id: "2", name: "Č", coordinate: second, group: nil))
    let bytes = try builder.assemble()
    return withExtendedLifetime(bytes) { bytes.view.array }
  }

  /// Returns the format of `hexdump -C` without its text column: a star replaces lines equal to the previous one.
  private static func dump(of bytes: [UInt8]) -> String {
    var lines: [String] = []
    for start in stride(from: 0, to: bytes.count, by: 16) {
      let line = bytes[start..<min(start + 16, bytes.count)]
      if start > 0, line.elementsEqual(bytes[start - 16..<start]) {
        if lines.last != "*" { lines.append("*") }
      } else {
        lines.append(hex(start, 8) + "  " + line.map { hex(Int($0), 2) }.joined(separator: " "))
      }
    }
    return (lines + [hex(bytes.count, 8)]).joined(separator: "\n")
  }

  private static func hex(_ number: Int, _ width: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: width - digits.count) + digits
  }

  private static func bytesOnThePage() throws -> [UInt8] {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/PlaceIndex/PlaceIndex.docc/FileFormat.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let example = try #require(text.split(separator: "## An example\n").last)
    let block = try #require(example.split(separator: "```text\n").dropFirst().first?.split(separator: "```").first)
    var bytes: [UInt8] = []
    for line in block.split(separator: "\n") where line != "*" {
      let numbers = try line.split(separator: " ").map { try #require(Int($0, radix: 16)) }
      let offset = try #require(numbers.first)
      let last = Array(bytes.suffix(16))
      while bytes.count < offset { bytes += last }
      bytes += numbers.dropFirst().map { UInt8(truncatingIfNeeded: $0) }
    }
    return bytes
  }
}
