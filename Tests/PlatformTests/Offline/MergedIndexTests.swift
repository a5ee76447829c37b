import Domain
import Foundation
import TestSupport
import Testing

@testable import PlaceIndex
@testable import Platform
@testable import Tables

/// Several indexes return the same results as one index of all their inputs.
struct MergedIndexTests {
  private let directory = TemporaryDirectory()

  /// Writes three tables, two of which have places at the same points, and an index of some of them.
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
  func `places, totals, pages and names equal those of one index`(parts: [[Int]]) async throws {
    let one = try IndexedPlaces.open([try await index("one.pfx", of: [0, 1, 2])])
    var paths: [String] = []
    for (number, part) in parts.enumerated() { paths.append(try await index("\(number).pfx", of: part)) }
    let many = try IndexedPlaces.open(paths)
    let box = try BoundingBox(west: 127.01, south: 37.42, east: 127.06, north: 37.48)
    for query in [
      try PlaceQuery(categories: [.group(.cafe), .group(.bank)], area: try circle(37.45, 3_000)),
      try PlaceQuery(categories: [.any], area: .box(box, center: nil)),
      try PlaceQuery(categories: [.group(.pharmacy)], text: SearchText("가게 7"), area: .anywhere(center: nil)),
    ] {
      for limit in [1, 20].compactMap(PlaceCount.init).map(PlaceLimit.first) + [.all] {
        let (first, second) = (
          try await one.places(matching: query.limited(to: limit), progress: nil),
          try await many.places(matching: query.limited(to: limit), progress: nil)
        )
        #expect(first.places == second.places && first.totalCount == second.totalCount)
        #expect(first.isComplete == second.isComplete)
      }
      let page = try #require(PageRequest(number: 2, size: 7))
      let pages = (
        try await one.places(matching: query.limited(to: .page(page)), progress: nil),
        try await many.places(matching: query.limited(to: .page(page)), progress: nil)
      )
      #expect(pages.0.places == pages.1.places && pages.0.page?.isLast == pages.1.page?.isLast)
    }
    for text in ["가게 7", "가온로 11", "없는 곳"].compactMap(SearchText.init) {
      let (first, second) = (
        try await one.candidates(for: text, where: [], limit: 500),
        try await many.candidates(for: text, where: [], limit: 500)
      )
      #expect(Set(first.candidates) == Set(second.candidates) && first.candidates.count == second.candidates.count)
    }
    let point = try Coordinate(latitude: 37.45, longitude: 127.05)
    #expect(try await one.address(of: point).nearest?.distance == many.address(of: point).nearest?.distance)
    #expect(try many.place(withID: "1-7")?.found.place.id == "1-7")
  }

