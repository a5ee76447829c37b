import Domain
import Foundation
import TestSupport
import Testing

@testable import PlaceIndex
@testable import Tables

@Suite struct DamagedFileTests {
  /// The number of damaged files to try; `PLACEFIND_FUZZ=100000` is a long run.
  ///
  /// `swift test --sanitize=address` detects every invalid memory access.
  private static let count = Int(ProcessInfo.processInfo.environment["PLACEFIND_FUZZ"] ?? "") ?? 200

  @Test func `verify detects any changed byte, and no query crashes`() throws {
    let valid = try Self.valid()
    let header = try ByteView.over(valid) { try IndexHeader($0, fileSize: valid.count) }
    var offsets = Array(stride(from: 0, to: header.byteCount, by: Seeds.areAll ? 131 : 523)) + Array(0..<64)
    for section in IndexSection.allCases {
      let range = header[section]
      offsets += stride(from: range.lowerBound, to: range.upperBound, by: max(1, range.count / Seeds.count(of: 20)))
      if range.upperBound < valid.count { offsets.append(range.upperBound) }
    }
    for offset in offsets {
      var bytes = valid
      bytes[offset] ^= 0x41
      #expect(try Self.outcome(of: bytes) == .refused, "byte \(offset)")
    }
  }

  @Test func `a file truncated anywhere is refused`() throws {
    let valid = try Self.valid()
    for length in Array(0..<80) + Array(stride(from: 80, to: valid.count, by: 997)) + [valid.count - 1] {
      #expect(try Self.outcome(of: Array(valid[..<length])) == .refused, "\(length) bytes")
    }
    for length in 1..<IndexLayout.magic.count {
      #expect(throws: IndexFileError.self) { try ImportedPlaces(Array(valid[..<length]), name: "a.pfx") }
    }
    #expect(try Self.outcome(of: valid + [0]) == .refused)
    #expect(try Self.outcome(of: valid) == .valid)
  }

