import Domain
import IndexChecks
import TestSupport
import Testing

@testable import PlaceIndex

/// An index of several inputs returns the same results as one that contains each place once.
@Suite struct SegmentTests {
  private struct SourcePlace {
    let place: Place
    /// Whether each input contains the place.
    let inputs: [Bool]
  }

  private static let inputCount = 3

  private static func places(seed: Int, count: Int) throws -> [SourcePlace] {
    var random = SeededRandom(UInt64(seed))
    let names = ["가온", "가온 본점", "한빛 약국", "나래역", "Coffee Bean", "세종 식당"]
    return try (0..<count).map { number in
      let coordinate = try Coordinate(
        latitude: Double.random(in: 37.4...37.6, using: &random),
        longitude: Double.random(in: 126.9...127.1, using: &random)
      )
      let place = Place(
        id: "\(number)",
        name: "\(names.randomElement(using: &random) ?? "") \(number % 40)",
        coordinate: coordinate,
        group: number % 7 == 0 ? nil : CategoryGroup.allCases.randomElement(using: &random),
        categoryPath: "종류 \(number % 13)",
        phone: number % 3 == 0 ? "02-\(number)" : nil,
        roadAddress: "서울 세종대로 \(number % 90)"
      )
      var inputs = (0..<inputCount).map { _ in Int.random(in: 0..<3, using: &random) == 0 }
      if !inputs.contains(true) { inputs[Int.random(in: 0..<inputCount, using: &random)] = true }
      return SourcePlace(place: place, inputs: inputs)
    }
  }

  private static func index(of places: [SourcePlace], inputs: Range<Int>) throws -> PlaceIndex {
    let builder = PlaceIndexBuilder()
    for input in inputs {
      builder.begin(IndexInput("\(input).csv"))
      for known in places where known.inputs[input] { try builder.add(known.place) }
    }
    return try builder.makeIndex()
  }

  private static func queries(_ random: inout SeededRandom) throws -> [PlaceQuery] {
    try (0..<15).flatMap { _ in
      let center = try Coordinate(
        latitude: Double.random(in: 37.4...37.6, using: &random),
        longitude: Double.random(in: 126.9...127.1, using: &random)
      )
      let meters = Double([300, 2_000, 9_000, 20_000].randomElement(using: &random) ?? 300)
      let radius = try #require(Distance(meters: meters).flatMap { SearchRadius($0) })
      let box = try BoundingBox(west: 126.9, south: 37.4, east: center.longitude, north: center.latitude)
      let areas: [SearchArea] = [
        .circle(center: center, radius: radius), .box(box, center: nil), .anywhere(center: center),
        .anywhere(center: nil),
      ]
      let area = areas.randomElement(using: &random) ?? areas[0]
      let group = try #require(CategoryGroup.allCases.randomElement(using: &random))
      return [
        try PlaceQuery(categories: [.group(group)], area: area), try PlaceQuery(categories: [.any], area: area),
        try PlaceQuery(categories: [.source("종류 \(Int.random(in: 0..<13, using: &random))")], area: area),
        try PlaceQuery(
          text: SearchText(["가온", "한빛 7", "coffee", "ㄴㄹ", "세종대로 12"].randomElement(using: &random) ?? ""),
          area: area
        ),
      ]
    }
  }

  @Test(arguments: Seeds.some(of: Array(0..<4)))
  func `places of several inputs are found once, by area, kind, name, address and id`(seed: Int) throws {
    let known = try Self.places(seed: seed, count: 2_500)
    let several = try Self.index(of: known, inputs: 0..<Self.inputCount)
    let single = try Self.index(of: known.map { SourcePlace(place: $0.place, inputs: [true]) }, inputs: 0..<1)
    try several.checkFormat()
    #expect(several.content.segments.count == Self.inputCount + 1)
    #expect(several.placeCount == known.count)
    #expect(several.summary.groups == single.summary.groups)
    #expect(several.description.inputs.map(\.name) == ["0.csv", "1.csv", "2.csv"])
    for input in 0..<Self.inputCount {
      #expect(several.summary.inputs[input].placeCount == known.count { $0.inputs[input] })
    }
    var random = SeededRandom(UInt64(70 + seed))
    for query in try Self.queries(&random) {
      for limit in [5, nil] {
        let result = try several.places(matching: query, limit: limit)
        let expected = try single.places(matching: query, limit: limit)
        #expect(result.totalCount == expected.totalCount, "\(query)")
        #expect(result.places == expected.places, "\(query)")
      }
    }
    for number in stride(from: 0, to: known.count, by: 97) {
      let found = try #require(try several.place(withID: "\(number)"))
      #expect(found.places == (try single.place(withID: "\(number)"))?.places)
      let names = several.inputNames(of: 0, in: found)
      #expect(names == known[number].inputs.indices.filter { known[number].inputs[$0] }.map { "\($0).csv" })
    }
    for text in ["가온", "나래", "세종대로 12", "coffee bean 3", "ㅎㅂ"].compactMap(SearchText.init) {
      let result = try several.places(named: text, limit: 1_000)
      let expected = try single.places(named: text, limit: 1_000)
      #expect(result.totalCount == expected.totalCount)
      #expect(Set(result.places.map(\.place.id)) == Set(expected.places.map(\.place.id)))
    }
  }
}
