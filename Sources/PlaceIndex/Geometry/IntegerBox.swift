import Tables

/// A rectangle of stored coordinates, edges included; empty if south is beyond north or west beyond east.
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

extension IntegerBox {
  /// Reads the four edges of a box, `apart` bytes from each other.
  init(_ bytes: ByteView, at offset: Int, apart: Int) {
    south = bytes.load(Int32.self, at: offset)
    north = bytes.load(Int32.self, at: offset + apart)
    west = bytes.load(Int32.self, at: offset + 2 * apart)
    east = bytes.load(Int32.self, at: offset + 3 * apart)
  }
}
