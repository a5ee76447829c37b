import Domain

/// The box around the nodes of a way or relation, whose middle is where the element lies.
///
/// That is the point of `out center` of Overpass, and of the geometry of GeoJSON: ``GeometryExtent`` says which.
struct OutlineExtent: BitwiseCopyable {
  private var west = Int32.max
  private var east = Int32.min
  private var south = Int32.max
  private var north = Int32.min
  private var westernmostEast = Int32.max
  private var easternmostWest = Int32.min
  /// Whether a part of the outline is not in the file.
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

  /// The middle in degrees; `nil` of nothing.
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
