import Domain

/// Restricts a nearest-first search to an area.
protocol NearestLimits {
  /// Whether the area is unlimited.
  var isEverywhere: Bool { get }
  /// Returns which of eight boxes may contain places in the area; only the wanted boxes matter.
  func touched(_ boxes: ChildBoxes, among wanted: SIMDMask<SIMD8<Int32>>) -> SIMDMask<SIMD8<Int32>>
  /// Returns which of eight places are in the area; only the wanted places matter.
  func contains(
    latitudes: SIMD8<Int32>,
    longitudes: SIMD8<Int32>,
    among wanted: SIMDMask<SIMD8<Int32>>
  ) -> SIMDMask<SIMD8<Int32>>
  func contains(latitude: Int32, longitude: Int32) -> Bool
}

/// A rectangle; `nil` means everywhere.
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

/// Any shape; only the wanted boxes and places are tested.
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
  /// Returns one of the boxes in degrees; it must not be empty.
  func degrees(_ lane: Int) -> BoundingBox {
    // A damaged file may contain any number.
    BoundingBox(
      validWest: max(-180, min(180, FixedPoint.degrees(west[lane]))),
      south: max(-90, min(90, FixedPoint.degrees(south[lane]))),
      east: max(-180, min(180, FixedPoint.degrees(east[lane]))),
      north: max(-90, min(90, FixedPoint.degrees(north[lane])))
    )
  }
}
