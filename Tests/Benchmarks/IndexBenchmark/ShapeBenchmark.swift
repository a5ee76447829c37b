import Domain
import PlaceIndex

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A long route and many boundaries over the places of an index, the same in every run.
struct ShapeBenchmark {
  /// A route of 10,000 points that zigzags across all places.
  let route: [Coordinate]
  /// The rings of boundaries of 1,000 points: a district and a hole in it.
  let boundaries: [[[Coordinate]]]

  private static let pointCount = 10_000
  private static let boundaryCount = 100

  init?(_ index: PlaceIndex) {
    guard let box = index.summary.bounds else { return nil }
    var random = UInt64(7)
    func unit() -> Double {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(random >> 11) * 0x1p-53
    }
    func point(_ across: Double, _ up: Double) -> Coordinate? {
      try? Coordinate(
        latitude: box.south + min(1, max(0, up)) * (box.north - box.south),
        longitude: box.west + min(1, max(0, across)) * (box.east - box.west)
      )
    }
    // Three crossings with road-like bends.
    route = (0..<Self.pointCount).compactMap { number in
      let way = Double(number) / Double(Self.pointCount) * 3
      let turn = Int(way)
      let across = turn.isMultiple(of: 2) ? way - Double(turn) : 1 - way + Double(turn)
      let bend = 0.02 * sin(way * 40) + 0.0005 * unit()
      return point(0.1 + 0.8 * across, 0.2 + 0.2 * way + bend)
    }
    boundaries = (0..<Self.boundaryCount).map { _ in
      let (across, up) = (0.2 + 0.6 * unit(), 0.2 + 0.6 * unit())
      let size = 0.005 + 0.05 * unit()
      return [1, 0.3].map { share in
        let ring = (0..<1_000).compactMap { number in
          let bearing = 2 * Double.pi * Double(number) / 1_000
          let far = size * share * (0.8 + 0.1 * sin(bearing * 9) + 0.05 * unit())
          return point(across + far * sin(bearing), up + far * cos(bearing))
        }
        return ring + ring.prefix(1)
      }
    }
  }

  /// Writes the route and the boundaries for the other programs of the comparison.
  func write(to path: String) {
    func list(_ points: [Coordinate]) -> String {
      "[" + points.map { "[\($0.longitude),\($0.latitude)]" }.joined(separator: ",") + "]"
    }
    let rings = boundaries.map { "[" + $0.map(list).joined(separator: ",") + "]" }.joined(separator: ",")
    let text = "{\"radius\":500,\"route\":\(list(route)),\"boundaries\":[\(rings)]}\n"
    guard let file = unsafe fopen(path, "w") else { return }
    let bytes = Array(text.utf8)
    _ = unsafe fwrite(bytes, 1, bytes.count, file)
    unsafe fclose(file)
  }

  var alongRoute: PlaceQuery? {
    try? PlaceQuery(categories: [.any], area: .corridor(Corridor(along: RouteLine([route]), radius: .standardCorridor)))
  }

  var inBoundaries: [PlaceQuery] {
    boundaries.compactMap {
      try? PlaceQuery(categories: [.any], area: .polygons(PolygonArea([Polygon($0)]), center: nil))
    }
  }
}
