import Domain
import Testing

@testable import PlaceIndex

/// Extracts lack data beyond their border.
struct OSMBorderTests {
  private func cut(_ change: (inout OSMElements) -> Void) -> OSMElements {
    var elements = OSMElements.miniature
    change(&elements)
    return elements
  }

  @Test(arguments: [false, true])
  func `an incomplete place has the middle of its present parts, and is counted`(hasLocations: Bool) throws {
    var writer = OSMFileWriter()
    writer.hasLocations = hasLocations
    let places = try ImportedPlaces(writer.file(cut { $0.nodes.removeAll { $0.id == 4 } }))
    let school = try #require(places.rows.first { $0.id == "way/10" })
    #expect(school.latitude == 52.1000508)
    // The way of the park also lacks the node.
    #expect(places.input?.partialCount == 2)
    #expect(places.skips[.missingCoordinate] == nil)
  }

  @Test func `a relation with a missing way has the middle of its other members`() throws {
    let places = try ImportedPlaces(OSMFileWriter().file(cut { $0.ways.removeAll { $0.id == 12 } }))
    let park = try #require(places.rows.first { $0.id == "relation/20" })
    #expect(park.latitude == 52.1002552)
    #expect(places.input?.partialCount == 1)
  }

  @Test func `a place without any present part is skipped and counted`() throws {
    let places = try ImportedPlaces(
      OSMFileWriter().file(cut { $0.nodes.removeAll { (2...4).contains($0.id) } })
    )
    #expect(!places.rows.contains { $0.id == "way/10" })
    #expect(places.skips[.missingCoordinate] == 1)
    let example = places.skipped.first { $0.reason == .missingCoordinate }?.example
    #expect(example?.text == "way/10" && example?.isElement == true)
  }

  @Test func `relations within relations add nothing`() throws {
    let elements = cut {
      $0.relations.append(
        OSMElements.Relation(id: 22, members: [(2, 20), (0, 1)], tags: [("amenity", "university"), ("type", "site")])
      )
    }
    let places = try ImportedPlaces(OSMFileWriter().file(elements))
    let university = try #require(places.rows.first { $0.id == "relation/22" })
    #expect(university.latitude == 52.1000001 && university.longitude == 5.1000003)
  }

  @Test func `the middle of an outline across the antimeridian is on the outline's side of the Earth`() throws {
    var elements = OSMElements()
    elements.nodes = [
      OSMElements.Node(id: 1, latitude: 100_000_000, longitude: 1_799_000_000),
      OSMElements.Node(id: 2, latitude: 100_000_000, longitude: -1_797_000_000),
    ]
    elements.ways = [OSMElements.Way(id: 1, nodes: [1, 2], tags: [("leisure", "park")])]
    let place = try #require(try ImportedPlaces(OSMFileWriter().file(elements)).rows.first)
    #expect(place.longitude == -179.9)
  }

  @Test func `a relation of two ways on either side of the antimeridian has its middle between them`() throws {
    var elements = OSMElements()
    for (number, longitude) in [1_799_000_000, 1_799_500_000, -1_799_000_000, -1_797_000_000].enumerated() {
      elements.nodes.append(OSMElements.Node(id: Int64(number + 1), latitude: 100_000_000, longitude: Int64(longitude)))
    }
    elements.ways = [OSMElements.Way(id: 1, nodes: [1, 2]), OSMElements.Way(id: 2, nodes: [3, 4])]
    for members in [[(1, 1), (1, 2)], [(1, 2), (1, 1)]] as [[(type: Int, id: Int64)]] {
      let tags: OSMElements.Tags = [("leisure", "park"), ("type", "multipolygon")]
      elements.relations = [OSMElements.Relation(id: 1, members: members, tags: tags)]
      let place = try #require(try ImportedPlaces(OSMFileWriter().file(elements)).rows.first)
      #expect(place.longitude == -179.9)
    }
  }
}
