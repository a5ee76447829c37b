/// Distances from one point along great circles of a sphere.
///
/// This is what "exact" means in this package: the haversine in double precision, each step in the order of textbooks
/// (Sinnott, "Virtues of the Haversine", 1984), so that a plain re-computation elsewhere gives the same bits.
struct GreatCircle {
  /// Mean radius of the Earth in metres (IUGG).
  static let earthRadiusMeters = 6_371_008.8
  static let radiansPerDegree = Double.pi / 180

  private let latitudeRadians: Double
  private let latitudeCosine: Double
  private let longitudeDegrees: Double

  init(fromLatitude latitude: Double, longitude: Double) {
    latitudeRadians = latitude * Self.radiansPerDegree
    latitudeCosine = cos(latitudeRadians)
    longitudeDegrees = longitude
  }

  /// Metres to a point in degrees, 0...20 015 115.
  func meters(toLatitude latitude: Double, longitude: Double) -> Double {
    let radians = latitude * Self.radiansPerDegree
    let northing = sin((radians - latitudeRadians) / 2)
    let easting = sin((longitude - longitudeDegrees) * Self.radiansPerDegree / 2)
    let haversine = northing * northing + latitudeCosine * cos(radians) * (easting * easting)
    return 2 * Self.earthRadiusMeters * asin(min(1, haversine.squareRoot()))
  }
}
