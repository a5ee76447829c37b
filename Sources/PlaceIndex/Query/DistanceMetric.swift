/// A quick measure of distance that is cheap to compare and never far from the truth.
///
/// Measures grow with the square of the distance. For any two places, when one measure exceeds
/// ``certainlyAbove(_:)`` of another, the first place is farther; what lies between is settled by the exact distance.
/// Bounds may be loose, never wrong: no place in a box measures less than the lower or more than the upper bound.
protocol DistanceMetric {
  /// Measures that no place within this many metres exceeds, and that every place beyond reaches.
  func reach(ofMeters meters: Double) -> Reach
  /// The least measure of places in each of eight boxes.
  func lowerBounds(_ boxes: ChildBoxes) -> SIMD8<Float>
  /// The largest measure of places in each of eight boxes, as far as places within reach are concerned.
  func upperBounds(_ boxes: ChildBoxes) -> SIMD8<Float>
  /// The measures of eight places.
  func measures(latitudes: SIMD8<Int32>, longitudes: SIMD8<Int32>) -> SIMD8<Float>
  /// A measure beyond which every place is farther than a place of this measure.
  func certainlyAbove(_ measure: Float) -> Float
}

/// Two measures that enclose a distance.
struct Reach {
  /// A place of at most this measure is within the distance for certain.
  let certain: Float
  /// A place above this measure is beyond the distance for certain.
  let possible: Float

  /// The reach of a question without an edge.
  static let unlimited = Reach(certain: .greatestFiniteMagnitude, possible: .greatestFiniteMagnitude)
}

/// The boxes of a node's eight children, edge by edge.
struct ChildBoxes {
  let south: SIMD8<Int32>
  let north: SIMD8<Int32>
  let west: SIMD8<Int32>
  let east: SIMD8<Int32>

  /// Reads a node.
  @inline(__always)
  init(_ nodes: ByteView, node: Int) {
    let at = node * IndexLayout.nodeBytes
    south = nodes.eight(at: at)
    north = nodes.eight(at: at + 32)
    west = nodes.eight(at: at + 64)
    east = nodes.eight(at: at + 96)
  }

  /// One box, eight times.
  init(_ box: IntegerBox) {
    south = SIMD8(repeating: box.south)
    north = SIMD8(repeating: box.north)
    west = SIMD8(repeating: box.west)
    east = SIMD8(repeating: box.east)
  }
}
