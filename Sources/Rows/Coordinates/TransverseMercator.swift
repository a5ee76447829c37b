import Domain
import System
import Tables

/// A transverse Mercator projection, by Krüger's series in the third flattening to its fourth power.
///
/// Accurate to a micrometre within 1,000 km of the central meridian. Source: K. Kawase, "Concise Derivation of
/// Extensive Coordinate Conversion Formulae in the Gauss-Krüger Projection", Bulletin of the Geospatial Information
/// Authority of Japan 60 (2013).
struct TransverseMercator: Sendable {
  private let originLongitude: Double
  /// The radius of the rectifying sphere times the scale, in metres.
  private let scaledRadius: Double
  private let falseEasting: Double
  private let equatorNorthing: Double
  /// The coefficients from rectifying to conformal coordinates, and from there to the latitude.
  private let conformal: [Double]
  private let geodetic: [Double]

  /// Prepares a projection from its origin's latitude and longitude, its scale, and its false easting and northing.
  init(_ ellipsoid: Ellipsoid, _ origin: [Double]) {
    precondition(origin.count == 5, "each grid of the table has five numbers")
    let n = ellipsoid.flattening / (2 - ellipsoid.flattening)
    let n2 = n * n
    let n3 = n * n * n
    let n4 = n * n * n * n
    scaledRadius = origin[2] * ellipsoid.semiMajorAxis / (1 + n) * (1 + n2 / 4 + n4 / 64)
    conformal = [
      -n / 2 + 2 * n2 / 3 - 37 * n3 / 96 + n4 / 360, -n2 / 48 - n3 / 15 + 437 * n4 / 1440,
      -17 * n3 / 480 + 37 * n4 / 840, -4397 * n4 / 161_280,
    ]
    geodetic = [
      2 * n - 2 * n2 / 3 - 2 * n3 + 116 * n4 / 45, 7 * n2 / 3 - 8 * n3 / 5 - 227 * n4 / 45,
      56 * n3 / 15 - 136 * n4 / 35, 4279 * n4 / 630,
    ]
    let rectifying = [-3 * n / 2 + 9 * n3 / 16, 15 * n2 / 16 - 15 * n4 / 32, -35 * n3 / 48, 315 * n4 / 512]
    let meridian = Self.summed(rectifying, xi: origin[0] * GreatCircle.radiansPerDegree, eta: 0).real
    equatorNorthing = origin[4] - scaledRadius * meridian
    originLongitude = origin[1]
    falseEasting = origin[3]
  }

  /// Converts a coordinate to degrees on the projection's own datum.
  func unproject(easting: Double, northing: Double) -> (latitude: Double, longitude: Double) {
    let (xi, eta) = Self.summed(
      conformal,
      xi: (northing - equatorNorthing) / scaledRadius,
      eta: (easting - falseEasting) / scaledRadius
    )
    let latitude = Self.summed(geodetic, xi: asin(sin(xi) / cosh(eta)), eta: 0).real
    let longitude = originLongitude + atan2(sinh(eta), cos(xi)) / GreatCircle.radiansPerDegree
    return (latitude / GreatCircle.radiansPerDegree, longitude)
  }

  /// Returns `xi + i eta` plus the sum of `c[j] sin 2j (xi + i eta)`.
  private static func summed(_ terms: [Double], xi: Double, eta: Double) -> (real: Double, imaginary: Double) {
    var real = xi
    var imaginary = eta
    for (index, term) in terms.enumerated() {
      let double = Double(2 * (index + 1))
      real += term * sin(double * xi) * cosh(double * eta)
      imaginary += term * cos(double * xi) * sinh(double * eta)
    }
    return (real, imaginary)
  }
}
