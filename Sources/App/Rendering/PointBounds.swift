import Domain

/// The smallest box around points, which may cross the antimeridian.
struct PointBounds: Sendable {
  private var south = 90.0
  private var north = -90.0
  private var west = 180.0
  private var east = -180.0
  /// The western edge of the eastern hemisphere's points and the eastern edge of the western hemisphere's.
  private var westOfEast = 180.0
  private var eastOfWest = -180.0

  mutating func add(_ point: Coordinate) {
    south = min(south, point.latitude)
    north = max(north, point.latitude)
    west = min(west, point.longitude)
    east = max(east, point.longitude)
    if point.longitude >= 0 {
      westOfEast = min(westOfEast, point.longitude)
    } else {
      eastOfWest = max(eastOfWest, point.longitude)
    }
  }

  /// The box; `nil` without points.
  var box: BoundingBox? {
    let crosses = west < 0 && east >= 0 && eastOfWest + 360 - westOfEast < east - west
    let (west, east) = crosses ? (westOfEast, eastOfWest) : (west, east)
    return try? BoundingBox(west: west, south: south, east: east, north: north)
  }
}
