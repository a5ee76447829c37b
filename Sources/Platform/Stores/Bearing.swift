import Domain
import System

/// The direction from one point to another.
enum Bearing {
  /// Returns the initial direction of the great circle between two points in degrees clockwise from north, 0..<360.
  static func degrees(from start: Coordinate, to end: Coordinate) -> Double {
    let first = start.latitude * .pi / 180
    let second = end.latitude * .pi / 180
    let east = (end.longitude - start.longitude) * .pi / 180
    let y = sin(east) * cos(second)
    let x = cos(first) * sin(second) - sin(first) * cos(second) * cos(east)
    let degrees = atan2(y, x) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}
