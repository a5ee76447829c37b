import Domain
import TestSupport
import Testing

@testable import PlaceIndex
@testable import Platform

/// Areas with swapped latitudes and longitudes, in an index.
struct SwappedAreaTests {
  private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> BoundingBox {
    try BoundingBox(west: west, south: south, east: east, north: north)
  }

  /// Returns a city at 47 north and 8 east.
  private func index(covering coverage: [SearchArea] = []) throws -> PlaceIndex {
    var description = IndexDescription()
    description.coverage = coverage
    let builder = PlaceIndexBuilder(description: description)
    for (number, point) in [(47.0, 8.0), (47.1, 8.2)].enumerated() {
      let coordinate = try Coordinate(latitude: point.0, longitude: point.1)
      try builder.add(Place(id: "\(number)", name: "Café", coordinate: coordinate, group: .cafe))
    }
    return try builder.makeIndex()
  }

  private func circle(_ latitude: Double, _ longitude: Double) throws -> SearchArea {
    .circle(center: try Coordinate(latitude: latitude, longitude: longitude), radius: .standard)
  }

  private func query(_ area: SearchArea, near: String? = nil) throws -> PlaceQuery {
    try PlaceQuery(categories: [.group(.cafe)], area: area, near: near)
  }

  @Test func `an area inside the index only when swapped has no places, and the swapped area`() async throws {
    let places = IndexedPlaces(index: try index(), source: .index)
    let corners = try [(47.0, 8.0), (47.1, 8.0), (47.1, 8.2), (47.0, 8.0)].map {
      try Coordinate(latitude: $0.1, longitude: $0.0)
    }
    for area in [
      try circle(8.05, 47.05), .box(try Self.box(47, 8, 47.05, 8.1), center: nil),
      .polygons(PolygonArea([Polygon([corners])]), center: nil),
    ] {
      let query = try query(area)
      let found = try await places.places(matching: query, progress: nil)
      #expect(found.totalCount == 0 && found.gap.map { if case .beyondBounds = $0 { true } else { false } } == true)
      #expect(try places.cost(of: query).swappedArea == area.swapped)
    }
    // In the index, elsewhere in both orders, without an area, or around a place found by name.
    for (area, name) in [
      (try circle(47.05, 8.1), nil), (try circle(10, 20), nil), (.anywhere(center: nil), nil),
      (.anywhere(center: try Coordinate(latitude: 8.05, longitude: 47.05)), nil), (try circle(8.05, 47.05), "Here"),
    ] as [(SearchArea, String?)] {
      #expect(try places.cost(of: query(area, near: name)).swappedArea == nil)
    }
  }

  @Test func `an area outside the coverage is outside, and one across its edge reaches beyond`() async throws {
    let coverage = SearchArea.box(try Self.box(8, 46, 9, 48), center: nil)
    let index = try index(covering: [coverage])
    #expect(try index.gap(in: circle(47, 10)) == .outsideCoverage([coverage]))
    #expect(try index.gap(in: circle(47, 9)) == .beyondCoverage([coverage]))
    #expect(try index.gap(in: circle(47, 8.5)) == nil)
    // A covered area without places isn't a mistake.
    let wide = SearchArea.box(try Self.box(40, 5, 50, 10), center: nil)
    let both = IndexedPlaces(index: try self.index(covering: [coverage, wide]), source: .index)
    let found = try await both.places(matching: query(circle(8.05, 47.05)), progress: nil)
    #expect(found.places.isEmpty && found.isComplete)
    // Nor is an area that is covered in both orders.
    #expect(try both.cost(of: query(circle(47, 8.5))).swappedArea == nil)
  }
}
