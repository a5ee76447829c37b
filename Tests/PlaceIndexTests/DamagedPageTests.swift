import Domain
import TestSupport
import Testing

@testable import PlaceIndex
@testable import Tables

/// A query never returns data from a page that doesn't match its checksum.
@Suite struct DamagedPageTests {
  /// The result of a query.
  private enum Answer: Equatable, Sendable {
    case places(PlaceIndexResult?)
    case names([String])
    case count(Int)
  }

  private enum Outcome: Equatable, Sendable {
    case result(Answer)
    case damaged(String)
    case failed
  }

  /// An index and its results, for every section.
  private static let whole = Result {
    let bytes = try valid()
    return (bytes: bytes, outcomes: try outcomes(of: index(bytes)))
  }

  /// Two inputs that share places, with chains, attributes, addresses and kinds, and names of few words, which have
  /// posting lists of their own.
  private static func valid() throws -> [UInt8] {
    var importer = PlaceImporter()
    for input in 0..<2 {
      var text = "id,name,영문명,lat,lng,category,address,phone,capacity,operator\n"
      for number in 0..<2_000 where (number + input) % 3 != 0 {
        let isChain = number % 5 == 0
        text += "\(number),\(isChain ? "가온" : "곳 \(number % 90)"),\(isChain && number % 2 == 0 ? "gaon" : ""),"
        text += "37.\(4_000 + number),127.\(1_000 + number * 7 % 6_000),\(["cafe", "bank", "화장실"][number % 3]),"
        text += "서울 세종대로 \(number % 300),02-\(number),\(number % 20),운영 \(number % 700)\n"
      }
      try importer.read(Array(text.utf8), name: "\(input).csv")
    }
    return withExtendedLifetime(try importer.builder.assemble()) { $0.view.array }
  }

