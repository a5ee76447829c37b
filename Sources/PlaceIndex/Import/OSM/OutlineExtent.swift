import Domain
import Rows

/// The box around the nodes of a way or relation; its middle is the coordinate of the element.
///
/// It equals the point from `out center` of Overpass, and the point of a GeoJSON geometry (``GeometryExtent``).
struct OutlineExtent: BitwiseCopyable {
  private var west = Int32.max
  private var east = Int32.min
  private var south = Int32.max
  private var north = Int32.min
  private var westernmostEast = Int32.max
  private var easternmostWest = Int32.min
  /// Whether a part of the outline isn't in the file.
  var isPartial = false

  var isEmpty: Bool { west > east }

  @inline(__always)
  mutating func include(_ point: ElementPoint) {
    guard point.isOnGlobe else {
      isPartial = true
      return
    }
    west = min(west, point.longitude)
    east = max(east, point.longitude)
    south = min(south, point.latitude)
    north = max(north, point.latitude)
    if point.longitude >= 0 {
      westernmostEast = min(westernmostEast, point.longitude)
    } else {
      easternmostWest = max(easternmostWest, point.longitude)
    }
  }

  mutating func include(_ other: OutlineExtent) {
    isPartial = isPartial || other.isPartial
    west = min(west, other.west)
    east = max(east, other.east)
    south = min(south, other.south)
    north = max(north, other.north)
    westernmostEast = min(westernmostEast, other.westernmostEast)
    easternmostWest = max(easternmostWest, other.easternmostWest)
  }

  /// The middle in degrees; `nil` if the box is empty.
  var center: (latitude: Double, longitude: Double)? {
    guard !isEmpty else { return nil }
    var extent = GeometryExtent()
    func include(_ longitude: Int32) {
      for latitude in [south, north] {
        extent.include(longitude: FixedPoint.degrees(longitude), latitude: FixedPoint.degrees(latitude))
      }
    }
    include(west)
    include(east)
    if westernmostEast != .max { include(westernmostEast) }
    if easternmostWest != .min { include(easternmostWest) }
    return extent.center
  }
}
