import Domain
import Tables
import Testing

/// A query in each of its forms.
struct QueryTests {
  /// Queries with each property, alone and together.
  private func queries() throws -> [PlaceQuery] {
    let center = try Coordinate(latitude: 37.5, longitude: 127.25)
    let box = try BoundingBox(west: 127, south: 37, east: 128, north: 38.5)
    let radius = try #require(Distance(meters: 1_234.5).flatMap(SearchRadius.init))
    let circle = SearchArea.circle(center: center, radius: radius)
    let text = SearchText("스타 \"벅스\"")
    return [
      try PlaceQuery(categories: [.group(.gas), .group(.cafe)], area: circle, near: "강남역"),
      try PlaceQuery(categories: [.group(.gas)], text: text, area: circle, near: "home", isNearSaved: true),
      try PlaceQuery(categories: [.source("x y")], area: circle, sort: .accuracy),
      try PlaceQuery(text: text, area: .anywhere(center: nil)),
      try PlaceQuery(text: text, area: .anywhere(center: center), sort: .accuracy),
      try PlaceQuery(categories: [.any], area: .box(box, center: nil)),
      try PlaceQuery(categories: [.any], area: .box(box, center: center)),
      try PlaceQuery(
        PlaceMatch(
          categories: [.any],
          conditions: [AttributeCondition("fee != no"), AttributeCondition("capacity>=3")]
        ),
        area: circle,
        sort: .attribute("capacity")
      ),
    ] + (try openingQueries(in: circle))
  }

  private func openingQueries(in area: SearchArea) throws -> [PlaceQuery] {
    try ["2026-12-24T18:00", "2026-12-24T18:00:05Z"].flatMap { text in
      try [false, true].map { keepsUnknown in
        var match = PlaceMatch(categories: [.any])
        match.opening.time = OpeningCondition.Time(text)
        match.opening.keepsUnknown = keepsUnknown
        match.opening.zone = keepsUnknown ? "Asia/Seoul" : nil
        return try PlaceQuery(match, area: area)
      }
    }
  }

