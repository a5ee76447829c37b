/// Distance keys: approximate squared distances that are cheap to compute and to compare.
///
/// A search filters by distance keys and refines by exact distances (filter and refine). For any two places, when one key
/// exceeds ``upperErrorBound(of:)`` of another, the first place is farther; what lies between is compared exactly. Bounds
/// may be loose, never wrong: no place in a box has a key below the lower or above the upper bound.
protocol DistanceMetric {
  /// The keys that enclose a circle's edge: its inner and its outer bound.
  func radiusBounds(ofMeters meters: Double) -> RadiusBounds
  /// The least distance key of places in each of eight boxes.
  func lowerBounds(_ boxes: ChildBoxes) -> SIMD8<Float>
  /// The largest distance key of places in each of eight boxes, as far as places within the radius are concerned.
  func upperBounds(_ boxes: ChildBoxes) -> SIMD8<Float>
  /// The distance keys of eight places.
  func distanceKeys(latitudes: SIMD8<Int32>, longitudes: SIMD8<Int32>) -> SIMD8<Float>
  /// A distance key beyond which every place is farther than a place of this distance key.
  func upperErrorBound(of distanceKey: Float) -> Float
}

/// The inner and the outer bound of a circle's edge, as distance keys.
struct RadiusBounds {
  /// A place of at most this distance key is within the distance for certain.
  let inner: Float
  /// A place above this distance key is beyond the distance for certain.
  let outer: Float

  /// The bounds of a search without an edge.
  static let unlimited = RadiusBounds(inner: .greatestFiniteMagnitude, outer: .greatestFiniteMagnitude)
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
