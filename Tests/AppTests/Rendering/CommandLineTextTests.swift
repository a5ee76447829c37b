import Domain
import TestSupport
import Testing

@testable import App

/// A history line that a shell passes back to the program.
struct CommandLineTextTests {
  private static let texts = [
    "starbucks", "스타 벅스", "it's \"24h\"", "-c", "--at", "-", "$HOME `id` \\ $(id)", "a\nb\tc", "\u{1b}[31m'x\\\u{85}%s",
    "=ls", "~", "!!",
    "*", "a;b&c|d>e#f", "{a,b}", "[x]", "100%", "가\u{3000}나", "e\u{301}", "👩‍👩‍👧", "--", "-q=x", "a=b", "\\0101",
  ]

  /// Queries with each type of option, alone and together.
  private func queries() throws -> [PlaceQuery] {
    let point = try Coordinate(latitude: -37.497912345, longitude: 127.02761)
    let home = try Coordinate(latitude: 37.5, longitude: 127)
    let box = try BoundingBox(west: -127.5, south: -37, east: 128, north: 38.25)
    let radii = try [1_000, 250, 1_234.5].map { try #require(Distance(meters: $0).flatMap { SearchRadius($0) }) }
    var areas: [(SearchArea, near: String?, isSaved: Bool)] = [
      (.anywhere(center: nil), nil, false), (.box(box, center: nil), nil, false), (.box(box, center: home), nil, false),
      (.circle(center: home, radius: .standard), "home", true),
      (.circle(center: point, radius: .standard), "gone", true),
      (.circle(center: point, radius: .standard), "moved", true),
    ]
    areas += radii.map { (.circle(center: point, radius: $0), nil, false) }
    areas += Self.texts.map { (.circle(center: point, radius: .standard), SearchText($0)?.value, false) }
    let limits: [PlaceLimit] = [
      .standard, .all, .first(try #require(PlaceCount(7))),
      .page(try #require(PageRequest(number: 2, size: 4))), .page(try #require(PageRequest(number: 1, size: 15))),
    ]
    var queries: [PlaceQuery] = []
    for (number, area) in areas.enumerated() {
      for categories in [[], [CategoryGroup.cafe], [.gas, .bank]] {
        for sort in area.0.center == nil ? [PlaceQuery.Sort.accuracy] : [.distance, .accuracy] {
          let text = SearchText(Self.texts[(number + categories.count) % Self.texts.count])
          let query = try PlaceQuery(
            categories: categories.map(PlaceCategory.group),
            text: categories.count == 1 ? nil : text,
            area: area.0,
            sort: sort,
            near: area.near,
            isNearSaved: area.isSaved
          )
          queries.append(query.limited(to: limits[queries.count % limits.count]))
        }
      }
    }
    for text in Self.texts {
      let query = try PlaceQuery(text: SearchText(text), area: .anywhere(center: nil))
      queries.append(query)
    }
    return queries
  }

  private func savedLocations() throws -> SavedLocations {
    let home = try #require(SavedLocation(name: "home", coordinate: Coordinate(latitude: 37.5, longitude: 127)))
    let moved = try #require(SavedLocation(name: "moved", coordinate: Coordinate(latitude: 1, longitude: 2)))
    return SavedLocations(locations: [home, moved])
  }

  @Test func `a shell passes every line back as the same query`() async throws {
    let (queries, savedLocations) = (try queries(), try savedLocations())
    let lines = queries.map { $0.commandLine(savedLocations) }
    var shell = Invocation("/bin/sh", ["-s"], environment: ["PATH": "/usr/bin:/bin", "HOME": "/root"])
    shell.input = lines.map { "printf '%s\\0' \($0) END\n" }.joined()
    let outcome = try await shell.run()
    #expect(outcome.errors.isEmpty)
    let words = outcome.output.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    let parsed = words.split(separator: "END", omittingEmptySubsequences: false)
    try #require(parsed.count == queries.count + 1)
    for (original, (line, words)) in zip(queries, zip(lines, parsed)) {
      var query = try Arguments(ArgumentParser.parse(Array(words))).query
      if let near = query.near {
        #expect(near.value == original.near, "\(line)")
        query.center = .resolved(try #require(original.area.center), name: near.value, isSaved: false)
      }
      if case .savedLocation(let name) = query.center {
        query.center = .resolved(try #require(savedLocations[name]).coordinate, name: name, isSaved: true)
      }
      let again = try PlaceQuery(query)
      #expect(again.limit == original.limit, "\(line)")
      #expect(again.categories == original.categories, "\(line)")
      #expect(again.text == original.text, "\(line)")
      #expect(again.area == original.area, "\(line)")
      #expect(again.sort == original.sort, "\(line)")
      #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(line.debugDescription)")
    }
  }

  @Test(arguments: [
    ("cafe", "", false, "-c cafe --anywhere"), ("", "x", false, "-q x"), ("", "x", true, "-q x --anywhere"),
    ("cafe", "x", true, "-c cafe -q x --anywhere"),
  ])
  func `a query without a place ignores the default location`(
    category: String,
    text: String,
    hasDefault: Bool,
    line: String
  ) throws {
    let kept = SavedLocations(locations: try savedLocations().locations, defaultName: hasDefault ? "home" : nil)
    let query = try PlaceQuery(
      categories: category.isEmpty ? [] : [PlaceCategory(word: category)],
      text: SearchText(text),
      area: .anywhere(center: nil)
    )
    #expect(query.commandLine(kept) == line)
  }

  @Test(arguments: [
    ("_p~iF~ps|U_ulLnnqC_mqNvxq`@", ""), ("_zzrfA_w_dqF_af@_t`B", " --polyline-precision 6"),
    ("LINESTRING(127 37,128 37)", ""), ("way.gpx", ""),
  ])
  func `a line is queried with as many decimals as it was read with`(text: String, precisionOption: String) throws {
    let precision = precisionOption.isEmpty ? EncodedPolyline.Precision.five : .six
    let line =
      text == "way.gpx"
      ? RouteLine([[.gangnam, .middleOfSeoul]], name: text)
      : try ShapeText.draft(text, as: .line, precision).line(called: text) { _ in }
    for drawn in [
      DrawnShape.corridor(Corridor(along: line, radius: .standardCorridor)),
      // As a store returns it.
      Corridor.shape(WellKnownText.text(of: line), called: text, reach: .standardCorridor),
    ] {
      let query = try PlaceQuery(categories: [.group(.cafe)], area: .drawn(try #require(drawn), center: nil))
      let written = query.commandLine()
      #expect(written == "-c cafe --along \(ShellWord.quoted(text))\(precisionOption)")
    }
  }

  @Test func `a location is named as long as it has its coordinate`() throws {
    func line(_ latitude: Double, _ near: String, isSaved: Bool) throws -> String {
      let center = try Coordinate(latitude: latitude, longitude: 127)
      let query = try PlaceQuery(
        categories: [.group(.cafe)],
        area: .circle(center: center, radius: .standard),
        near: near,
        isNearSaved: isSaved
      )
      return query.commandLine(try savedLocations())
    }
    #expect(try line(37.5, "home", isSaved: true) == "-c cafe --at home")
    #expect(try line(37.6, "home", isSaved: true) == "-c cafe --at 37.6,127")
    #expect(try line(37.6, "강남역", isSaved: false) == "-c cafe --near 강남역")
  }
}
