import Domain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A plane in metres around a point, with every place in its true direction and at its true distance from there.
///
/// The azimuthal equidistant projection (Snyder, "Map projections: a working manual", 1987, chapter 25), so that the
/// rings of a map are circles at any radius. The sphere is the index's, 6 371 008.8 m.
struct MapProjection: Sendable {
  struct Point: Sendable, Hashable {
    var east: Double
    var north: Double
  }

  /// The point that the plane touches.
  let center: Coordinate
  private let sine: Double
  private let cosine: Double

  /// Mean radius of the Earth in metres (IUGG), as every distance of an answer has it.
  private static let earthRadius = 6_371_008.8
  private static let degree = Double.pi / 180

  init(center: Coordinate) {
    self.center = center
    sine = sin(center.latitude * Self.degree)
    cosine = cos(center.latitude * Self.degree)
  }

  func point(of coordinate: Coordinate) -> Point {
    let latitude = coordinate.latitude * Self.degree
    let turn = (coordinate.longitude - center.longitude) * Self.degree
    let otherCosine = cos(latitude)
    // The haversine: a cosine loses the digits of places a few metres apart.
    let halfNorth = sin((coordinate.latitude - center.latitude) * Self.degree / 2)
    let halfEast = sin(turn / 2)
    let chord = min(1, sqrt(halfNorth * halfNorth + cosine * otherCosine * halfEast * halfEast))
    let angle = 2 * asin(chord)
    guard angle > 0 else { return Point(east: 0, north: 0) }
    let scale = sin(angle) > 1e-12 ? Self.earthRadius * angle / sin(angle) : 0
    let north = sin(latitude - center.latitude * Self.degree) + 2 * sine * otherCosine * halfEast * halfEast
    return Point(east: scale * otherCosine * sin(turn), north: scale * north)
  }

  /// The distance on the sphere, as an answer has it.
  func distance(to coordinate: Coordinate) -> Distance? {
    let point = point(of: coordinate)
    return Distance(meters: (point.east * point.east + point.north * point.north).squareRoot())
  }

  func coordinate(at point: Point) -> Coordinate {
    let distance = sqrt(point.east * point.east + point.north * point.north)
    guard distance > 1e-9 else { return center }
    let angle = min(distance / Self.earthRadius, .pi)
    let (angleSine, angleCosine) = (sin(angle), cos(angle))
    let latitude = asin(max(-1, min(1, angleCosine * sine + point.north * angleSine * cosine / distance)))
    let east = atan2(point.east * angleSine, distance * cosine * angleCosine - point.north * sine * angleSine)
    var longitude = center.longitude + east / Self.degree
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    // Seven decimals are a centimetre, and a number that a person can copy.
    let rounded = { (degrees: Double) in (degrees * 1e7).rounded() / 1e7 }
    let found = try? Coordinate(latitude: rounded(latitude / Self.degree), longitude: rounded(longitude))
    return found ?? center
  }

  static func circle(radius: Double, steps: Int) -> [Point] {
    (0..<max(8, steps)).map { step in
      let angle = 2 * Double.pi * Double(step) / Double(max(8, steps))
      return Point(east: radius * sin(angle), north: radius * cos(angle))
    }
  }
}
