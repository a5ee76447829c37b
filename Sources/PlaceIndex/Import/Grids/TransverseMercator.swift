/// A transverse Mercator projection, by Krüger's series in the third flattening to its sixth power.
///
/// Exact to a few nanometres within 3,900 km of the central meridian. Source: C. F. F. Karney, "Transverse Mercator with an
/// accuracy of a few nanometers", Journal of Geodesy 85 (2011), equations 7 to 25, 35 and 36.
struct TransverseMercator: Sendable {
  private let eccentricity: Double
  private let originLongitude: Double
  /// The radius of the rectifying sphere times the scale, in metres.
  private let scaledRadius: Double
  private let falseEasting: Double
  /// The northing of the equator.
  private let equatorNorthing: Double
  private let forward: [Double]
  private let inverse: [Double]

  init(
    _ ellipsoid: Ellipsoid,
    originLatitude: Double,
    originLongitude: Double,
    scale: Double,
    falseEasting: Double,
    falseNorthing: Double
  ) {
    let n = ellipsoid.flattening / (2 - ellipsoid.flattening)
    eccentricity = ellipsoid.eccentricitySquared.squareRoot()
    self.originLongitude = originLongitude
    self.falseEasting = falseEasting
    let radius = ellipsoid.semiMajorAxis / (1 + n) * (1 + n * n / 4 + n * n * n * n / 64 + n * n * n * n * n * n / 256)
    scaledRadius = radius * scale
    forward = Self.series(Self.forwardCoefficients, n)
    inverse = Self.series(Self.inverseCoefficients, n).map { -$0 }
    let meridian = Self.summed(
      forward,
      Self.conformalLatitude(originLatitude * GreatCircle.radiansPerDegree, eccentricity),
      0
    )
    equatorNorthing = falseNorthing - scaledRadius * meridian.real
  }

  /// Converts a coordinate of the grid to degrees on the grid's own datum.
  func unproject(easting: Double, northing: Double) -> (latitude: Double, longitude: Double) {
    let (xi, eta) = Self.summed(
      inverse,
      (northing - equatorNorthing) / scaledRadius,
      (easting - falseEasting) / scaledRadius
    )
    let conformal = sin(xi) / (sinh(eta) * sinh(eta) + cos(xi) * cos(xi)).squareRoot()
    let lambda = atan2(sinh(eta), cos(xi))
    return (
      atan(tangent(ofConformal: conformal)) / GreatCircle.radiansPerDegree,
      originLongitude + lambda / GreatCircle.radiansPerDegree
    )
  }

  /// The tangent of the latitude whose conformal latitude has a given tangent, by Newton's method.
  private func tangent(ofConformal wanted: Double) -> Double {
    let remainder = 1 - eccentricity * eccentricity
    var tau = wanted / remainder
    for _ in 0..<8 {
      let found = Self.conformalTangent(tau, eccentricity)
      let slope =
        (1 + remainder * tau * tau) / (remainder * ((1 + tau * tau) * (1 + found * found)).squareRoot())
      let step = (wanted - found) * slope
      tau += step
      if abs(step) < 1e-14 * max(1, abs(tau)) { break }
    }
    return tau
  }

  private static func conformalLatitude(_ latitude: Double, _ eccentricity: Double) -> Double {
    atan(conformalTangent(tan(latitude), eccentricity))
  }

  private static func conformalTangent(_ tau: Double, _ eccentricity: Double) -> Double {
    let secant = (1 + tau * tau).squareRoot()
    let sigma = sinh(eccentricity * atanh(eccentricity * tau / secant))
    return tau * (1 + sigma * sigma).squareRoot() - sigma * secant
  }

  /// `xi + i eta` plus the sum of `c[j] sin 2j (xi + i eta)`.
  private static func summed(_ terms: [Double], _ xi: Double, _ eta: Double) -> (real: Double, imaginary: Double) {
    var (real, imaginary) = (xi, eta)
    for (index, term) in terms.enumerated() {
      let double = Double(2 * (index + 1))
      real += term * sin(double * xi) * cosh(double * eta)
      imaginary += term * cos(double * xi) * sinh(double * eta)
    }
    return (real, imaginary)
  }

  private static func series(_ coefficients: [[Double]], _ n: Double) -> [Double] {
    coefficients.enumerated().map { index, row in
      var power = 1.0
      for _ in 0...index { power *= n }
      return row.reduce(0) { sum, coefficient in
        defer { power *= n }
        return sum + coefficient * power
      }
    }
  }

  private static let forwardCoefficients: [[Double]] = [
    [1 / 2, -2 / 3, 5 / 16, 41 / 180, -127 / 288, 7891 / 37800],
    [13 / 48, -3 / 5, 557 / 1440, 281 / 630, -1_983_433 / 1_935_360],
    [61 / 240, -103 / 140, 15061 / 26880, 167_603 / 181_440],
    [49561 / 161_280, -179 / 168, 6_601_661 / 7_257_600],
    [34729 / 80640, -3_418_889 / 1_995_840],
    [212_378_941 / 319_334_400],
  ]

  private static let inverseCoefficients: [[Double]] = [
    [1 / 2, -2 / 3, 37 / 96, -1 / 360, -81 / 512, 96199 / 604_800],
    [1 / 48, 1 / 15, -437 / 1440, 46 / 105, -1_118_711 / 3_870_720],
    [17 / 480, -37 / 840, -209 / 4480, 5569 / 90720],
    [4397 / 161_280, -11 / 504, -830_251 / 7_257_600],
    [4583 / 161_280, -108_847 / 3_991_680],
    [20_648_693 / 638_668_800],
  ]
}
