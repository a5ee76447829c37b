#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A unit vector from the centre of the Earth: a point on the unit sphere.
///
/// Comparing chords gives the same order as comparing distances on the ground, and needs no sine.
struct Direction: Sendable, BitwiseCopyable {
  var x: Double
  var y: Double
  var z: Double

  init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  init(_ point: Coordinate) {
    let latitude = point.latitude * GreatCircle.radiansPerDegree
    let longitude = point.longitude * GreatCircle.radiansPerDegree
    let cosine = cos(latitude)
    self.init(x: cosine * cos(longitude), y: cosine * sin(longitude), z: sin(latitude))
  }

  /// The coordinate in this direction; its longitude at a pole is arbitrary.
  var coordinate: Coordinate {
    let latitude = atan2(z, (x * x + y * y).squareRoot()) / GreatCircle.radiansPerDegree
    let longitude = atan2(y, x) / GreatCircle.radiansPerDegree
    return Coordinate(validLatitude: min(max(latitude, -90), 90), longitude: min(max(longitude, -180), 180))
  }

  /// The length of the vector; a sum of directions isn't on the unit sphere.
  var length: Double { dot(self).squareRoot() }

  /// The vector scaled to length 1; `nil` for the zero vector.
  var unit: Direction? {
    let length = length
    return length > 0 ? Direction(x: x / length, y: y / length, z: z / length) : nil
  }

  func dot(_ other: Direction) -> Double { x * other.x + y * other.y + z * other.z }

  func cross(_ other: Direction) -> Direction {
    Direction(x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
  }

  func times(_ factor: Double) -> Direction { Direction(x: factor * x, y: factor * y, z: factor * z) }

  /// The direction to the antipode.
  var opposite: Direction { times(-1) }

  func plus(_ other: Direction, times factor: Double = 1) -> Direction {
    Direction(x: x + factor * other.x, y: y + factor * other.y, z: z + factor * other.z)
  }

  /// Returns the squared length of the chord to another point.
  func squaredChord(to other: Direction) -> Double {
    let dx = x - other.x
    let dy = y - other.y
    let dz = z - other.z
    return dx * dx + dy * dy + dz * dz
  }

  /// Converts a squared chord of the unit sphere to metres on the ground.
  static func meters(ofSquaredChord square: Double) -> Double {
    2 * GreatCircle.earthRadiusMeters * asin(min(1, square.squareRoot() / 2))
  }

  /// Converts metres on the ground, at most half the Earth's circumference, to the length of a chord.
  static func chord(ofMeters meters: Double) -> Double {
    2 * sin(min(meters / GreatCircle.earthRadiusMeters, .pi) / 2)
  }
}
