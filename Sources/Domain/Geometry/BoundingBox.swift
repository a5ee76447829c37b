/// A rectangle between two meridians and two parallels, edges included.
///
/// West may be greater than east: such a box crosses the antimeridian.
public struct BoundingBox: Sendable, Hashable {
  /// Western edge, degrees east, -180...180.
  public let west: Double
  /// Southern edge, degrees north, -90...90.
  public let south: Double
  /// Eastern edge, degrees east, -180...180.
  public let east: Double
  /// Northern edge, degrees north, -90...90, not below `south`.
  public let north: Double

  /// Makes a box in the order GeoJSON gives its corners (RFC 7946, section 5).
  ///
  /// - Parameters:
  ///   - west: Degrees east, -180...180; greater than `east` for a box across the antimeridian.
  ///   - south: Degrees north, -90...90.
  ///   - east: Degrees east, -180...180.
  ///   - north: Degrees north, -90...90.
  /// - Throws: When a number is out of range or `north` is below `south`.
  public init(west: Double, south: Double, east: Double, north: Double) throws(BoundingBoxError) {
    for longitude in [west, east] where !(longitude.isFinite && abs(longitude) <= 180) {
      throw .longitudeOutOfRange(longitude)
    }
    for latitude in [south, north] where !(latitude.isFinite && abs(latitude) <= 90) {
      throw .latitudeOutOfRange(latitude)
    }
    guard south <= north else { throw .northBelowSouth(south: south, north: north) }
    self.west = west
    self.south = south
    self.east = east
    self.north = north
  }

  /// Whether the box runs across the meridian of 180 degrees.
  public var crossesAntimeridian: Bool { west > east }

  /// Returns whether a point lies in the box or on its edge.
  public func contains(_ point: Coordinate) -> Bool {
    guard point.latitude >= south, point.latitude <= north else { return false }
    if crossesAntimeridian { return point.longitude >= west || point.longitude <= east }
    return point.longitude >= west && point.longitude <= east
  }
}

/// Why four numbers are not a bounding box.
public enum BoundingBoxError: Error, Sendable, Hashable {
  /// West or east is not a number in -180...180.
  case longitudeOutOfRange(Double)
  /// South or north is not a number in -90...90.
  case latitudeOutOfRange(Double)
  /// The northern edge lies south of the southern one.
  case northBelowSouth(south: Double, north: Double)
}
