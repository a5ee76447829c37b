import System
import Domain

/// A plane in metres around a point, with every place in its true direction and at its true distance from there.
///
/// The azimuthal equidistant projection (Snyder, "Map projections: a working manual", 1987, chapter 25), so that the
/// rings of a map are circles at any radius. The sphere is that of every distance.
struct MapProjection: Sendable, Hashable {
  struct Point: Sendable, Hashable {
    var east: Double
    var north: Double
  }

  /// The point that the plane touches.
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

  /// The direction of a point of the earth from its middle, of length 1: projecting it takes a fraction of the time.
  static func direction(of coordinate: Coordinate) -> SIMD3<Double> {
    let latitude = coordinate.latitude * degree
    let longitude = coordinate.longitude * degree
    return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  func point(of coordinate: Coordinate) -> Point { point(of: Self.direction(of: coordinate)) }

  /// The point of a direction; its error is below 10 nm, as its parts have 16 digits.
  func point(of direction: SIMD3<Double>) -> Point {
    let toEast = (direction * east).sum()
    let toNorth = (direction * north).sum()
    let square = toEast * toEast + toNorth * toNorth
    let height = (direction * up).sum()
    // The length of the arc over the sine, as a series within 127 km.
    let stretch: Double
    if height > 0, square < 4e-4 {
      stretch = 1 + square * (1 / 6 + square * (3 / 40 + square * (5 / 112 + square * 35 / 1_152)))
    } else {
      let length = square.squareRoot()
      stretch = length > 0 ? atan2(length, height) / length : 0
    }
    // To a micrometre, so that the centre itself is at 0, 0; adding 0 makes 0 of -0, whose direction would be another.
    let rounded = { (part: Double) in (Self.earthRadius * stretch * part * 1e6).rounded() / 1e6 + 0 }
    return Point(east: rounded(toEast), north: rounded(toNorth))
  }

  func direction(at point: Point) -> SIMD3<Double> {
    let distance = (point.east * point.east + point.north * point.north).squareRoot()
    guard distance > 1e-9 else { return up }
    let angle = min(distance / Self.earthRadius, .pi)
    return up * cos(angle) + (east * point.east + north * point.north) * (sin(angle) / distance)
  }

  /// The distance on the sphere, as an answer has it.
  func distance(to coordinate: Coordinate) -> Distance? {
    let point = point(of: coordinate)
    return Distance(meters: (point.east * point.east + point.north * point.north).squareRoot())
  }

  func coordinate(at point: Point) -> Coordinate {
    guard point.east != 0 || point.north != 0 else { return center }
    let direction = direction(at: point)
    let across = (direction.x * direction.x + direction.y * direction.y).squareRoot()
    // Seven decimals are a centimetre, and a number that a person can copy.
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