  /// Queries in shapes, which a printed query only names.
  private func shapeQueries() throws -> [PlaceQuery] {
    let points = try [(127, 37), (127.123456789012, 37), (127.1, 37.2)].map {
      try Coordinate(latitude: $0.1, longitude: $0.0)
    }
    let area = PolygonArea([Polygon([points]), Polygon([points + [try #require(points.first)]])], name: "a file.kml")
    let line = RouteLine([points, points.reversed()], name: "_p~iF~ps|U")
    let radius = try #require(Distance(meters: 750).flatMap(SearchRadius.init))
    let corridor = SearchArea.corridor(Corridor(along: line, radius: radius))
    return [
      try PlaceQuery(categories: [.any], area: .polygons(area, center: nil)),
      try PlaceQuery(categories: [.any], area: .polygons(area, center: points[0]), near: "강남역"),
      try PlaceQuery(categories: [.any], area: corridor),
      try PlaceQuery(categories: [.any], area: corridor, sort: .distance),
    ]
  }

  private func limits() throws -> [PlaceLimit] {
    [
      .all, .standard, .first(try #require(PlaceCount(7))),
      .page(try #require(PageRequest(number: 3, size: 4))),
    ]
  }

  @Test func `a query resolves to the query that it was made of`() throws {
    for query in try queries() + shapeQueries() {
      for limit in try limits() {
        let limited = query.limited(to: limit)
        var typed = Query()
        typed.match = limited.match
        if let point = limited.area.center {
          typed.center =
            limited.near.map { .resolved(point, name: $0, isSaved: limited.isNearSaved) } ?? .coordinate(point)
        }
        if case .circle(let circle) = limited.area.shape {
          typed.radius = circle.radius
        } else {
          typed.shape = limited.area.shape
        }
        typed.sort = limited.sort
        typed.limit = limited.limit
        #expect(try typed.resolved() == limited)
      }
    }
  }

  @Test func `a stored query reads back as the same`() throws {
    for query in try queries() + shapeQueries() {
      for limit in try limits() {
        let limited = query.limited(to: limit)
        var members: [String: JSONValue] = [:]
        for property in QueryProperty.allCases { property.store(limited) { members[$0] = $1 } }
        #expect(try Query(.stored) { members[$1] }?.resolved() == limited)
      }
    }
  }

  @Test func `a stored query for places that are open now asks for the time of its repetition`() throws {
    let query = try PlaceQuery(categories: [.any], area: .anywhere(center: nil))
    let now = query.requiring(OpeningCondition(time: .now(secondsSince1970: 1_795_392_000)))
    var members: [String: JSONValue] = [:]
    for property in QueryProperty.allCases { property.store(now) { members[$0] = $1 } }
    #expect(members["open_at"] == .text("now"))
    let read = try #require(try Query(.stored) { members[$1] }?.resolved())
    #expect(read.match.starting(at: 1_795_392_000) == now.match)
  }

  @Test func `a printed query reads back as the same query, also without default values`() throws {
    let limit = PlaceLimit.first(try #require(PlaceCount(7)))
    for query in try queries() {
      let limited = query.limited(to: limit)
      var members: [String: JSONValue] = [:]
      for property in QueryProperty.allCases { property.print(limited) { members[$0] = $1 } }
      let read = try #require(Query(.printed) { members[$1] == .null ? nil : members[$1] }).resolved()
      #expect(read.limit == limit && read.near == query.near)
      #expect(read.match == query.match && read.area == query.area && read.sort == query.sort)
      members["limit"] = nil
      if query.sort == (query.area.center == nil ? .accuracy : .distance) { members["sort"] = nil }
      let again = try #require(Query(.printed) { members[$1] == .null ? nil : members[$1] }).resolved()
      #expect(again == read.limited(to: .all))
    }
  }

  @Test func `the list of properties contains every property of a query`() throws {
    // Every new property needs a case in ``QueryProperty``, which the compiler requires in every notation.
    let names = QueryProperty.allCases.map { String(describing: $0) }
    let match = Mirror(reflecting: PlaceMatch()).children.compactMap(\.label)
    let members = Mirror(reflecting: Query()).children.compactMap(\.label)
    #expect(Set(match).isSubset(of: names), "\(match)")
    let others = ["match", "radius", "isRadiusConfigured"]
    #expect(Set(members).subtracting(others).isSubset(of: names), "\(members)")
    let query = Mirror(reflecting: try #require(try queries().first)).children.compactMap(\.label)
    #expect(query == ["match", "area", "sort", "limit", "near", "isNearSaved"])
  }

  @Test func `a query that is changed keeps everything else`() throws {
    for query in try queries() {
      let center = try Coordinate(latitude: 1, longitude: 2)
      let moved = try query.looking(in: .circle(center: center, radius: .standard), keepsSort: true)
      #expect(moved.match == query.match && moved.sort == query.sort && moved.near == nil)
      #expect(!moved.isNearSaved)
      if let center = query.area.center {
        let wider = try query.looking(in: .circle(center: center, radius: .maximum))
        #expect(wider.near == query.near && wider.isNearSaved == query.isNearSaved)
      }
      let other = try query.searching(for: [.group(.bank), .group(.bank)])
      #expect(other.categories == [.group(.bank)] && other.text == query.text && other.area == query.area)
      #expect(other.near == query.near && other.sort == query.sort)
    }
  }

  @Test func `a new area has its own default order, unless the order was chosen`() throws {
    let box = try SearchArea.box(BoundingBox(west: 127, south: 37, east: 128, north: 38), center: nil)
    let center = try Coordinate(latitude: 37.5, longitude: 127)
    let circle = SearchArea.circle(center: center, radius: .standard)
    let query = try PlaceQuery(categories: [.group(.bank)], area: box)
    #expect(query.sort == .accuracy)
    #expect(try query.looking(in: circle).sort == .distance)
    #expect(try query.looking(in: circle, keepsSort: true).sort == .accuracy)
    #expect(try query.looking(in: circle).looking(in: box).sort == .accuracy)
    let chosen = try PlaceQuery(categories: [.group(.bank)], area: circle, sort: .accuracy)
    #expect(try chosen.looking(in: .circle(center: center, radius: .maximum)).sort == .accuracy)
  }

  @Test(
    arguments: [
      (0, nil, 1, false), (3, nil, 1, true), (3, 5, 1, false), (3, 0.5, 1, true), (3, 5, 3, true), (3, 1, 2, true),
      (3, 2, 2, false), (3, 5, 0, true), (0, nil, 0, false),
    ] as [(Int, Double?, Int, Bool)]
  )
  func `a place that is left out may be one of the nearest`(
    count: Int,
    meters: Double?,
    wanted: Int,
    mayLack: Bool
  ) throws {
    let coordinate = try Coordinate(latitude: 37.5, longitude: 127)
    let places = [1.0, 2].map {
      FoundPlace(
        place: Place(id: "\($0)", name: nil, coordinate: coordinate, group: nil),
        distance: Distance(meters: $0)
      )
    }
    for isNearest in [true, false, nil] {
      var collection = PlaceCollection(
        places: Array(places.prefix(wanted)),
        totalCount: 2,
        isComplete: false,
        isNearest: isNearest,
        provenance: Provenance(source: .index)
      )
      let limit = PlaceCount(wanted).map(PlaceLimit.first) ?? .all
      collection.leaveOut(count, nearest: meters.flatMap(Distance.init), limit: limit)
      #expect(collection.undecidedCount == count)
      #expect(collection.isNearest == (mayLack ? isNearest.map { _ in false } : isNearest))
      #expect(collection.mayLackUndecided == (mayLack && isNearest == true))
    }
  }

  @Test func `a radius needs a centre, unless the user's file gives it for every query`() throws {
    var query = Query()
    query.text = SearchText("x")
    query.radius = .standard
    #expect(throws: InvalidQuery.radiusWithoutCenter) { try query.resolved() }
    query.isRadiusConfigured = true
    #expect(try query.resolved().area == .anywhere(center: nil))
  }

  @Test func `a page set number by number is one page`() throws {
    var query = Query()
    query.setPage(size: 4)
    #expect(query.limit == .page(try #require(PageRequest(number: 1, size: 4))))
    query.setPage(number: 3)
    #expect(query.limit == .page(try #require(PageRequest(number: 3, size: 4))))
  }
}
