import Domain
import IndexChecks
import TestSupport
import Testing

@testable import PlaceIndex
@testable import Tables

@Suite struct FormatTests {
  /// Values of the reference implementation (xxHash 0.8, seed 0).
  @Test(
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
      // Steps of 8, 4 and 1 bytes, then of 32 bytes.
      ("12345678", 0xD2D0_2F08_CF7C_FD4A), ("message digest", 0x066E_D728_FCEE_B3BE),
      ("abcdefghijklmnopqrstuvwxyz", 0xCFE1_F278_FA89_835C),
      (String(repeating: "1234", count: 8), 0xE0CB_F60F_24FD_EE62),
      (String(repeating: "1234567890", count: 8), 0xE04A_477F_19EE_145D),
    ] as [(String, UInt64)]
  )
  func `checksums are XXH64`(text: String, expected: UInt64) {
    #expect(ByteView.over(Array(text.utf8)) { Checksum.of($0) } == expected)
  }

  @Test func `neighbours on the curve are neighbours on the grid`() {
    var cells: [(position: UInt64, column: Int, row: Int)] = []
    for column in 0..<32 {
      for row in 0..<32 {
        let position = HilbertCurve.walk(column: UInt32(column), row: UInt32(row)).position
        cells.append((position, column, row))
      }
    }
    cells.sort { $0.position < $1.position }
    #expect(cells.map(\.position) == Array(0..<1024))
    for (first, second) in zip(cells, cells.dropFirst()) {
      #expect(abs(first.column - second.column) + abs(first.row - second.row) == 1)
    }
  }

  @Test func `the table of the curve gives the positions of a walk level by level`() {
    var random = SeededRandom(3)
    let curve = HilbertCurve(over: IntegerBox(south: 0, north: 1, west: 0, east: 1))
    let edges: [UInt32] = [0, 1, 1 << 9, 1 << 31, .max]
    let cells = edges.flatMap { column in edges.map { (column, $0) } }
    let others = (0..<2000).map { _ in
      (UInt32.random(in: 0 ... .max, using: &random), UInt32.random(in: 0 ... .max, using: &random))
    }
    for (column, row) in cells + others {
      let expected = HilbertCurve.walk(column: column, row: row, levels: HilbertCurve.positionBits / 2).position
      #expect(curve.position(column: column, row: row) == expected)
    }
  }

  @Test(arguments: ["", "abc", "가나다 123", "é", "👺", "\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}"])
  func `text is UTF-8`(text: String) { #expect(ByteView.over(Array(text.utf8), UTF8Check.isValid)) }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xEA, 0xB0], [0x61, 0xFF], [0xE3, 0x81, 0x28],
    ] as [[UInt8]]
  )
  func `invalid text isn't UTF-8`(bytes: [UInt8]) { #expect(!ByteView.over(bytes, UTF8Check.isValid)) }

  @Test func `UTF-8 is validated as the standard library does`() {
    var random = SeededRandom(35)
    let letters: [[UInt8]] = ["a", "0123456789", "가나다라", "힣", "漢字", "é", "👺", "\u{FFFF}", "\u{E000}", "\u{1000}"].map {
      Array($0.utf8)
    }
    let broken: [[UInt8]] = [
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xE0, 0x80, 0x80], [0x80], [0xEA], [0xEA, 0xB0], [0xF8],
    ]
    for round in 0..<4000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<12, using: &random) {
        bytes += letters[Int.random(in: 0..<letters.count, using: &random)]
      }
      if round % 3 == 0 { bytes += broken[Int.random(in: 0..<broken.count, using: &random)] }
      if round % 4 == 0 { bytes += letters[round % letters.count] }
      if round % 5 == 0, !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      #expect(ByteView.over(bytes, UTF8Check.isValid) == ((try? UTF8Span(validating: bytes.span)) != nil), "\(bytes)")
    }
  }

  @Test func `the places of a result share their texts and equal places read alone`() throws {
    let builder = PlaceIndexBuilder()
    for number in 0..<200 {
      let coordinate = try Coordinate(latitude: 37.5 + Double(number) / 1e4, longitude: 127.25)
      let place = Place(
        id: "\(number)",
        name: number % 3 == 0 ? nil : String(repeating: "가", count: number),
        coordinate: coordinate,
        group: number % 2 == 0 ? .cafe : nil,
        categoryPath: "길 > \(number % 5)",
        url: number % 7 == 0 ? "https://example.org/\(number)" : nil
      )
      try builder.add(place)
    }
    let index = try builder.makeIndex()
    let reader = PlaceReader(content: index.content)
    for (offset, limit) in [(0, nil), (3, 70), (64, 128), (199, nil), (200, nil)] as [(Int, Int?)] {
      let query = try PlaceQuery(categories: [.any], area: .anywhere(center: nil))
      let places = try index.places(matching: query, offset: offset, limit: limit).places.map(\.place)
      #expect(places.count == min(limit ?? 200, 200 - offset))
      for place in places {
        let number = try #require(UInt32(place.id))
        let position = try #require((UInt32(0)..<256).first { reader.row(at: $0)?[.id].text == place.id })
        let alone = try #require(reader.place(at: position))
        #expect(place == alone && place.hashValue == alone.hashValue, "\(number)")
      }
      #expect(Set(places).count == places.count)
    }
  }

  @Test func `a place without a group belongs to the groups it is added with`() throws {
    let coordinate = try Coordinate(latitude: 37.5, longitude: 127.25)
    let builder = PlaceIndexBuilder()
    try builder.add(Place(id: "1", name: nil, coordinate: coordinate, group: nil), groups: [.cafe, .bank])
    let index = try builder.makeIndex()
    try index.checkFormat()
    for group in [CategoryGroup.cafe, .bank] {
      #expect(
        try index.places(matching: PlaceQuery(categories: [.group(group)], area: .anywhere(center: nil))).totalCount
          == 1
      )
    }
  }

  @Test func `a huge offset and limit return the existing places`() throws {
    let coordinate = try Coordinate(latitude: 37.5, longitude: 127.25)
    let builder = PlaceIndexBuilder()
    for id in ["1", "2"] { try builder.add(Place(id: id, name: nil, coordinate: coordinate, group: .cafe)) }
    let query = try PlaceQuery(categories: [.group(.cafe)], area: .anywhere(center: coordinate))
    #expect(try builder.makeIndex().places(matching: query, offset: 1, limit: .max).places.map(\.place.id) == ["2"])
    #expect(try builder.makeIndex().places(matching: query, offset: .max, limit: .max).places.isEmpty)
  }

  @Test(arguments: CategoryGroup.allCases + [nil])
  func `a place is read from an index unchanged`(group: CategoryGroup?) throws {
    let coordinate = try Coordinate(latitude: 37.5, longitude: 127.25)
    let places = [
      Place(id: "1", name: nil, coordinate: coordinate, group: group),
      Place(
        id: "2",
        name: "가온 카페",
        coordinate: coordinate,
        group: group,
        categoryPath: "음식점 > 카페",
        phone: "02-1",
        lotAddress: "가온동 1",
        roadAddress: "가온로 2",
        url: "https://x"
      ),
      Place(id: "3", name: "Č", coordinate: coordinate, group: group, roadAddress: String(repeating: "로", count: 90)),
    ]
    let builder = PlaceIndexBuilder()
    for place in places { try builder.add(place) }
    let index = try builder.makeIndex()
    let reader = PlaceReader(content: index.content)
    #expect(places.indices.map { reader.place(at: UInt32($0)) } == places)
  }
}
