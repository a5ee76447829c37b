/// The figure of the Earth that a grid is drawn on.
struct Ellipsoid: Sendable, Hashable {
  /// Half of the axis across the equator, in metres.
  let semiMajorAxis: Double
  /// How much shorter the axis between the poles is, as a share.
  let flattening: Double

  /// That of Korea 2000; WGS 84 is the same to a tenth of a millimetre.
  static let grs80 = Ellipsoid(semiMajorAxis: 6_378_137, flattening: 1 / 298.257222101)
  /// That of Korean 1985.
  static let bessel1841 = Ellipsoid(semiMajorAxis: 6_377_397.155, flattening: 1 / 299.1528128)

  /// The square of the first eccentricity.
  var eccentricitySquared: Double { flattening * (2 - flattening) }
}