  @Test(arguments: Seeds.some(of: Array(0..<8)))
  func `a hostile file with true checksums neither crashes nor hangs`(seed: Int) throws {
    let valid = try Self.valid()
    let header = try ByteView.over(valid) { try IndexHeader($0, fileSize: valid.count) }
    var random = SeededRandom(UInt64(seed))
    for _ in 0..<Self.count / 8 {
      var bytes = valid
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let range = header[IndexSection.allCases.randomElement(using: &random) ?? .rows]
        guard let offset = range.randomElement(using: &random) else { continue }
        let values: [UInt32] = [0, .max, 0x7FFF_FFFF, UInt32.random(in: 0...UInt32.max, using: &random)]
        let value = values.randomElement(using: &random) ?? 0
        for byte in 0..<([1, 4].randomElement(using: &random) ?? 1) where offset + byte < bytes.count {
          bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> UInt32(8 * byte))
        }
      }
      Self.forgeChecksums(&bytes, header)
      _ = try Self.outcome(of: bytes)
    }
  }

  @Test(arguments: 0..<4)
  func `a hostile header with a true checksum is refused or harmless`(seed: Int) throws {
    let valid = try Self.valid()
    var random = SeededRandom(UInt64(100 + seed))
    for _ in 0..<Seeds.count(of: 60) {
      var bytes = valid
      let offset = Int.random(in: 8..<(64 + IndexSection.allCases.count * 64), using: &random)
      bytes[offset] = UInt8.random(in: 0...255, using: &random)
      Self.forgeHeaderChecksum(&bytes)
      _ = try Self.outcome(of: bytes)
    }
  }

  @Test func `a header with more blocks than an index can number is refused`() throws {
    func header(blocks: UInt64) throws -> IndexHeader {
      var sections: [(section: IndexSection, segment: UInt32, range: Range<Int>)] = []
      var end = IndexLayout.pageBytes
      for section in [.description] + IndexSection.ofPlaces {
        let length: UInt64 =
          switch section {
          case .points: blocks * 256
          case .rowOffsets: (blocks + 1) * 8
          case .categoryNumbers: blocks * 128
          default: 0
          }
        sections.append((section, 1, end..<end + Int(length)))
        end = IndexLayout.aligned(end + Int(length))
      }
      sections.append((.description, SegmentSections.overlay, end..<end))
      sections.append((.hidden, SegmentSections.overlay, end..<end))
      let sums = IndexSeal.checksums(after: end, headerBytes: IndexLayout.pageBytes)
      sections.append((.checksums, SegmentSections.overlay, sums))
      var bytes = [UInt8](repeating: 0, count: IndexLayout.pageBytes)
      func store(_ value: UInt64, at offset: Int) { Self.store(value, at: offset, in: &bytes) }
      bytes.replaceSubrange(0..<8, with: IndexLayout.magic)
      store(UInt64(IndexLayout.version) | UInt64(IndexLayout.pageBytes) << 32, at: 8)
      store(1 << 40, at: 16)
      store(1 | UInt64(sections.count) << 32, at: 32)
      for (number, entry) in sections.enumerated() {
        let at = IndexHeader.directoryOffset + number * IndexHeader.entryBytes
        store(entry.section.code[0], at: at)
        store(entry.section.code[1], at: at + 8)
        store(UInt64(entry.segment), at: at + 16)
        store(UInt64(entry.range.lowerBound), at: at + 24)
        store(UInt64(entry.range.count), at: at + 32)
      }
      Self.forgeHeaderChecksum(&bytes)
      return try ByteView.over(bytes) { try IndexHeader($0, fileSize: 1 << 40) }
    }
    #expect(try header(blocks: 1 << 27).blockCount == 1 << 27)
    #expect(throws: IndexHeader.FormatError.damaged("header")) { try header(blocks: (1 << 27) + 32) }
  }

  /// Numbers beyond their lists, which checksums don't detect.
  @Test(arguments: ["number of an unknown category", "kind beyond the list", "input beyond the list"])
  func `verify finds numbers out of bounds under true checksums`(rule: String) throws {
    var bytes = try Self.valid()
    let header = try ByteView.over(bytes) { try IndexHeader($0, fileSize: bytes.count) }
    switch rule {
    case "number of an unknown category": bytes[header[.categoryNumbers].lowerBound + 3] = 255
    case "kind beyond the list":
      let entry = try #require(try Self.categories(bytes, header).first { bytes[$0.lowerBound + 14] == 1 })
      bytes[entry.lowerBound + 15] = 255
    default: bytes[try Self.categories(bytes, header)[1].lowerBound + 1] = 2
    }
    Self.forgeChecksums(&bytes, header)
    #expect(throws: IndexFileError.self) { try Self.index(bytes).verify() }
  }

  /// A new index would give the damaged place a valid checksum.
  @Test func `a damaged index is not read into another one`() throws {
    let valid = try Self.valid()
    let header = try ByteView.over(valid) { try IndexHeader($0, fileSize: valid.count) }
    for (section, offset) in [
      (IndexSection.points, header[.points].lowerBound), (IndexSection.rows, header[.rows].upperBound - 1),
    ] {
      var bytes = valid
      bytes[offset] ^= 1
      let index = try Self.index(bytes)
      var importer = PlaceImporter(rules: ImportRules())
      #expect(throws: IndexFileError.damaged(path: "test", part: section.name)) {
        try importer.read(index, category: nil, nil)
      }
    }
  }

  @Test(arguments: [IndexSection.points, .categoryNumbers])
  func `an index that breaks a rule of the format under true checksums is not read into another one`(
    section: IndexSection
  ) throws {
    var bytes = try Self.valid()
    let header = try ByteView.over(bytes) { try IndexHeader($0, fileSize: bytes.count) }
    if section == .categoryNumbers {
      // The place then has no categories.
      bytes.replaceSubrange(
        header[.categoryNumbers].lowerBound..<header[.categoryNumbers].lowerBound + 4,
        with: [0, 0, 0, 0]
      )
    } else {
      // A latitude of 214 degrees.
      bytes[header[.points].lowerBound + 3] = 0x7F
    }
    Self.forgeChecksums(&bytes, header)
    var importer = PlaceImporter(rules: ImportRules())
    #expect(throws: IndexFileError.self) { try importer.read(try Self.index(bytes), category: nil, nil) }
  }

  @Test func `a file of a newer version is reported as such`() throws {
    var bytes = try Self.valid()
    bytes[8] = 5
    #expect(throws: IndexFileError.otherVersion(path: "test", version: 5, supported: 4)) { try Self.index(bytes) }
  }

  @Test func `a file of another type isn't an index`() {
    #expect(throws: IndexFileError.notAnIndex(path: "test")) { try Self.index(Array("{\"type\":1}".utf8)) }
  }

  private enum Outcome {
    case valid
    case refused
  }

  /// Opens, queries and verifies an index.
  private static func outcome(of bytes: [UInt8]) throws -> Outcome {
    do {
      let index = try index(bytes)
      for query in try queries() {
        for limit in [3, nil] {
          guard let result = try? index.places(matching: query, limit: limit) else { continue }
          let areTexts = result.places.allSatisfy { found in
            (try? UTF8Span(validating: found.place.text.utf8[found.place.text.range].span)) != nil
          }
          #expect(areTexts)
        }
      }
      for text in ["곳 1", "ㄱ", "café", "로 1", "곶 11"].compactMap(SearchText.init) {
        _ = try? index.places(named: text, limit: 3)
        _ = try? index.names(similarTo: text, limit: 3)
      }
      _ = index.summary
      try index.verify()
      return .valid
    } catch is IndexFileError {
      return .refused
    }
  }

  private static func queries() throws -> [PlaceQuery] {
    let center = try Coordinate(latitude: 37.5, longitude: 127)
    let near = try #require(Distance(meters: 3000).flatMap { SearchRadius($0) })
    let box = try BoundingBox(west: 126.9, south: 37.4, east: 127, north: 37.6)
    return [
      try PlaceQuery(categories: [.group(.cafe), .group(.gas)], area: .circle(center: center, radius: near)),
      try PlaceQuery(text: SearchText("곳 1"), area: .anywhere(center: center)),
      try PlaceQuery(categories: [.group(.cafe)], area: .circle(center: center, radius: .maximum)),
      try PlaceQuery(categories: [.group(.bank)], area: .box(box, center: nil)),
      try PlaceQuery(
        categories: [.kind(#require(Kind(slug: "toilets"))), .source("key=*")],
        area: .circle(center: center, radius: near)
      ),
    ]
  }

  /// Returns the offsets of the list of kinds and of each category entry.
  private static func categories(_ bytes: [UInt8], _ header: IndexHeader) throws -> [Range<Int>] {
    let section = header[.categories]
    func number(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[section.lowerBound + at + $1]) << (8 * $1) } }
    let first = section.lowerBound + 4 + 4 * number(0)
    let ends = [0] + (0..<number(0)).map { number(4 + 4 * $0) }
    return zip(ends, ends.dropFirst()).map { first + $0..<first + $1 }
  }

  private static func index(_ bytes: [UInt8]) throws -> PlaceIndex {
    guard bytes.count >= 8 else { throw IndexFileError.notAnIndex(path: "test") }
    let image = try IndexImage(count: bytes.count)
    ByteView.over(bytes) { image.copy($0, at: 0) }
    return try PlaceIndex(image.sealed(), path: "test")
  }

  private static let made = Result { try make() }

  private static func valid() throws -> [UInt8] { try made.get() }

  private static func make() throws -> [UInt8] {
    var random = SeededRandom(3)
    let builder = PlaceIndexBuilder()
    for number in 0..<400 {
      if number % 200 == 0 { builder.begin(IndexInput("input \(number)", license: "licence \(number)")) }
      let group = CategoryGroup.allCases[number % 19 % 18]
      let place = Place(
        id: "id-\(number)",
        name: number % 5 == 0 ? "ＣＡＦÉ \(number)" : "곳 \(number)",
        coordinate: try Coordinate(
          latitude: Double.random(in: 37.4...37.6, using: &random),
          longitude: Double.random(in: 126.9...127.1, using: &random)
        ),
        group: number % 11 == 0 ? nil : group,
        categoryPath: "종류 \(number % 13)"
      )
      let kinds = number % 9 == 0 ? [try #require(Kind(slug: "toilets"))] : []
      try builder.add(
        place,
        groups: number % 17 == 0 && number % 11 != 0 ? [.cafe, .bank] : [],
        kinds: Set(kinds),
        words: number % 8 == 0 ? ["key=\(number % 3)"] : []
      )
    }
    return withExtendedLifetime(try builder.assemble()) { $0.view.array }
  }

  /// Corrects the checksums, like an attacker.
  private static func forgeChecksums(_ bytes: inout [UInt8], _ header: IndexHeader) {
    guard let image = try? IndexImage(count: bytes.count) else { return }
    ByteView.over(bytes) { image.copy($0, at: 0) }
    IndexSeal(placeCount: header.placeCount, segments: header.segments, threads: 1).write(to: image)
    bytes = image.withView(0..<image.count) { $0.array }
  }

  private static func forgeHeaderChecksum(_ bytes: inout [UInt8]) {
    let end = IndexLayout.pageBytes - 8
    store(ByteView.over(Array(bytes[..<end])) { Checksum.of($0) }, at: end, in: &bytes)
  }

  private static func store(_ value: UInt64, at offset: Int, in bytes: inout [UInt8]) {
    for byte in 0..<8 { bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> UInt64(8 * byte)) }
  }

  @Test(arguments: [1, 2, 3, 5]) func `an index of another version is neither searched nor an input`(version: Int)
    throws
  {
    var bytes = try withExtendedLifetime(PlaceIndexBuilder().assemble()) { $0.view.array }
    bytes[8] = UInt8(version)
    let error = IndexFileError.otherVersion(path: "old.pfx", version: version, supported: 4)
    #expect(throws: error) { try PlaceIndex(bytes: bytes, name: "old.pfx") }
    var importer = PlaceImporter()
    #expect(throws: error) { try importer.read(bytes, name: "old.pfx") }
  }
}
