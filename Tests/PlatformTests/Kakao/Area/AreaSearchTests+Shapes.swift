import Domain
import Foundation
import TestSupport
import Testing

@testable import Platform

/// The first places in shapes: the correct ones, at the cost of the bounding box.
extension AreaSearchTests {
  private static let middle = (latitude: 37.4979, longitude: 127.0276)

  /// Returns a polygon of about 4 km like a district, with 8 to 20 corners around its centre.
  private static func district(_ random: inout SeededRandom) throws -> PolygonArea {
    let corners = 8 + Int(13 * random.unit())
    let points = try (0..<corners).map { number in
      let bearing = 2 * .pi * (Double(number) + 0.8 * random.unit()) / Double(corners)
      let meters = 2_000 * (0.6 + 0.4 * random.unit())
      return try Coordinate(
        latitude: middle.latitude + meters * cos(bearing) / 111_000,
        longitude: middle.longitude + meters * sin(bearing) / 88_000
      )
    }
    return PolygonArea([Polygon([points + points.prefix(1)])])
  }

  private static func places(_ layout: StubPlace.Layout, _ seed: UInt64) -> [StubPlace] {
    StubPlace.generated(6_000, layout: layout, reach: 4_000, seed: seed)
  }

  @Test(arguments: [StubPlace.Layout.uniform, .clustered, .town, .buildings], [1, 15, 50])
  func `a limit in a polygon takes three requests more than in the rectangle around it, at most`(
    layout: StubPlace.Layout,
    limit: Int
  ) async throws {
    var costs: [(isNearest: Bool, inShape: Int, inBox: Int)] = []
    for seed in 1...Self.areaCount(of: .none, usually: 3) {
      var random = SeededRandom(seed)
      let polygons = try Self.district(&random)
      let box = try #require(polygons.enclosingBox)
      let stub = KakaoStub(places: Self.places(layout, seed), key: Fixture.secret)
      let center = try Coordinate(latitude: Self.middle.latitude, longitude: Self.middle.longitude)
      for center in [nil, center] {
        func found(_ area: SearchArea) async throws -> PlaceCollection {
          try await Fixture.places(over: StubExchange.serving(stub))
            .places(
              matching: PlaceQuery(categories: [.group(.gas)], area: area).limited(to: Fixture.first(limit)),
              progress: nil
            )
        }
        let inShape = try await found(.polygons(polygons, center: center))
        let inBox = try await found(.box(box, center: center))
        let (requests, inBoxRequests) = (inShape.provenance.requests, inBox.provenance.requests)
        #expect(inShape.places.count == limit && !inShape.isComplete)
        #expect(requests <= inBoxRequests + 3, "\(seed) \(center == nil ? "" : "around ")\(requests), \(inBoxRequests)")
        costs.append((center != nil, requests, inBoxRequests))
      }
    }
    if Self.extra != nil {
      for isNearest in [false, true] {
        let costs = costs.filter { $0.isNearest == isNearest }
        let (inShape, inBox) = (costs.map(\.inShape).sorted(), costs.map(\.inBox).sorted())
        let text =
          "\(isNearest ? "nearest" : "first") \(limit) of \(layout): median requests \(inShape[costs.count / 2]) in a polygon, "
          + "\(inBox[costs.count / 2]) in the rectangle around it\n"
        FileHandle.standardError.write(Data(text.utf8))
      }
    }
  }

  // Without distances from the centre, the first page is rejected.
  @Test(
    arguments: [StubPlace.Layout.uniform, .clustered, .line, .town, .buildings],
    Fault.allCases.filter { $0 != .noOrigin }
  )
  func `the first places of a shape are never called the first when one is missing`(
    layout: StubPlace.Layout,
    fault: Fault
  ) async throws {
    for seed in 1...Self.areaCount(of: fault, usually: 3) {
      var random = SeededRandom(seed &+ 100)
      let stub = KakaoStub(
        places: StubPlace.generated(1_500, layout: layout, reach: 3_000, seed: seed),
        key: Fixture.secret,
        quirks: fault.quirks
      )
      let center = try Coordinate(
        latitude: Self.middle.latitude + 0.01 * random.normal(),
        longitude: Self.middle.longitude + 0.01 * random.normal()
      )
      let polygons = try Self.district(&random)
      let box = try #require(polygons.enclosingBox)
      let limit = 1 + Int(120 * random.unit())
      for area in [SearchArea.polygons(polygons, center: center), .box(box, center: center)] {
        let query = try PlaceQuery(categories: [.group(.gas)], area: area)
        let found = try await Fixture.places(over: StubExchange.serving(stub), timeout: .seconds(600))
          .places(matching: query.limited(to: Fixture.first(limit)), progress: nil)
        let origin = StubPlane(latitude: center.latitude, longitude: center.longitude).asCenter
        let shown = Set(found.places.map(\.place.id))
        let missing = try stub.places.filter { place in
          let point = try Coordinate(latitude: place.latitude, longitude: place.longitude)
          return !shown.contains(place.id) && area.contains(point)
        }
        let nearest = missing.map {
          origin.distance(to: StubPlane(latitude: $0.latitude, longitude: $0.longitude))
        }.min()
        #expect(!found.isComplete || missing.isEmpty, "\(layout) \(fault) \(seed): \(missing.count) missing")
        // A search with pages only takes the service's order.
        guard area.isShape || limit > KakaoSearch.reachableCount else { continue }
        // The order can't reveal a place that the service counts but never returns.
        guard fault != .hiddenPlace else { continue }
        let last = found.places.last?.distance?.meters ?? 0
        let isNearest = nearest.map { $0 >= last } ?? true
        #expect(isNearest || found.isNearest == false, "\(layout) \(fault) \(seed) \(limit): \(nearest ?? -1), \(last)")
        if fault.leavesTruth { #expect(found.isNearest == true, "\(layout) \(fault) \(seed) \(limit)") }
      }
    }
  }
}
