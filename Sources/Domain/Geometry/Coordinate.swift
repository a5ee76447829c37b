/// A point on Earth in WGS 84 degrees, latitude first.
///
/// A value that exists is valid: both numbers are finite and in range.
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
  /// - Throws: When a number is not finite or out of range; a latitude's error says whether swapping the two would fit.
  public init(latitude: Double, longitude: Double) throws(CoordinateError) {
    let latitudeFits = latitude.isFinite && abs(latitude) <= 90
    let longitudeFits = longitude.isFinite && abs(longitude) <= 180
    guard latitudeFits else {
      let swapFits = latitude.isFinite && abs(latitude) <= 180 && longitude.isFinite && abs(longitude) <= 90
      throw .latitudeOutOfRange(latitude, looksSwapped: swapFits)
    }
    guard longitudeFits else { throw .longitudeOutOfRange(longitude) }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The centre of a map without a place, and of a question whose centre is still to be located.
  package static let middleOfSeoul = Coordinate(validLatitude: 37.5665, longitude: 126.978)

  /// The distance from 0, 0, in degrees, within which a row of data means that it has no coordinate.
  private static let nullIslandDegrees = 1e-6

  /// Whether two numbers of a row of data are so near to 0, 0 that it has no coordinate.
  package static func isNullIsland(latitude: Double, longitude: Double) -> Bool {
    abs(latitude) <= nullIslandDegrees && abs(longitude) <= nullIslandDegrees
  }

  /// Makes a coordinate of degrees that are known to be in their ranges.
  package init(validLatitude latitude: Double, longitude: Double) {
    assert(abs(latitude) <= 90 && abs(longitude) <= 180)
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// Why two numbers are not a coordinate.
public enum CoordinateError: Error, Sendable, Hashable {
  /// The latitude is not a number in -90...90; `looksSwapped` when the pair would fit the other way round.
  case latitudeOutOfRange(Double, looksSwapped: Bool)
  /// The longitude is not a number in -180...180.
  case longitudeOutOfRange(Double)
}
