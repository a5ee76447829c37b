/// A line on the sphere, of one part or several: each part goes from point to point the shorter way.
///
/// Making one takes O(n) for n points; what is asked of it then takes O(log n).
public final class RouteLine: Sendable {
  /// The points of each part, which has one or more.
  public let parts: [[Coordinate]]
  /// The length of all parts in metres; the gaps between them count nothing.
  public let meters: Double
  /// What people call it: the name of its file, or its text.
  public let name: String
  /// The arcs; a part of one point is one without length.
  let tree: ArcTree
  /// The smallest rectangle that holds it; `nil` without a point.
  let box: BoundingBox?

  /// How much nearer a later point of the line has to be than an earlier one to count as nearer, in metres: more than
  /// rounding, so that of a way there and back the way there is the first.
  private static let toleranceMeters = 1e-6

  /// Makes a line.
  ///
  /// - Parameters:
  ///   - parts: The points of each part; parts without a point are dropped.
  ///   - name: What people call it.
  public init(_ parts: [[Coordinate]], name: String = "") {
    self.name = name
    self.parts = parts.filter { !$0.isEmpty }
    var arcs: [GreatCircleArc] = []
    arcs.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    var meters = 0.0
    var south = 90.0
    var north = -90.0
    var longitudes = LongitudeSpans()
    for part in self.parts {
      // A part of one point is an arc without length.
      var before = part[0]
      var last = Direction(before)
      for (number, point) in part.enumerated() where number > 0 || part.count == 1 {
        let next = Direction(point)
        let arc = GreatCircleArc(from: last, to: next, startMeters: meters)
        let latitudes = arc.latitudes(from: before.latitude, to: point.latitude)
        south = min(south, latitudes.lowerBound)
        north = max(north, latitudes.upperBound)
        longitudes.add(from: before.longitude, to: point.longitude)
        meters += arc.meters
        arcs.append(arc)
        last = next
        before = point
      }
    }
    self.meters = meters
    tree = ArcTree(arcs)
    let span = longitudes.enclosing
    box = span.map { BoundingBox(west: $0.west, south: south, width: $0.width, north: north) }
  }

  /// Where a point lies along the line: how far from it, and how far along it is the nearest point.
  package func position(of point: Coordinate) -> LinePosition? { position(of: Direction(point), within: 2.1) }

  /// The same of a direction, if a chord reaches from there to the line.
  func position(of direction: Direction, within chord: Double) -> LinePosition? {
    let square = tree.squaredChord(to: direction, below: chord * chord)
    guard square < chord * chord else { return nil }
    let tolerance = Self.toleranceMeters / GreatCircle.earthRadiusMeters
    guard let first = tree.first(within: square.squareRoot() + tolerance, of: direction) else { return nil }
    return LinePosition(
      meters: Direction.meters(ofSquaredChord: square),
      metersAlong: tree.arcs[first].metersAlong(to: direction)
    )
  }
}

extension RouteLine: Hashable {
  public static func == (lhs: RouteLine, rhs: RouteLine) -> Bool { lhs === rhs || lhs.parts == rhs.parts }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(parts.count)
    hasher.combine(parts.first?.first)
    hasher.combine(meters)
  }
}

/// Where a point lies along a line.
package struct LinePosition: Sendable, Hashable {
  /// Metres from the line.
  package let meters: Double
  /// Metres along the line to its point that is nearest, the first of several.
  package let metersAlong: Double

  package init(meters: Double, metersAlong: Double) {
    self.meters = meters
    self.metersAlong = metersAlong
  }
}
