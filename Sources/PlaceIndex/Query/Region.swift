/// An area that boxes and places can be held against.
protocol Region {
  /// Which of eight boxes may hold a place of the area, and which lie wholly within it.
  func classify(_ boxes: ChildBoxes) -> (touched: SIMDMask<SIMD8<Int32>>, whole: SIMDMask<SIMD8<Int32>>)
  /// Which of eight places lie in the area for certain, and which need a closer look.
  func classify(
    latitudes: SIMD8<Int32>,
    longitudes: SIMD8<Int32>
  ) -> (inside: SIMDMask<SIMD8<Int32>>, doubtful: SIMDMask<SIMD8<Int32>>)
  /// The closer look: whether a place lies in the area.
  func contains(latitude: Int32, longitude: Int32) -> Bool
}

/// Every place that is at most a radius away from a centre.
struct CircleRegion<Metric: DistanceMetric>: Region {
  let metric: Metric
  let reach: Reach
  let circle: GreatCircle
  let radiusMeters: Double

  @inline(__always)
  func classify(_ boxes: ChildBoxes) -> (touched: SIMDMask<SIMD8<Int32>>, whole: SIMDMask<SIMD8<Int32>>) {
    (metric.lowerBounds(boxes) .<= reach.possible, metric.upperBounds(boxes) .<= reach.certain)
  }

  @inline(__always)
  func classify(
    latitudes: SIMD8<Int32>,
    longitudes: SIMD8<Int32>
  ) -> (inside: SIMDMask<SIMD8<Int32>>, doubtful: SIMDMask<SIMD8<Int32>>) {
    let measures = metric.measures(latitudes: latitudes, longitudes: longitudes)
    let inside = measures .<= reach.certain
    return (inside, (measures .<= reach.possible) .& .!inside)
  }

  func contains(latitude: Int32, longitude: Int32) -> Bool {
    circle.meters(
      toLatitude: FixedPoint.degrees(latitude),
      longitude: FixedPoint.degrees(longitude)
    ) <= radiusMeters
  }
}
