import Domain
import Foundation
import TestSupport
import Testing

@testable import PlaceIndex

/// Files written by osmium, if it is installed, with a different town in each round.
struct OsmiumTests {
  private static let program = ["/usr/bin/osmium", "/usr/local/bin/osmium", "/opt/homebrew/bin/osmium"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  private static func osmium(_ arguments: String...) async throws {
    let outcome = try await Invocation(program ?? "", arguments).run()
    try #require(outcome.status == 0, "osmium \(arguments): \(outcome.errors)")
  }

  private static func places(_ path: String) throws -> ImportedPlaces {
    try ImportedPlaces(Array(try Data(contentsOf: URL(filePath: path))))
  }

  @Test(.enabled(if: program != nil, "osmium is not installed"), arguments: [1, 2, 3])
  func `files of each format have the places of the export`(seed: UInt64) async throws {
    try await TemporaryDirectory.with { directory in
      let town = directory.file("town.osm")
      try OSMElements.town(seed).xml.write(toFile: town, atomically: true, encoding: .utf8)
      let sorted = directory.file("sorted.osm.pbf")
      try await Self.osmium("sort", town, "-o", sorted)
      let export = directory.file("export.geojsonl")
      try await Self.osmium(
        "export",
        sorted,
        "-a",
        "type,id",
        "-f",
        "geojsonseq",
        "-x",
        "print_record_separator=false",
        "-o",
        export
      )
      let expected = OSMMiniatureTests.places(try Self.places(export).rows)
      #expect(expected.count > 100)
      var files = [sorted]
      for (name, options) in [
        ("as-it-is", "pbf"), ("plain", "pbf,pbf_dense_nodes=false"), ("raw", "pbf,pbf_compression=none"),
        ("bare", "pbf,add_metadata=false"),
      ] {
        let file = directory.file(name + ".osm.pbf")
        try await Self.osmium("cat", name == "as-it-is" ? town : sorted, "-f", options, "-o", file)
        files.append(file)
      }
      let located = directory.file("located.osm.pbf")
      try await Self.osmium("add-locations-to-ways", "-n", sorted, "-o", located)
      let packed = directory.file("town.osm.gz")
      try await Self.osmium("cat", town, "-o", packed)
      for file in files + [located, town, packed] {
        let places = try Self.places(file)
        #expect(Set(places.rows).symmetricDifference(expected) == [], "\(file)")
        #expect(places.input?.partialCount == 0)
      }
    }
  }

  @Test(.enabled(if: program != nil, "osmium is not installed"))
  func `the count of incomplete elements equals osmium's`() async throws {
    try await TemporaryDirectory.with { directory in
      let town = directory.file("town.osm")
      try OSMElements.town(4).xml.write(toFile: town, atomically: true, encoding: .utf8)
      let cut = directory.file("cut.osm.pbf")
      try await Self.osmium("extract", "-s", "simple", "--set-bounds", "-b", "5.12,52.09,5.13,52.095", town, "-o", cut)
      let places = try Self.places(cut)
      #expect(places.rows.count > 20)
      #expect((places.input?.partialCount ?? 0) > 0)
      var importer = PlaceImporter()
      try importer.read(path: cut)
      let input = try #require(importer.builder.description.inputs.first)
      #expect(input.coverage.isEmpty && input.isExtract)
    }
  }
}

extension OSMElements {
  /// Returns a town: nodes of every kind, squares, and relations with a ring of two ways and sometimes a hole.
  static func town(_ seed: UInt64) -> OSMElements {
    var random = SeededRandom(seed)
    var town = OSMElements()
    var nodeID: Int64 = 0
    var wayID: Int64 = 0
    func number(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    func position() -> (Int64, Int64) { (520_900_000 + Int64(number(90_000)), 51_200_000 + Int64(number(90_000))) }
    func node(_ at: (Int64, Int64), _ tags: Tags = []) -> Int64 {
      nodeID += 1 + Int64(number(1 << 30))
      town.nodes.append(Node(id: nodeID, latitude: at.0, longitude: at.1, tags: tags))
      return nodeID
    }
    func way(_ nodes: [Int64], _ tags: Tags = []) -> Int64 {
      wayID += 1 + Int64(number(1 << 20))
      town.ways.append(Way(id: wayID, nodes: nodes, tags: tags))
      return wayID
    }
    func corners(_ at: (Int64, Int64), _ size: Int64) -> [Int64] {
      [(0, 0), (size, 0), (size, size + 3), (0, size + 1)].map { node((at.0 + $0.0, at.1 + $0.1)) }
    }
    func tags() -> Tags {
      let sorts: [(String, String)] = [
        ("amenity", "cafe"), ("shop", "bakery;coffee"), ("tourism", "hotel"), ("craft", "carpenter"),
        ("highway", "bus_stop"), ("highway", "crossing"), ("building", "yes"), ("railway", "station"),
        ("leisure", "park"), ("natural", "tree"), ("amenity", "pharmacy"), ("healthcare", "doctor"),
      ]
      var tags: Tags = [sorts[number(sorts.count)]]
      if number(4) > 0 { tags.append(("name", "가온 \(number(99)) &amp; zn")) }
      if number(3) == 0 { tags += [("addr:street", "Rue Gaon"), ("addr:housenumber", "\(number(99))")] }
      if number(3) == 0 { tags.append(("name:en", "Gaon \(number(99))")) }
      if number(4) == 0 { tags.append(("phone", "+31 30 \(number(99_999))")) }
      if number(4) == 0 { tags.append(("opening_hours", "Mo-Su 09:00-18:00")) }
      return tags
    }
    for _ in 0..<160 { _ = node(position(), tags()) }
    for _ in 0..<60 {
      let ring = corners(position(), 500 + Int64(number(9_000)))
      _ = way(ring + [ring[0]], tags() + (number(2) == 0 ? [("area", "yes")] : []))
    }
    for number in 0..<20 {
      let at = position()
      let ring = corners(at, 9_000)
      var members = [(1, way([ring[0], ring[1], ring[2]])), (1, way([ring[2], ring[3], ring[0]]))]
      if number % 3 == 0 {
        let hole = corners((at.0 + 2_000, at.1 + 2_000), 3_000)
        members.append((1, way(hole + [hole[0]])))
      }
      let relation = Relation(id: Int64(number + 1) * 7, members: members, tags: tags() + [("type", "multipolygon")])
      town.relations.append(relation)
    }
    return town
  }
}
