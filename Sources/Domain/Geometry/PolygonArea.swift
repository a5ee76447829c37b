/// The union of some polygons, edges included.
public final class PolygonArea: Sendable {
  /// The polygons, sorted so that neighbours are mostly adjacent.
  public let polygons: [Polygon]
  /// The name of the area's file, or its text.
  public let name: String
  private let tree: BoxTree
  package let enclosingBox: BoundingBox?

  /// Makes an area in O(n log n).
  public init(_ polygons: [Polygon], name: String = "") {
    self.name = name
    let sorted = Self.sorted(polygons[...], isByLongitude: true)
    self.polygons = sorted
    tree = BoxTree(sorted.map(\.box))
    var longitudes = LongitudeSpans()
    for polygon in sorted { longitudes.add(west: polygon.box.west, width: polygon.box.east - polygon.box.west) }
    let south = sorted.map(\.box.south).min() ?? 0
    let north = sorted.map(\.box.north).max() ?? 0
    enclosingBox = longitudes.enclosing.map {
      BoundingBox(west: $0.west, south: south, width: $0.width, north: north)
    }
  }

  /// Sorts polygons by alternately halving them by longitude and latitude.
  private static func sorted(_ polygons: ArraySlice<Polygon>, isByLongitude: Bool) -> [Polygon] {
    guard polygons.count > 2 else { return Array(polygons) }
    let sorted = polygons.sorted { first, second in
      isByLongitude
        ? first.box.west + first.box.east < second.box.west + second.box.east
        : first.box.south + first.box.north < second.box.south + second.box.north
    }
    let middle = sorted.count / 2
    return Self.sorted(sorted[..<middle], isByLongitude: !isByLongitude)
      + Self.sorted(sorted[middle...], isByLongitude: !isByLongitude)
  }

  /// The offsets, in degrees, at which a rectangle may touch a polygon whose western edge is in -180..<180.
  private static let turns = [0.0, 360]
}

extension PolygonArea: AreaShape {
  package func contains(_ point: Coordinate) -> Bool {
    let isPole = abs(point.latitude) >= 90
    return Self.turns.contains { turn in
      var place = PlaneBox.empty
      place.include(isPole ? -180 : point.longitude + turn, point.latitude)
      if isPole { place.east = 540 }
      return tree.contains(touching: place.grown(by: PolygonRing.tolerance)) { polygons[$0].contains(point) }
    }
  }

  package func relation(to box: BoundingBox) -> BoxRelation {
    if let enclosingBox, box.contains(enclosingBox), box != enclosingBox { return .across }
    let relations = box.parts.map(relation(toPart:))
    guard let first = relations.first else { return .across }
    return relations.allSatisfy { $0 == first } ? first : .across
  }

  private func relation(toPart box: BoundingBox) -> BoxRelation {
    let part = PlaneBox(west: box.west, south: box.south, east: box.east, north: box.north)
    let isPolar = abs(box.south) >= 90 || abs(box.north) >= 90
    var isAcross = false
    let isInside = Self.turns.contains { turn in
      var moved = part.moved(by: turn)
      if isPolar {
        moved.west = -180
        moved.east = 540
      }
      return tree.contains(touching: moved.grown(by: 2 * PolygonRing.tolerance)) { number in
        let relation = polygons[number].relation(to: part)
        if relation == .across { isAcross = true }
        return relation == .inside
      }
    }
    return isInside ? .inside : isAcross ? .across : .outside
  }

  package func box(grownByMeters meters: Double) -> BoundingBox? {
    meters > 0 ? enclosingBox?.grown(byMeters: meters) : enclosingBox
  }

  /// An overestimate if polygons overlap.
  package var squareMeters: Double {
    let square = GreatCircle.earthRadiusMeters * GreatCircle.earthRadiusMeters
    return square * min(4 * .pi, polygons.reduce(0) { $0 + $1.square })
  }

  package func outline(steps: Int) -> [[Coordinate]] { polygons.flatMap(\.points) }
}

extension PolygonArea: Hashable {
  public static func == (lhs: PolygonArea, rhs: PolygonArea) -> Bool {
    lhs === rhs || lhs.polygons.map(\.points) == rhs.polygons.map(\.points)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(polygons.count)
    hasher.combine(polygons.first?.points.first)
  }
}
