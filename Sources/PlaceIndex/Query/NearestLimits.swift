import Domain

/// Where places have to lie that are sought nearest first.
protocol NearestLimits {
  /// Whether they may lie anywhere.
  var isEverywhere: Bool { get }
  /// Which of eight boxes may hold such a place, of those that matter.
  func touched(_ boxes: ChildBoxes, among wanted: SIMDMask<SIMD8<Int32>>) -> SIMDMask<SIMD8<Int32>>
  /// Which of eight places are such, of those that matter.
  func contains(
    latitudes: SIMD8<Int32>,
    longitudes: SIMD8<Int32>,
    among wanted: SIMDMask<SIMD8<Int32>>
  ) -> SIMDMask<SIMD8<Int32>>
  func contains(latitude: Int32, longitude: Int32) -> Bool
}

/// A rectangle, or everywhere.
extension BoxRegion?: NearestLimits {
  @inline(__always)
  var isEverywhere: Bool { self == nil }

  @inline(__always)
  func touched(_ boxes: ChildBoxes, among wanted: SIMDMask<SIMD8<Int32>>) -> SIMDMask<SIMD8<Int32>> {
    self?.classify(boxes).touched ?? wanted
  }

  @inline(__always)
  func contains(
    latitudes: SIMD8<Int32>,
    longitudes: SIMD8<Int32>,
    among wanted: SIMDMask<SIMD8<Int32>>
  ) -> SIMDMask<SIMD8<Int32>> {
    self?.contains(latitudes: latitudes, longitudes: longitudes) ?? wanted
  }

  func contains(latitude: Int32, longitude: Int32) -> Bool {
    self?.contains(latitude: latitude, longitude: longitude) ?? true
  }
}

/// Any shape, which is asked about what matters alone.
extension ShapeRegion: NearestLimits {
  var isEverywhere: Bool { false }

  func touched(_ boxes: ChildBoxes, among wanted: SIMDMask<SIMD8<Int32>>) -> SIMDMask<SIMD8<Int32>> {
    var touched = SIMDMask<SIMD8<Int32>>(repeating: false)
    for lane in 0..<8 where wanted[lane] && boxes.south[lane] <= boxes.north[lane] {
      touched[lane] = shape.relation(to: boxes.degrees(lane)) != .outside
    }
    return touched
  }

  func contains(
    latitudes: SIMD8<Int32>,
    longitudes: SIMD8<Int32>,
    among wanted: SIMDMask<SIMD8<Int32>>
  ) -> SIMDMask<SIMD8<Int32>> {
    let possible = classify(latitudes: latitudes, longitudes: longitudes).boundary .& wanted
    var inside = SIMDMask<SIMD8<Int32>>(repeating: false)
    for lane in 0..<8 where possible[lane] {
      inside[lane] = contains(latitude: latitudes[lane], longitude: longitudes[lane])
    }
    return inside
  }
}

extension ChildBoxes {
  /// One of the boxes in degrees, which is not an empty one.
  func degrees(_ lane: Int) -> BoundingBox {
    // A damaged file may hold any number.
    BoundingBox(
      validWest: max(-180, min(180, FixedPoint.degrees(west[lane]))),
      south: max(-90, min(90, FixedPoint.degrees(south[lane]))),
      east: max(-180, min(180, FixedPoint.degrees(east[lane]))),
      north: max(-90, min(90, FixedPoint.degrees(north[lane])))
    )
  }
}
