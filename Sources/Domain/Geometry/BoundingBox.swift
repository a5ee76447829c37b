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

extension BoundingBox {
  /// Degrees from west to east, 0...360, and from south to north.
  package var width: Double { crossesAntimeridian ? east - west + 360 : east - west }
  package var height: Double { north - south }

  package var corners: [Coordinate] {
    [(south, west), (south, east), (north, west), (north, east)].compactMap {
      try? Coordinate(latitude: $0.0, longitude: $0.1)
    }
  }

  /// Degrees from the western edge eastward to a longitude, 0..<360.
  private func offset(of longitude: Double) -> Double { (longitude - west + 360).truncatingRemainder(dividingBy: 360) }

  /// Returns whether every point of another box lies in this one.
  package func contains(_ other: BoundingBox) -> Bool {
    guard other.south >= south, other.north <= north else { return false }
    return width >= 360 || offset(of: other.west) + other.width <= width
  }

  /// Returns whether the boxes have a point in common.
  package func intersects(_ other: BoundingBox) -> Bool {
    guard other.south <= north, other.north >= south else { return false }
    return offset(of: other.west) <= width || other.offset(of: west) <= other.width
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
