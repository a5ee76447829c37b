import Domain
import PlaceIndex
import TestSupport
import Testing

@testable import Platform

/// Several indexes answer as one of all their inputs does.
struct MergedIndexTests {
  private let directory = TemporaryDirectory()

  /// Writes three tables, of which two have places at the same points, and an index of some of them.
  private func index(_ name: String, of tables: [Int], covering areas: [SearchArea] = []) async throws -> String {
    let words = ["cafe", "bank", "pharmacy"]
    for table in 0..<3 {
      var text = "id,name,lat,lng,category,address\n"
      for number in 0..<300 {
        let (latitude, longitude) = (37.4 + Double(number * 7 % 300) / 3_000, 127 + Double(number * 13 % 300) / 3_000)
        text +=
          "\(table)-\(number),가게 \(number % 40),\(latitude),\(longitude),\(words[(number + table) % 3]),가온로 \(number)\n"
      }
      try directory.write(text, to: "\(table).csv")
    }
    var request = IndexBuildRequest(inputs: tables.map { directory.file("\($0).csv") }, output: directory.file(name))
    (request.attribution, request.coverage) = ("© \(name)", areas)
    _ = try await IndexFiles().build(request, progress: nil)
    return request.output
  }

  private func circle(_ latitude: Double, _ meters: Double) throws -> SearchArea {
    let center = try Coordinate(latitude: latitude, longitude: 127.05)
    return .circle(center: center, radius: try #require(Distance(meters: meters).flatMap(SearchRadius.init)))
  }

  @Test(arguments: [[[0], [1, 2]], [[0, 1], [1, 2]], [[0, 1, 2], [0, 1, 2], [1]]])
  func `places, totals, pages and names are those of one index`(parts: [[Int]]) async throws {
    let one = try IndexSource.open(path: try await index("one.pfx", of: [0, 1, 2]))
    var paths: [String] = []
    for (number, part) in parts.enumerated() { paths.append(try await index("\(number).pfx", of: part)) }
    let many = try IndexSource.open(path: paths[0], others: Array(paths.dropFirst()))
    let box = try BoundingBox(west: 127.01, south: 37.42, east: 127.06, north: 37.48)
    for query in [
      try PlaceQuery(categories: [.group(.cafe), .group(.bank)], area: try circle(37.45, 3_000)),
      try PlaceQuery(categories: [.any], area: .box(box, center: nil)),
      try PlaceQuery(categories: [.group(.pharmacy)], text: SearchText("가게 7"), area: .anywhere(center: nil)),
    ] {
      for limit in [1, 20].compactMap(PlaceCount.init).map(PlaceLimit.first) + [.all] {
        let (first, second) = (
          try await one.places(matching: query, limit: limit, progress: nil),
          try await many.places(matching: query, limit: limit, progress: nil)
        )
        #expect(first.places == second.places && first.totalCount == second.totalCount)
        #expect(first.isComplete == second.isComplete)
      }
      let page = try #require(PageRequest(number: 2, size: 7))
      let pages = (try await one.places(matching: query, on: page), try await many.places(matching: query, on: page))
      #expect(pages.0.places == pages.1.places && pages.0.isLast == pages.1.isLast)
    }
    for text in ["가게 7", "가온로 11", "없는 곳"].compactMap(SearchText.init) {
      let (first, second) = (
        try await one.candidates(for: text, limit: 500), try await many.candidates(for: text, limit: 500)
      )
      #expect(Set(first.candidates) == Set(second.candidates) && first.candidates.count == second.candidates.count)
    }
    let point = try Coordinate(latitude: 37.45, longitude: 127.05)
    #expect(try await one.address(of: point).nearest?.distance == many.address(of: point).nearest?.distance)
    #expect(try many.place(withID: "1-7")?.found.place.id == "1-7")
  }

  @Test func `an answer says whose places are in it, and a category that one index lacks has none there`() async throws
  {
    let first = try await index("a.pfx", of: [0])
    try directory.write("id,name,lat,lng,category\nx,나무,37.6,127.05,amenity=tree\n", to: "tree.csv")
    var request = IndexBuildRequest(inputs: [directory.file("tree.csv")], output: directory.file("b.pfx"))
    request.attribution = "© trees"
    _ = try await IndexFiles().build(request, progress: nil)
    let both = try IndexSource.open(path: first, others: [request.output])
    #expect(both.provenance().attribution == "© a.pfx; © trees")
    let tree = try PlaceQuery(categories: [.source("amenity=tree")], area: try circle(37.6, 100))
    let answer = try await both.places(matching: tree, limit: .all, progress: nil)
    #expect(answer.places.map(\.place.id) == ["x"] && answer.provenance.attribution == "© trees")
    let none = try PlaceQuery(categories: [.source("amenity=none")], area: try circle(37.6, 100))
    await #expect(throws: PlaceSearchError.self) { try await both.places(matching: none, limit: .all, progress: nil) }
    #expect(try await IndexFiles().categories(ofIndexesAt: [first, first]).first?.places == 200)
  }

  @Test func `an answer is complete only if every index that reaches the area holds all of it`() async throws {
    let (north, south) = (try circle(37.5, 20_000), try circle(35.1, 20_000))
    let covered = try await index("north.pfx", of: [0], covering: [north])
    let open = try await index("open.pfx", of: [1])
    try directory.write("id,name,lat,lng,category\nx,곳,35.1,127.05,cafe\n", to: "south.csv")
    var request = IndexBuildRequest(inputs: [directory.file("south.csv")], output: directory.file("south.pfx"))
    request.coverage = [south]
    _ = try await IndexFiles().build(request, progress: nil)
    func gap(_ paths: [String], _ area: SearchArea) async throws -> PlaceCollection.Gap? {
      let source = try IndexSource.open(path: paths[0], others: Array(paths.dropFirst()))
      let query = try PlaceQuery(categories: [.group(.cafe)], area: area)
      let answer = try await source.places(matching: query, limit: .all, progress: nil)
      #expect(answer.isComplete == (answer.gap == nil))
      return answer.gap
    }
    #expect(try await gap([covered, request.output], try circle(37.45, 1_000)) == nil)
    #expect(try await gap([covered, open], try circle(37.45, 1_000)) == nil)
    #expect(try await gap([covered, request.output], try circle(35.1, 1_000)) == nil)
    #expect(try await gap([covered, request.output], try circle(36.3, 1_000)) == .beyondCoverage([north, south]))
    // One reaches only a part of it.
    #expect(try await gap([covered, request.output], try circle(37.6, 30_000)) == .beyondCoverage([north]))
    #expect(try await gap([open, request.output], try circle(36.3, 1_000)) != nil)
    #expect(try await gap([open, request.output], .anywhere(center: nil)) == .beyondCoverage([south]))
  }
}
