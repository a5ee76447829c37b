import Domain
import Rows

/// Any shape; it is tested for each box, and for each place at its boundary.
struct ShapeRegion: Region {
  let shape: any AreaShape

  var isEverywhere: Bool { false }

  func classify(_ boxes: ChildBoxes, among wanted: UInt32) -> (touched: UInt32, whole: UInt32) {
    var (touched, whole) = (UInt32(0), UInt32(0))
    var rest = wanted
    while rest != 0 {
      let lane = takeLowestBit(&rest)
      guard boxes.south[lane] <= boxes.north[lane] else { continue }
      let relation = shape.relation(to: boxes.degrees(lane))
      if relation != .outside { touched |= 1 << UInt32(lane) }
      if relation == .inside { whole |= 1 << UInt32(lane) }
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
