/// A rectangle of stored coordinates, edges included; empty if an edge is beyond its opposite.
struct IntegerBox: Hashable {
  var south: Int32
  var north: Int32
  var west: Int32
  var east: Int32

  static let empty = IntegerBox(south: .max, north: .min, west: .max, east: .min)

  mutating func include(latitude: Int32, longitude: Int32) {
    south = min(south, latitude)
    north = max(north, latitude)
    west = min(west, longitude)
    east = max(east, longitude)
  }

  mutating func include(_ other: IntegerBox) {
    south = min(south, other.south)
    north = max(north, other.north)
    west = min(west, other.west)
    east = max(east, other.east)
  }
}
