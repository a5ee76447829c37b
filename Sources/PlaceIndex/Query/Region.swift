/// An area that boxes and places can be held against.
protocol Region {
  /// Which of eight boxes may hold a place of the area, and which lie wholly within it.
  func classify(_ boxes: ChildBoxes) -> (touched: SIMDMask<SIMD8<Int32>>, whole: SIMDMask<SIMD8<Int32>>)
  /// Which of eight places lie in the area for certain, and which are candidates at its boundary.
  func classify(
    latitudes: SIMD8<Int32>,
    longitudes: SIMD8<Int32>
  ) -> (inside: SIMDMask<SIMD8<Int32>>, boundary: SIMDMask<SIMD8<Int32>>)
  /// The exact test for candidates at the boundary: whether a place lies in the area.
  func contains(latitude: Int32, longitude: Int32) -> Bool
}

/// Every place that is at most a radius away from a centre.
struct CircleRegion<Metric: DistanceMetric>: Region {
  let metric: Metric
  let radiusBounds: RadiusBounds
  let circle: GreatCircle
  let radiusMeters: Double

  @inline(__always)
  func classify(_ boxes: ChildBoxes) -> (touched: SIMDMask<SIMD8<Int32>>, whole: SIMDMask<SIMD8<Int32>>) {
    (metric.lowerBounds(boxes) .<= radiusBounds.outer, metric.upperBounds(boxes) .<= radiusBounds.inner)
  }

  @inline(__always)
  func classify(
    latitudes: SIMD8<Int32>,
    longitudes: SIMD8<Int32>
  ) -> (inside: SIMDMask<SIMD8<Int32>>, boundary: SIMDMask<SIMD8<Int32>>) {
    let distanceKeys = metric.distanceKeys(latitudes: latitudes, longitudes: longitudes)
    let inside = distanceKeys .<= radiusBounds.inner
    return (inside, (distanceKeys .<= radiusBounds.outer) .& .!inside)
  }

  func contains(latitude: Int32, longitude: Int32) -> Bool {
    circle.meters(
      toLatitude: FixedPoint.degrees(latitude),
      longitude: FixedPoint.degrees(longitude)
    ) <= radiusMeters
  }
}
