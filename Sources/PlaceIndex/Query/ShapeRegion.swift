import Domain

/// Any shape; it is tested for each box, and for each place at its boundary.
struct ShapeRegion: Region {
  let shape: any AreaShape

  func classify(_ boxes: ChildBoxes) -> (touched: SIMDMask<SIMD8<Int32>>, whole: SIMDMask<SIMD8<Int32>>) {
    var touched = SIMDMask<SIMD8<Int32>>(repeating: false)
    var whole = touched
    for lane in 0..<8 where boxes.south[lane] <= boxes.north[lane] {
      let relation = shape.relation(to: boxes.degrees(lane))
      touched[lane] = relation != .outside
      whole[lane] = relation == .inside
    }
    return (touched, whole)
  }

  func classify(
    latitudes: SIMD8<Int32>,
    longitudes: SIMD8<Int32>
  ) -> (inside: SIMDMask<SIMD8<Int32>>, boundary: SIMDMask<SIMD8<Int32>>) {
    // A slot without a place is beyond the poles; in a damaged file, a place may be anywhere.
    let rows = (latitudes .>= -FixedPoint.maximumLatitude) .& (latitudes .<= FixedPoint.maximumLatitude)
    let columns = (longitudes .>= -FixedPoint.maximumLongitude) .& (longitudes .<= FixedPoint.maximumLongitude)
    return (SIMDMask(repeating: false), rows .& columns)
  }

  func contains(latitude: Int32, longitude: Int32) -> Bool {
    shape.contains(
      Coordinate(validLatitude: FixedPoint.degrees(latitude), longitude: FixedPoint.degrees(longitude))
    )
  }
}
