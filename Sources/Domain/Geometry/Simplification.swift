#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Line simplification: drops points within a tolerance of the simplified line.
///
/// The algorithm of Douglas and Peucker, "Algorithms for the Reduction of the Number of Points" (1973), applied to
/// stretches of at most 2,048 points whose ends are kept. Lines that people draw or record take O(n log n), and no line
/// takes O(n²).
package enum Simplification {
  /// The number of points of a stretch; the worst case, a zigzag, takes its square.
  private static let stretch = 2_048

  /// Simplifies a line on the sphere; its ends are kept.
  ///
  /// - Parameters:
  ///   - points: The line.
  ///   - meters: The largest distance of a dropped point from the new line.
  /// - Returns: The first point, the last point, and some points between them.
  static func line(_ points: [Coordinate], toleranceMeters meters: Double) -> [Coordinate] {
    let directions = points.map(Direction.init)
    let limit = Direction.chord(ofMeters: meters)
    var kept: [Coordinate] = []
    keep(points.count) { first, last in
      let arc = GreatCircleArc(from: directions[first], to: directions[last], startMeters: 0)
      var largest = limit * limit
      var farthest: Int?
      for number in first + 1..<last {
        let square = arc.squaredChord(to: directions[number])
        if square > largest { (largest, farthest) = (square, number) }
      }
      return farthest
    } _: {
      kept.append(points[$0])
    }
    return kept
  }

  /// Simplifies a line or ring whose edges are straight in longitude and latitude.
  ///
  /// - Parameters:
  ///   - points: The line; a ring ends with its first point.
  ///   - meters: The largest distance of a dropped point from the new line.
  /// - Returns: The first point, the last point, and some points between them.
  package static func ring(_ points: [Coordinate], toleranceMeters meters: Double) -> [Coordinate] {
    var kept: [Coordinate] = []
    keep(points.count) {
      farthest(between: $0, and: $1, beyondMeters: meters, unitsPerDegree: 1) {
        (points[$0].latitude, points[$0].longitude)
      }
    } _: {
      kept.append(points[$0])
    }
    return kept
  }

  /// Simplifies a line or ring of the ground in place, like ``ring(_:toleranceMeters:)``; a point that equals the one
  /// before it is dropped.
  package static func simplify(_ points: inout [Ground.Point], toleranceMeters meters: Double) {
    var count = 0
    keep(points.count) {
      farthest(between: $0, and: $1, beyondMeters: meters, unitsPerDegree: Ground.Point.unitsPerDegree) {
        (Double(points[$0].latitude), Double(points[$0].longitude))
      }
    } _: { number in
      guard count == 0 || points[count - 1] != points[number] else { return }
      // No earlier point is needed any more.
      points[count] = points[number]
      count += 1
    }
    points.removeLast(points.count - count)
  }

  /// Returns the point that is farthest from the edge between two points; `nil` if all are within the distance.
  @inline(__always)
  private static func farthest(
    between first: Int,
    and last: Int,
    beyondMeters meters: Double,
    unitsPerDegree: Double,
    _ point: (Int) -> (latitude: Double, longitude: Double)
  ) -> Int? {
    let start = point(first)
    let scale = cos(start.latitude / unitsPerDegree * GreatCircle.radiansPerDegree)
    let circle = 360 * unitsPerDegree
    func plane(_ number: Int) -> (x: Double, y: Double) {
      let point = point(number)
      let turn = LongitudeSpans.turn(from: start.longitude, to: point.longitude, circle: circle)
      return (turn * scale, point.latitude - start.latitude)
    }
    let end = plane(last)
    let length = end.x * end.x + end.y * end.y
    let limit = meters / GreatCircle.earthRadiusMeters / GreatCircle.radiansPerDegree * unitsPerDegree
    // All squares of distances are multiplied by the square of the edge's length, which saves a division for each
    // point.
    var largest = limit * limit * (length > 0 ? length : 1)
    var farthest: Int?
    for number in first + 1..<last {
      let point = plane(number)
      let along = point.x * end.x + point.y * end.y
      let square: Double
      if length == 0 {
        square = point.x * point.x + point.y * point.y
      } else if along <= 0 {
        square = (point.x * point.x + point.y * point.y) * length
      } else if along >= length {
        let (dx, dy) = (point.x - end.x, point.y - end.y)
        square = (dx * dx + dy * dy) * length
      } else {
        let across = point.x * end.y - point.y * end.x
        square = across * across
      }
      if square > largest { (largest, farthest) = (square, number) }
    }
    return farthest
  }

  /// Calls a closure with the number of each point of a line to keep, in ascending order.
  ///
  /// - Parameters:
  ///   - count: The number of points.
  ///   - farthest: Returns the point between two others that is farthest from the edge between them; `nil` if all may
  ///     be dropped.
  ///   - body: Receives the numbers. When it receives a number, no smaller one is needed any more.
  @inline(__always)
  private static func keep(_ count: Int, _ farthest: (Int, Int) -> Int?, _ body: (Int) -> Void) {
    func keep(_ first: Int, _ last: Int) {
      guard last - first > 1, let number = farthest(first, last) else { return body(first) }
      keep(first, number)
      keep(number, last)
    }
    guard count > 0 else { return }
    for first in stride(from: 0, to: count - 1, by: stretch) { keep(first, min(first + stretch, count - 1)) }
    body(count - 1)
  }
}