  @Test func `a result names its sources, and a category that one index lacks has no places there`() async throws {
    let first = try await index("a.pfx", of: [0])
    try directory.write("id,name,lat,lng,category\nx,나무,37.6,127.05,amenity=tree\n", to: "tree.csv")
    var request = IndexBuildRequest(inputs: [directory.file("tree.csv")], output: directory.file("b.pfx"))
    request.attribution = "© trees"
    _ = try await IndexFiles().build(request, progress: nil)
    let both = try IndexedPlaces.open([first, request.output])
    #expect(both.provenance().attribution == "© a.pfx; © trees")
    let tree = try PlaceQuery(categories: [.source("amenity=tree")], area: try circle(37.6, 100))
    let result = try await both.places(matching: tree.limited(to: .all), progress: nil)
    #expect(result.places.map(\.place.id) == ["x"] && result.provenance.attribution == "© trees")
    let none = try PlaceQuery(categories: [.source("amenity=none")], area: try circle(37.6, 100))
    await #expect(throws: PlaceSearchError.self) {
      try await both.places(matching: none.limited(to: .all), progress: nil)
    }
    #expect(try await IndexFiles().categories(ofIndexesAt: [first, first]).first?.places == 100)
  }

  /// Writes an index of places at one point, one per category.
  ///
  /// With `kind`, the index is one of an older program that didn't know that kind.
  private func index(_ name: String, of categories: [String], without kind: String? = nil) async throws -> String {
    let rows = categories.map { "\(name)-\($0),\($0),37.6,127.05,\($0)\n" }.joined()
    try directory.write("id,name,lat,lng,category\n" + rows, to: "\(name).csv")
    let request = IndexBuildRequest(inputs: [directory.file("\(name).csv")], output: directory.file("\(name).pfx"))
    _ = try await IndexFiles().build(request, progress: nil)
    guard let kind else { return request.output }
    let file = URL(fileURLWithPath: request.output)
    let header = try PlaceIndex(contentsOf: request.output).content.files[0].header
    var bytes = try Data(contentsOf: file)
    let slug = try #require(bytes.firstRange(of: Array("\n\(kind)\n".utf8)))
    bytes[slug.lowerBound + 1] = UInt8(ascii: "_")
    let image = try IndexImage(count: bytes.count)
    ByteView.over(Array(bytes)) { image.copy($0, at: 0) }
    IndexSeal(placeCount: header.placeCount, segments: header.segments, threads: 1).write(to: image)
    try Data(image.withView(0..<image.count) { $0.array }).write(to: file)
    return request.output
  }

  @Test func `indexes of different categories are complete for all of them`() async throws {
    var indexes: [PlaceIndex] = []
    for words in [["cafe"], ["pharmacy"], ["cafe", "bank"]] {
      var description = IndexDescription()
      description.coverage = [try circle(37.6, 1_000)]
      description.coveredCategories = words
      indexes.append(try PlaceIndexBuilder(description: description).makeIndex())
    }
    let places = IndexedPlaces(index: indexes[0], others: Array(indexes.dropFirst()), source: .index)
    let query = try PlaceQuery(categories: [.any], area: try circle(37.6, 100))
    let held = [PlaceCategory.group(.cafe), .group(.pharmacy), .group(.bank)]
    #expect(try await places.places(matching: query, progress: nil).gap == .beyondCategories(held))
  }

  @Test func `a category that one of several indexes lacks removes none of its other places`() async throws {
    let first = try await index("first", of: ["cafe", "bank"])
    let second = try await index("second", of: ["amenity=tree", "bank"])
    let both = try IndexedPlaces.open([first, second])
    for (words, ids, absent) in [
      (["amenity=tree", "bank"], ["first-bank", "second-amenity=tree", "second-bank"], []),
      (["amenity=tree", "cafe", "subway"], ["first-cafe", "second-amenity=tree"], ["subway"]),
      (["dentist"], [], ["dentist"]),
    ] {
      let query = try PlaceQuery(categories: words.map(PlaceCategory.init(word:)), area: try circle(37.6, 100))
      let result = try await both.places(matching: query.limited(to: .all), progress: nil)
      #expect(result.places.map(\.place.id) == ids && result.totalCount == ids.count && result.isComplete)
      #expect(result.absent.map(\.slug) == absent)
      let page = try await both.places(matching: try query.limited(to: .page(#require(PageRequest()))), progress: nil)
      #expect(page.absent.map(\.slug) == absent)
    }
    let none = try PlaceQuery(categories: [.source("amenity=none"), .group(.cafe)], area: try circle(37.6, 100))
    await #expect(throws: PlaceSearchError.self) {
      try await both.places(matching: none.limited(to: .all), progress: nil)
    }
  }

  @Test func `an index too old for a kind makes the result incomplete`() async throws {
    let old = try await index("old", of: ["cafe", "toilets"], without: "toilets")
    let new = try await index("new", of: ["toilets"])
    let toilets = PlaceCategory(word: "toilets")
    for paths in [[old, new], [new, old]] {
      let both = try IndexedPlaces.open([paths[0], paths[1]])
      for (categories, ids) in [
        ([toilets], ["new-toilets"]), ([toilets, .group(.cafe)], ["new-toilets", "old-cafe"]),
      ] {
        let query = try PlaceQuery(categories: categories, area: try circle(37.6, 100))
        let result = try await both.places(matching: query.limited(to: .all), progress: nil)
        #expect(result.places.map(\.place.id) == ids)
        #expect(result.gap == .kindUnknown(path: old, kind: toilets) && !result.isComplete && result.absent.isEmpty)
      }
    }
    let alone = try IndexedPlaces.open([old, old])
    let query = try PlaceQuery(categories: [toilets], area: try circle(37.6, 100))
    await #expect(throws: PlaceSearchError.self) {
      try await alone.places(matching: query.limited(to: .all), progress: nil)
    }
  }

  @Test func `an index without an area beside one with an area is as incomplete as one index of both`() async throws {
    let area = try circle(37.5, 5_000)
    let covered = try await index("covered.pfx", of: [0], covering: [area])
    let open = try await index("open.pfx", of: [1])
    let one = directory.file("both.pfx")
    _ = try await IndexFiles().build(IndexBuildRequest(inputs: [covered, open], output: one), progress: nil)
    for center in [37.5, 37.42, 36] {
      let query = try PlaceQuery(categories: [.group(.cafe)], area: try circle(center, 2_000))
      for limit in [PlaceLimit.all, .first(try #require(PlaceCount(3)))] {
        var results: [PlaceCollection] = []
        for paths in [[one], [covered, open], [open, covered]] {
          let source = try IndexedPlaces.open(paths)
          results.append(try await source.places(matching: query.limited(to: limit), progress: nil))
        }
        #expect(results.allSatisfy { $0.places == results[0].places && $0.gap == results[0].gap }, "\(center)")
        #expect(results.allSatisfy { $0.isNearest == results[0].isNearest && $0.isComplete == results[0].isComplete })
      }
    }
  }

  @Test func `a result is complete only if every index that reaches the area covers it`() async throws {
    let (north, south) = (try circle(37.5, 20_000), try circle(35.1, 20_000))
    let covered = try await index("north.pfx", of: [0], covering: [north])
    let open = try await index("open.pfx", of: [1])
    try directory.write("id,name,lat,lng,category\nx,곳,35.1,127.05,cafe\n", to: "south.csv")
    var request = IndexBuildRequest(inputs: [directory.file("south.csv")], output: directory.file("south.pfx"))
    request.coverage = [south]
    _ = try await IndexFiles().build(request, progress: nil)
    func gap(_ paths: [String], _ area: SearchArea) async throws -> PlaceCollection.Gap? {
      let source = try IndexedPlaces.open(paths)
      let query = try PlaceQuery(categories: [.group(.cafe)], area: area)
      let result = try await source.places(matching: query.limited(to: .all), progress: nil)
      #expect(result.isComplete == (result.gap == nil))
      return result.gap
    }
    #expect(try await gap([covered, request.output], try circle(37.45, 1_000)) == nil)
    #expect(try await gap([covered, open], try circle(37.45, 1_000)) == nil)
    #expect(try await gap([covered, request.output], try circle(35.1, 1_000)) == nil)
    #expect(try await gap([covered, request.output], try circle(36.3, 1_000)) == .outsideCoverage([north, south]))
    // One index covers only a part of the area.
    #expect(try await gap([covered, request.output], try circle(37.6, 30_000)) == .beyondCoverage([north]))
    #expect(try await gap([open, request.output], try circle(36.3, 1_000)) != nil)
    // One index covers the area, and another only a part of it.
    let beside = try await index("beside.pfx", of: [2], covering: [try circle(37.7, 20_000)])
    #expect(try await gap([covered, beside], try circle(37.55, 8_000)) == nil)
    #expect(try await gap([beside, covered], try circle(37.55, 8_000)) == nil)
    #expect(try await gap([open, request.output], .anywhere(center: nil)) == .beyondCoverage([south]))
    // Without a coverage, the bounds of every index are reported.
    request = IndexBuildRequest(inputs: [directory.file("south.csv")], output: directory.file("other.pfx"))
    _ = try await IndexFiles().build(request, progress: nil)
    guard case .beyondBounds(let bounds)? = try await gap([open, request.output], try circle(30, 1_000)) else {
      Issue.record("No bounds are reported.")
      return
    }
    #expect(Set(bounds).count == 2)
  }

  @Test func `an index whose bounds are only within the rectangle around the area is not searched`() async throws {
    for (name, point) in [("near", "37.5085,127.05"), ("far", "37.5,127.037")] {
      try directory.write("id,name,lat,lng,category\n\(name),x,\(point),cafe\n", to: "\(name).csv")
      let inputs = [directory.file("\(name).csv")]
      let request = IndexBuildRequest(inputs: inputs, output: directory.file("\(name).pfx"))
      _ = try await IndexFiles().build(request, progress: nil)
    }
    let query = try PlaceQuery(categories: [.group(.cafe)], area: try circle(37.5085, 1_200))
    for names in [["near", "far"], ["far", "near"]] {
      let source = try IndexedPlaces.open(names.map { directory.file("\($0).pfx") })
      let result = try await source.places(matching: query.limited(to: .all), progress: nil)
      #expect(result.places.count == 1 && result.gap == nil && result.isComplete)
    }
  }

  /// Returns a table of places, some of which other tables contain too: identical, different with the same id, or
  /// without an id or a name.
  private func table(_ number: Int, of places: Int, _ random: inout SeededRandom) -> String {
    var text = "id,name,lat,lng,category,address,phone\n"
    for place in 0..<places {
      var random = SeededRandom(UInt64(place))
      let (latitude, longitude) = (
        Double.random(in: 37...37.2, using: &random), Double.random(in: 127...127.2, using: &random)
      )
      let name = place % 11 == 0 ? "" : "가게 \(place % 30)"
      text += Self.row(place, name, latitude, longitude, "cafe", place % 5 == 0 ? "" : "가온로 \(place % 60)")
    }
    for _ in 0..<places / 2 {
      let place = Int.random(in: 0..<places, using: &random)
      let moved: Double = [0, 0, 0.001, 0.01].randomElement(using: &random) ?? 0
      var same = SeededRandom(UInt64(place))
      let latitude = Double.random(in: 37...37.2, using: &same) + moved
      let longitude = Double.random(in: 127...127.2, using: &same)
      let name = ["가게 \(place % 30)", "", "다른 \(number)"].randomElement(using: &random) ?? ""
      let category = ["cafe", "bank", "amenity=tree", ""].randomElement(using: &random) ?? ""
      let address = ["", "나란로 \(place % 40)"].randomElement(using: &random) ?? ""
      text += Self.row(place, name, latitude, longitude, category, address)
    }
    return text
  }

  /// Every seventh place has no id.
  private static func row(
    _ place: Int,
    _ name: String,
    _ latitude: Double,
    _ longitude: Double,
    _ category: String,
    _ address: String
  ) -> String {
    "\(place % 7 == 0 ? "" : "p\(place)"),\(name),\(latitude),\(longitude),\(category),\(address),02-\(place)\n"
  }

  @Test(arguments: 1...4)
  func `indexes with common places give the results of an index built from them`(seed: UInt64) async throws {
    var random = SeededRandom(seed)
    var paths: [String] = []
    for number in 0..<3 {
      // The first two tables share most places; the last one also has places of its own.
      let text = table(number, of: [120, 100, 160][number], &random)
      let input = "\(seed)-\(number).csv"
      try directory.write(text, to: input)
      var request = IndexBuildRequest(inputs: [directory.file(input)], output: directory.file("\(seed)-\(number).pfx"))
      request.attribution = seed % 2 == 0 ? "© \(number)" : nil
      _ = try await IndexFiles().build(request, progress: nil)
      paths.append(request.output)
    }
    // An index named twice, and one whose places are all in another.
    if seed == 3 { paths.append(paths[0]) }
    let whole = directory.file("\(seed).pfx")
    _ = try await IndexFiles().build(IndexBuildRequest(inputs: paths, output: whole), progress: nil)
    if seed == 4 { paths.append(whole) }
    let one = try IndexedPlaces.open([whole])
    let many = try IndexedPlaces.open(paths)
    let categories: [[PlaceCategory]] = [
      [.any], [.group(.cafe)], [.group(.bank), .group(.cafe)], [.source("amenity=tree")], [],
    ]
    for _ in 0..<30 {
      let (south, west) = (
        Double.random(in: 37...37.15, using: &random), Double.random(in: 127...127.15, using: &random)
      )
      let (height, width) = (Double.random(in: 0...0.1, using: &random), Double.random(in: 0...0.1, using: &random))
      let box = try BoundingBox(west: west, south: south, east: west + width, north: south + height)
      let center = try Coordinate(latitude: south, longitude: west)
      let radius = try #require(Distance(meters: .random(in: 100...20_000, using: &random)).flatMap(SearchRadius.init))
      let areas: [SearchArea] = [
        .circle(center: center, radius: radius), .box(box, center: nil), .box(box, center: center),
        .anywhere(center: center), .anywhere(center: nil),
      ]
      let texts = [
        "가게 \(Int.random(in: 0..<30, using: &random))", "다른", "나란로 7", "가온로 1", "ㄱㄱ", "없음", "가게 가온로", "다른 나란로",
      ]
      let wanted = categories.randomElement(using: &random) ?? []
      let isNamed = wanted.isEmpty || Bool.random(using: &random)
      let query = try PlaceQuery(
        categories: wanted,
        text: isNamed ? texts.randomElement(using: &random).flatMap(SearchText.init) : nil,
        area: areas.randomElement(using: &random) ?? areas[0]
      )
      for limit in [1, 7].compactMap(PlaceCount.init).map(PlaceLimit.first) + [.all] {
        let (first, second) = (
          try await one.places(matching: query.limited(to: limit), progress: nil),
          try await many.places(matching: query.limited(to: limit), progress: nil)
        )
        #expect(first.places == second.places && first.totalCount == second.totalCount, "\(query), \(limit)")
        #expect(first.provenance.attribution == second.provenance.attribution)
      }
    }
    for text in ["가게 7", "가게7", "가온로 11", "나란로 3", "없는 곳", "가온로 가게"].compactMap(SearchText.init) {
      let (first, second) = (
        try await one.candidates(for: text, where: [], limit: 500),
        try await many.candidates(for: text, where: [], limit: 500)
      )
      #expect(Set(first.candidates.map(\.name)) == Set(second.candidates.map(\.name)))
      #expect(first.totalCount == second.totalCount && second.candidates.count == second.totalCount)
    }
    let all = try PlaceQuery(categories: [.any], area: .anywhere(center: nil))
    let places = try await one.places(matching: all.limited(to: .all), progress: nil).places
    for found in places.prefix(100) {
      #expect(try many.place(withID: found.place.id)?.found.place == found.place)
    }
    #expect(
      try await IndexFiles().categories(ofIndexesAt: paths) == IndexFiles().categories(ofIndexesAt: [whole])
    )
  }

  @Test func `a text has the same matches in several indexes as in one of all their places`() async throws {
    try directory.write("id,name,lat,lng,category,address\na,가온로 1,37.5,127,cafe,\n", to: "named.csv")
    try directory.write("id,name,lat,lng,category,address\nb,가게,37.4,127,cafe,가온로 1\n", to: "addressed.csv")
    var paths: [String] = []
    for name in ["named", "addressed"] {
      let request = IndexBuildRequest(inputs: [directory.file("\(name).csv")], output: directory.file("\(name).pfx"))
      _ = try await IndexFiles().build(request, progress: nil)
      paths.append(request.output)
    }
    let both = try IndexedPlaces.open([paths[0], paths[1]])
    for (area, ids) in [
      (SearchArea.anywhere(center: nil), ["a"]), (try circle(37.5, 9_000), ["a"]), (try circle(37.4, 9_000), []),
    ] {
      let query = try PlaceQuery(text: SearchText("가온로 1"), area: area)
      let result = try await both.places(matching: query.limited(to: .all), progress: nil)
      #expect(result.places.map(\.place.id) == ids && result.totalCount == ids.count)
    }
    for (text, area, ids) in [
      ("가게 가온로", SearchArea.anywhere(center: nil), ["b"]), ("가온로, 가게", try circle(37.4, 9_000), ["b"]),
      ("가게, 가온로", try circle(37.5, 9_000), []), ("가게 나란로", .anywhere(center: nil), []),
    ] {
      let query = try PlaceQuery(text: SearchText(text), area: area)
      let result = try await both.places(matching: query.limited(to: .all), progress: nil)
      #expect(result.places.map(\.place.id) == ids && result.totalCount == ids.count, "\(text)")
    }
  }
}
