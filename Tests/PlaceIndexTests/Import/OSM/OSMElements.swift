/// OpenStreetMap elements in the order of a file.
struct OSMElements {
  typealias Tags = [(key: String, value: String)]

  /// A node; its coordinates are in units of 1e-7 degree.
  struct Node {
    let id: Int64
    let latitude: Int64
    let longitude: Int64
    var tags: Tags = []
  }

  struct Way {
    let id: Int64
    let nodes: [Int64]
    var tags: Tags = []
  }

  struct Relation {
    let id: Int64
    /// The members, each with a type (0 for nodes, 1 for ways) and an id.
    let members: [(type: Int, id: Int64)]
    var tags: Tags = []
  }

  var nodes: [Node] = []
  var ways: [Way] = []
  var relations: [Relation] = []

  /// A few places of each type, and other elements.
  static let miniature: OSMElements = {
    var all = OSMElements()
    all.nodes = [
      Node(id: 1, latitude: 521_000_001, longitude: 51_000_003, tags: [("amenity", "cafe"), ("name", "가온 카페")]),
      Node(id: 2, latitude: 521_000_104, longitude: 51_000_207),
      Node(id: 3, latitude: 521_000_911, longitude: 51_000_208),
      Node(id: 4, latitude: 521_000_912, longitude: 51_001_005, tags: [("highway", "crossing")]),
      Node(
        id: 7_000_000_000,
        latitude: -521_003_000,
        longitude: -51_004_001,
        tags: [
          ("shop", "bakery;coffee"), ("name", "Bäcker"), ("name:en", "Baker"), ("addr:street", "Lange Straat"),
          ("addr:housenumber", "7"), ("addr:city", "Utrecht"), ("phone", "+31 30 1"), ("website", "https://a.example"),
          ("opening_hours", "Mo-Su 09:00-18:00"),
        ]
      ),
      Node(id: 7_000_000_001, latitude: 521_005_000, longitude: 51_005_000, tags: [("man_made", "lighthouse")]),
      Node(
        id: 7_000_000_002,
        latitude: 521_006_000,
        longitude: 51_006_000,
        tags: [("railway", "station"), ("subway", "yes"), ("name", "나래역")]
      ),
      Node(
        id: 7_000_000_003,
        latitude: 521_007_000,
        longitude: 51_007_000,
        tags: [("amenity", "pub"), ("disused", "yes")]
      ),
    ]
    all.ways = [
      Way(id: 10, nodes: [2, 3, 4, 2], tags: [("building", "yes"), ("amenity", "school"), ("name", "다솜학교")]),
      Way(id: 11, nodes: [2, 3], tags: [("highway", "residential"), ("name", "가온로")]),
      Way(id: 12, nodes: [3, 4], tags: []),
      Way(id: 13, nodes: [2, 4, 3, 2], tags: [("building", "yes")]),
    ]
    all.relations = [
      Relation(
        id: 20,
        members: [(1, 12), (0, 7_000_000_001), (1, 11)],
        tags: [("type", "multipolygon"), ("leisure", "park"), ("name", "라온공원")]
      ),
      Relation(id: 21, members: [(1, 13)], tags: [("type", "multipolygon"), ("landuse", "forest")]),
    ]
    return all
  }()

  /// Returns the elements that are places, in the format of Overpass with `out center`.
  func overpass(_ isPlace: (Tags) -> Bool) -> String {
    let points = Dictionary(uniqueKeysWithValues: nodes.map { ($0.id, ($0.latitude, $0.longitude)) })
    let ofWays = Dictionary(uniqueKeysWithValues: ways.map { ($0.id, $0.nodes.compactMap { points[$0] }) })
    var elements = nodes.filter { isPlace($0.tags) }.map { node in
      let at = "\"lat\":\(Self.degrees(node.latitude)),\"lon\":\(Self.degrees(node.longitude))"
      return "{\"type\":\"node\",\"id\":\(node.id),\(at),\"tags\":{\(Self.text(node.tags))}}"
    }
    func add(_ type: String, _ id: Int64, _ points: [(Int64, Int64)], _ tags: Tags) {
      guard isPlace(tags) else { return }
      let latitudes = points.map(\.0)
      let longitudes = points.map(\.1)
      let latitude = Double((latitudes.min() ?? 0) + (latitudes.max() ?? 0)) / 2e7
      let longitude = Double((longitudes.min() ?? 0) + (longitudes.max() ?? 0)) / 2e7
      elements.append(
        "{\"type\":\"\(type)\",\"id\":\(id),\"center\":{\"lat\":\(latitude),\"lon\":\(longitude)},"
          + "\"tags\":{\(Self.text(tags))}}"
      )
    }
    for way in ways { add("way", way.id, ofWays[way.id] ?? [], way.tags) }
    for relation in relations {
      let all = relation.members.flatMap { type, id in
        type == 0 ? [points[id]].compactMap(\.self) : ofWays[id] ?? []
      }
      add("relation", relation.id, all, relation.tags)
    }
    return #"{"version":0.6,"osm3s":{},"elements":[\#(elements.joined(separator: ",\n"))]}"#
  }

  private static func degrees(_ units: Int64) -> Double { Double(units) / 1e7 }

  private static func text(_ tags: Tags) -> String {
    tags.map { "\"\($0.key)\":\"\($0.value)\"" }.joined(separator: ",")
  }

  /// The elements as XML, which osmium reads.
  var xml: String {
    func text(_ tags: Tags) -> String { tags.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined() }
    let nodes = nodes.map {
      let at = "lat='\(Self.degrees($0.latitude))' lon='\(Self.degrees($0.longitude))'"
      return "<node id='\($0.id)' version='1' \(at)>\(text($0.tags))</node>"
    }
    let ways = ways.map {
      "<way id='\($0.id)' version='1'>\($0.nodes.map { "<nd ref='\($0)'/>" }.joined())\(text($0.tags))</way>"
    }
    let relations = relations.map {
      let members = $0.members.map { "<member type='\($0.type == 0 ? "node" : "way")' ref='\($0.id)' role=''/>" }
      return "<relation id='\($0.id)' version='1'>\(members.joined())\(text($0.tags))</relation>"
    }
    return "<osm version='0.6'>\n\((nodes + ways + relations).joined(separator: "\n"))\n</osm>\n"
  }
}
