import Domain
import TestSupport
import Testing

@testable import App

struct PageDrawingTests {
  /// The distribution of places: scattered, along a street, in a dense city, or at one spot.
  enum Layout: Sendable, CaseIterable {
    case spread, street, city, spot, corners

    func points(_ count: Int, _ random: inout SeededRandom) -> [(x: Double, y: Double)] {
      let crowds = (0..<6).map { _ in (random.unit() * 900 + 30, random.unit() * 580 + 30, random.unit() * 40) }
      return (0..<count).map { number in
        let (x, y): (Double, Double)
        switch self {
        case .spread: (x, y) = (random.unit() * 959, random.unit() * 639)
        case .street: (x, y) = (random.unit() * 959, 300 + random.unit() * 3)
        case .city:
          let crowd = crowds[number % crowds.count]
          (x, y) = (crowd.0 + random.normal() * crowd.2, crowd.1 + random.normal() * crowd.2)
        case .spot: (x, y) = (700.5, 12)
        case .corners: (x, y) = (number % 2 == 0 ? 0 : 959, number % 4 < 2 ? 0 : 639)
        }
        return (min(959, max(0, x)), min(639, max(0, y)))
      }
    }
  }

  @Test(arguments: Layout.allCases, [1, 2, 15, 500, 12_345])
  func `every place has a marker less than a label away, and no marker covers another`(
    layout: Layout,
    count: Int
  ) throws {
    var random = SeededRandom(UInt64(count))
    let points = layout.points(count, &random).map { (x: Int($0.x), y: Int($0.y)) }
    let (width, height) = (38, 16)
    var clusters = MarkerClusters(width: 960, height: 640, labelWidth: width, labelHeight: height)
    for (position, point) in points.enumerated() { clusters.add(position, column: point.x, row: point.y) }
    let markers = clusters.markers()
    #expect(markers.flatMap(\.members).sorted() == Array(points.indices))
    for marker in markers {
      for member in marker.members {
        let (east, south) = (marker.column - points[member].x, marker.row - points[member].y)
        #expect(abs(east) < width && abs(south) < height, "\(marker) \(points[member])")
      }
      guard marker.members.count == 1, let member = marker.members.first else { continue }
      #expect(marker.column == points[member].x && marker.row == points[member].y)
    }
    let rows = markers.sorted { $0.row < $1.row }
    for (index, marker) in rows.enumerated() {
      for other in rows[(index + 1)...].prefix(while: { $0.row - marker.row < height }) {
        #expect(abs(marker.column - other.column) >= width, "\(marker) \(other)")
      }
    }
  }

  @Test func `a marker of several places is at their middle`() throws {
    var clusters = MarkerClusters(width: 960, height: 640, labelWidth: 38, labelHeight: 16)
    for (position, column) in [100, 110, 130, 400].enumerated() { clusters.add(position, column: column, row: 50) }
    #expect(clusters.markers().map(\.column) == [115, 400])
  }

  @Test(arguments: [1, 15, 500])
  func `the drawing has as many places as the table`(count: Int) throws {
    var bytes: [UInt8] = []
    PageDrawing(try .samples(FoundPlace.around(.gangnam, count: count))).append(to: &bytes)
    let drawing = String(decoding: bytes, as: UTF8.self)
    let texts = drawing.split(separator: "<text class=\"number\"").dropFirst().compactMap { part in
      part.split(separator: ">").dropFirst().first?.split(separator: "<").first
    }
    let single = texts.compactMap { Int($0) }
    let many = texts.compactMap { $0.hasPrefix("×") ? Int($0.dropFirst()) : nil }
    #expect(single.count + many.reduce(0, +) == count && Set(single).isSubset(of: 1...count))
    let meaning = many.first.map { "×\($0) marks \($0) places close together" }
    #expect(meaning.map(drawing.contains) ?? !drawing.contains("places close together"))
    // The strip below the map has the scale, which nothing covers.
    #expect(drawing.contains("<svg viewBox=\"0 0 960 672\"") && drawing.contains("<svg width=\"960\" height=\"640\">"))
  }

  @Test func `each category has a glyph of its own, in the drawing and for the canvas`() throws {
    let glyphs = CategoryGroup.allCases.map(\.glyph) + [CategoryGroup.dotGlyph]
    #expect(Set(glyphs).count == 19 && glyphs.allSatisfy { $0.hasPrefix("M") && $0.hasSuffix("z") })
    var bytes: [UInt8] = []
    let result = try PlaceResult.samples(FoundPlace.around(.gangnam, count: 4))
    PageDrawing(result).append(to: &bytes)
    let drawing = String(decoding: bytes, as: UTF8.self)
    for group in [CategoryGroup.cafe, .bank, .gas, .pharmacy] {
      #expect(drawing.contains("<path id=\"i-\(group.slug)\" d=\"\(group.glyph)\"/>"))
      #expect(drawing.contains("<use href=\"#i-\(group.slug)\" class=\"glyph\""))
    }
    #expect(!drawing.contains("i-school"))
  }

  @Test(arguments: [
    ("카페", "ko"), ("스타벅스 DT", "ko"), ("ㅋㅋ", "ko"), ("東京タワー", "ja"), ("カフェ", "ja"), ("ร้านกาแฟ", "th"), ("Καφέ", "el"),
    ("בית קפה", "he"), ("Café Central", ""), ("Кафе", ""), ("北京", ""), ("مقهى", ""), ("24", ""), ("", ""),
  ])
  func `the letters of a name tell its language, or nothing does`(name: String, tag: String) {
    #expect(NameLanguage.tag(of: name) == tag)
  }
}
