#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The shorter great-circle arc between two points.
struct GreatCircleArc: Sendable, BitwiseCopyable {
  let start: Direction
  let end: Direction
  /// The pole to the left of the arc's great circle; any suitable pole if the ends are equal or antipodal.
  let left: Direction
  /// Metres from the beginning of the line to `start`.
  let startMeters: Double
  let meters: Double

  init(from start: Direction, to end: Direction, startMeters: Double) {
    self.start = start
    self.end = end
    self.startMeters = startMeters
    meters = Direction.meters(ofSquaredChord: start.squaredChord(to: end))
    // The cross product of difference and sum keeps all digits; the cross product of two close points loses them.
    let product = start.plus(end, times: -1).cross(start.plus(end))
    let pole = Direction(x: 0, y: 0, z: 1)
    let other = Direction(x: 1, y: 0, z: 0)
    left = product.unit ?? start.cross(pole).unit ?? start.cross(other).unit ?? pole
  }

  /// Returns whether the point of the great circle nearest to `point` is between the ends.
  private func spans(_ point: Direction) -> Bool {
    left.cross(start).dot(point) > 0 && end.cross(left).dot(point) > 0
  }

  /// Returns the square of the chord from a point to the nearest point of the arc.
  func squaredChord(to point: Direction) -> Double {
    guard spans(point) else { return min(start.squaredChord(to: point), end.squaredChord(to: point)) }
    let sine = point.dot(left)
    let square = sine * sine
    return 2 * square / (1 + max(0, 1 - square).squareRoot())
  }

  /// Metres along the line to the arc's point nearest to `point`.
  func metersAlong(to point: Direction) -> Double {
    guard spans(point) else {
      return start.squaredChord(to: point) <= end.squaredChord(to: point) ? startMeters : startMeters + meters
    }
    let angle = atan2(left.cross(start).dot(point), start.dot(point))
    let along = angle * GreatCircle.earthRadiusMeters
    // The places nearest to a vertex tie, despite rounding, so that their distances order them.
    if along < Self.vertexMeters { return startMeters }
    return startMeters + (along > meters - Self.vertexMeters ? meters : along)
  }

  /// The distance from a vertex up to which a point is at the vertex, far below the precision of coordinates.
  private static let vertexMeters = 1e-6

  /// Returns the point at a distance to the left of a point of the arc.
  ///
  /// - Parameters:
  ///   - share: The position on the arc, 0...1.
  ///   - meters: The distance to the left; negative to the right.
  /// - Returns: The point.
  func point(at share: Double, left meters: Double) -> Direction {
    let along = share * self.meters / GreatCircle.earthRadiusMeters
    let tangent = left.cross(start)
    let on = start.times(cos(along)).plus(tangent, times: sin(along))
    let angle = meters / GreatCircle.earthRadiusMeters
    return on.times(cos(angle)).plus(left, times: sin(angle))
  }

  /// Returns the arc's range of latitudes in degrees, given the latitudes of its ends.
  func latitudes(from first: Double, to last: Double) -> ClosedRange<Double> {
    var south = min(first, last)
    var north = max(first, last)
    // The northernmost point of the great circle.
    let above = Direction(x: -left.z * left.x, y: -left.z * left.y, z: 1 - left.z * left.z)
    if let summit = above.unit {
      if spans(summit) { north = max(north, summit.coordinate.latitude) }
      let opposite = summit.opposite
      if spans(opposite) { south = min(south, opposite.coordinate.latitude) }
    }
    return south...north
  }
}
