/// A line on the sphere in one or more parts; consecutive points are joined the shorter way.
///
/// Initialization takes O(n) for n points, and each search O(log n).
public final class RouteLine: Sendable {
  /// The points of each part, at least one.
  public let parts: [[Coordinate]]
  /// The length of all parts in metres, without the gaps between them.
  public let meters: Double
  /// The name of the line's file, or its text.
  public let name: String
  /// The arcs of the line.
  ///
  /// A part with one point is an arc of length 0.
  let tree: ArcTree
  /// The smallest rectangle that contains the line; `nil` without points.
  let box: BoundingBox?

  /// The amount by which a later point must be nearer than an earlier point to win, in metres.
  ///
  /// It exceeds the rounding error, so that on a line that runs out and back, the outward part wins.
  private static let toleranceMeters = 1e-6

  /// Makes a line.
  ///
  /// - Parameters:
  ///   - parts: The points of each part; empty parts are dropped.
  ///   - name: The name of the line's file, or its text.
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
      // A part with one point is an arc of length 0.
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

  /// Returns the distance of a point from the line, and the offset of the nearest point along the line.
  package func offset(of point: Coordinate) -> LineOffset? { offset(of: Direction(point), within: 2.1) }

  /// Returns the offset of a direction; `nil` if the line isn't within the chord.
  func offset(of direction: Direction, within chord: Double) -> LineOffset? {
    let square = tree.squaredChord(to: direction, below: chord * chord)
    guard square < chord * chord else { return nil }
    let tolerance = Self.toleranceMeters / GreatCircle.earthRadiusMeters
    guard let first = tree.first(within: square.squareRoot() + tolerance, of: direction) else { return nil }
    return LineOffset(
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

/// The offset of a point along a line, and its distance from the line.
package struct LineOffset: Sendable, Hashable {
  /// The distance from the line, in metres.
  package let meters: Double
  /// The offset of the nearest point along the line, in metres; the smallest offset if several are nearest.
  package let metersAlong: Double

  package init(meters: Double, metersAlong: Double) {
    self.meters = meters
    self.metersAlong = metersAlong
  }
}
