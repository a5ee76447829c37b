import Domain
import Foundation
import IndexChecks
import Tables
import TestSupport
import Testing

@testable import PlaceIndex
@testable import Rows

/// The result of an import doesn't depend on the division of its work.
@Suite struct ThreadedImportTests {
  /// The complete result of an import.
  private enum Outcome: Equatable {
    case index([UInt8], skipped: [SkippedRows], rows: Int, merged: Int)
    case refused(IndexFileError)
  }

  private static func outcome(of inputs: [[UInt8]], threads: Int, chunkBytes: Int, partByteCount: Int = .max) -> Outcome
  {
    do throws(IndexFileError) {
      let pace = ImportPace(threads: threads, chunkBytes: chunkBytes)
      var rules = ImportRules()
      rules.columns.columns["name"] = "info.title"
      var importer = PlaceImporter(rules: rules, pace: pace)
      for (number, input) in inputs.enumerated() {
        try importer.read(input, name: "input \(number)", partByteCount: partByteCount)
      }
      let bytes = try importer.builder.assemble()
      #expect(throws: Never.self) { try PlaceIndex(bytes, path: "input").checkFormat() }
      return .index(
        withExtendedLifetime(bytes) { bytes.view.array },
        skipped: importer.skipped,
        rows: importer.rowCount,
        merged: importer.builder.mergedCount
      )
    } catch {
      return .refused(error)
    }
  }

