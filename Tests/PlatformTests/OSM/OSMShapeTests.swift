import Domain
import Foundation
import TestSupport
import Testing

@testable import Platform

/// Polygons and corridors with the Overpass double, compared with all its elements.
struct OSMShapeTests {
  @Test(arguments: [(37.4979, 127.0276), (-16.82, 179.995), (78.22, 15.62)], 1...UInt64(Seeds.count(of: 3)))
  func `every element of a shape is found, and nothing else`(town: (Double, Double), seed: UInt64) async throws {
    var random = SeededRandom(seed)
    let stub = OSMStub.generated(ShapeTrials.placeCount(usually: 1_000), seed: seed, around: town)
    let exchange = StubExchange { request throws(HTTPFailure) in HTTPResponse(stub.reply(to: LoopbackRequest(request)))
    }
    let places = OSMPlaces(client: try OSMPlacesTests.client(over: exchange))
    for number in 0..<ShapeTrials.count(usually: 8, ofCases: 9) {
      let longitude = (town.1 + 0.03 * random.normal() + 540).truncatingRemainder(dividingBy: 360) - 180
      let center = try Coordinate(latitude: town.0 + 0.03 * random.normal(), longitude: longitude)
      let area: SearchArea
      if number % 2 == 0 {
        let polygons = random.polygons(around: center, degrees: 0.04).map { Polygon($0) }
        area = .polygons(PolygonArea(polygons), center: nil)
      } else {
        let line = RouteLine(random.lines(around: center, degrees: 0.04))
        area = .corridor(Corridor(along: line, radius: try Fixture.radius(200)))
      }
      let query = try PlaceQuery(categories: [.source("amenity=*")], area: area)
      let found = try await places.places(matching: query.limited(to: .all), progress: nil)
      let oracle = try #require(ShapeOracle(area))
      var (sure, unsure): (Set<String>, Set<String>) = ([], [])
      for element in stub.elements where element.tags["amenity"] != nil {
        let point = try Coordinate(latitude: element.latitude, longitude: element.longitude)
        switch oracle.contains(point) {
        case true?: sure.insert(element.id)
        case false?: break
        case nil: unsure.insert(element.id)
        }
      }
      let ids = Set(found.places.map(\.place.id))
      #expect(found.isComplete && found.totalCount == ids.count)
      #expect(ids.isSuperset(of: sure) && ids.subtracting(sure).isSubset(of: unsure), "\(area)")
    }
  }

  @Test func `the parts of a long corridor contain it and little else`() throws {
    var points: [Coordinate] = []
    for step in 0...100 {
      points.append(try Coordinate(latitude: 34 + 0.04 * Double(step), longitude: 126.5 + 0.02 * Double(step)))
    }
    let area = SearchArea.corridor(Corridor(along: RouteLine([points]), radius: .standardCorridor))
    let parts = OverpassTiles.parts(of: area, upTo: 64)
    #expect(parts.count <= 64)
    for point in points { #expect(parts.contains { $0.contains(point) }) }
    let box = try #require(area.enclosingBox)
    #expect(parts.reduce(0) { $0 + $1.squareMeters } < box.squareMeters / 8)
    // The parts of a download also include the surroundings.
    let wide = OverpassTiles.parts(of: area, margin: 500, upTo: 64)
    for point in points {
      let nearby = try Coordinate(latitude: point.latitude, longitude: point.longitude + 0.01)
      #expect(wide.contains { $0.contains(nearby) })
    }
  }
}
