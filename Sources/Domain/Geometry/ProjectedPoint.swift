#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A point in the plane in which the Kakao Local service measures distances, in metres.
///
/// Transverse Mercator about 38°N 127°E, scale 1, GRS 80. The service's `distance` is the straight line in this plane
/// from a centre rounded to 0.4 m, truncated to whole metres. This reproduces 93% of 5,449 recorded distances exactly
/// and all of them within 1 m; a great circle is off by 0.24% to the east and west. Source: J. P. Snyder, "Map
/// Projections: A Working Manual" (1987), 61, formulas 8-9 and 8-10.
package struct ProjectedPoint: Sendable, Hashable {
  /// Metres east of 127°E.
  package let east: Double
  /// Metres north of 38°N.
  package let north: Double

  /// Projects a coordinate; accurate to two millimetres within five degrees of 127°E.
  package init(_ coordinate: Coordinate) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }

  package init(latitude: Double, longitude: Double) {
    let phi = latitude * .pi / 180
    let sine = sin(phi)
    let cosine = cos(phi)
    let tangent = sine / cosine
    let t = tangent * tangent
    let c = Self.secondEccentricity * cosine * cosine
    let a = (longitude - 127) * .pi / 180 * cosine
    let radius = Self.majorAxis / (1 - Self.eccentricity * sine * sine).squareRoot()
    let a2 = a * a
    let e = Self.secondEccentricity
    let east3 = (1 - t + c) / 6
    let east5 = (5 - 18 * t + t * t + 72 * c - 58 * e) / 120
    east = radius * a * (1 + a2 * (east3 + a2 * east5))
    let north4 = (5 - t + 9 * c + 4 * c * c) / 24
    let north6 = (61 - 58 * t + t * t + 600 * c - 330 * e) / 720
    north = Self.meridian(phi) - Self.origin + radius * tangent * a2 * (0.5 + a2 * (north4 + a2 * north6))
  }

  package init(east: Double, north: Double) {
    self.east = east
    self.north = north
  }

  /// Returns the straight-line distance to another point, in metres.
  package func distance(to other: ProjectedPoint) -> Double {
    let dx = east - other.east
    let dy = north - other.north
    return (dx * dx + dy * dy).squareRoot()
  }

  private static let majorAxis = 6_378_137.0
  private static let flattening = 1 / 298.257222101
  private static let eccentricity = flattening * (2 - flattening)
  private static let secondEccentricity = eccentricity / (1 - eccentricity)
  private static let origin = meridian(38 * .pi / 180)

  /// Returns the length of a meridian from the equator to a latitude, in metres.
  private static func meridian(_ phi: Double) -> Double {
    let e = eccentricity
    let e2 = e * e
    let e3 = e * e * e
    let first = (1 - e / 4 - 3 * e2 / 64 - 5 * e3 / 256) * phi
    let second = (3 * e / 8 + 3 * e2 / 32 + 45 * e3 / 1_024) * sin(2 * phi)
    let third = (15 * e2 / 256 + 45 * e3 / 1_024) * sin(4 * phi)
    return majorAxis * (first - second + third - 35 * e3 / 3_072 * sin(6 * phi))
  }
}