  private static func feature(_ number: Int, id: String? = nil, name: String = "가온", more: String = "") -> String {
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(126 + Double(number) / 128),37.5]},"properties":"#
      + #"{"id":"\#(id ?? "p\(number)")","name":"\#(name) \#(number)"\#(more)}}"#
  }

  private static let lines: [String] = (0..<60).map { number in
    switch number % 12 {
    case 3: feature(number, id: "p\(number - 2)", more: #","phone":"02-\#(number)""#)
    case 4: feature(number, more: #","category":"type \#(number / 12)""#)
    case 5: #"{"type":"Feature","geometry":null,"properties":{"id":"n\#(number)"}}"#
    case 6: #"{"id":"broken \#(number)","name":"#
    case 7: feature(number, id: "p1", more: #","url":"https://x/\#(number)","category":"cafe""#)
    case 8: "not JSON at all {\"a\": [1, 2"
    case 9: feature(number, name: "줄\n바꿈 \\\" { [")
    case 10: "\u{1E}" + feature(number).replacing(",\"properties\"", with: ",\n  \"properties\"")
    case 11: "   "
    default: feature(number)
    }
  }

  private static let valid: [String] = (0..<60).map {
    feature($0, id: $0 % 9 == 8 ? "p2" : nil, more: #","tel":"\#($0)""#)
  }

  private static let rows: [String] = (0..<60).map { number in
    switch number % 8 {
    case 2: "\(number),\"가온 \"\"카페\"\"\n둘째 줄, \(number)\",127.\(number),37.5,카페"
    case 3: "1,나래,127.5,37.5,약국"
    case 4: "\(number),\"닫히지 않음,127.5,37.5,카페"
    case 5: "\(number),다솜,200123.5,451234.5,"
    case 6: ""
    case 7: "\(number),라온,127.1,37.2,카페,하나,더"
    default: "\(number),마루 \(number),127.\(number),37.\(number),음식점"
    }
  }

  private static let inputs: [(String, [[UInt8]])] = [
    ("a sequence with everything in it", [Array(lines.joined(separator: "\n").utf8)]),
    ("a valid sequence", [Array((valid.joined(separator: "\n") + "\n").utf8)]),
    (
      "two inputs", [Array(lines.joined(separator: "\r\n").utf8), Array(valid.reversed().joined(separator: "\n").utf8)]
    ),
    ("a sequence on one line", [Array(valid.joined(separator: " ").utf8)]),
    ("a cut sequence", [Array(Array(valid.joined(separator: "\n").utf8).dropLast(30))]),
    (
      "a collection",
      [
        Array(
          (#"{"type":"FeatureCollection","features":["# + valid.joined(separator: ",\n") + "\n],\n\"x\":[1]}\n").utf8
        )
      ]
    ),
    (
      "a collection followed by a sequence",
      [Array(("{\"features\":[\n" + valid.joined(separator: ",\n") + "]}\n" + lines.joined(separator: "\n")).utf8)]
    ),
    ("an array", [Array(("[\n" + valid.joined(separator: "\n,") + "\n]").utf8)]),
    (
      "a sequence with names by their chosen path",
      [
        Array(
          (0..<60).map { #"{"id":"\#($0)","lat":37.\#($0),"lng":127,"info":{"title":"가온 \#($0)"}}"# }
            .joined(separator: "\n").utf8
        )
      ]
    ),
    (
      "a list of lists",
      [
        Array(
          (#"{"owners":["# + "\n"
            + (0..<40).map { #"{"op":"\#($0)","sites":[{"name":"가온 \#($0)","at":{"lat":37.\#($0),"lng":127}}]}"# }
            .joined(separator: ",\n") + "\n]}").utf8
        )
      ]
    ),
    ("a malformed array", [Array(("[\n" + valid.joined(separator: ",\n") + ",\n{\"a\" 1},\n{}]").utf8)]),
    ("an array that ends early", [Array(("[\n" + valid.joined(separator: ",\n")).utf8)]),
    ("a table", [Array(("번호,상호,경도,위도,업종\n" + rows.joined(separator: "\n")).utf8)]),
    (
      "a table with CR LF",
      [Array(("\u{FEFF}id,name,lng,lat,category\r\n" + rows.joined(separator: "\r\n") + "\r\n").utf8)]
    ),
    (
      "a table that turns CP949 late",
      [
        Array(("id,name,lng,lat\n" + String(repeating: "1,a,127,37\n", count: 50)).utf8)
          + (0..<40).flatMap { Array("\($0),".utf8) + [0xB0, 0xA1, 0xC4, 0xAB] + Array(",127.5,37.\($0)\n".utf8) }
      ]
    ),
    (
      "a table in metres",
      [Array(("id,name,lng,lat\n" + String(repeating: "1,가,200123.5,451234.5\n", count: 60)).utf8)]
    ),
  ]

  // By name, because arguments are printed in full.
  @Test(arguments: Seeds.some(of: inputs.flatMap { input in [1, 17, 200, 1000].map { (input.0, $0) } }))
  func `the result does not depend on the division of the work`(name: String, chunkBytes: Int) throws {
    let (_, inputs) = try #require(Self.inputs.first { $0.0 == name })
    let expected = Self.outcome(of: inputs, threads: 1, chunkBytes: 1 << 18)
    for (threads, partByteCount) in [(2, .max), (3, .max), (3, 1 << 12), (1, 1), (2, 1)] {
      let isEqual =
        Self.outcome(of: inputs, threads: threads, chunkBytes: chunkBytes, partByteCount: partByteCount) == expected
      #expect(isEqual, "\(threads) threads, parts of \(partByteCount) bytes")
    }
  }

  @Test(arguments: Seeds.some(of: Array(0..<12)))
  func `the result of damaged inputs does not depend on the division of the work`(seed: Int) {
    var random = SeededRandom(UInt64(seed))
    for (name, inputs) in Self.inputs {
      var bytes = inputs[0]
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(at..<min(bytes.count, at + 1 + Int.random(in: 0..<40, using: &random)))
        case 2: bytes.insert(contentsOf: Array("\"\n,{}[]:\\".utf8).shuffled(using: &random).prefix(3), at: at)
        default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 60)], at: at)
        }
      }
      let chunkBytes = Int.random(in: 1...500, using: &random)
      let isEqual =
        Self.outcome(of: [bytes], threads: 3, chunkBytes: chunkBytes)
        == Self.outcome(of: [bytes], threads: 1, chunkBytes: 1 << 18)
      #expect(isEqual, "\(name), seed \(seed), \(chunkBytes) bytes")
    }
  }

  @Test(arguments: [1, 2, 3, 8])
  func `the bytes of an index do not depend on the number of threads`(threads: Int) throws {
    var random = SeededRandom(5)
    let builder = PlaceIndexBuilder()
    for number in 0..<3000 {
      // Few coordinates and categories, so that partitions are large and many places share a coordinate.
      let coordinate = try Coordinate(
        latitude: Double(Int.random(in: 0..<40, using: &random)),
        longitude: Double(Int.random(in: 0..<40, using: &random))
      )
      let group = CategoryGroup.allCases[Int.random(in: 0..<5, using: &random)]
      let place = Place(
        id: String(number * 7919 % 3001),
        name: "이름 \(number)",
        coordinate: coordinate,
        group: group,
        categoryPath: "type \(number % 300)"
      )
      try builder.add(place, groups: number % 3 == 0 ? [.cafe, .bank] : [])
    }
    func bytes(threads: Int) throws -> IndexBytes {
      let places = builder.current.places.points
      let (rows, categories) = (builder.collected.arena.rows, builder.collected.categories)
      let build = SegmentBuild(places, rows, categories, threads: threads)
      return try IndexAssembler(
        [
          .init(part: .built(build), description: []),
          .init(part: .empty, description: builder.description.encoded),
        ],
        chains: [],
        placeCount: places.count,
        threads: threads
      )
      .finished()
    }
    let (one, many) = (try bytes(threads: 1), try bytes(threads: threads))
    let isEqual = withExtendedLifetime((one, many)) { one.view.array == many.view.array }
    #expect(isEqual)
    try PlaceIndex(many, path: "test").checkFormat()
  }

  @Test(arguments: [40, 500, 3000])
  func `a file with lines longer than the read-ahead is read byte for byte`(chunkBytes: Int) async throws {
    let long = Self.feature(100, name: String(repeating: "긴 이름 ", count: 20_000))
    let lines = Self.lines + [long] + Self.valid + [long.replacing("p100", with: "p101")] + Self.lines
    let text = lines.joined(separator: "\n")
    let directory = TemporaryDirectory()
    let path = directory.file("places")
    try directory.write(text, to: "places")
    var importer = PlaceImporter(rules: ImportRules(), pace: ImportPace(threads: 3, chunkBytes: chunkBytes))
    try importer.read(path: path)
    var plain = PlaceImporter(rules: ImportRules(), pace: ImportPace(threads: 1, chunkBytes: 1 << 18))
    try plain.read(Array(text.utf8), name: path)
    #expect(importer.skipped == plain.skipped)
    #expect(importer.rowCount == plain.rowCount)
    let (first, second) = (try importer.builder.assemble(), try plain.builder.assemble())
    let isEqual = withExtendedLifetime((first, second)) { first.view.array == second.view.array }
    #expect(isEqual)
  }

  /// Another program that shares standard input may have made it non-blocking.
  @Test(.timeLimit(.minutes(20))) func `a pipe that does not block is waited for`() async throws {
    let directory = TemporaryDirectory()
    let path = directory.file("pipe")
    try #require(unsafe mkfifo(path, 0o600) == 0)
    // Opened for reading and writing, so that it neither waits for a reader nor is at its end.
    let writer = unsafe open(path, O_RDWR | O_CLOEXEC)
    var window = try InputWindow(InputFile(path: path, waits: false))
    Thread.detachNewThread {
      _ = unsafe write(writer, "0123456789", 10)
      close(writer)
    }
    try window.fill(to: 10)
    let text = window.view.text
    #expect(text == "0123456789")
  }
}
