import Tables

/// Distance keys: approximate squared distances that are cheap to compute and to compare.
///
/// A search filters by distance keys and refines by exact distances (filter and refine).
///
/// If a place's key exceeds ``upperErrorBound(of:)`` of another place's key, the first place is farther away; exact
/// distances decide keys in between. Bounds may be loose but never wrong: no place in a box has a key below the lower
/// bound.
protocol DistanceMetric {
  /// Returns the inner and outer bounds of a circle's edge.
  func radiusBounds(ofMeters meters: Double) -> RadiusBounds
  /// Returns the minimum distance key of places in each of eight boxes.
  func lowerBounds(_ boxes: ChildBoxes) -> SIMD8<Float>
  /// Returns the distance keys of eight places.
  func distanceKeys(latitudes: SIMD8<Int32>, longitudes: SIMD8<Int32>) -> SIMD8<Float>
  /// Returns the distance key above which every place is farther away than a place with the given key.
  func upperErrorBound(of distanceKey: Float) -> Float
}

/// The inner and outer bounds of a circle's edge, as distance keys.
struct RadiusBounds {
  /// A place with at most this key is certainly within the distance.
  let inner: Float
  /// A place with a larger key is certainly beyond the distance.
  let outer: Float

  /// The bounds of a search without an edge.
  static let unlimited = RadiusBounds(inner: .greatestFiniteMagnitude, outer: .greatestFiniteMagnitude)
}

/// The boxes of the eight children of a node, by edge.
struct ChildBoxes {
  let south: SIMD8<Int32>
  let north: SIMD8<Int32>
  let west: SIMD8<Int32>
  let east: SIMD8<Int32>

  @inline(__always)
  init(_ nodes: ByteView, node: Int) {
    let at = node * IndexLayout.nodeBytes
    south = nodes.eight(at: at)
    north = nodes.eight(at: at + 32)
    west = nodes.eight(at: at + 64)
    east = nodes.eight(at: at + 96)
  }

  init(_ box: IntegerBox) {
    south = SIMD8(repeating: box.south)
    north = SIMD8(repeating: box.north)
    west = SIMD8(repeating: box.west)
    east = SIMD8(repeating: box.east)
  }
}
