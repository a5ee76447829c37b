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
    return selection(of: points) { first, last, between in
      let arc = GreatCircleArc(from: directions[first], to: directions[last], startMeters: 0)
      return Self.farthest(between, beyond: limit * limit) { arc.squaredChord(to: directions[$0]) }
    }
  }

  /// Simplifies a line or ring whose edges are straight in longitude and latitude.
  ///
  /// - Parameters:
  ///   - points: The line; a ring ends with its first point.
  ///   - meters: The largest distance of a dropped point from the new line.
  /// - Returns: The first point, the last point, and some points between them.
  package static func ring(_ points: [Coordinate], toleranceMeters meters: Double) -> [Coordinate] {
    let limit = meters / GreatCircle.earthRadiusMeters / GreatCircle.radiansPerDegree
    return selection(of: points) { first, last, between in
      let start = points[first]
      let scale = cos(start.latitude * GreatCircle.radiansPerDegree)
      func plane(_ point: Coordinate) -> (x: Double, y: Double) {
        (LongitudeSpans.turn(from: start.longitude, to: point.longitude) * scale, point.latitude - start.latitude)
      }
      let end = plane(points[last])
      let square = end.x * end.x + end.y * end.y
      return Self.farthest(between, beyond: limit * limit) { number in
        let point = plane(points[number])
        let share = square > 0 ? min(1, max(0, (point.x * end.x + point.y * end.y) / square)) : 0
        let dx = point.x - share * end.x
        let dy = point.y - share * end.y
        return dx * dx + dy * dy
      }
    }
  }

  /// Returns the index with the largest value above a limit; `nil` if no value is above it.
  private static func farthest(
    _ numbers: Range<Int>,
    beyond limit: Double,
    _ value: (Int) -> Double
  ) -> Int? {
    var largest = limit
    var found: Int?
    for number in numbers {
      let value = value(number)
      if value > largest {
        largest = value
        found = number
      }
    }
    return found
  }

  private static func selection(of points: [Coordinate], _ farthest: (Int, Int, Range<Int>) -> Int?) -> [Coordinate] {
    guard points.count > 2 else { return points }
    let end = points.count - 1
    var isKept = Array(repeating: false, count: points.count)
    isKept[end] = true
    var pending: [(Int, Int)] = []
    for first in stride(from: 0, to: end, by: stretch) {
      isKept[first] = true
      pending.append((first, min(first + stretch, end)))
    }
    while let (first, last) = pending.popLast() {
      guard last - first > 1, let number = farthest(first, last, first + 1..<last) else { continue }
      isKept[number] = true
      pending.append((first, number))
      pending.append((number, last))
    }
    return points.indices.filter { isKept[$0] }.map { points[$0] }
  }
}
