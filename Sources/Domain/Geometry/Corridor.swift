#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// All points on the sphere within a distance of a line.
public struct Corridor: Sendable, Hashable {
  public let line: RouteLine
  /// The largest distance from the line.
  public let radius: SearchRadius

  public init(along line: RouteLine, radius: SearchRadius) {
    self.line = line
    self.radius = radius
  }
}

extension Corridor: AreaShape {
  /// The relative rounding error of chords and distances.
  private static let rounding = 1e-9

  package func contains(_ point: Coordinate) -> Bool {
    let reach = Direction.chord(ofMeters: radius.meters) * (1 + Self.rounding) + 1e-15
    let square = line.tree.squaredChord(to: Direction(point), below: reach * reach)
    return Direction.meters(ofSquaredChord: square) <= radius.meters
  }

  package func holds(_ circle: Circle) -> Bool {
    guard circle.radius <= radius, let offset = line.offset(of: circle.center) else { return false }
    return offset.meters + circle.radius.meters <= radius.meters
  }

  package func relation(to box: BoundingBox) -> BoxRelation {
    let chords = chords(around: box)
    let near = chords.reach - chords.ball
    let far = chords.reach + chords.ball
    let enough = near > 0 ? near * near : -1
    let square = line.tree.squaredChord(to: chords.middle, below: far * far, enough: enough)
    return square <= enough ? .inside : square < far * far ? .across : .outside
  }

  /// Returns the offset of a point along the line; `nil` if the corridor doesn't contain the point.
  package func offsetInside(of point: Coordinate) -> LineOffset? {
    let reach = Direction.chord(ofMeters: radius.meters) * (1 + Self.rounding) + 1e-15
    return line.offset(of: Direction(point), within: reach).flatMap { $0.meters <= radius.meters ? $0 : nil }
  }

  /// Returns the middle of a box, the longest chord from the middle to any point of the box, and the chord of the
  /// radius.
  private func chords(around box: BoundingBox) -> (middle: Direction, ball: Double, reach: Double) {
    // The length of the straight path in degrees is an upper bound, measured on the parallel where a degree is longest.
    let nearest = box.south > 0 ? box.south : min(0, box.north)
    let tall = box.height / 2
    let wide = box.width / 2 * cos(nearest * GreatCircle.radiansPerDegree)
    let ball = (tall * tall + wide * wide).squareRoot() * GreatCircle.radiansPerDegree
    let reach = Direction.chord(ofMeters: radius.meters)
    return (Direction(box.middle), ball * (1 + Self.rounding) + Self.rounding * reach + 1e-14, reach)
  }

  /// Returns a lower bound of the distance along the line to any point of a box; `nil` if no point is in the corridor.
  package func minimumMetersAlong(of box: BoundingBox) -> Double? {
    let (middle, ball, reach) = chords(around: box)
    return minimumMetersAlong(to: middle, within: reach + ball)
  }

  /// Returns a greater lower bound than ``minimumMetersAlong(of:)`` if the line runs close to itself, with another
  /// search of the line.
  package func greaterMinimumMetersAlong(of box: BoundingBox) -> Double? {
    let (middle, ball, reach) = chords(around: box)
    let far = reach + ball
    // For any point of the box, the nearest point of the line is at most two box radii farther from the box's middle
    // than the line's point nearest to the middle.
    let nearest = line.tree.squaredChord(to: middle, below: far * far).squareRoot()
    return minimumMetersAlong(to: middle, within: min(far, nearest + 2 * ball))
  }

  private func minimumMetersAlong(to middle: Direction, within chord: Double) -> Double? {
    guard let first = line.tree.first(within: chord, of: middle) else { return nil }
    let arc = line.tree.arcs[first]
    let back = Direction.meters(ofSquaredChord: min(4, chord * chord))
    return max(arc.startMeters, arc.metersAlong(to: middle) - back - 0.001)
  }

  /// Returns a lower bound of the distance from the line to any point of a box, in metres.
  package func minimumMeters(to box: BoundingBox) -> Double {
    let (middle, ball, reach) = chords(around: box)
    let far = reach + ball
    let chord = max(0, line.tree.squaredChord(to: middle, below: far * far).squareRoot() - ball)
    return Direction.meters(ofSquaredChord: chord * chord)
  }

  package func offset(of point: Coordinate) -> LineOffset? { line.offset(of: point) }

  package var lengthMeters: Double? { line.meters }

  package var lines: [[Coordinate]] { line.parts }

  package var enclosingBox: BoundingBox? { box(grownByMeters: 0) }

  package func box(grownByMeters meters: Double) -> BoundingBox? {
    line.box?.grown(byMeters: radius.meters + meters)
  }

  /// An overestimate if the line runs close to itself.
  package var squareMeters: Double {
    let ends = Double(line.parts.count) * .pi * radius.meters * radius.meters
    let globe = 4 * .pi * GreatCircle.earthRadiusMeters * GreatCircle.earthRadiusMeters
    return min(globe, 2 * radius.meters * line.meters + ends)
  }

  package func outline(steps: Int) -> [[Coordinate]] { CorridorOutline(self, steps: steps).lines }
}
