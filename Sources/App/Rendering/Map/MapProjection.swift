import Domain
import System

/// A plane in metres around a point, which preserves directions and distances from that point.
///
/// The azimuthal equidistant projection (Snyder, "Map projections: a working manual", 1987, chapter 25), which draws
/// rings as circles at any radius. The earth's radius is the one used for distances.
struct MapProjection: Sendable, Hashable {
  struct Point: Sendable, Hashable {
    var east: Double
    var north: Double
  }

  /// The point at which the plane touches the earth.
  let center: Coordinate
  private let east: SIMD3<Double>
  private let north: SIMD3<Double>
  private let up: SIMD3<Double>

  private static let earthRadius = GreatCircle.earthRadiusMeters
  private static let degree = GreatCircle.radiansPerDegree

  init(center: Coordinate) {
    self.center = center
    up = Self.direction(of: center)
    let turn = center.longitude * Self.degree
    east = SIMD3(-sin(turn), cos(turn), 0)
    let sine = up.z
    let cosine = cos(center.latitude * Self.degree)
    north = SIMD3(-sine * cos(turn), -sine * sin(turn), cosine)
  }

  /// Returns the unit vector of a point from the centre of the earth.
  ///
  /// Projecting it is much faster than projecting a coordinate.
  static func direction(of coordinate: Coordinate) -> SIMD3<Double> {
    let latitude = coordinate.latitude * degree
    let longitude = coordinate.longitude * degree
    return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  func point(of coordinate: Coordinate) -> Point { point(of: Self.direction(of: coordinate)) }

  /// Projects a unit vector.
  ///
  /// The error is below 10 nm, because its components have 16 digits.
  func point(of direction: SIMD3<Double>) -> Point {
    let toEast = (direction * east).sum()
    let toNorth = (direction * north).sum()
    let square = toEast * toEast + toNorth * toNorth
    let height = (direction * up).sum()
    // Arc length over sine, as a series within 127 km.
    let stretch: Double
    if height > 0, square < 4e-4 {
      stretch = 1 + square * (1 / 6 + square * (3 / 40 + square * (5 / 112 + square * 35 / 1_152)))
    } else {
      let length = square.squareRoot()
      stretch = length > 0 ? atan2(length, height) / length : 0
    }
    // Rounds to a micrometre, so that the centre is at exactly (0, 0). Adding 0 turns -0, which has another direction,
    // into 0.
    let rounded = { (part: Double) in (Self.earthRadius * stretch * part * 1e6).rounded() / 1e6 + 0 }
    return Point(east: rounded(toEast), north: rounded(toNorth))
  }

  func direction(at point: Point) -> SIMD3<Double> {
    let distance = (point.east * point.east + point.north * point.north).squareRoot()
    guard distance > 1e-9 else { return up }
    let angle = min(distance / Self.earthRadius, .pi)
    return up * cos(angle) + (east * point.east + north * point.north) * (sin(angle) / distance)
  }

  /// Returns the distance from the centre on the sphere, equal to the distance in results.
  func distance(to coordinate: Coordinate) -> Distance? {
    let point = point(of: coordinate)
    return Distance(meters: (point.east * point.east + point.north * point.north).squareRoot())
  }

  func coordinate(at point: Point) -> Coordinate {
    guard point.east != 0 || point.north != 0 else { return center }
    let direction = direction(at: point)
    let across = (direction.x * direction.x + direction.y * direction.y).squareRoot()
    // Seven decimals are a centimetre, and a number short enough to copy by hand.
    let rounded = { (angle: Double) in (angle / Self.degree * 1e7).rounded() / 1e7 }
    let found = try? Coordinate(
      latitude: rounded(atan2(direction.z, across)),
      longitude: rounded(atan2(direction.y, direction.x))
    )
    return found ?? center
  }

  static func circle(radius: Double, steps: Int) -> [Point] {
    (0..<max(8, steps)).map { step in
      let angle = 2 * Double.pi * Double(step) / Double(max(8, steps))
      return Point(east: radius * sin(angle), north: radius * cos(angle))
    }
  }
}