  @Test func `a thread that sees a page as compared also sees that it failed`() async throws {
    let (bytes, _) = try Self.whole.get()
    let header = try ByteView.over(bytes) { try IndexHeader($0, fileSize: bytes.count) }
    var damaged = bytes
    damaged[header[.rows].lowerBound] ^= 0x41
    let image = try IndexImage(count: damaged.count)
    ByteView.over(damaged) { image.copy($0, at: 0) }
    let file = image.sealed()
    let rows = header[.rows]
    for _ in 0..<Seeds.count(of: 200) {
      let checks = PageChecks(header, of: file.view)
      let failures = await withTaskGroup(of: Int?.self) { group in
        for _ in 0..<4 {
          group.addTask {
            checks.checker.check(rows.lowerBound, 1, of: file.view)
            return checks.checker.failedPage
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(failures == Array(repeating: rows.lowerBound / IndexLayout.pageBytes, count: 4))
    }
  }

  @Test func `a part of two pages is compared with the checksums of both`() throws {
    let (bytes, _) = try Self.whole.get()
    let header = try ByteView.over(bytes) { try IndexHeader($0, fileSize: bytes.count) }
    let page = header[.rows].lowerBound / IndexLayout.pageBytes + 1
    let border = page * IndexLayout.pageBytes
    try #require(border < header[.rows].upperBound)
    var damaged = bytes
    damaged[border] ^= 0x41
    let image = try IndexImage(count: damaged.count)
    ByteView.over(damaged) { image.copy($0, at: 0) }
    let file = image.sealed()
    let checks = PageChecks(header, of: file.view)
    checks.checker.check(border - 2, 2, of: file.view)
    #expect(checks.checker.failedPage == nil)
    checks.checker.check(border - 1, 2, of: file.view)
    #expect(checks.checker.failedPage == page)
  }

  @Test(arguments: [3, 4, UInt32.max])
  func `a section of a segment beyond the inputs is refused`(number: UInt32) throws {
    var (bytes, _) = try Self.whole.get()
    let code = IndexSection.chains.code
    let entry = try #require(
      stride(from: IndexHeader.directoryOffset, to: 4_096, by: IndexHeader.entryBytes).first { at in
        ByteView.over(bytes) { $0.load(UInt64.self, at: at) == code[0] && $0.load(UInt64.self, at: at + 8) == code[1] }
      }
    )
    bytes.replaceSubrange(entry + 16..<entry + 20, with: number.littleEndianBytes)
    let header = try ByteView.over(bytes) { try IndexHeader.byteCount(of: $0, fileSize: bytes.count) }
    let sum = ByteView.over(bytes) { Checksum.of($0.part(0..<header - IndexLayout.checksumBytes)) }
    bytes.replaceSubrange(header - IndexLayout.checksumBytes..<header, with: sum.littleEndianBytes)
    #expect(throws: IndexFileError.damaged(path: "test", part: "header")) { try Self.index(bytes) }
  }

  private static func index(_ bytes: [UInt8]) throws -> PlaceIndex {
    let image = try IndexImage(count: bytes.count)
    ByteView.over(bytes) { image.copy($0, at: 0) }
    return try PlaceIndex(image.sealed(), path: "test")
  }

  private static func queries() throws -> [(PlaceIndex) throws -> Answer] {
    let center = try Coordinate(latitude: 37.5, longitude: 127.3)
    let radius = try #require(Distance(meters: 4_000).flatMap { SearchRadius($0) })
    let areas: [SearchArea] = [.circle(center: center, radius: radius), .anywhere(center: nil)]
    let capacity = try AttributeCondition("capacity>15")
    let owner = try AttributeCondition("operator=운영 7")
    let queries = try areas.flatMap { area in
      [
        try PlaceQuery(categories: [.group(.cafe)], area: area), try PlaceQuery(categories: [.any], area: area),
        try PlaceQuery(categories: [.kind(#require(Kind(slug: "toilets")))], area: area),
        try PlaceQuery(text: SearchText("gaon"), area: area), try PlaceQuery(text: SearchText("곳 12"), area: area),
        try PlaceQuery(text: SearchText("세종대로 12"), area: area),
        try PlaceQuery(PlaceMatch(categories: [.any], conditions: [capacity]), area: area),
        try PlaceQuery(PlaceMatch(categories: [.any], conditions: [owner]), area: area),
      ]
    }
    let ofQueries = queries.map { query in
      { (index: PlaceIndex) throws in Answer.places(try index.places(matching: query, limit: 40)) }
    }
    return ofQueries + [
      { .places(try $0.place(withID: "77")) }, { .places(try $0.place(withID: "1998")) },
      { .count(try $0.categories().count) },
      { .names(try $0.names(similarTo: #require(SearchText("갸온")), limit: 3)) },
      { .places(try $0.places(named: #require(SearchText("가온")), limit: 3)) },
      { .places(try $0.nearestPlace(to: center, within: 9_000) { $0.phone != nil }) },
    ]
  }

  private static func outcomes(of index: PlaceIndex) throws -> [Outcome] {
    try queries().map { run in
      do { return .result(try run(index)) } catch IndexFileError.damaged(_, let part) { return .damaged(part) } catch {
        return .failed
      }
    }
  }

  // Queries don't read the ground (GroundTests).
  @Test(arguments: IndexSection.allCases.filter { $0 != .ground })
  func `a query ends with an error that names the damaged section, or has the result of the whole file`(
    section: IndexSection
  ) throws {
    let (bytes, expected) = try Self.whole.get()
    let header = try ByteView.over(bytes) { try IndexHeader($0, fileSize: bytes.count) }
    #expect(expected.allSatisfy { if case .result = $0 { true } else { false } })
    var random = SeededRandom(UInt64(section.rawValue))
    var noticed = 0
    let ranges = header.segments.map { $0[section] }.filter { !$0.isEmpty }
    #expect(!ranges.isEmpty)
    for range in ranges {
      for trial in 0..<3 where Seeds.areAll || trial == 0 || noticed == 0 {
        var damaged = bytes
        damaged[try #require(range.randomElement(using: &random))] ^= 0x41
        guard let index = try? Self.index(damaged) else {
          noticed += 1
          continue
        }
        for (outcome, expectedOutcome) in zip(try Self.outcomes(of: index), expected) {
          if case .damaged(let part) = outcome {
            noticed += 1
            #expect(part == section.name || section == .checksums)
          } else {
            #expect(outcome == expectedOutcome)
          }
        }
      }
    }
    #expect(noticed > 0)
  }
}
