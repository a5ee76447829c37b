import Domain
import Testing

@testable import App

struct QueryOptionTests {
  private func parsedQuery(_ line: String) throws -> PlaceQuery {
    try parsedQuery(line.split(separator: " ").map(String.init))
  }

  private func parsedQuery(_ words: [String]) throws -> PlaceQuery {
    try PlaceQuery(Arguments(ArgumentParser.parse(words)).query)
  }

  @Test func `a query has every default of the Domain`() throws {
    let query = try PlaceQuery(categories: [.group(.gas)], area: .circle(center: .gangnam, radius: .standard))
    let parsed = try parsedQuery("-c gas --at 37.4979,127.0276")
    #expect(parsed == query)
  }

  @Test(arguments: ["gas", "GAS", "OL7", "ol7", "주유소", "fuel", "gas_station", " gas , petrol "])
  func `a category has many names`(word: String) throws {
    #expect(try parsedQuery(["-c", word, "-q", "x"]).categories == [.group(.gas)])
  }

  @Test func `a rectangle replaces the circle`() throws {
    let box = try BoundingBox(west: 127, south: 37.4, east: 127.1, north: 37.5)
    #expect(try parsedQuery("-c gas --bbox 127,37.4,127.1,37.5").area == .box(box, center: nil))
    let centered = try parsedQuery("-c gas --bbox 127,37.4,127.1,37.5 --at 37.4979,127.0276")
    #expect(centered.area == .box(box, center: .gangnam))
    #expect(centered.sort == .distance)
  }

  @Test func `a query without an area searches anywhere`() throws {
    let query = try parsedQuery("-q starbucks")
    #expect(query.area == .anywhere(center: nil))
    #expect(query.sort == .accuracy)
  }

  @Test func `a page has a number and a size`() throws {
    for (line, number, size) in [("--page 3", 3, 15), ("--size 10", 1, 10), ("--page 45 --size 1", 45, 1)] {
      let page = try #require(PageRequest(number: number, size: size))
      #expect(try parsedQuery("-q x \(line)").limit == .page(page))
    }
  }

  @Test(arguments: [
    ("--at 37.5,127", Failure(InvalidQuery.nothingToLookFor)),
    ("-c ,", .unreadable(.category, value: ",", .list)),
    ("-c gas --lat 37", .needs(.latitude, .longitude)),
    ("-c gas --lng 127", .needs(.longitude, .latitude)),
    ("-c gas --lat x --lng 127", .unreadable(.latitude, value: "x", .number)),
    ("-c gas --lat 127.0276 --lng 37.4979", Failure(InvalidQuery.latitudeOutOfRange(127.0276, swapped: .gangnam))),
    ("-c gas --at 37.5,127 --lat 37", .conflict(.at, .latitude)),
    ("-c gas --at here!", .unreadable(.at, value: "here!", .coordinate)),
    ("-c gas --bbox 1,2,3", .unreadable(.bbox, value: "1,2,3", .box)),
    ("-c gas --bbox 1,2,3,1", .box(.northBelowSouth(south: 2, north: 1), swapped: nil)),
    ("-c gas --bbox 1,2,3,4 -r 5", .conflict(.bbox, .radius)),
    ("-c gas -r 500", .needs(.radius, .at)),
    ("-c gas --at 37.5,127 -r 0", .outOfRange(.radius, "0", from: "1 m", to: "20040 km")),
    ("-c gas --at 37.5,127 -r far", .unreadable(.radius, value: "far", .length)),
    ("-c gas -n -1", .outOfRange(.limit, "-1", from: "0", to: nil)),
    ("-c gas -n many", .unreadable(.limit, value: "many", .wholeNumberOrAll)),
    ("-c gas --page 46", .outOfRange(.page, "46", from: "1", to: "45")),
    ("-c gas --size 16", .outOfRange(.size, "16", from: "1", to: "15")),
    ("-c gas --page 1 -n 5", .conflict(.page, .limit)),
    ("-c gas --size 1 -n 5", .conflict(.size, .limit)),
    ("-c gas --sort distance", Failure(InvalidQuery.distanceOrderWithoutCenter)),
    (
      "-c gas --sort distence",
      .unknownWord(.sort, "distence", nearest: "distance", known: ["distance", "accuracy", "route"])
    ),
  ])
  func `an invalid line is refused`(line: String, error: Failure) {
    #expect(throws: error) { try parsedQuery(line) }
  }

  @Test func `a text has 1 to 100 characters`() {
    #expect(throws: Failure.unreadable(.query, value: "  ", .text)) {
      try parsedQuery(["-q", "  "])
    }
    #expect(throws: Failure.outOfRange(.query, "101 characters", from: "1", to: "100 characters")) {
      try parsedQuery(["-q", String(repeating: "가", count: 101)])
    }
  }

  @Test func `a limit of all is not a number`() throws {
    #expect(try parsedQuery("-q x -n all").limit == .all)
  }
}
