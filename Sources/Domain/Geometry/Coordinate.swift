/// A point on Earth: latitude and longitude in WGS 84 degrees.
///
/// Both numbers are finite and in range.
public struct Coordinate: Sendable, Hashable {
  /// Degrees north of the equator, -90...90.
  public let latitude: Double
  /// Degrees east of Greenwich, -180...180.
  public let longitude: Double

  /// Makes a coordinate from degrees.
  ///
  /// - Parameters:
  ///   - latitude: Degrees north, -90...90.
  ///   - longitude: Degrees east, -180...180.
  /// - Throws: An error if a number is out of range; for a latitude with the swapped pair if that is valid.
  public init(latitude: Double, longitude: Double) throws(InvalidQuery) {
    let latitudeFits = latitude.isFinite && abs(latitude) <= 90
    let longitudeFits = longitude.isFinite && abs(longitude) <= 180
    guard latitudeFits else {
      let swapFits = latitude.isFinite && abs(latitude) <= 180 && longitude.isFinite && abs(longitude) <= 90
      let swapped = swapFits ? Coordinate(validLatitude: longitude, longitude: latitude) : nil
      throw .latitudeOutOfRange(latitude, swapped: swapped)
    }
    guard longitudeFits else { throw .longitudeOutOfRange(longitude) }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The centre of a map without places, and the placeholder while a query's centre is being geocoded.
  @usableFromInline package static let middleOfSeoul = Coordinate(validLatitude: 37.5665, longitude: 126.978)

  /// The distance in degrees from 0, 0 within which the coordinate of a row counts as missing.
  private static let nullIslandDegrees = 1e-4

  /// Returns whether two numbers in a row are so close to 0, 0 that they mean a missing coordinate.
  package static func isNullIsland(latitude: Double, longitude: Double) -> Bool {
    abs(latitude) <= nullIslandDegrees && abs(longitude) <= nullIslandDegrees
  }

  /// Makes a coordinate from degrees that are known to be in range.
  package init(validLatitude latitude: Double, longitude: Double) {
    assert(abs(latitude) <= 90 && abs(longitude) <= 180)
    self.latitude = latitude
    self.longitude = longitude
  }
}
