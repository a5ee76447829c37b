/// A rectangle between two meridians and two parallels, edges included.
///
/// If `west` is greater than `east`, the box crosses the antimeridian.
public struct BoundingBox: Sendable, Hashable {
  /// Western edge, degrees east, -180...180.
  public package(set) var west: Double
  /// Southern edge, degrees north, -90...90.
  public package(set) var south: Double
  /// Eastern edge, degrees east, -180...180.
  public package(set) var east: Double
  /// Northern edge, degrees north, -90...90, not below `south`.
  public package(set) var north: Double

  /// Makes a box from its edges, in the order of GeoJSON (RFC 7946, section 5).
  ///
  /// - Parameters:
  ///   - west: Degrees east, -180...180; greater than `east` for a box across the antimeridian.
  ///   - south: Degrees north, -90...90.
  ///   - east: Degrees east, -180...180.
  ///   - north: Degrees north, -90...90.
  /// - Throws: An error if a number is out of range or `north` is below `south`.
  public init(west: Double, south: Double, east: Double, north: Double) throws(InvalidQuery) {
    for longitude in [west, east] where !(longitude.isFinite && abs(longitude) <= 180) {
      throw .longitudeOutOfRange(longitude)
    }
    for latitude in [south, north] where !(latitude.isFinite && abs(latitude) <= 90) {
      throw .latitudeOutOfRange(latitude, swapped: nil)
    }
    guard south <= north else { throw .northBelowSouth(south: south, north: north) }
    self.init(validWest: west, south: south, east: east, north: north)
  }

  /// Makes a box from edges that are known to be in range.
  package init(validWest west: Double, south: Double, east: Double, north: Double) {
    assert(abs(west) <= 180 && abs(east) <= 180 && -90 <= south && south <= north && north <= 90)
    self.west = west
    self.south = south
    self.east = east
    self.north = north
  }

  /// West, south, east and north, the order of GeoJSON.
  package var edges: [Double] { [west, south, east, north] }

  /// Whether the box crosses the meridian of 180 degrees.
  public var crossesAntimeridian: Bool { west > east }

  /// Returns whether the box or its edge contains a point.
  public func contains(_ point: Coordinate) -> Bool {
    point.latitude >= south && point.latitude <= north && holds(longitude: point.longitude)
  }
}

extension BoundingBox {
  /// The whole Earth.
  package static let globe = BoundingBox(validWest: -180, south: -90, east: 180, north: 90)

  /// Makes a box that extends eastward from its western edge.
  ///
  /// Latitudes are clamped to the poles. A width of 360 degrees or more includes every meridian.
  ///
  /// - Parameters:
  ///   - west: Degrees east, any number.
  ///   - south: Degrees north, any number up to `north`.
  ///   - width: Degrees eastward, 0 or more.
  ///   - north: Degrees north, any number.
  package init(west: Double, south: Double, width: Double, north: Double) {
    let start = west - 360 * ((west + 180) / 360).rounded(.down)
    let end = start + width
    let wrapped = end > 180 ? end - 360 : end
    let isAllAround = width >= 360 || (end > 180 && wrapped >= start)
    self.init(
      validWest: isAllAround ? -180 : start,
      south: min(max(south, -90), 90),
      east: isAllAround ? 180 : wrapped,
      north: max(min(north, 90), -90)
    )
  }

  /// The width in degrees, 0...360.
  package var width: Double { crossesAntimeridian ? east - west + 360 : east - west }
  /// The height in degrees.
  package var height: Double { north - south }

  /// The point in the middle.
  package var middle: Coordinate {
    let longitude = west + width / 2
    return Coordinate(
      validLatitude: (south + north) / 2,
      longitude: min(max(longitude > 180 ? longitude - 360 : longitude, -180), 180)
    )
  }

  /// One or two boxes that cover the same area without crossing the antimeridian.
  package var parts: [BoundingBox] {
    guard crossesAntimeridian else { return [self] }
    return [
      BoundingBox(validWest: west, south: south, east: 180, north: north),
      BoundingBox(validWest: -180, south: south, east: east, north: north),
    ]
  }

  /// Returns the box with every edge moved outward.
  package func grown(byDegrees degrees: Double) -> BoundingBox {
    BoundingBox(west: west - degrees, south: south - degrees, width: width + 2 * degrees, north: north + degrees)
  }

  private func holds(longitude: Double) -> Bool {
    crossesAntimeridian
      ? longitude >= west || longitude <= east
      : longitude >= west && longitude <= east || abs(longitude) >= 180 && reachesAntimeridian
  }

  /// Whether the meridian of 180 degrees, which is also that of -180, crosses the box or is an edge of it.
  private var reachesAntimeridian: Bool { crossesAntimeridian || west <= -180 || east >= 180 }

  /// Returns whether the box contains every point of another box.
  package func contains(_ other: BoundingBox) -> Bool {
    guard other.south >= south, other.north <= north else { return false }
    if west <= -180, east >= 180 { return true }
    guard crossesAntimeridian != other.crossesAntimeridian else { return other.west >= west && other.east <= east }
    return crossesAntimeridian && (other.west >= west || other.east <= east)
  }

  /// Returns whether the boxes have a point in common.
  package func intersects(_ other: BoundingBox) -> Bool {
    guard other.south <= north, other.north >= south else { return false }
    let reachesEast = other.west <= east
    let reachesWest = other.east >= west
    if crossesAntimeridian, other.crossesAntimeridian { return true }
    let isAcross = crossesAntimeridian || other.crossesAntimeridian
    if isAcross ? reachesEast || reachesWest : reachesEast && reachesWest { return true }
    return reachesAntimeridian && other.reachesAntimeridian
  }

  /// Degrees from a meridian to the nearer edge, 0...180; 0 if the box contains the meridian.
  func turn(to longitude: Double) -> Double {
    holds(longitude: longitude) ? 0 : min(Self.turn(west, longitude), Self.turn(east, longitude))
  }

  /// Degrees from a meridian to the farthest meridian of the box, 0...180.
  func farthestTurn(to longitude: Double) -> Double {
    let opposite = longitude > 0 ? longitude - 180 : longitude + 180
    return holds(longitude: opposite) ? 180 : max(Self.turn(west, longitude), Self.turn(east, longitude))
  }

  private static func turn(_ first: Double, _ second: Double) -> Double {
    let difference = abs(first - second)
    return difference > 180 ? 360 - difference : difference
  }
}
