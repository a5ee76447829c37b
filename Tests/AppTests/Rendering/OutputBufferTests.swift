import Domain
import TestSupport
import Testing

@testable import App

struct OutputBufferTests {
  private static let words = [
    "a", "카페", "\"", "\\", "\n", "\t", "\u{1}", "\u{7F}", "\u{9B}", "\u{202E}", "é", "🛢", ",", "\u{2028}", "Ａ",
  ]

  private static func text(of count: Int, _ random: inout SeededRandom, from words: [String] = words) -> String {
    (0..<count).map { _ in words[Int.random(in: 0..<words.count, using: &random)] }.joined()
  }

  @Test func `parts of every length are copied, at any offset`() {
    let source = (0..<400).map { UInt8(truncatingIfNeeded: $0 * 7 + 1) }
    for start in [0, 1, 15, 16, 31, 32, 33, 200, 399, 400] {
      for end in start...source.count {
        // Existing bytes stay, and surplus copied bytes are overwritten. Without enough space, they are written again.
        for expected in [0, end - start + 2] {
          var bytes: [UInt8] = [9]
          bytes.append(reserving: expected) {
            $0.append(8)
            $0.append(source, in: start..<end)
            $0.append(7)
          }
          let copied: [UInt8] = [9, 8] + source[start..<end] + [7]
          #expect(bytes == copied, "\(start)..<\(end)")
        }
      }
    }
  }

  @Test func `a byte needs escaping in a text of any length, and at any position`() {
    for byte in UInt8.min...UInt8.max {
      let mayNeedEscaping = byte < 0x20 || [0x22, 0x5C, 0x7F, 0xC2, 0xE2].contains(byte)
      for count in [1, 7, 15, 16, 17, 31, 40] {
        for position in [0, count / 2, count - 1] {
          var text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
          text[position] = byte
          #expect(text.span.mayNeedEscaping == mayNeedEscaping, "\(byte) of \(count)")
        }
      }
    }
  }

  @Test(arguments: [TextNotation.json, .csv, .tsv])
  func `a place is written whole, however long it is, with the texts written one by one`(notation: TextNotation) throws
  {
    var random = SeededRandom(35)
    for round in 0..<300 {
      // Also places whose texts are copied as they are, or only quoted.
      let words = [Self.words, ["a", "카페", "é"], ["a", "카페", ","]][round % 3]
      let texts = PlaceText.Field.allCases.map { _ -> String? in
        let count = [0, 0, 1, 3, 20, 90][Int.random(in: 0..<6, using: &random)]
        return count == 0 ? nil : Self.text(of: count, &random, from: words)
      }
      let attributes = (0..<[0, 0, 1, 4][round % 4]).map { number in
        PlaceAttribute(key: "\(number)" + Self.text(of: 3, &random), value: Self.text(of: 20, &random))
      }
      let group = Bool.random(using: &random) ? CategoryGroup.allCases.randomElement(using: &random) : nil
      let place = Place(
        coordinate: try Coordinate(
          latitude: Double.random(in: -90...90, using: &random),
          longitude: Double.random(in: -180...180, using: &random)
        ),
        group: group,
        kind: round % 3 == 0 ? Kind.all.randomElement(using: &random) : nil,
        text: PlaceText(attributes: attributes) { texts[$0.rawValue] }
      )
      let found = FoundPlace(place: place, distance: round % 5 == 0 ? nil : Distance(meters: Double(round) * 1e3))
      // Some fields twice, in any order.
      let fields = (PlaceField.allCases + PlaceField.allCases.prefix(round % 4)).shuffled(using: &random)
      var written: [UInt8] = []
      PlaceWriter(fields: fields, as: notation).append(found, to: &written)
      #expect(written == Self.expected(found, fields, notation))
    }
  }

  /// Returns the fields of a place according to ``PlaceField/value(in:)``.
  private static func expected(_ found: FoundPlace, _ fields: [PlaceField], _ notation: TextNotation) -> [UInt8] {
    var bytes: [UInt8] = notation == .json ? [UInt8(ascii: "{")] : []
    for (position, field) in fields.enumerated() {
      if position > 0 { bytes.append(notation.separator) }
      if notation == .json { bytes.append(text: "\"\(field.rawValue)\":") }
      let count = bytes.count
      switch field.value(in: found) {
      case .text(let text): if let text { bytes.append(value: text, as: notation) }
      case .number(let number): if let number { bytes.append(decimal: number) }
      case .integer(let number): if let number { bytes.append(decimal: number) }
      case .flag(let flag): if let flag { bytes.append(text: flag ? "true" : "false") }
      case .attributes(let attributes):
        guard !attributes.isEmpty else { break }
        var object: [UInt8] = []
        object.appendJSON(attributes: attributes)
        if notation == .json {
          bytes += object
        } else {
          bytes.append(value: object, in: 0..<object.count, as: notation)
        }
      default: Issue.record("no field of a place is of another kind")
      }
      if notation == .json, bytes.count == count { bytes.append(text: "null") }
    }
    return notation == .json ? bytes + [UInt8(ascii: "}")] : bytes
  }

  @Test func `the reserved size of a record suffices for its query and metadata`() throws {
    var random = SeededRandom(36)
    for round in 0..<100 {
      let text = Self.text(of: 90, &random)
      let query = try PlaceQuery(
        categories: (0..<round % 7).map { _ in .source(Self.text(of: 30, &random)) },
        text: SearchText(text) ?? SearchText("a"),
        area: round % 2 == 0
          ? .box(try BoundingBox(west: -1 / 3, south: -1 / 7, east: 100 / 7, north: 1 / 9), center: nil)
          : .anywhere(center: nil),
        near: Self.text(of: round, &random)
      )
      var bytes: [UInt8] = []
      query.appendJSON(to: &bytes)
      #expect(bytes.last == UInt8(ascii: "}") && (try? UTF8Span(validating: bytes.span)) != nil)
      var near: [UInt8] = []
      near.appendJSON(string: query.near)
      #expect(bytes.firstRange(of: Array(#""near":"#.utf8) + near) != nil)
    }
  }
}
