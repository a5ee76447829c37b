import Foundation

/// The plane in which the service measures: transverse Mercator around 38°N 127°E, scale 1, GRS 80.
///
/// Computed with Krüger's series in the third flattening, deliberately not the one in the program, so that both verify
/// each other. Source: Krüger, "Konforme Abbildung des Erdellipsoids in der Ebene" (1912), third order.
package struct StubPlane: Sendable {
  /// Metres east of 127°E.
  package let east: Double
  /// Metres north of 38°N.
  package let north: Double

  package init(latitude: Double, longitude: Double) {
    let point = Self.project(latitude, longitude)
    east = point.east
    north = point.north - Self.northOfOrigin
  }

  /// The third flattening of the ellipsoid.
  private static let n = (1 / 298.257222101) / (2 - 1 / 298.257222101)
  private static let meridian = 6_378_137.0 / (1 + n) * (1 + n * n / 4 + n * n * n * n / 64)
  private static let alpha = [
    n / 2 - 2 * n * n / 3 + 5 * n * n * n / 16, 13 * n * n / 48 - 3 * n * n * n / 5, 61 * n * n * n / 240,
  ]
  private static let northOfOrigin = project(38, 127).north

  private static func conformal(_ latitude: Double) -> Double {
    let sine = sin(latitude)
    let factor = 2 * n.squareRoot() / (1 + n)
    return sinh(atanh(sine) - factor * atanh(factor * sine))
  }

  private static func project(_ latitude: Double, _ longitude: Double) -> (east: Double, north: Double) {
    let t = conformal(latitude * .pi / 180)
    let lambda = (longitude - 127) * .pi / 180
    let xi = atan2(t, cos(lambda))
    let eta = atanh(sin(lambda) / (1 + t * t).squareRoot())
    var east = eta
    var north = xi
    for (index, factor) in alpha.enumerated() {
      let double = 2 * Double(index + 1)
      east += factor * cos(double * xi) * sinh(double * eta)
      north += factor * sin(double * xi) * cosh(double * eta)
    }
    return (meridian * east, meridian * north)
  }

  private init(east: Double, north: Double) {
    self.east = east
    self.north = north
  }

  /// The point rounded to 0.4 m, like a centre in the service.
  package var asCenter: Self { Self(east: (east / 0.4).rounded() * 0.4, north: (north / 0.4).rounded() * 0.4) }

  /// Returns the straight-line distance to another point in metres.
  package func distance(to other: Self) -> Double {
    let (dx, dy) = (east - other.east, north - other.north)
    return (dx * dx + dy * dy).squareRoot()
  }
}
