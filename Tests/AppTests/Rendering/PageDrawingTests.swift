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
  func `every place has a mark within 20 units of its point, and no mark covers another`(
    layout: Layout,
    count: Int
  ) throws {
    var random = SeededRandom(UInt64(count))
    let points = layout.points(count, &random)
    let marks = PageMarks(of: points, width: 960, height: 640).marks
    #expect(marks.flatMap(\.members).sorted() == Array(points.indices))
    for mark in marks {
      for member in mark.members {
        let (east, south) = (mark.x - points[member].x, mark.y - points[member].y)
        #expect((east * east + south * south).squareRoot() <= 20, "\(mark) \(points[member])")
      }
      #expect(mark.x - mark.width / 2 >= 0 && mark.x + mark.width / 2 <= 960, "\(mark)")
      #expect(mark.y >= 8 && mark.y <= 632, "\(mark)")
      let number = mark.members.count == 1 ? "\((mark.members.first ?? 0) + 1)" : "×\(mark.members.count)"
      #expect(mark.text == number || mark.members.count >= 10_000)
    }
    let rows = marks.sorted { $0.y < $1.y }
    for (index, mark) in rows.enumerated() {
      for other in rows[(index + 1)...].prefix(while: { $0.y - mark.y < 15.999 }) {
        #expect(abs(mark.x - other.x) >= (mark.width + other.width) / 2 - 0.001, "\(mark) \(other)")
      }
    }
  }

  @Test func `a single place has its number on its point`() {
    let points = [(x: 100.0, y: 100.0), (x: 333.0, y: 501.0), (x: 900.0, y: 40.0)]
    let marks = PageMarks(of: points, width: 960, height: 640).marks
    #expect(marks.map(\.text) == ["1", "2", "3"])
    #expect(marks.map(\.x) == points.map(\.x) && marks.map(\.y) == points.map(\.y))
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
    let meaning = many.first.map { "×\($0) is \($0) places close together" }
    #expect(meaning.map(drawing.contains) ?? !drawing.contains("places close together"))
    // The strip below the map has the scale, which nothing covers.
    #expect(drawing.contains("<svg viewBox=\"0 0 960 672\"") && drawing.contains("<svg width=\"960\" height=\"640\">"))
  }

  @Test(arguments: [
    ("카페", "ko"), ("스타벅스 DT", "ko"), ("ㅋㅋ", "ko"), ("東京タワー", "ja"), ("カフェ", "ja"), ("ร้านกาแฟ", "th"), ("Καφέ", "el"),
    ("בית קפה", "he"), ("Café Central", ""), ("Кафе", ""), ("北京", ""), ("مقهى", ""), ("24", ""), ("", ""),
  ])
  func `the letters of a name tell its language, or nothing does`(name: String, tag: String) {
    #expect(NameLanguage.tag(of: name) == tag)
  }
}
